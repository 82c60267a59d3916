"""The private page of each seat: its hand of cards, objectives, notes and photo, saved on disk.

A page belongs to the phone that took the seat. Only the fingerprint of that phone's token is saved.
"""

import hashlib
import logging
from itertools import count
from pathlib import Path

import msgspec
from msgspec import Struct, structs

from companion.errors import BrokenFile
from companion.external_files.files import atomic_write, read_bytes
from companion.locale.messages import gettext
from companion.web.photos import MAX_PHOTO_BYTES, small_jpeg

_log = logging.getLogger(__name__)

MAX_CARDS = 40
MAX_CARD_LETTERS = 60
MAX_LETTERS = 4000
"""Maximum letters of the objectives and of the notes."""
MAX_PAGE_BYTES = 100_000
PHOTO_QUALITY = 80


class PrivatePage(Struct, frozen=True, forbid_unknown_fields=True):
    """The private notes of a seat.

    Attributes:
        cards: its hand, as typed.
        objectives: its secret objectives.
        notes: anything else.
    """

    cards: tuple[str, ...] = ()
    objectives: str = ""
    notes: str = ""

    def check(self) -> None:
        """Refuse a page that is too large.

        Raises:
            BrokenFile: there are too many cards or letters.
        """
        if len(self.cards) > MAX_CARDS:
            count = len(self.cards)
            raise BrokenFile("{count} cards are too many; keep at most {most}.", count=count, most=MAX_CARDS)
        if any(len(card) > MAX_CARD_LETTERS for card in self.cards):
            words = gettext(
                "The name of a card is too long; use at most {most} letters.", most=MAX_CARD_LETTERS
            )
            raise BrokenFile(words)
        if max(len(self.objectives), len(self.notes)) > MAX_LETTERS:
            raise BrokenFile("That is too long; write at most {most} letters.", most=MAX_LETTERS)


class _Kept(Struct, frozen=True):
    """The contents of a page's file.

    Attributes:
        owner: fingerprint of the phone that owns the page.
        page: the page.
        lost: the old file is unreadable, and nothing has been written since.
    """

    owner: str = ""
    page: PrivatePage = PrivatePage()
    lost: bool = False


class PrivatePages:
    """All private pages of a table.

    Args:
        folder: where they are saved; created with the first page.
    """

    def __init__(self, folder: Path) -> None:
        self._folder = folder

    def owner(self, game: str, seat: str) -> str:
        """Return the fingerprint of the phone that has the seat; empty if none has."""
        return self._read(game, seat).owner

    def give(self, game: str, seat: str, owner: str) -> None:
        """Transfer a page to another phone, or to none.

        Raises:
            OSError: it cannot be written to disk.
        """
        kept = self._read(game, seat)
        if kept.owner != owner:
            self._replace(game, seat, structs.replace(kept, owner=owner))

    def read(self, game: str, seat: str) -> PrivatePage:
        """Return a seat's page; empty if nothing was written yet."""
        return self._read(game, seat).page

    def lost(self, game: str, seat: str) -> bool:
        """Return whether a page is unreadable and nothing has been written since."""
        return self._read(game, seat).lost

    def write(self, game: str, seat: str, page: PrivatePage) -> None:
        """Save a page; it is on disk when this returns. A damaged old file is renamed first.

        Raises:
            BrokenFile: the page is too large.
            OSError: it cannot be written to disk.
        """
        page.check()
        self._replace(game, seat, _Kept(self.owner(game, seat), page))

    def photo(self, game: str, seat: str) -> bytes | None:
        """Return the photo of a seat's hand, as JPEG."""
        try:
            return read_bytes(self._path(game, seat, "jpg"), MAX_PHOTO_BYTES)
        except (OSError, BrokenFile):
            return None

    def write_photo(self, game: str, seat: str, contents: bytes) -> None:
        """Save a photo, reduced in size and without metadata such as the location.

        Raises:
            NotAPicture: the contents are no picture, or too large.
            OSError: it cannot be written to disk.
        """
        self._write(self._path(game, seat, "jpg"), small_jpeg(contents, PHOTO_QUALITY))

    def drop_photo(self, game: str, seat: str) -> None:
        """Delete the photo.

        Raises:
            OSError: the file cannot be deleted.
        """
        self._path(game, seat, "jpg").unlink(missing_ok=True)

    def _path(self, game: str, seat: str, kind: str) -> Path:
        """Return the file of a seat; the seat's name comes from a saved game, so it is hashed."""
        return self._folder / game / f"{hashlib.sha256(seat.encode()).hexdigest()[:16]}.{kind}"

    def _read(self, game: str, seat: str) -> _Kept:
        try:
            return _decode(self._path(game, seat, "json"))
        except FileNotFoundError:
            return _Kept()
        except BrokenFile:
            return _Kept(lost=True)

    def _replace(self, game: str, seat: str, kept: _Kept) -> None:
        """Write a page; an unreadable old file is renamed, not overwritten."""
        path = self._path(game, seat, "json")
        try:
            _decode(path)
        except FileNotFoundError:
            pass
        except BrokenFile:
            _set_aside(path)
        self._write(path, msgspec.json.encode(kept))

    def _write(self, path: Path, contents: bytes) -> None:
        """Write a file into a folder that other users cannot read."""
        path.parent.mkdir(parents=True, exist_ok=True, mode=0o700)
        atomic_write(path, contents, private=True)


def _decode(path: Path) -> _Kept:
    """Read the file of a page.

    Raises:
        OSError: the file is missing or cannot be read.
        BrokenFile: the file is damaged.
    """
    try:
        return msgspec.json.decode(read_bytes(path, MAX_PAGE_BYTES), type=_Kept)
    except (msgspec.DecodeError, UnicodeDecodeError) as error:
        raise BrokenFile("{file} is damaged: {error}.", file=path.name, error=error) from error


def _set_aside(path: Path) -> None:
    """Rename a damaged file, so that it is not overwritten and can be repaired by hand."""
    names = (path.with_name(f"{path.name}.damaged-{number}") for number in count(1))
    aside = next(name for name in names if not name.exists())
    path.rename(aside)
    _log.warning("a private page is damaged; it is kept as %s", aside)
