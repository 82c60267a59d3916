"""Every phone has the newest state, and only the seat that is asked gets the question's form."""

import asyncio
import json
from typing import Any

import pytest
from msgspec import structs

from companion.app.chronicle.board_setup import PAGE_POLICY
from companion.app.chronicle.report import policy
from companion.app.night.rolling import keep_rolling
from companion.odds import Battle, odds
from companion.referee.dice import DicePool, SymbolContest, Symbols
from companion.referee.questions import Choose, Option, Pick, PickOrEnd, Roll
from companion.referee.ruling import Refusals, Ruling
from companion.web.access import Access, Guest
from companion.web.live import Live, SeatView
from companion.web.table_view import OddsView, odds_of, take_snapshot
from tests.web.conftest import NAMES, Phone, Table


def test_a_phone_sees_the_table_at_once_and_every_change(table: Table) -> None:
    stream = Phone(table).join().stream()
    assert stream.table["question"]["prompt"] == table.question.prompt
    table.session.answer("red")
    table.until(lambda: stream.table["seq"] == table.session.seq)
    assert stream.table["question"]["prompt"] == table.question.prompt


def test_only_the_seat_that_is_asked_gets_the_form(table: Table) -> None:
    table.play_to(lambda question: isinstance(question, PickOrEnd) and question.seat == "red")
    anna, ben = (Phone(table).join().sit(seat).stream() for seat in ("red", "blue"))
    assert anna.seat["question"]["kind"] == "pick or end"
    assert ben.seat["question"] is None
    assert anna.seat["question"]["denied"] == {}


def test_both_sides_of_a_roll_get_it_with_their_own_dice(table: Table) -> None:
    table.play_to(lambda question: isinstance(question, Roll))
    pools = {pool.name: pool.seat for pool in table.question.pools}
    defender = Phone(table).join().sit(pools["defence"]).stream()
    assert defender.seat["pools"] == ["defence"]
    attacker = Phone(table).join().sit(pools["attack"]).stream()
    assert attacker.seat["pools"] == ["attack", "defence"]
    table.until(lambda: attacker.table["odds"])
    contest = table.question.contest
    outlook = odds(Battle.of(contest))
    attackers, defenders = map(float, outlook.expected_left)
    assert attacker.table["odds"] == {
        "attacker": pools["attack"],
        "defender": pools["defence"],
        "conquest": pytest.approx(float(outlook.conquest)),
        "summary": f"Likely left: {attackers:.1f} v {defenders:.1f}",
    }
    assert attacker.table["focus"] == [contest.attacker.place, contest.defender.place]


def test_a_phone_that_comes_back_is_asked_the_open_question(table: Table) -> None:
    anna = Phone(table).join().sit("red")
    anna.stream().close()
    table.play_to(lambda question: isinstance(question, PickOrEnd) and question.seat == "red")
    again = anna.stream()
    assert again.seat["seat"] == "red"
    assert again.seat["seq"] == again.table["seq"] == table.session.seq
    assert again.seat["question"]["prompt"] == table.question.prompt


def test_undo_and_pause_reach_the_phones(table: Table) -> None:
    stream = Phone(table).join().stream()
    table.session.answer("red")
    table.session.undo()
    table.until(lambda: stream.table["seq"] == table.session.seq)
    table.session.pause()
    table.until(lambda: stream.table["paused"])


def test_no_game_on_the_table(table: Table) -> None:
    stream = Phone(table).join().stream()
    table.host.session = None
    table.until(lambda: stream.table is None)


def test_who_watches_no_game_gets_nothing_of_one() -> None:
    access = Access()
    access.join(access.code)
    (guest,) = access.guests
    access.sit(guest, "friday", "red")
    view = Live(access).seat_view(guest)
    assert view == SeatView(guest.name, "", None, True, (), -1, None, (), {}, {}, False, False, None)


@pytest.mark.parametrize(("key", "seat"), [("a", None), ("friday", "red"), ("z", None)])
def test_a_seat_of_another_game_is_none(table: Table, key: str, seat: str | None) -> None:
    access = Access()
    for _ in range(2):
        access.join(access.code)
    guest, other = access.guests
    access.sit(guest, key, "red")
    access.sit(other, "friday", "blue")
    live = Live(access)
    live.snapshot = take_snapshot("friday", table.session, "territories-classic", answered="red")
    view = live.seat_view(guest)
    assert (view.game, view.seat, view.can_undo) == ("friday", seat, seat is not None)
    assert view.free == (("green",) if seat else ("red", "green"))
    assert not live.seat_view(other).can_undo
    access.seats_open = False
    assert live.seat_view(guest).free == ()


def test_a_slow_phone_skips_what_it_missed(table: Table) -> None:
    """There is room for one state of each phone: whatever happens while it is slow, it gets the newest."""

    async def listen() -> tuple[bytes, bytes]:
        live, guest = Live(Access()), Guest(1)
        events = live.stream(guest, lambda: False)
        first = await anext(events)
        for number in range(1000):
            view = structs.replace(snapshot.view, seq=number)
            live.publish(structs.replace(snapshot, view=view, question=None))
        second = await anext(events)
        await events.aclose()
        return first, second

    snapshot = take_snapshot("1", table.session, "territories-classic")
    first, second = asyncio.run(listen())
    assert first.count(b"event: table") == second.count(b"event: table") == 1
    assert b'"seq":999' in second


def test_nothing_is_ruled_on_for_the_phones_of_others(table: Table) -> None:
    """Refusals look at the state when they are read, and that is the business of the game's own thread."""

    def judge(place: str) -> Ruling:
        raise AssertionError(f"asked about {place}")

    snapshot = take_snapshot("1", table.session, "territories-classic")
    live = Live(Access())
    for _ in range(2):
        places = Refusals(("peru", "brazil"), ("peru",), judge)
        asked = Pick(seat="red", prompt="Where?", rules=("T",), allowed=("peru",), denied=places)
        live.publish(structs.replace(snapshot, question=asked))


def test_board_chronicle_and_rules(table: Table) -> None:
    table.play_to(lambda question: isinstance(question, Roll))
    anna = Phone(table).join()
    name = anna.stream().table["board"]
    _, board = anna.get(f"/api/board/{name}")
    assert board["svg"].count("data-place=") == 42
    assert board["names"]["alaska"] == "Alaska"
    assert anna.get("/api/board/territories-starcraft")[0] == 404
    _, chronicle = anna.get("/api/chronicle")
    assert any(event["kind"] == "note" for turn in chronicle["turns"] for event in turn["events"])
    _, rules = anna.get("/api/rules?q=defender%20rolls")
    assert "CL-ATK" in [rule["id"] for rule in rules]


def test_phones_see_who_is_winning_where_the_table_shows_it(table: Table) -> None:
    table.play_to(lambda question: isinstance(question, Roll))
    stream = Phone(table).join().stream()
    assert stream.table["chances"] == []
    table.host.win_chances = table.session.win_chances
    table.until(lambda: stream.table["chances"])
    assert sum(chance["chance"] for chance in stream.table["chances"]) == pytest.approx(1)


def test_phones_read_what_a_battle_has_cost_in_the_words_of_the_glass(table: Table) -> None:
    def is_long(question: object) -> bool:
        contest = question.contest if isinstance(question, Roll) else None
        return contest is not None and min(contest.attacker.armies, contest.defender.armies) >= 3

    table.play_to(is_long)
    stream = Phone(table).join().stream()
    assert stream.table["tally"] == ""
    assert len(keep_rolling(table.session, 0, most=2)) == 2
    table.until(lambda: stream.table["tally"].startswith("So far "))
    table.session.undo()
    table.until(lambda: not stream.table["tally"])


def test_a_phone_gets_the_page_to_set_the_board_up(table: Table) -> None:
    table.play_to(lambda question: isinstance(question, Roll))
    anna = Phone(table).join()
    status, page = anna.get("/setup")
    assert status == 200 and NAMES[0] in page.decode()
    assert anna.headers["Content-Security-Policy"].startswith(f"{PAGE_POLICY};")
    table.session.undo_turn()
    table.step()
    assert anna.get("/setup")[1] != page, "the table has changed"
    assert Phone(table).get("/setup")[0] == 401, "only for who has scanned the code"


def test_a_phone_gets_the_report_with_its_own_policy(table: Table) -> None:
    table.play_to(lambda question: isinstance(question, Roll))
    anna = Phone(table).join()
    status, page = anna.get("/report")
    assert status == 200 and "Turn by turn" in page.decode()
    assert anna.headers["Content-Security-Policy"].startswith(policy())
    assert anna.headers["X-Content-Type-Options"] == "nosniff"
    assert Phone(table).get("/report")[0] == 401, "only for who has scanned the code"


def test_the_odds_of_symbol_dice_are_the_wounds_to_expect() -> None:
    miss, hit = Symbols(), Symbols(hits=1)
    contest = SymbolContest(attack=((miss, hit), (hit,)), defence=((miss, miss, miss, hit),))
    pools = DicePool("attack", "red", 2, 2, sides=2), DicePool("defence", "blue", 1, 1, sides=4)
    roll = Roll(seat=None, prompt="Roll", rules=(), pools=pools, symbol_contest=contest)
    # One hit and half a hit against a quarter of one.
    assert odds_of(roll) == OddsView("red", "blue", None, "Wounds expected: 0.2 v 1.5")
    alone = structs.replace(roll, pools=pools[:1])
    assert odds_of(alone) == OddsView("red", None, None, "Wounds expected: 0.2 v 1.5")
    assert odds_of(structs.replace(roll, symbol_contest=None)) is None


def test_the_odds_shown_are_those_of_the_open_roll(table: Table, monkeypatch: pytest.MonkeyPatch) -> None:
    """They are worked out once for each question, however often the table changes while it is open."""
    worked_out: list[Roll] = []
    monkeypatch.setattr("companion.web.live.odds_of", lambda roll: worked_out.append(roll) or odds_of(roll))
    hit, miss = Symbols(hits=1), Symbols()
    melee = SymbolContest(attack=((miss, hit),), defence=((miss, hit),))

    def fought(attacker: str, defender: str) -> Roll:
        pools = DicePool("attack", attacker, 1, 1, sides=2), DicePool("defence", defender, 1, 1, sides=2)
        return Roll(seat=None, prompt="Roll", rules=(), pools=pools, symbol_contest=melee)

    first, second = fought("red", "blue"), fought("blue", "green")
    plain = structs.replace(first, symbol_contest=None)
    other = Choose(seat="red", prompt="Which?", rules=(), options=(Option("a", "A"),))
    steps = [
        # (the questions published one after another, the seats of the odds that phones see at last)
        ((first,), ("red", "blue")),
        ((first,), ("red", "blue")),
        ((second,), ("blue", "green")),
        ((other,), None),
        ((first, other), None),
        ((first, second), ("blue", "green")),
        ((plain,), None),
        ((None,), None),
    ]
    snapshot = take_snapshot("1", table.session, "territories-classic")

    async def seen() -> list[Any]:
        live, guest, shown = Live(Access()), Guest(1), []
        for published, _ in steps:
            for question in published:
                live.publish(structs.replace(snapshot, question=question) if question else None)
            await asyncio.gather(*asyncio.all_tasks() - {asyncio.current_task()})
            events = live.stream(guest, lambda: False)
            view = json.loads((await anext(events)).split(b"data: ")[1].split(b"\n")[0])
            odds_seen = view and view["odds"]
            shown.append((odds_seen["attacker"], odds_seen["defender"]) if odds_seen else None)
            await events.aclose()
        return shown

    assert asyncio.run(seen()) == [seats for _, seats in steps]
    assert worked_out == [first, second, first, first, second, plain]
