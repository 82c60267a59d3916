"""What phones are told of the table."""

from types import SimpleNamespace
from typing import Any

import pytest

from companion.games import find_game
from companion.odds import Battle, odds
from companion.referee.dice import Contest, DicePool, Force, SymbolContest, Symbols
from companion.referee.game_view import Figure, Place, Standing
from companion.referee.questions import Choose, Option, PickOrEnd, Roll
from companion.web.table_view import (
    DiceSoFar,
    _asked,
    _contested,
    _inflected,
    _mark_names,
    _title,
    odds_of,
    take_snapshot,
)
from tests.web.conftest import Table


@pytest.mark.parametrize(
    ("mark", "names"),
    [
        # (a mark of a place, the kind of mark and its name)
        ("capital", {"capital": "Capital"}),
        ("base:red", {"base": "Base"}),
        ("mineral*3", {"mineral": "Mineral field"}),
        ("hero*2:blue", {"hero": "Hero"}),
        ("start", {"start": "Start"}),
        ("symbol-high-ground", {"symbol-high-ground": "high ground"}),
    ],
)
def test_kinds_of_marks_are_named_without_their_numbers_and_owners(mark: str, names: dict[str, str]) -> None:
    assert _mark_names({"here": Place(None, 0, (mark,))}) == names


@pytest.mark.parametrize(("practice", "title"), [(False, "Classic Risk"), (True, "Practice: Classic Risk")])
def test_phones_are_told_what_is_practice(practice: bool, title: str) -> None:
    session: Any = SimpleNamespace(game=find_game("classic"), practice=practice)
    assert _title(session) == title


def test_phones_read_the_last_four_reports(table: Table) -> None:
    table.play_to(lambda _: len(table.session.table.reports) > 5)
    texts = [logged.report.text for logged in table.session.table.reports]
    assert take_snapshot("friday", table.session, "classic").view.reports == tuple(texts[-4:])


CONTEST = Contest(Force("red", "peru", 5, 3), Force("neutral", "brazil", 3, 2))
POOLS = (DicePool("attack", "red", 1, 3), DicePool("defence", "blue", 1, 2))
ASKED: dict[str, Any] = {"seat": "red", "prompt": "Where?", "detail": "Now.", "rules": ("X-1", "X-2")}


def test_the_public_part_of_a_question() -> None:
    """Places are lit only where one is chosen; which dice are rolled is no secret, but no place either."""
    place = PickOrEnd(**ASKED, allowed=("peru", "siam"), denied={}, end="End")
    told = _asked(place)
    assert told is not None and told.places == ("peru", "siam")
    assert (told.seat, told.prompt, told.detail, told.rules) == ("red", "Where?", "Now.", ("X-1", "X-2"))
    chosen = _asked(Choose(**ASKED, options=(Option("peru", "Peru"),)))
    assert chosen is not None and chosen.places == ()
    assert _asked(None) is None
    assert _contested(Roll(**ASKED, pools=POOLS, contest=CONTEST)) == ("peru", "brazil")
    assert _contested(Roll(**ASKED, pools=POOLS)) == _contested(place) == _contested(None) == ()


def test_the_odds_of_an_open_battle() -> None:
    exact = odds(Battle.of(CONTEST))
    told = odds_of(Roll(**ASKED, pools=POOLS, contest=CONTEST))
    assert told is not None and (told.attacker, told.defender) == ("red", "neutral")
    assert told.conquest == pytest.approx(float(exact.conquest))
    left = [
        sum(count * float(of) for count, of in enumerate(side))
        for side in (exact.attackers_left, exact.defenders_left)
    ]
    assert told.summary == f"Likely left: {left[0]:.1f} v {left[1]:.1f}"


@pytest.mark.parametrize(
    ("seats", "sides"),
    [(("red", "blue"), ("red", "blue")), (("blue", "red"), ("blue", "red")), (("red", "red"), ("red", None))],
)
def test_the_odds_of_symbol_dice_are_wounds(seats: tuple[str, str], sides: tuple[str, str | None]) -> None:
    """Two dice hit on half their faces, and one die blocks one hit on a third of its faces."""
    hit, block, blank = Symbols(hits=1), Symbols(blocks=1), Symbols()
    contest = SymbolContest(((hit, blank), (hit, blank)), ((block, blank, blank),))
    pools = tuple(DicePool(f"pool {number}", seat, 1, 2) for number, seat in enumerate(seats))
    told = odds_of(Roll(**ASKED, pools=pools, symbol_contest=contest))
    assert told is not None and (told.attacker, told.defender, told.conquest) == (*sides, None)
    assert told.summary == "Wounds expected: 0.0 v 0.8"


def test_other_questions_have_no_odds() -> None:
    assert odds_of(Roll(**ASKED, pools=POOLS)) is None and odds_of(None) is None
    assert odds_of(PickOrEnd(**ASKED, allowed=("peru",), denied={}, end="End")) is None


def test_figures_are_named_by_their_number() -> None:
    standing = Standing("red", (Figure("cards", 1), Figure("armies", 2), Figure("pips", 1)), income=3)
    told = _inflected(standing)
    assert [(one.label, one.value) for one in told.figures] == [("card", 1), ("armies", 2), ("pips", 1)]
    assert (told.seat, told.income) == ("red", 3)


def test_a_snapshot_is_the_table_as_it_stands(table: Table) -> None:
    table.play_to(lambda asked: isinstance(asked, Roll) and asked.contest is not None)
    session, question = table.session, table.session.question
    dice = DiceSoFar({"attack": (6, 5)}, {"attack": 2}, {"defence": (1,)})
    taken = take_snapshot("friday", session, "classic", dice, "red")
    view = taken.view
    assert (taken.key, taken.answered, taken.question, taken.game) == (
        "friday",
        "red",
        question,
        session.game,
    )
    assert (view.dice, view.dice_counts, view.read_dice) == (dice.dice, dice.counts, dice.read)
    assert (view.seq, view.board, view.paused) == (session.seq, "classic", False)
    assert (view.part, view.round, view.chips, view.active) == (
        session.table.timeline.part, session.table.timeline.round, session.table.timeline.chips,
        session.table.timeline.active,
    )  # fmt: skip
    assert view.running == session.clocks.running and view.clocks == session.thinking_times()
    assert view.focus == (question.contest.attacker.place, question.contest.defender.place)
    assert view.places == session.table.game_view.places and view.winners == ()
    assert [seat.name for seat in view.seats] == [seat.name for seat in session.seats]
    assert (len(taken.positions), len(taken.entries)) == (
        len(session.table.positions),
        len(session.table.entries),
    )
