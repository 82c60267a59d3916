"""What the computer players of Nuked think of a board: worth, threats, and how much they send."""

from dataclasses import replace
from types import SimpleNamespace

import pytest
from msgspec import structs

from companion.games.nuked.bot import FARM, JOINED, MANY, NukedBot
from companion.games.nuked.game import NUKED
from companion.games.nuked.state import NukedState
from companion.referee.bot import Advice
from companion.referee.questions import END, Choose, Confirm, Count, Deploy, Option, PickOrEnd
from companion.referee.ruling import refuse
from companion.referee.table import Table
from tests.games.nuked.boards import Held, a_state, a_turn

NORMAL, HARD = NukedBot("normal", 1), NukedBot("hard", 1)

SOUTH: Held = {"brazil": ("red", 9), "peru": ("blue", 2), "venezuela": ("green", 2), "argentina": (None, 0)}


def answer(advice: Advice | None) -> object:
    return None if advice is None else advice.answer


def state(held: Held, **more: object) -> NukedState:
    """A board on which Green holds what is not named."""
    return a_state(held, **more)  # type: ignore[arg-type]


def test_homes_are_worth_more_and_empty_land_less() -> None:
    plain = NORMAL.worth(state(SOUTH), "red", "peru")
    farm = NORMAL.worth(state(SOUTH, farms={"blue": "peru"}), "red", "peru")
    others_farm = NORMAL.worth(state(SOUTH, farms={"green": "peru"}), "red", "peru")
    capital = NORMAL.worth(state(SOUTH, capitals={"blue": "peru"}), "red", "peru")
    assert (farm - plain, others_farm - plain, capital - plain) == pytest.approx((FARM, 0, 20))
    empty = state(SOUTH | {"peru": (None, 0)})
    neutral = NORMAL.worth(empty, "red", "peru")
    assert neutral == pytest.approx((1 + 2 * 2 / 4) / 3)


def test_what_joins_others_to_the_farm_is_worth_more_and_what_is_far_off_half() -> None:
    held = {**SOUTH, "venezuela": ("red", 2), "alaska": ("red", 2), "central-america": ("blue", 2)}
    without = NORMAL.worth(state(held), "red", "peru")
    beside = NORMAL.worth(state(held, farms={"red": "brazil"}), "red", "peru")
    far = NORMAL.worth(state(held, farms={"red": "alaska"}), "red", "peru")
    assert beside == pytest.approx(without) and far == pytest.approx(without / 2)
    joins = {**held, "venezuela": ("blue", 2), "central-america": ("red", 2)}
    apart = NORMAL.worth(state(joins), "red", "venezuela")
    joined = NORMAL.worth(state(joins, farms={"red": "brazil"}), "red", "venezuela")
    assert joined == pytest.approx(apart + JOINED)


@pytest.mark.parametrize(("soldiers", "more", "chance"), [(4, 0, 0.0), (5, 0, 1.0), (3, 2, 1.0), (3, 1, 0.0)])
def test_what_may_be_attacked_falls(soldiers: int, more: int, chance: float) -> None:
    board = state(SOUTH | {"brazil": ("red", soldiers)})
    assert NORMAL.chance(board, "brazil", "peru", more) == chance


def test_a_conquest_that_leaves_one_soldier_is_half_a_conquest() -> None:
    board = state(SOUTH | {"brazil": ("red", 3), "peru": ("blue", 1)})
    assert NORMAL.chance(board, "brazil", "peru") == 0.6
    board.holdings["brazil"].armies = 4
    assert NORMAL.chance(board, "brazil", "peru") == 1.0


def count(least: int, most: int, focus: tuple[str, ...] = ()) -> Count:
    return Count(seat="red", prompt="How many?", rules=("NK-ATK-1",), least=least, most=most, focus=focus)


@pytest.mark.parametrize(("least", "most", "sent"), [(4, 8, 6), (4, 9, 7), (4, 4, 4)])
def test_weaker_bots_send_enough_and_half_of_the_rest(least: int, most: int, sent: int) -> None:
    assert answer(NORMAL.decide(count(least, most), state(SOUTH))) == sent


@pytest.mark.parametrize(
    ("focus", "planned", "all_in", "hands", "sent"),
    [
        # (from where to where, the target and zeal of the first planned attack, cards of Blue; how many go)
        (("brazil", "peru"), "peru", True, 0, 8),
        (("brazil", "peru"), "peru", False, 0, 4),  # the fewest that may go
        (("brazil", "peru"), "peru", False, 1, 6),  # two, three that a card adds, and one more
        (("brazil", "peru"), "argentina", True, 0, 8),
        (("brazil", "peru"), None, True, 0, 8),
        (("congo", "egypt"), "peru", False, 0, 6),  # half of the rest stays at home
        (("brazil",), "peru", True, 0, 6),
    ],
)
def test_hard_players_send_what_they_have_planned(
    monkeypatch: pytest.MonkeyPatch,
    focus: tuple[str, ...],
    planned: str | None,
    all_in: bool,
    hands: int,
    sent: int,
) -> None:
    board = state(SOUTH | {"congo": ("red", 9)}, capitals={"red": "congo"}, hands={"blue": hands})
    places = list(board.holdings)
    ways = ((planned, all_in), ("venezuela", not all_in)) if planned else ()
    steps = [SimpleNamespace(target=places.index(target), all_in=all_) for target, all_ in ways]
    found = SimpleNamespace(ground=SimpleNamespace(places=places)), SimpleNamespace(steps=steps)
    monkeypatch.setattr(NukedBot, "_plan", lambda *_: found)
    assert answer(HARD._send(count(4, 8, focus), board)) == sent


def test_who_errs_still_sends_enough() -> None:
    asked = structs.replace(count(6, 7, ("brazil", "peru")), unit="soldiers")
    sent = {answer(NukedBot("easy", seed).err(asked, state(SOUTH))) for seed in range(40)}
    assert sent == {6, 7}


def muster(*, capital: bool = True) -> Choose:
    ruling = None if capital else refuse("NK-RNF-2", "No Capital.")
    options = (
        Option("anywhere", "Anywhere"),
        Option("capital", "Capital") if ruling is None else Option("capital", "Capital", "", ruling),
    )
    return Choose(seat="red", prompt="Fresh troops?", rules=("NK-RNF-1",), options=options)


@pytest.mark.parametrize(
    ("soldiers", "rival", "capital", "chosen"),
    [
        # Peru's 20 and their fresh troops need three times as many here
        (1, 20, True, "capital"),
        (40, 20, True, "anywhere"),
        (1, 20, False, "anywhere"),
    ],
)
def test_a_capital_in_danger_gets_all_fresh_troops(
    soldiers: int, rival: int, capital: bool, chosen: str
) -> None:
    held = {**SOUTH, "brazil": ("red", soldiers), "peru": ("blue", rival), "argentina": ("red", 1)}
    board = state(held, capitals={"red": "brazil"}, step="muster")
    assert answer(HARD.decide(muster(capital=capital), board)) == chosen
    assert MANY == 3


@pytest.mark.parametrize("capital", ["alaska", "yakutsk"])
def test_a_farm_in_danger_calls_no_soldiers_to_the_capital(capital: str) -> None:
    """Wherever the Capital lies in the alphabet; nobody stands beside it."""
    held: Held = {"brazil": ("red", 1), "peru": ("blue", 20), capital: ("red", 1)}
    beside = dict.fromkeys(state({}).neighbours(capital), ("red", 1))
    board = state(held | beside, farms={"red": "brazil"}, capitals={"red": capital}, step="muster")
    assert answer(HARD.decide(muster(), board)) == "anywhere"


@pytest.mark.parametrize("bot", [NORMAL, HARD])
@pytest.mark.parametrize(
    ("peru", "own", "chosen"),
    [("blue", "red", "capital"), ("red", "red", "anywhere"), ("blue", "green", "anywhere")],
    ids=["half of much land", "no enemy beside the Capital", "three either way"],
)
def test_fresh_troops_go_on_a_capital_that_can_attack_where_that_brings_more(
    bot: NukedBot, peru: str, own: str, chosen: str
) -> None:
    board = state({"brazil": ("red", 40), "peru": (peru, 2)}, capitals={"red": "brazil"}, rest=(own, 1))
    assert answer(bot.decide(muster(), board)) == chosen


@pytest.mark.parametrize("bot", [NORMAL, HARD])
@pytest.mark.parametrize(("soldiers", "placed"), [(1, 7), (5, 3), (7, 1)])
def test_a_home_that_would_not_hold_is_strengthened_first(bot: NukedBot, soldiers: int, placed: int) -> None:
    # Peru can bring 19 and three fresh ones: 22 need eight on a Capital, as 3 x 8 is more
    held: Held = {"brazil": ("red", soldiers), "peru": ("blue", 20)}
    board = state(held, rest=("red", 1), capitals={"red": "brazil"}, step="place", supply=9)
    question = Deploy(seat="red", prompt="Put", rules=("NK-RNF-1",), allowed=("brazil", "japan"), most=9)
    assert answer(bot.decide(question, board)) == {"place": "brazil", "count": placed}


def test_first_troops_stand_where_the_farm_reaches() -> None:
    held: Held = {"brazil": ("red", 1), "peru": ("red", 1), "japan": ("red", 5)}
    board = state(held, capitals={"red": "brazil"}, farms={"red": "brazil"})
    board.turn = 0
    places = ("brazil", "peru", "japan")
    question = Deploy(seat="red", prompt="Put", rules=("NK-SET-2",), allowed=places, most=9)
    assert answer(HARD.decide(question, board)) == {"place": "peru", "count": 9}


FARM_THERE = {"red": "siam"}
FAR: Held = {"siam": ("red", 100), "brazil": ("red", 5), "peru": ("blue", 12), "japan": ("red", 5)}


@pytest.mark.parametrize(
    "held",
    [
        FAR | {"indonesia": (None, 0)},
        FAR | {"peru": (None, 0), "argentina": (None, 0), "north-africa": ("blue", 12)},
        FAR | {"brazil": ("red", 1), "peru": ("red", 1), "central-america": ("blue", 12)},
    ],
)
def test_fresh_soldiers_gather_beside_a_rival_and_not_far_away(held: Held) -> None:
    """Two hard players put theirs on one place for ever: 2,601 in it, and no rival near."""
    board = state(
        held, rest=("red", 1), step="place", supply=5, players=2, capitals={"blue": "peru"}, farms=FARM_THERE
    )
    allowed = tuple(board.held("red"))
    question = Deploy(seat="red", prompt="Put", rules=("NK-RNF-1",), allowed=allowed, most=5)
    advice = HARD.decide(question, board)
    assert advice is not None
    near = board.neighbours(advice.answer["place"])
    assert "blue" in [board.holdings[place].owner for place in near]


class _Waits(NukedBot):
    """A hard player whose search finds nothing."""

    effort = replace(NukedBot.effort, depth=0)


@pytest.mark.parametrize(
    ("there", "taken", "answers"),
    [
        (0, "none", ["brazil", "peru"]),
        (1, "none", ["brazil", "peru"]),
        (2, "none", [END]),
        (1, "rival", [END]),
    ],
)
def test_who_would_rather_wait_takes_what_few_hold(there: int, taken: str, answers: list[str]) -> None:
    """At five seats hard players conquered nothing in two of three turns; games had up to 114 rounds."""
    table = _beside_peru(there)
    table.state.facts.conquest = taken  # type: ignore[assignment]
    table = Table(NUKED, table.state)
    bot = _Waits("hard", 1)
    assert [_answered(table, bot) for _ in answers] == answers


@pytest.mark.parametrize(("home", "sent"), [("brazil", 7), ("siam", 11)])
def test_a_home_keeps_half_of_the_soldiers_that_need_not_go(home: str, sent: int) -> None:
    table, bot = _beside_peru(1, home), _Waits("hard", 1)
    assert [_answered(table, bot) for _ in range(3)] == ["brazil", "peru", sent]


def _beside_peru(soldiers: int, home: str = "siam") -> Table[NukedState]:
    held: Held = {
        "brazil": ("red", 12),
        "siam": ("red", 30),
        "peru": ("blue" if soldiers else None, soldiers),
    }
    return a_turn(held, rest=("blue", 30), farms={"red": home})


def _answered(table: Table[NukedState], bot: NukedBot) -> object:
    assert table.question is not None
    given = answer(bot.advise(table.question, table.state))
    assert table.answer(given).allowed
    return given


def test_fresh_soldiers_never_go_behind_the_lines() -> None:
    """Where no attack was possible they went to who had fewest, far from every rival."""
    board = state({"peru": ("blue", 60), "brazil": ("red", 90)}, rest=("red", 1), step="place", players=2)
    board.holdings["argentina"].armies = board.holdings["venezuela"].armies = 90
    question = Deploy(seat="red", prompt="Put", rules=("NK-RNF-1",), allowed=tuple(board.held("red")), most=3)
    advice = NORMAL.decide(question, board)
    assert advice is not None and advice.answer["place"] in ("argentina", "brazil", "venezuela")


def test_losses_are_confirmed_and_an_attack_that_gains_nothing_is_not_made() -> None:
    board = state(SOUTH)
    confirm = Confirm(seat="red", prompt="Losses", rules=("NK-CON-3",))
    assert answer(NORMAL.decide(confirm, board)) is True
    weak = state(SOUTH | {"brazil": ("red", 2)})
    question = PickOrEnd(
        seat="red", prompt="Attack", rules=("NK-ATK-5",), allowed=("brazil",), denied={}, end="End"
    )
    assert answer(HARD.decide(question, weak)) == END


def test_the_best_attack_is_named_by_origin_then_by_target() -> None:
    board = state(
        {**SOUTH, "brazil": ("red", 20), "alaska": ("red", 3)},
        farms={"red": "brazil", "blue": "peru"},
        rest=("green", 30),
    )
    first = PickOrEnd(
        seat="red", prompt="Attack", rules=("NK-ATK-5",), allowed=("alaska", "brazil"), denied={}, end="End"
    )
    assert answer(HARD.decide(first, board)) == "brazil"
    then = PickOrEnd(
        seat="red", prompt="What?", rules=("NK-ATK-1",), allowed=("peru", "venezuela"), denied={}, end="Else",
        focus=("brazil",),
    )  # fmt: skip
    assert answer(HARD.decide(then, board)) in ("peru", "venezuela")


@pytest.mark.parametrize(("fourth", "ends"), [("yellow", True), ("blue", False)])
def test_an_easy_player_stops_after_a_conquest_while_four_play(fourth: str, *, ends: bool) -> None:
    held: Held = {"brazil": ("red", 9), "peru": ("blue", 2), "japan": (fourth, 2)}
    board = state(held, players=4, step="attack")
    board.facts.conquest = "rival"
    question = PickOrEnd(
        seat="red", prompt="From?", rules=("NK-ATK-5",), allowed=("brazil",), denied={}, end="End"
    )
    assert (answer(NukedBot("easy", 1).decide(question, board)) == END) is ends


def test_who_has_most_soldiers_joins_an_attack() -> None:
    board = state({**SOUTH, "alaska": ("red", 4), "japan": ("red", 6)})
    question = PickOrEnd(
        seat="red",
        prompt="Who joins the attack?",
        rules=("NK-A6",),
        allowed=("alaska", "japan"),
        denied={},
        end="All",
    )
    assert answer(NORMAL.decide(question, board)) == "japan"
    moves = NORMAL.decide(structs.replace(question, rules=("NK-A16",)), board)
    assert moves is None or moves.reason != "Most soldiers stand there.", "only of who joins"


@pytest.mark.parametrize(("owner", "may"), [("red", False), ("blue", True), ("green", True), (None, True)])
def test_all_but_its_own_can_be_taken(owner: str | None, may: bool) -> None:
    board = state(SOUTH | {"peru": (owner, 0 if owner is None else 1)})
    assert NORMAL.can_take(board, "red", "peru") is may


def test_who_plans_does_not_walk_in_circles() -> None:
    """Without dice two hard players took the same two territories from each other for a thousand answers."""
    board, player = state(SOUTH), NukedBot("hard", 1)
    planned = []
    for turn in range(1, 40):
        board.turn = turn
        planned.append(player.may_plan(board))
        assert player.may_plan(board) == planned[-1], "a turn is planned as a whole, or not at all"
    assert all(planned[:2]) and {True, False} == set(planned[2:])
