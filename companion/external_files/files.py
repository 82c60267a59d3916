"""Files: reading is limited to regular files of limited size and never blocks; writing is atomic."""

import errno
import os
import stat
from collections.abc import Iterator
from contextlib import contextmanager
from functools import partial
from pathlib import Path
from typing import BinaryIO

from companion.errors import BrokenFile
from companion.locale.messages import Message, gettext

MAX_TEXT = 1_000_000
"""Largest size in bytes of a text file that people edit."""
PART = ".part"
"""End of the name of a file that is being written."""


def check_ordinary(path: Path, error: type[BrokenFile] = BrokenFile) -> None:
    """Refuse anything except a regular file before it is opened: pipes and devices never end.

    Raises:
        OSError: the file does not exist or may not be read.
        BrokenFile: an `error`, because it is a folder, a pipe or a device.
    """
    mode = path.stat().st_mode
    if stat.S_ISDIR(mode):
        raise error(gettext("{path} is a folder: name a file in it.", path=path))
    if not stat.S_ISREG(mode):
        raise error(gettext("{path} is no ordinary file: name another.", path=path))


def read_bytes(path: Path, most: int, error: type[BrokenFile] = BrokenFile) -> bytes:
    """Return all bytes of a file, `most` at the most.

    Raises:
        OSError: the file is missing or cannot be read.
        BrokenFile: an `error`, because it is no regular file or too large.
    """
    check_ordinary(path, error)
    # Non-blocking: a pipe may have replaced the file after the check.
    with os.fdopen(os.open(path, os.O_RDONLY | os.O_NONBLOCK | os.O_CLOEXEC), "rb") as file:
        content = file.read(most + 1)
    if len(content) > most:
        raise error(gettext("{path} is too large: it holds more than {most:,} bytes.", path=path, most=most))
    return content


def read_text(path: Path, most: int = MAX_TEXT, error: type[BrokenFile] = BrokenFile) -> str:
    """Return the text of a UTF-8 file.

    Raises:
        OSError: the file is missing or cannot be read.
        BrokenFile: an `error`: see `read_bytes`; or the file is not UTF-8 text.
    """
    try:
        return read_bytes(path, most, error).decode("utf-8")
    except UnicodeDecodeError as why:
        raise error(unreadable(path, why)) from why


def unreadable(path: Path, why: Exception) -> Message:
    """Return the sentence for a file that cannot be read."""
    return gettext(
        "The file {file} cannot be read: {error}. Restore it or leave it out.", file=path, error=why
    )


@contextmanager
def atomic_file(path: Path, *, private: bool = False) -> Iterator[BinaryIO]:
    """Open a file that gets its name when it is complete: a power cut leaves the old file or the new one.

    The new file is on disk after the block; one that raises leaves none. Its folder must exist.

    Args:
        path: the file; an existing one is replaced, behind a link too. To a pipe or a device, such as
            /dev/stdout, the block writes itself.
        private: whether only its owner may read it, from its first byte: a file with a secret.

    Raises:
        OSError: the file cannot be written, or its memory stick was pulled out; the old file still exists.
    """
    if path.exists() and not (path.is_file() or path.is_dir()):
        with path.open("wb") as stream:
            yield stream
        return
    path = Path(os.path.realpath(path))
    beside = path.parent / f"{path.name}{PART}"
    beside.unlink(missing_ok=True)  # left by a power cut, and perhaps readable for others
    try:
        with open(beside, "xb", opener=partial(os.open, mode=0o600 if private else 0o666)) as file:
            yield file
            file.flush()
            os.fsync(file.fileno())
        beside.replace(path)
    finally:
        beside.unlink(missing_ok=True)
    sync_folder(path.parent)


def atomic_write(path: Path, content: bytes | str, *, private: bool = False) -> None:
    """Write a whole file as `atomic_file` does, and its folder if it is not there.

    Args:
        path: the file; an existing one is replaced.
        content: its bytes, or its text, which is encoded as UTF-8.
        private: see `atomic_file`.

    Raises:
        OSError: the file cannot be written; the old file still exists.
    """
    path.parent.mkdir(parents=True, exist_ok=True)
    with atomic_file(path, private=private) as file:
        file.write(content.encode() if isinstance(content, str) else content)


def sync_folder(folder: Path) -> None:
    """Flush a folder's entries to disk; ignore file systems that do not support it (some memory sticks)."""
    handle = os.open(folder, os.O_RDONLY | os.O_CLOEXEC)
    try:
        os.fsync(handle)
    except OSError as error:
        if error.errno not in (errno.EINVAL, errno.ENOTSUP):
            raise
    finally:
        os.close(handle)
