"""The joined phones on disk, so that they stay joined when the companion restarts.

Only fingerprints of the phones' tokens are saved. The file goes when the host switches phones off.
"""

from pathlib import Path

import msgspec
from msgspec import Struct

from companion.errors import BrokenFile
from companion.external_files.files import atomic_write, read_bytes

FILE = "joined.json"
KEPT_SECONDS = 24 * 3600
"""Seconds after the last change for which phones stay joined; their cookies last as long."""
MAX_BYTES = 100_000


class SavedPhone(Struct, frozen=True, forbid_unknown_fields=True):
    """A joined phone; see `companion.web.access.Guest`.

    Attributes:
        fingerprint: hash of its token.
        number: its serial number.
        address: the network address from which it joined.
        game: key of the game of its seat.
        seat: its seat, if any.
    """

    fingerprint: str
    number: int
    address: str
    game: str
    seat: str | None


class SavedPhones(Struct, frozen=True, forbid_unknown_fields=True):
    """What the service needs to go on after a restart.

    Attributes:
        interface: name of the network that the host chose.
        port: the port on which the phones found the table.
        code: the join code.
        seats_open: phones may take seats and answer.
        count: number of phones that have joined so far.
        phones: those still joined.
        saved: when it was written, in seconds since 1970.
    """

    interface: str
    port: int
    code: str
    seats_open: bool
    count: int
    phones: tuple[SavedPhone, ...]
    saved: float

    def save(self, folder: Path) -> None:
        """Write it to the folder of the private pages.

        Raises:
            OSError: it cannot be written to disk.
        """
        folder.mkdir(parents=True, exist_ok=True, mode=0o700)
        atomic_write(folder / FILE, msgspec.json.encode(self), private=True)


def read_saved_phones(folder: Path, now: float) -> SavedPhones | None:
    """Return the phones that were joined before a restart.

    Args:
        folder: the folder of the private pages.
        now: the time, in seconds since 1970. A clock that was set back keeps the phones.

    Returns:
        None if phones were switched off, the file is damaged, or the last change is too long ago.
    """
    try:
        saved = msgspec.json.decode(read_bytes(folder / FILE, MAX_BYTES), type=SavedPhones)
    except (OSError, BrokenFile, msgspec.DecodeError, UnicodeDecodeError):
        return None
    return saved if now - saved.saved < KEPT_SECONDS else None


def forget_saved_phones(folder: Path) -> None:
    """Delete the file; afterwards every phone must scan again.

    Raises:
        OSError: it cannot be deleted.
    """
    (folder / FILE).unlink(missing_ok=True)
