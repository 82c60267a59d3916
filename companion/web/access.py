"""Who may see what: the code of the evening, the phones that have joined, and the seats they have taken.

All of it lives on the thread of the web server.
"""

import hashlib
import hmac
import secrets
from collections.abc import Callable

from companion.app.phones import Phone

ALPHABET = "abcdefghjkmnpqrstuvwxyz23456789"
"""Letters and digits that nobody mixes up."""
CODE_LENGTH = 10
"""Length of the evening's code: 31^10 possibilities, and guessing is limited."""
MAX_PHONES = 24
"""Phones that can be joined at a time."""


class Guest:
    """One phone that has joined.

    Attributes:
        number: counts up with every phone.
        seat: the seat it has taken, if any.
        game: key of the game in which it took the seat.
        streams: how many live streams it has open.
        removed: it was thrown out.
    """

    def __init__(self, number: int) -> None:
        self.number = number
        self.seat: str | None = None
        self.game = ""
        self.streams = 0
        self.removed = False

    @property
    def name(self) -> str:
        """What people call it."""
        return f"Phone {self.number}"


class Access:
    """The code of the evening and all phones that joined with it.

    Args:
        changed: called when who is there has changed.
    """

    def __init__(self, changed: Callable[[], None] = lambda: None) -> None:
        self.code = new_code()
        self.seats_open = True
        self._changed = changed
        self._guests: dict[str, Guest] = {}
        self._count = 0

    @property
    def guests(self) -> tuple[Guest, ...]:
        """Who is there, in the order they joined."""
        return tuple(self._guests.values())

    @property
    def phones(self) -> tuple[Phone, ...]:
        """The same for the host's eyes."""
        return tuple(Phone(guest.number, guest.name, guest.seat, guest.streams > 0) for guest in self.guests)

    def join(self, code: str) -> str | None:
        """Let a phone in.

        Returns:
            The token by which it is known from now on; None if the code is wrong or the room is full.
        """
        if not hmac.compare_digest(code.encode(), self.code.encode()) or not self._evict_oldest():
            return None
        token = secrets.token_urlsafe(24)
        self._count += 1
        self._guests[fingerprint(token)] = Guest(self._count)
        self._changed()
        return token

    def find(self, token: str) -> Guest | None:
        """Return the phone with this token."""
        return self._guests.get(fingerprint(token))

    def remove(self, number: int) -> Guest | None:
        """Remove a phone; the code changes, so that it cannot come back with the old one."""
        for key, guest in self._guests.items():
            if guest.number == number:
                del self._guests[key]
                guest.removed = True
                self.code = new_code()
                self._changed()
                return guest
        return None

    def seated(self, game: str, seat: str) -> Guest | None:
        """Return the phone that has taken a seat of a game."""
        return next((guest for guest in self.guests if guest.game == game and guest.seat == seat), None)

    def sit(self, guest: Guest, game: str, seat: str | None) -> None:
        """Store which seat a phone has."""
        guest.game, guest.seat = game, seat
        self._changed()

    def stream_opened(self, guest: Guest) -> None:
        """Count a live stream."""
        guest.streams += 1
        self._changed()

    def stream_closed(self, guest: Guest) -> None:
        """Count it no more."""
        guest.streams -= 1
        self._changed()

    def _evict_oldest(self) -> bool:
        """Forget the oldest phone that is gone and has no seat, if there are too many."""
        if len(self._guests) < MAX_PHONES:
            return True
        for key, guest in self._guests.items():
            if not guest.streams and guest.seat is None:
                del self._guests[key]
                return True
        return False


def new_code() -> str:
    """Make a code that can be read out and typed."""
    return "".join(secrets.choice(ALPHABET) for _ in range(CODE_LENGTH))


def fingerprint(token: str) -> str:
    """Return the hash of a token that is stored; it does not let anybody in."""
    return hashlib.sha256(token.encode("utf-8", "surrogatepass")).hexdigest()
