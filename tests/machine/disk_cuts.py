"""Reconstructs a machine's disk after a power cut from QEMU's log of writes.

The log is from QEMU's blklogwrites, in the format of the kernel's dm-log-writes:
https://docs.kernel.org/admin-guide/device-mapper/log-writes.html
"""

import random
import shutil
import struct
import subprocess
import tempfile
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import NamedTuple

from companion.journal.journal import Journal
from companion.referee.entries import Entry
from tests.machine.machine import Machine

FLUSH, FUA, DISCARD = 1, 2, 4
"""Flags of a write."""

Saved = tuple[list[Entry], int]
"""The saved answers, and the number of undone ones."""


class Write(NamedTuple):
    """A write request of the machine to its disk.

    Attributes:
        flags: FLUSH, FUA or DISCARD.
        offset: in bytes.
        content: the bytes to write.
    """

    flags: int
    offset: int
    content: bytes


def logged_writes(path: Path, size: int) -> Iterator[Write]:
    """Parse this many bytes of a log of writes; the last write may be cut off."""
    log = path.read_bytes()[:size]
    if len(log) < 512:
        return
    sector = struct.unpack_from("<QQQI", log)[3] or 512
    place = sector
    while place + sector <= len(log):
        first, count, flags, _ = struct.unpack_from("<QQQQ", log, place)
        size = 0 if flags & DISCARD else count * sector
        if place + sector + size > len(log) or not (count or flags):
            return
        yield Write(flags, first * sector, log[place + sector : place + sector + size])
        place += sector + size


def kept_writes(writes: list[Write], chance: random.Random | None) -> list[Write]:
    """Return the surviving writes: all before the last flush; later ones none, or each at random."""
    last = max((number for number, write in enumerate(writes) if write.flags & FLUSH), default=-1)
    return [
        write
        for number, write in enumerate(writes)
        if number <= last or write.flags & FUA or (chance is not None and chance.random() < 0.5)
    ]


class Recording(NamedTuple):
    """A session whose machine was killed.

    Attributes:
        sizes: size of the log of writes in bytes at each acknowledged step.
        size: final size of the log, in bytes.
        games: what a journal may contain after each step, the first before any.
    """

    sizes: list[int]
    size: int
    games: list[Saved]


def cut_sessions(
    machine: Machine,
    prepare: Callable[[Machine], None],
    record: Callable[[Machine, random.Random], Recording],
    counts: tuple[int, int],
    seed: int,
) -> None:
    """Cut the power in sessions and print a line for each cut.

    Args:
        machine: the machine whose power is cut.
        prepare: starts and freezes it; not called if it is already frozen.
        record: plays a session and kills the machine.
        counts: number of sessions, and number of cuts in each.
        seed: of the random sessions and cuts.
    """
    sessions, cuts = counts
    if not machine.frozen.exists():
        prepare(machine)
    disk, chance, wrong = frozen_disk(machine), random.Random(seed), 0
    for number in range(sessions):
        recording = record(machine, chance)
        print(f"session {number + 1}: {len(recording.sizes)} steps, {recording.size} bytes", flush=True)
        wrong += count_lost(disk, machine.writes, recording, cuts, chance)
    print(f"{sessions} kills of QEMU, {sessions * cuts} cuts: {wrong} with an answer lost")


def count_lost(before: Path, log: Path, recording: Recording, cuts: int, chance: random.Random) -> int:
    """Check the disk at this many random moments of a session; print each, return the number with a loss.

    The last moment is when QEMU was killed.
    """
    first, wrong = recording.sizes[0], 0
    for size in (*sorted(chance.randint(first, recording.size) for _ in range(cuts - 1)), recording.size):
        kept = chance.choice(["none", "some"])
        saved = saved_game(disk_after_cut(before, log, size, chance if kept == "some" else None))
        problem = what_is_lost(saved, recording, size)
        wrong += bool(problem)
        print(f"  {size:9} {kept} unflushed kept: {problem or 'all there'}", flush=True)
    return wrong


def what_is_lost(saved: Saved | str, recording: Recording, size: int) -> str:
    """Compare a disk's game with the steps acknowledged at a size of the log; return the loss as text."""
    acknowledged = sum(one <= size for one in recording.sizes)
    if isinstance(saved, str) or saved in recording.games[acknowledged:]:
        return saved if isinstance(saved, str) else ""
    return f"{acknowledged} steps were acknowledged, {len(saved[0])} answers are there"


def frozen_disk(machine: Machine) -> Path:
    """Return the raw disk of a frozen machine."""
    raw = machine.frozen.with_suffix(".raw")
    if not raw.exists():
        subprocess.run(("qemu-img", "convert", "-O", "raw", machine.frozen, raw), check=True)
    return raw


def disk_after_cut(before: Path, log: Path, size: int, chance: random.Random | None) -> Path:
    """Reconstruct the disk at a size of the log.

    Args:
        before: the raw disk at the start of the log; the new disk is written beside it.
        log: the writes since then.
        size: size of the log at the moment of the cut, in bytes.
        chance: random generator that decides which unflushed writes survive; None if none do.
    """
    after = before.with_name("after.raw")
    subprocess.run(("cp", "--sparse=always", before, after), check=True)
    with after.open("r+b") as disk:
        for write in kept_writes(list(logged_writes(log, size)), chance):
            disk.seek(write.offset)
            disk.write(write.content)
    return after


def saved_game(disk: Path) -> Saved | str:
    """Mount the disk and open the journal; return its newest game, or the error message."""
    with tempfile.TemporaryDirectory() as folder:
        mount, copy = Path(folder) / "disk", Path(folder) / "games"
        mount.mkdir()
        # The kernel replays the file system's own journal when it mounts it.
        subprocess.run(("mount", "-o", "loop", disk, mount), check=True)
        try:
            shutil.copytree(mount / "var/lib/companion", copy)
        finally:
            subprocess.run(("umount", mount), check=True)
        with Journal.open(copy / "games.sqlite") as journal:
            if journal.notice:
                return journal.notice
            saved = journal.load(max(record.id for record in journal.games()))
            return list(saved.entries), len(saved.undone)
