"""Assigns seats: a phone keeps its seat after a lost connection or a restart of the companion."""

import secrets

from msgspec import Struct

from companion.app.labels import NEUTRAL
from companion.app.night.phones import Phone
from companion.locale.messages import Message, gettext
from companion.web.access import Access, Guest, fingerprint
from companion.web.gateway import WATCH_ONLY
from companion.web.private_pages import PrivatePages
from companion.web.table_view import Snapshot

AWAY = gettext("Away")
"""The host's name for the phone of a seat that is not connected."""


class Taken(Struct, frozen=True):
    """The reply to a request for a seat: the token to store, or the refusal."""

    token: str = ""
    refusal: str = ""


class Seats:
    """The seats of the current game and their phones."""

    def __init__(self, access: Access, pages: PrivatePages) -> None:
        self._access = access
        self._pages = pages

    def take(self, guest: Guest, snapshot: Snapshot | None, seat: str, token: str) -> Taken:
        """Give a seat to a phone.

        Raises:
            OSError: the owner cannot be written to disk.
        """
        if snapshot is None or seat not in player_seats(snapshot):
            return Taken(refusal=gettext("There is no such seat."))
        if not self._access.seats_open:
            return Taken(refusal=WATCH_ONLY.message)
        holder = self._access.seated(snapshot.key, seat)
        owner = self._pages.owner(snapshot.key, seat)
        if owner and owner != fingerprint(token):
            return Taken(refusal=_belongs_to(holder))
        if holder is not None:
            self._access.sit(holder, "", None)
        if not owner:
            token = secrets.token_urlsafe(24)
        self.release(guest)
        self._pages.give(snapshot.key, seat, fingerprint(token))
        self._access.sit(guest, snapshot.key, seat)
        return Taken(token=token)

    def leave(self, guest: Guest) -> None:
        """Free the seat of a phone; the private page stays for the seat's next phone."""
        self.release(guest)
        self._access.sit(guest, "", None)

    def take_again(self, guest: Guest, snapshot: Snapshot | None, token: str) -> None:
        """Give a returning phone its seat again, if it still owns it."""
        if snapshot is None or not token or not self._access.seats_open:
            return
        for seat in player_seats(snapshot):
            if self._pages.owner(snapshot.key, seat) == fingerprint(token):
                holder = self._access.seated(snapshot.key, seat)
                if holder is not None and holder is not guest:
                    self._access.sit(holder, "", None)
                self._access.sit(guest, snapshot.key, seat)
                return

    def release(self, guest: Guest) -> None:
        """Remove the owner of the private page of a phone's seat."""
        if guest.seat is not None:
            self._pages.give(guest.game, guest.seat, "")

    def away(self, snapshot: Snapshot | None) -> tuple[Phone, ...]:
        """Return the seats whose phones are not connected; the host can free them."""
        if snapshot is None:
            return ()
        return tuple(
            Phone(-number, AWAY, seat, False)
            for number, seat in enumerate(player_seats(snapshot), 1)
            if self._access.seated(snapshot.key, seat) is None and self._pages.owner(snapshot.key, seat)
        )

    def free(self, snapshot: Snapshot | None, number: int) -> None:
        """Free a seat whose phone is away, by its number from `away`."""
        if snapshot is not None and 1 <= -number <= len(player_seats(snapshot)):
            self._pages.give(snapshot.key, player_seats(snapshot)[-number - 1], "")


def _belongs_to(holder: Guest | None) -> Message:
    if holder is None:
        return gettext("This seat belongs to a phone that is away. The host can free it.")
    return gettext("This seat belongs to {phone}. The host can free it.", phone=holder.name)


def player_seats(snapshot: Snapshot) -> tuple[str, ...]:
    """Return the ids of the players' seats, without neutral ones."""
    return tuple(seat.id for seat in snapshot.view.seats if not seat.id.startswith(NEUTRAL))
