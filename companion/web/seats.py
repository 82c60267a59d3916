"""Taking a seat: a phone keeps its seat over a lost connection and a restart of the companion."""

import secrets

from msgspec import Struct

from companion.app.labels import NEUTRAL
from companion.app.phones import Phone
from companion.web.access import Access, Guest, fingerprint
from companion.web.private_pages import PrivatePages
from companion.web.table_view import Snapshot

AWAY = "Away"
"""What the host reads for a seat whose phone is not there."""


class Taken(Struct, frozen=True):
    """The reply to a request for a seat: the token to keep, or why it is refused."""

    token: str = ""
    refusal: str = ""


class Seats:
    """The seats of the game on the table and the phones that have them.

    Args:
        access: who is there.
        pages: the private pages, which remember whose seat it is.
    """

    def __init__(self, access: Access, pages: PrivatePages) -> None:
        self._access = access
        self._pages = pages

    def take(self, guest: Guest, snapshot: Snapshot | None, seat: str, token: str) -> Taken:
        """Give a seat to a phone.

        Args:
            guest: the phone.
            snapshot: the game on the table.
            seat: the seat it wants.
            token: the token that it has kept from before, if any.

        Raises:
            OSError: it cannot be written to disk.
        """
        if snapshot is None or seat not in player_seats(snapshot):
            return Taken(refusal="There is no such seat.")
        if not self._access.seats_open:
            return Taken(refusal="The host lets phones watch only.")
        holder = self._access.seated(snapshot.key, seat)
        owner = self._pages.owner(snapshot.key, seat)
        if owner and owner != fingerprint(token):
            whose = holder.name if holder is not None else "a phone that is away"
            return Taken(refusal=f"This seat belongs to {whose}. The host can free it.")
        if holder is not None:
            self._access.sit(holder, "", None)
        if not owner:
            token = secrets.token_urlsafe(24)
        self.release(guest)
        self._pages.give(snapshot.key, seat, fingerprint(token))
        self._access.sit(guest, snapshot.key, seat)
        return Taken(token=token)

    def leave(self, guest: Guest) -> None:
        """Free the seat of a phone; the private page stays for who sits there next."""
        self.release(guest)
        self._access.sit(guest, "", None)

    def take_again(self, guest: Guest, snapshot: Snapshot | None, token: str) -> None:
        """Give a phone that comes back the seat that is still its own."""
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
        """Let the private page of a phone's seat belong to nobody."""
        if guest.seat is not None:
            self._pages.give(guest.game, guest.seat, "")

    def away(self, snapshot: Snapshot | None) -> tuple[Phone, ...]:
        """Return the seats that belong to phones which are not there; the host can free them."""
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


def player_seats(snapshot: Snapshot) -> tuple[str, ...]:
    """Return the ids of the seats that people sit on."""
    return tuple(seat.id for seat in snapshot.view.seats if not seat.id.startswith(NEUTRAL))
