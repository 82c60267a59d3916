"""The log of a disk's writes, and what a cut of the power leaves of them."""

import random
import struct
from pathlib import Path

import pytest

from tests.machine.disk_cuts import FLUSH, FUA, Write, kept_writes, logged_writes

SECTOR = 512
A, B, C = (Write(0, SECTOR * number, bytes([number]) * SECTOR) for number in (1, 2, 3))
FLUSHED = Write(FLUSH, 0, b"")
THROUGH = Write(FUA, 4 * SECTOR, b"4" * SECTOR)


def log_of(*writes: Write) -> bytes:
    """Write a log as QEMU's blklogwrites does: a head, then each write behind its description."""
    log = struct.pack("<QQQI", 0x6A736677736872, 1, len(writes), SECTOR).ljust(SECTOR, b"\0")
    for write in writes:
        entry = struct.pack("<QQQQ", write.offset // SECTOR, len(write.content) // SECTOR, write.flags, 0)
        log += entry.ljust(SECTOR, b"\0") + write.content
    return log


@pytest.mark.parametrize(
    ("size", "expected"),
    [
        (0, []),
        (SECTOR, []),
        (2 * SECTOR, []),
        (3 * SECTOR, [A]),
        (4 * SECTOR, [A, FLUSHED]),
        (6 * SECTOR - 1, [A, FLUSHED]),
        (6 * SECTOR, [A, FLUSHED, B]),
    ],
)
def test_a_log_is_read_as_far_as_it_goes(tmp_path: Path, size: int, expected: list[Write]) -> None:
    log = tmp_path / "writes.log"
    log.write_bytes(log_of(A, FLUSHED, B))
    assert list(logged_writes(log, size)) == expected


@pytest.mark.parametrize(
    ("writes", "kept"),
    [
        ([], []),
        ([A, B], []),
        ([A, FLUSHED, B], [A, FLUSHED]),
        ([A, FLUSHED, B, THROUGH, C], [A, FLUSHED, THROUGH]),
        ([A, FLUSHED, B, FLUSHED], [A, FLUSHED, B, FLUSHED]),
    ],
)
def test_a_cut_keeps_what_was_flushed(writes: list[Write], kept: list[Write]) -> None:
    assert kept_writes(writes, None) == kept


def test_a_cut_may_keep_any_other_write() -> None:
    outcomes = {tuple(kept_writes([A, FLUSHED, B, C], random.Random(seed))) for seed in range(50)}
    assert outcomes == {(A, FLUSHED), (A, FLUSHED, B), (A, FLUSHED, C), (A, FLUSHED, B, C)}
