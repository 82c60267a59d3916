"""Archives from outside (.tar.gz): only regular files and folders inside one folder, and a limited number."""

import gzip
import tarfile
import zlib
from pathlib import Path, PurePosixPath
from tempfile import TemporaryFile
from typing import IO

from companion.errors import BrokenFile
from companion.external_files.files import check_ordinary

MAX_ARCHIVE = 100_000_000
"""Largest unpacked size of an archive in bytes."""
MAX_MEMBERS = 5_000
"""Largest number of files and folders in an archive."""
_CHUNK = 1_000_000


def extract(path: Path, folder: Path, most: int = MAX_ARCHIVE) -> None:
    """Extract the files of an archive into a folder.

    Args:
        path: the archive.
        folder: the folder; the archive is unpacked beside it first.
        most: largest unpacked size in bytes.

    Raises:
        OSError: the archive cannot be read, or the folder cannot be written.
        BrokenFile: it is no archive, is too large, or contains links, devices or names outside the folder.
    """
    check_ordinary(path)
    with TemporaryFile(dir=folder.parent) as plain:
        _decompress(path, plain, most)
        plain.seek(0)
        try:
            with tarfile.open(fileobj=plain, mode="r:") as archive:
                for number, member in enumerate(archive):
                    if number >= MAX_MEMBERS:
                        raise BrokenFile(
                            "{path} holds more than {max_members:,} files.",
                            path=path,
                            max_members=MAX_MEMBERS,
                        )
                    _write(archive, member, folder, path)
        except (tarfile.TarError, ValueError, OverflowError) as error:
            if isinstance(error, BrokenFile):
                raise
            raise BrokenFile(
                "{path} is no archive that can be read, or it is damaged: {error}.", path=path, error=error
            ) from error


def _decompress(path: Path, plain: IO[bytes], most: int) -> None:
    size = 0
    try:
        with gzip.open(path) as packed:
            while chunk := packed.read(_CHUNK):
                size += len(chunk)
                if size > most:
                    raise BrokenFile(
                        "{path} is too large: it holds more than {most:,} bytes.", path=path, most=most
                    )
                plain.write(chunk)
    except (gzip.BadGzipFile, EOFError, zlib.error) as error:
        raise BrokenFile(
            "{path} is no archive (.tar.gz), or it is damaged: {error}.", path=path, error=error
        ) from error


def _write(archive: tarfile.TarFile, member: tarfile.TarInfo, folder: Path, path: Path) -> None:
    name = PurePosixPath(member.name)
    if name.is_absolute() or ".." in name.parts or not (member.isfile() or member.isdir()):
        raise BrokenFile("{path} holds {name!r}, which is no file inside it.", path=path, name=member.name)
    place = folder / name
    if member.isdir():
        place.mkdir(parents=True, exist_ok=True)
        return
    content = archive.extractfile(member)
    if content is None:
        raise BrokenFile("{path} holds {name!r}, which cannot be read.", path=path, name=member.name)
    place.parent.mkdir(parents=True, exist_ok=True)
    place.write_bytes(content.read())
    place.chmod(0o755 if member.mode & 0o100 else 0o644)
