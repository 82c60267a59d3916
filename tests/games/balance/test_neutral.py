"""Who is losing, and what the Losing Player does with the neutral army."""

from typing import Any

import pytest

from companion.games.balance import rules
from companion.games.territory.objectives import Objective, ObjectiveCard, Objectives
from companion.games.territory.state import NEUTRAL
from companion.referee.questions import END, Deploy, PickOrEnd, Roll
from tests.games.balance.boards import a_turn, armies, roll
from tests.referee.tables import play

EIGHT = Objective("eight", "minor", "territories", 8)
WEAK = {"alaska": ("red", 6), "india": ("red", 4), "siam": (NEUTRAL, 10), "brazil": (NEUTRAL, 1)}
PHASE: dict[str, Any] = {"step": "neutral", "setting": {"troops": {"red": 180, "blue": 180, NEUTRAL: 180}}}


def two(count: int) -> dict[str, list[int]]:
    """Two dice that make this sum."""
    return {"reinforcements": [count // 2, count - count // 2]}


# --- BP-LOSE -----------------------------------------------------------------------------------------------


@pytest.mark.rule("BP-LOSE", "BP-A2")
@pytest.mark.parametrize(
    ("red", "cities", "hands", "troops", "lowest"),
    [
        (20, 0, {}, 2, ("red",)),  # 20 against 22 territories
        (20, 3, {}, 2, ("blue",)),  # cities count as territories
        (20, 2, {"red": 1}, 2, ("blue",)),  # even: cards
        (20, 2, {"red": 1, "blue": 1}, 2, ("red",)),  # even: troops on the board
        (21, 0, {}, 2, ("red", "blue")),  # all even: they roll
        (21, 0, {}, 3, ("blue",)),
    ],
)
def test_the_chain_of_ties(
    red: int, cities: int, hands: dict[str, int], troops: int, lowest: tuple[str, ...]
) -> None:
    places = list(a_turn({}).state.holdings)[:red]
    table = a_turn(dict.fromkeys(places, ("red", troops)), hands=hands)
    table.state.landmarks["city"] = places[:cities]
    assert rules.lowest(table.state, ("red", "blue")) == lowest


@pytest.mark.rule("BP-LOSE", "BP-A2")
def test_even_players_roll_until_one_is_lowest() -> None:
    places = list(a_turn({}).state.holdings)
    held = {place: (seat, 2) for place, seat in zip(places, ("red", "blue", "green") * 13, strict=False)}
    table = a_turn(held, players=3, rest=(NEUTRAL, 2), step="neutral", neutral_army="for all")
    question = table.question
    assert isinstance(question, Roll)
    assert {pool.name for pool in question.pools} == {"red", "blue", "green"}
    play(table, {"red": [2], "blue": [2], "green": [5]})
    assert isinstance(table.question, Roll) and len(table.question.pools) == 2
    play(table, {"red": [4], "blue": [3]})
    assert table.state.facts.losing == "blue"
    assert table.state.step != "neutral"  # it is Red's turn, and Red is not losing


# --- the phase ---------------------------------------------------------------------------------------------


@pytest.mark.rule("BP-NEU-1", "BP-A10")
def test_only_the_losing_player_has_a_neutral_phase() -> None:
    assert a_turn(WEAK, step="neutral").state.step == "neutral"
    winning = a_turn({"siam": (NEUTRAL, 9), "brazil": ("blue", 2)}, rest=("red", 2), step="neutral")
    assert (winning.state.step, winning.state.facts.losing) == ("draft", "blue")


@pytest.mark.rule("BP-NEU-2", "BP-NEU-4", "BP-A22")
def test_two_troops_of_the_troop_pile_are_placed_or_discarded() -> None:
    table = a_turn(WEAK, **PHASE)
    pile = table.state.troop_pile[NEUTRAL]
    question = table.question
    assert isinstance(question, Deploy) and question.most == 2
    assert table.answer({"place": "alaska", "count": 1}).rules == ("BP-NEU-4",)
    play(table, {"place": "brazil", "count": 1}, {"offer": "discard"})
    assert armies(table, "brazil") == [(NEUTRAL, 2)]
    assert table.state.troop_pile[NEUTRAL] == pile + 1
    assert isinstance(table.question, PickOrEnd)  # the attack


@pytest.mark.rule("BP-A22", "BP-NEU-2")
@pytest.mark.parametrize(("left", "placed"), [(0, 0), (1, 1), (5, 2)])
def test_an_empty_troop_pile_gives_none(left: int, placed: int) -> None:
    troops = {"red": 180, "blue": 180, NEUTRAL: 11 + left}
    table = a_turn(WEAK, step="neutral", setting={"troops": troops})
    supply = table.state.supply[NEUTRAL]
    assert supply == placed


@pytest.mark.rule("BP-NEU-3", "BP-A22")
@pytest.mark.parametrize(("dice", "most", "left"), [(two(6), 5, 4), (two(5), 2, 7)])
def test_casualties_come_back_out_of_the_pile(dice: dict[str, list[int]], most: int, left: int) -> None:
    table = a_turn(WEAK, casualties={NEUTRAL: 7}, **PHASE)
    assert table.question and table.question.detail == "7 in the pile: 3 come back on 6 to 12."
    play(table, dice)
    assert isinstance(table.question, Deploy) and table.question.most == most
    assert table.state.casualties[NEUTRAL] == left


@pytest.mark.rule("BP-NEU-5", "BP-NEU-6", "BP-A24", "CL-OCC")
def test_one_attack_on_the_other_player() -> None:
    table = a_turn(WEAK, **PHASE)
    play(table, {"offer": "discard"})
    assert table.answer("alaska").rules == ("BP-NEU-5",)  # not neutral
    play(table, "siam")
    assert table.answer("india").rules == ("BP-NEU-6",)  # of the player who commands them
    assert table.answer("brazil").rules == ("BP-NEU-6",)  # neutral
    play(table, "china")
    question = table.question
    assert isinstance(question, Roll)
    assert [(pool.seat, pool.least, pool.most) for pool in question.pools] == [("red", 1, 3), ("blue", 1, 2)]
    play(table, roll([6, 6, 5], [6, 5]), roll([6, 6, 5], [5]))
    assert armies(table, "siam", "china") == [(NEUTRAL, 6), (NEUTRAL, 3)]
    play(table, 5)
    assert armies(table, "siam", "china") == [(NEUTRAL, 4), (NEUTRAL, 5)]
    assert table.state.step == "draft"  # the phase is over
    assert table.state.casualties == {"red": 0, "blue": 2, NEUTRAL: 1}


@pytest.mark.rule("BP-NEU-5")
def test_the_attack_may_be_left_out_or_stopped() -> None:
    assert play(a_turn(WEAK, **PHASE), {"offer": "discard"}, END).state.step == "draft"
    table = play(a_turn(WEAK, **PHASE), {"offer": "discard"}, "siam", "china", roll([1, 1, 1], [6, 6]))
    play(table, {"offer": "call off"})
    assert table.state.step == "draft"


@pytest.mark.rule("BP-A8", "BP-NEU-5")
def test_by_house_rule_one_roll_is_all() -> None:
    table = a_turn(WEAK, **PHASE, neutral_attack="one roll")
    play(table, {"offer": "discard"}, "siam", "china", roll([6, 6, 6], [6, 1]))
    assert table.state.step == "draft"
    assert armies(table, "china") == [("blue", 1)]


@pytest.mark.rule("BP-NEU-5")
def test_a_correction_in_the_middle_does_not_give_a_second_attack() -> None:
    table = a_turn(WEAK, **PHASE)
    play(table, {"offer": "discard"}, "siam", "china", roll([1, 1, 1], [6, 6]))
    assert table.correct({"peru.armies": 3}).allowed
    assert isinstance(table.question, Roll)  # the same battle goes on
    assert table.correct({"china.armies": 9}).allowed
    assert table.state.step == "draft"  # it was set right: the attack is over


@pytest.mark.rule("BP-A9")
def test_by_house_rule_the_losing_player_moves_them_first_in_each_round() -> None:
    held = {"siam": (NEUTRAL, 9), "brazil": ("blue", 2), "alaska": ("red", 3)}
    table = a_turn(held, rest=("red", 2), step="neutral", neutral_phase="each round")
    assert table.question and table.question.seat == "blue"  # in Red's turn
    play(table, {"offer": "discard"}, "siam")
    assert table.answer("mongolia").rules == ("BP-NEU-5",)  # not linked
    play(table, END, END)
    assert table.state.active == "red" and table.state.step == "draft"


@pytest.mark.rule("BP-A9", "BP-NEU-7", "CL-ELM")
def test_a_player_can_lose_everything_in_their_own_turn() -> None:
    held = {"siam": (NEUTRAL, 9), "india": ("red", 1), "brazil": ("green", 1)}
    table = a_turn(
        held,
        players=3,
        step="neutral",
        neutral_army="for all",
        neutral_phase="each round",
        hands={"red": 2, "green": 1},
    )
    assert table.question is not None
    losing = table.question.seat
    assert losing == "green"  # fewest cards of those with one territory
    play(table, {"offer": "discard"}, "siam", "india", roll([6, 6, 6], [1]), 3)
    assert table.state.active == "blue"
    assert (table.state.cards.hands["red"], table.state.cards.discards) == (0, 2)


@pytest.mark.rule("BP-NEU-7", "CL-ELM")
def test_what_the_neutral_army_eliminates_it_does_not_inherit() -> None:
    held = {"siam": (NEUTRAL, 9), "india": ("green", 1), "brazil": ("red", 1)}
    table = a_turn(held, players=3, step="neutral", neutral_army="for all", hands={"green": 2})
    play(table, {"offer": "discard"}, "siam", "india", roll([6, 6, 6], [1]))
    assert (table.state.cards.hands["green"], table.state.cards.discards) == (0, 2)
    assert any("BP-NEU-7" in report.rules for report in table.latest)
    assert not table.state.facts.conquered  # no card for that


@pytest.mark.rule("BP-NEU-7")
@pytest.mark.parametrize(
    ("house", "left", "told"),
    [("open", [None], "Open to all again: 8 territories."), ("leave", [], "Out of the game: 8 territories.")],
)
def test_objectives_of_whom_the_neutral_army_eliminates(house: str, left: list[None], told: str) -> None:
    held = {"siam": (NEUTRAL, 9), "india": ("green", 1), "brazil": ("red", 1)}
    table = a_turn(
        held,
        players=3,
        step="neutral",
        neutral_army="for all",
        hands={"green": 2},
        orphaned_objectives=house,
        setting={"objectives": Objectives([ObjectiveCard(EIGHT, "green")])},
    )
    play(table, {"offer": "discard"}, "siam", "india", roll([6, 6, 6], [1]))
    assert [card.owner for card in table.state.objectives.cards] == left
    assert table.latest[-1].text == f"Green is out. 2 cards put aside. {told}"


@pytest.mark.rule("CL-ELM")
def test_who_eliminates_a_player_is_told_of_cards_and_objectives() -> None:
    held = {"siam": ("red", 9), "india": ("green", 1)}
    cards = Objectives([ObjectiveCard(EIGHT, "green")])
    table = a_turn(held, players=3, hands={"green": 2}, setting={"objectives": cards})
    play(table, "siam", "india", roll([6, 6, 6], [1]))
    assert "Green is out. Red takes 2 cards and 1 objective." in [report.text for report in table.latest]
    assert table.state.objectives.cards[0].owner == "red"


@pytest.mark.rule("BP-NEU-7")
def test_neutral_cities_count_for_nobody() -> None:
    table = a_turn(WEAK, marks={"siam": "city"})
    assert rules.claimed(table.state, "red") == 2
