"""Access control: the session's join code, the phones that have joined, and their seats.

All of this is used on the web server's thread only.
"""

import hashlib
import hmac
import secrets
from collections import Counter
from collections.abc import Callable

from companion.app.night.phones import Phone
from companion.locale.messages import gettext
from companion.web.saved_phones import SavedPhone, SavedPhones

ALPHABET = "abcdefghjkmnpqrstuvwxyz23456789"
"""Letters and digits that are not easily confused."""
CODE_LENGTH = 10
"""Length of the join code: 31^10 possibilities, and guesses are rate-limited."""
MAX_PHONES = 24
"""Maximum number of joined phones."""


class Guest:
    """A phone that has joined.

    Attributes:
        number: its serial number.
        seat: its seat, if any.
        game: key of the game of that seat.
        streams: number of its open live streams.
        removed: the host has removed it.
        address: the network address from which it joined.
    """

    def __init__(self, number: int, address: str = "") -> None:
        self.number, self.address = number, address
        self.seat: str | None = None
        self.game = ""
        self.streams = 0
        self.removed = False

    @property
    def name(self) -> str:
        """Its name on the host's screen."""
        return gettext("Phone {number}", number=self.number)


class Access:
    """The join code and all phones that joined with it.

    Args:
        changed: called when the phones or their seats change.
    """

    def __init__(self, changed: Callable[[], None] = lambda: None) -> None:
        self.code = new_code()
        self.seats_open = True
        self._changed = changed
        self._guests: dict[str, Guest] = {}
        self._count = 0

    @property
    def guests(self) -> tuple[Guest, ...]:
        """The joined phones, in the order they joined."""
        return tuple(self._guests.values())

    @property
    def phones(self) -> tuple[Phone, ...]:
        """The joined phones for the host's screen."""
        return tuple(Phone(guest.number, guest.name, guest.seat, guest.streams > 0) for guest in self.guests)

    @property
    def saved(self) -> tuple[int, tuple[SavedPhone, ...]]:
        """How many phones have joined so far, and those still joined, to be written to disk."""
        return self._count, tuple(
            SavedPhone(key, guest.number, guest.address, guest.game, guest.seat)
            for key, guest in self._guests.items()
        )

    def restore(self, saved: SavedPhones) -> None:
        """Let the phones of before a restart be joined again, with the same code."""
        self.code, self.seats_open, self._count = saved.code, saved.seats_open, saved.count
        for phone in saved.phones[:MAX_PHONES]:
            guest = Guest(phone.number, phone.address)
            guest.game, guest.seat = phone.game, phone.seat
            self._guests[phone.fingerprint] = guest

    def join(self, code: str, address: str = "") -> str | None:
        """Add a phone.

        Returns:
            The token that identifies it; None if the code is wrong or there are too many phones.
        """
        if not hmac.compare_digest(code.encode(), self.code.encode()) or not self._make_room(address):
            return None
        token = secrets.token_urlsafe(24)
        self._count += 1
        self._guests[fingerprint(token)] = Guest(self._count, address)
        self._changed()
        return token

    def find(self, token: str) -> Guest | None:
        """Return the phone with this token, if any."""
        return self._guests.get(fingerprint(token))

    def remove(self, number: int) -> Guest | None:
        """Remove a phone and change the code, so that it cannot join again with the old one."""
        for key, guest in self._guests.items():
            if guest.number == number:
                del self._guests[key]
                guest.removed = True
                self.code = new_code()
                self._changed()
                return guest
        return None

    def seated(self, game: str, seat: str) -> Guest | None:
        """Return the phone that has a seat of a game, if any."""
        return next((guest for guest in self.guests if guest.game == game and guest.seat == seat), None)

    def sit(self, guest: Guest, game: str, seat: str | None) -> None:
        """Set the seat of a phone."""
        guest.game, guest.seat = game, seat
        self._changed()

    def stream_opened(self, guest: Guest) -> None:
        """Count a live stream of a phone."""
        guest.streams += 1
        self._changed()

    def stream_closed(self, guest: Guest) -> None:
        """Count a live stream of a phone as closed."""
        guest.streams -= 1
        self._changed()

    def _make_room(self, address: str) -> bool:
        """Remove a phone without a seat if there are too many; return whether there is room.

        One of the address with most phones goes first, the oldest, best without a stream; and none for an
        address with more phones than its own. So nobody can fill all places.
        """
        if len(self._guests) < MAX_PHONES:
            return True
        of_address = Counter(guest.address for guest in self._guests.values())

        def may_go(guest: Guest) -> bool:
            more = of_address[guest.address] - of_address[address]
            silent = not guest.streams and (more > 0 or guest.address == address)
            return guest.seat is None and (silent or more > 1)

        going = sorted(
            (key for key, guest in self._guests.items() if may_go(guest)),
            key=lambda key: (-of_address[self._guests[key].address], self._guests[key].streams > 0),
        )
        for key in going[:1]:
            self._guests.pop(key).removed = True
            return True
        return False


def new_code() -> str:
    """Return a random code that is easy to read out and type."""
    return "".join(secrets.choice(ALPHABET) for _ in range(CODE_LENGTH))


def fingerprint(token: str) -> str:
    """Return the hash of a token that is stored; the hash gives no access."""
    return hashlib.sha256(token.encode("utf-8", "surrogatepass")).hexdigest()
