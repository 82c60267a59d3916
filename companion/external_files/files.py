"""Files: read if they are ordinary and not too large, and never waited for; written whole or not at all."""

import errno
import os
import stat
from pathlib import Path

from companion.errors import BrokenFile

MAX_TEXT = 1_000_000
"""Bytes of a file that people write by hand."""


def check_ordinary(path: Path, error: type[BrokenFile] = BrokenFile) -> None:
    """Refuse anything but an ordinary file before it is opened: pipes and devices never end.

    Raises:
        OSError: there is no such file, or it may not be read.
        BrokenFile: of the kind `error`: it is a folder, a pipe or a device.
    """
    mode = path.stat().st_mode
    if stat.S_ISDIR(mode):
        raise error(f"{path} is a folder; name a file in it.")
    if not stat.S_ISREG(mode):
        raise error(f"{path} is a pipe or a device, no file: name a file.")


def read_bytes(path: Path, most: int, error: type[BrokenFile] = BrokenFile) -> bytes:
    """All bytes of a file.

    Args:
        path: the file.
        most: bytes that it may have.
        error: what to raise where it is no file that can be read.

    Raises:
        OSError: it is missing or cannot be read.
        BrokenFile: of the kind `error`: it is no ordinary file, or too large.
    """
    check_ordinary(path, error)
    # Not to wait for the other end of a pipe that took the file's place meanwhile.
    with os.fdopen(os.open(path, os.O_RDONLY | os.O_NONBLOCK | os.O_CLOEXEC), "rb") as file:
        content = file.read(most + 1)
    if len(content) > most:
        raise error(f"{path} is too large: it has more than {most:,} bytes.")
    return content


def read_text(path: Path, most: int = MAX_TEXT, error: type[BrokenFile] = BrokenFile) -> str:
    """The text of a file in UTF-8.

    Raises:
        OSError: it is missing or cannot be read.
        UnicodeDecodeError: it is no text.
        BrokenFile: as `read_bytes`.
    """
    return read_bytes(path, most, error).decode("utf-8")


def atomic_write(path: Path, content: bytes | str, *, make_folder: bool = True) -> None:
    """Write a file beside its place, then put it there: a power cut leaves the old file or the new one.

    The new file is on disk when this returns.

    Args:
        path: the file; one that is there is replaced.
        content: its bytes, or its text, which is written in UTF-8.
        make_folder: whether a missing folder is made.

    Raises:
        OSError: it cannot be written to disk; the old file is still there.
    """
    if make_folder:
        path.parent.mkdir(parents=True, exist_ok=True)
    beside = path.with_name(f"{path.name}.part")
    try:
        with beside.open("wb") as file:
            file.write(content.encode() if isinstance(content, str) else content)
            file.flush()
            os.fsync(file.fileno())
        beside.replace(path)
    finally:
        beside.unlink(missing_ok=True)
    sync_folder(path.parent)


def sync_folder(folder: Path) -> None:
    """Wait until the names in a folder are on disk; file systems of memory sticks may not be able to."""
    handle = os.open(folder, os.O_RDONLY | os.O_CLOEXEC)
    try:
        os.fsync(handle)
    except OSError as error:
        if error.errno not in (errno.EINVAL, errno.ENOTSUP):
            raise
    finally:
        os.close(handle)
