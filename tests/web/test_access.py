"""Joining, taking a seat and being removed."""

import pytest

from companion.web.access import ALPHABET, MAX_PHONES, Access
from companion.web.security import RateLimit
from tests.web.conftest import LOOPBACK, Phone, Table, taken


def test_the_code_of_the_evening_lets_in_and_no_other(table: Table) -> None:
    stranger = Phone(table)
    assert stranger.get("/j/aaaaaaaaaa")[0] == 403
    assert stranger.get("/api/rules")[0] == 401
    assert stranger.join().get("/api/rules")[0] == 200


def test_who_scans_again_is_joined_once(table: Table) -> None:
    anna = Phone(table).join()
    before = dict(anna.cookies)
    assert anna.join().cookies == before
    assert anna.get("/j/aaaaaaaaaa")[0] == anna.get("/j/zzzzzzzzzz")[0] == 403, (
        "with the code of tonight only"
    )
    table.until(lambda: table.service.phones)
    assert [phone.name for phone in table.service.phones] == ["Phone 1"]


def test_the_page_for_the_projector_has_an_address_of_its_own(table: Table) -> None:
    projector = Phone(table)
    assert projector.get(f"/j/{table.code}/stream")[0] == 303
    assert projector.headers["Location"] == "/stream"


def test_codes_differ_and_can_be_typed() -> None:
    codes = {Access().code for _ in range(50)}
    assert len(codes) == 50
    assert all(set(code) <= set(ALPHABET) for code in codes)


def test_cookies_are_out_of_reach_of_scripts_and_other_sites(table: Table) -> None:
    anna = Phone(table).join()
    assert "HttpOnly" in anna.headers["Set-Cookie"] and "SameSite=Lax" in anna.headers["Set-Cookie"]
    anna.sit("red")
    assert "HttpOnly" in anna.headers["Set-Cookie"] and "SameSite=Strict" in anna.headers["Set-Cookie"]
    assert "Max-Age=2592000;" in anna.headers["Set-Cookie"]


def test_a_seat_belongs_to_one_phone(table: Table) -> None:
    Phone(table).join().sit("red")
    other = Phone(table).join()
    assert other.post("/api/seat", {"seat": "red"})[1]["message"] == (
        "This seat belongs to Phone 1. The host can free it."
    )
    assert other.post("/api/seat", {"seat": "nobody"})[1]["message"] == "There is no such seat."
    assert other.sit("blue").stream().seat["free"] == ["green"]


def test_a_seat_that_is_left_is_free_again(table: Table) -> None:
    anna, watching = Phone(table).join().sit("red"), Phone(table).join().stream()
    table.until(lambda: watching.seat["free"] == ["blue", "green"])
    assert anna.post("/api/seat", {"seat": None}) == (200, taken())
    table.until(lambda: watching.seat["free"] == ["red", "blue", "green"])
    Phone(table).join().sit("red")
    table.until(lambda: watching.seat["free"] == ["blue", "green"])


def test_who_is_thrown_out_is_out_until_it_scans_the_new_code(table: Table) -> None:
    anna = Phone(table).join().sit("red")
    stream, old = anna.stream(), table.code
    table.until(lambda: table.service.phones and table.service.phones[0].connected)
    table.service.remove(1)
    table.until(lambda: stream.gone)
    assert anna.get("/api/rules")[0] == 401
    assert table.until(lambda: table.code != old)
    assert anna.get(f"/j/{old}")[0] == 403
    table.until(lambda: not table.service.phones)
    Phone(table).join().sit("red")


def test_the_host_may_let_phones_watch_only(table: Table) -> None:
    anna = Phone(table).join().sit("red")
    stream = anna.stream()
    table.service.open_seats(False)
    table.until(lambda: not stream.seat["seats_open"])
    assert anna.answer("red")["message"] == "The host lets phones watch only."
    assert Phone(table).join().post("/api/seat", {"seat": "blue"})[1]["taken"] is False


def test_a_seat_outlives_a_new_evening(table: Table) -> None:
    anna, ben = Phone(table).join().sit("red"), Phone(table).join().sit("blue")
    anna.post("/api/private", {"cards": ["Alaska"], "objectives": "", "notes": ""})
    table.service.stop()
    table.service.start(LOOPBACK)
    table.until(lambda: [phone.seat for phone in table.service.phones] == ["red", "blue"])
    assert {phone.name for phone in table.service.phones} == {"Away"}
    assert ben.get("/api/rules")[0] == 401
    assert Phone(table).join().post("/api/seat", {"seat": "red"})[1]["taken"] is False
    anna.join()
    assert anna.get("/api/private")[1]["page"]["cards"] == ["Alaska"]


@pytest.mark.parametrize("seat", ["red", "blue", "green"])
def test_the_host_frees_a_seat_whose_phone_is_away(table: Table, seat: str) -> None:
    Phone(table).join().sit(seat)
    table.service.stop()
    table.service.start(LOOPBACK)
    away = table.until(lambda: table.service.phones)
    assert [phone.seat for phone in away] == [seat]
    table.service.remove(away[0].id)
    table.until(lambda: not table.service.phones)
    Phone(table).join().sit(seat)


def test_a_new_game_has_other_seats_and_pages(table: Table) -> None:
    from companion.app.night.session import Session
    from companion.games import find_game
    from companion.referee.seats import seats_of

    anna = Phone(table).join().sit("red")
    anna.post("/api/private", {"cards": ["Alaska"], "objectives": "", "notes": ""})
    table.session = table.host.session = Session.begin(table.journal, find_game("classic"), seats_of(3))
    table.until(lambda: anna.get("/api/private")[0] == 403)
    assert anna.sit("red").get("/api/private")[1]["page"]["cards"] == []


def test_there_is_room_for_so_many_phones() -> None:
    access = Access()
    tokens = [access.join(access.code) for _ in range(MAX_PHONES)]
    for token in tokens:
        guest = access.find(str(token))
        assert guest is not None
        access.stream_opened(guest)
    assert access.join(access.code) is None
    first = access.find(str(tokens[0]))
    assert first is not None
    access.stream_closed(first)
    assert access.join(access.code) is not None
    assert access.find(str(tokens[0])) is None


def test_one_address_cannot_fill_all_places() -> None:
    access = Access()
    kept = access.find(str(access.join(access.code, "10.0.0.2")))
    for _ in range(3 * MAX_PHONES):
        greedy = access.find(str(access.join(access.code, "10.0.0.66")))
        if greedy is not None:
            access.stream_opened(greedy)
    newcomer = access.join(access.code, "10.0.0.3")
    assert newcomer is not None
    assert len(access.guests) == MAX_PHONES and kept is not None and not kept.removed


@pytest.mark.parametrize(
    ("phones", "newcomer", "goes"),
    [
        ("", "c", None),
        ("ab", "c", 0),
        ("Ab", "c", 1),
        ("AB", "c", None),
        ("ba", "a", 1),
        ("AAB", "c", 0),
        ("AABBB", "c", 2),
        ("aab", "b", 0),
        ("AAb", "b", 2),
        ("AAB", "b", None),
        ("AAAb", "b", 0),
        ("AAab", "c", 2),
    ],
)
def test_who_goes_for_a_newcomer(phones: str, newcomer: str, goes: int | None) -> None:
    """A letter is an address, a capital has a live stream; all other phones sit, each of its own address."""
    access = Access()
    for address in [*phones, *map(str, range(MAX_PHONES - len(phones)))]:
        access.join(access.code, address.lower())
    guests = access.guests
    for guest, address in zip(guests, phones, strict=False):
        guest.streams = int(address.isupper())
    for guest in guests[len(phones) :]:
        access.sit(guest, "a game", guest.address)
    assert (access.join(access.code, newcomer) is not None) is (goes is not None)
    assert [number for number, guest in enumerate(guests) if guest.removed] == [goes] * (goes is not None)


def test_a_seat_is_that_of_its_own_game() -> None:
    access = Access()
    access.join(access.code)
    (guest,) = access.guests
    access.sit(guest, "friday", "red")
    assert access.seated("friday", "red") is guest
    assert access.seated("friday", "blue") is access.seated("saturday", "red") is None


@pytest.mark.parametrize(
    ("times", "allowed"),
    [
        ([0, 0, 0, 0], [True, True, True, False]),
        ([0, 0, 0, 0, 0.5], [True, True, True, False, True]),
        ([0, 0, 0, 100, 100, 100, 100], [True] * 6 + [False]),
    ],
)
def test_a_rate_limit_lets_a_burst_through_and_then_so_many_a_second(
    times: list[float], allowed: list[bool]
) -> None:
    clock = iter(times)
    limit = RateLimit(2, 3, now=lambda: next(clock))
    assert [limit.allow("somebody") for _ in times] == allowed
