"""The owner's PIN: it keeps guests from updates, restoring, phones' rights, the club and deletion.

It is optional. Only a hash is kept (scrypt, RFC 7914), with the number of wrong tries, so that a restart is
no way around the waiting. It protects against guests at the screen, not against somebody with the card.
"""

import hashlib
import hmac
import logging
import os
import time
from collections.abc import Callable
from pathlib import Path

import msgspec
from msgspec import Struct
from msgspec.structs import replace

from companion.errors import BrokenFile, PinRefused
from companion.external_files.files import atomic_write, read_bytes
from companion.locale.messages import gettext

_log = logging.getLogger(__name__)

FILE = "owner-pin.json"
"""In the data folder. A forgotten PIN goes with this file."""
MIN_DIGITS, MAX_DIGITS = 4, 8
FREE_TRIES = 5
"""Wrong tries without waiting; each further one doubles the wait."""
FIRST_WAIT_S = 10.0
MAX_WAIT_S = 3600.0
UNLOCKED_S = 120.0
"""Seconds for which nobody is asked again."""
_SCRYPT = {"n": 2**14, "r": 8, "p": 1}


class _HashedPin(Struct, frozen=True):
    salt: bytes
    hash: bytes
    wrong: int = 0


class OwnerPin:
    """The PIN of a table.

    Args:
        folder: the data folder.
        now: the monotonic clock, in seconds.
    """

    def __init__(self, folder: Path, now: Callable[[], float] = time.monotonic) -> None:
        self._path = folder / FILE
        self._now = now
        self._kept = self._read()
        self._last_wrong = now()
        self._unlocked_until = 0.0

    @property
    def is_set(self) -> bool:
        """Whether there is one."""
        return self._kept is not None

    @property
    def is_needed(self) -> bool:
        """Whether it must be typed before something that it guards."""
        return self.is_set and self._now() >= self._unlocked_until

    @property
    def wait_s(self) -> float:
        """Seconds until it may be tried again."""
        wrong = self._kept.wrong if self._kept is not None else 0
        if wrong < FREE_TRIES:
            return 0.0
        wait = min(MAX_WAIT_S, FIRST_WAIT_S * 2.0 ** min(wrong - FREE_TRIES, 20))
        return max(0.0, self._last_wrong + wait - self._now())

    def choose(self, pin: str) -> None:
        """Set or change the PIN; an empty one removes it.

        Raises:
            PinRefused: it is no number of four to eight digits.
            OSError: it cannot be written to disk.
        """
        if pin:
            if not (pin.isascii() and pin.isdecimal() and MIN_DIGITS <= len(pin) <= MAX_DIGITS):
                raise PinRefused("A PIN has {least} to {most} digits.", least=MIN_DIGITS, most=MAX_DIGITS)
            salt = os.urandom(16)
            self._save(_HashedPin(salt, _hashed(pin, salt)))
            self._unlocked_until = self._now() + UNLOCKED_S
        else:
            self._path.unlink(missing_ok=True)
            self._kept = None

    def unlock(self, pin: str) -> None:
        """Check a PIN; for a while nobody is asked again.

        Raises:
            PinRefused: it is wrong, or it is too early for another try.
        """
        if self._kept is None:
            return
        if self.wait_s:
            raise PinRefused("Too many wrong tries. Wait {seconds} seconds.", seconds=round(self.wait_s) + 1)
        right = hmac.compare_digest(_hashed(pin, self._kept.salt), self._kept.hash)
        wrong = 0 if right else self._kept.wrong + 1
        if wrong != self._kept.wrong:
            self._last_wrong = self._now()
            try:
                self._save(replace(self._kept, wrong=wrong))
            except OSError as error:
                _log.warning("the tries of the PIN cannot be saved: %s", error)
                self._kept = replace(self._kept, wrong=wrong)
        if not right:
            raise PinRefused(gettext("That is not the PIN. Try again."))
        self._unlocked_until = self._now() + UNLOCKED_S

    def _save(self, kept: _HashedPin) -> None:
        atomic_write(self._path, msgspec.json.encode(kept), private=True)
        self._kept = kept

    def _read(self) -> _HashedPin | None:
        if not self._path.exists():
            return None
        try:
            return msgspec.json.decode(read_bytes(self._path, 1000), type=_HashedPin)
        except (OSError, BrokenFile, msgspec.DecodeError, UnicodeDecodeError) as error:
            # A damaged file must not lock the owner out for ever; guests cannot damage it.
            _log.warning("the PIN cannot be read, so there is none: %s", error)
            return None


def _hashed(pin: str, salt: bytes) -> bytes:
    return hashlib.scrypt(pin.encode("utf-8", "surrogatepass"), salt=salt, dklen=32, **_SCRYPT)
