"""Whose seat it is, over taking, leaving, losing the connection and a restart; without a server."""

from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest

from companion.referee.seats import Seat, seats_of
from companion.web.access import Access, Guest
from companion.web.private_pages import PrivatePages
from companion.web.seats import Seats, player_seats

PLAYERS = ("red", "blue", "green")


def game(key: str = "friday") -> Any:
    """The part of a snapshot that seats are taken in; with an army without a player."""
    seats = (*seats_of(3), Seat("neutral-gray", "Neutral gray", "gray", "star"))
    return SimpleNamespace(key=key, view=SimpleNamespace(seats=seats))


class Phones:
    """Phones that have joined, and their seats."""

    def __init__(self, folder: Path) -> None:
        self.changes = 0
        self.access = Access(self.changed)
        self.pages = PrivatePages(folder)
        self.seats = Seats(self.access, self.pages)

    def changed(self) -> None:
        self.changes += 1

    def join(self) -> Guest:
        guest = self.access.find(self.access.join(self.access.code) or "")
        assert guest is not None
        return guest

    def away(self, key: str = "friday") -> list[tuple[int, str | None]]:
        return [(phone.id, phone.seat) for phone in self.seats.away(game(key))]


@pytest.fixture
def phones(tmp_path: Path) -> Phones:
    return Phones(tmp_path)


def test_only_players_have_seats_that_phones_take(phones: Phones) -> None:
    assert player_seats(game()) == PLAYERS
    guest = phones.join()
    for seat in ("neutral-gray", "nobody", ""):
        assert phones.seats.take(guest, game(), seat, "").refusal == "There is no such seat."
    assert phones.seats.take(guest, None, "red", "").refusal == "There is no such seat."
    phones.access.seats_open = False
    assert phones.seats.take(guest, game(), "red", "").refusal == "The host lets phones watch only."
    assert guest.seat is None


@pytest.mark.parametrize("seat", PLAYERS)
def test_a_seat_stays_with_the_phone_that_has_its_token(phones: Phones, seat: str) -> None:
    first, other = phones.join(), phones.join()
    token = phones.seats.take(first, game(), seat, "").token
    assert (first.game, first.seat) == ("friday", seat)
    for wrong in ("", "x", token + "x"):
        refused = phones.seats.take(other, game(), seat, wrong)
        assert refused.refusal == f"This seat belongs to {first.name}. The host can free it."
    assert phones.seats.take(other, game(), seat, token).token == token, "the same browser, joined again"
    assert (first.seat, other.seat) == (None, seat)


def test_who_takes_another_seat_leaves_its_own(phones: Phones) -> None:
    guest = phones.join()
    token = phones.seats.take(guest, game(), "red", "").token
    second = phones.seats.take(guest, game(), "blue", token).token
    assert second not in ("", token)
    assert [bool(phones.pages.owner("friday", seat)) for seat in PLAYERS] == [False, True, False]
    phones.seats.leave(guest)
    assert (guest.game, guest.seat, phones.pages.owner("friday", "blue")) == ("", None, "")
    phones.seats.leave(guest)


@pytest.mark.parametrize("seat", PLAYERS)
def test_a_phone_that_joins_again_gets_its_seat_again(phones: Phones, seat: str) -> None:
    first, again = phones.join(), phones.join()
    token = phones.seats.take(first, game(), seat, "").token
    for snapshot, known, seats_open in (
        (None, token, True), (game(), "", True), (game(), "x", True), (game("saturday"), token, True),
        (game(), token, False),
    ):  # fmt: skip
        phones.access.seats_open = seats_open
        phones.seats.take_again(again, snapshot, known)
        assert again.seat is None and first.seat == seat
    phones.access.seats_open = True
    changes = phones.changes
    phones.seats.take_again(again, game(), token)
    assert (first.seat, again.seat, again.game) == (None, seat, "friday")
    assert phones.changes > changes, "the host's screen shows it"
    phones.seats.take_again(again, game(), token)
    assert (again.seat, again.game) == (seat, "friday")


def test_the_host_frees_the_seats_of_phones_that_are_away(phones: Phones) -> None:
    guests = {seat: phones.join() for seat in PLAYERS}
    for seat, guest in guests.items():
        phones.seats.take(guest, game(), seat, "")
    assert phones.away() == []
    for seat in ("red", "green"):
        phones.access.sit(guests[seat], "", None)
    assert phones.away() == [(-1, "red"), (-3, "green")]
    assert phones.away("saturday") == [] and phones.seats.away(None) == ()
    for number in (0, 1, -4):
        phones.seats.free(game(), number)
    phones.seats.free(None, -1)
    assert phones.away() == [(-1, "red"), (-3, "green")]
    phones.seats.free(game(), -3)
    assert phones.away() == [(-1, "red")]
    phones.seats.free(game(), -1)
    assert phones.away() == []
    refusal = phones.seats.take(phones.join(), game(), "blue", "").refusal
    assert refusal == f"This seat belongs to {guests['blue'].name}. The host can free it."


def test_a_seat_whose_phone_is_away_is_not_given_to_another(phones: Phones) -> None:
    owner = phones.join()
    phones.seats.take(owner, game(), "red", "")
    phones.access.sit(owner, "", None)
    refusal = phones.seats.take(phones.join(), game(), "red", "").refusal
    assert refusal == "This seat belongs to a phone that is away. The host can free it."
