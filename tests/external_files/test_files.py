"""A file is written whole or not at all."""

import os
from pathlib import Path

import pytest

from companion.external_files.files import atomic_write


@pytest.mark.parametrize(("content", "bytes_"), [("grün", "grün".encode()), (b"\x00\xff", b"\x00\xff")])
def test_a_file_is_made_with_its_folder_and_replaced(
    tmp_path: Path, content: str | bytes, bytes_: bytes
) -> None:
    path = tmp_path / "new" / "file"
    atomic_write(path, "before")
    atomic_write(path, content)
    assert path.read_bytes() == bytes_
    assert list(path.parent.iterdir()) == [path]


def test_a_failure_leaves_the_old_file_and_nothing_beside_it(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    path = tmp_path / "file"
    atomic_write(path, "before")

    def fail(_: int) -> None:
        raise OSError(28, "No space left on device")

    monkeypatch.setattr(os, "fsync", fail)
    with pytest.raises(OSError, match="No space"):
        atomic_write(path, "after")
    assert path.read_text() == "before"
    assert list(tmp_path.iterdir()) == [path]


def test_the_new_file_and_its_name_are_synced(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    synced: list[Path] = []
    monkeypatch.setattr(os, "fsync", lambda handle: synced.append(Path(f"/proc/self/fd/{handle}").readlink()))
    atomic_write(tmp_path / "file", "text")
    assert synced == [tmp_path / "file.part", tmp_path]
