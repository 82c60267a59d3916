"""Draft, cards, objectives, victory, maneuver, tanks."""

from typing import Any

import pytest

from companion.games.balance.state import BalanceState, LastingEffect
from companion.games.classic.objectives import MAJOR, MINOR
from companion.games.territory.objectives import Objective, ObjectiveCard
from companion.games.territory.state import NEUTRAL
from companion.referee.questions import END, Choose, Count, Deploy, PickOrEnd, PlayCards, Roll
from companion.referee.table import Table
from tests.games.balance.boards import a_turn, armies, roll
from tests.referee.tables import play

FRONT = {
    "alaska": ("red", 6),
    "alberta": ("red", 4),
    "kamchatka": ("blue", 1),
    "northwest-territory": ("blue", 1),
}
EASY = Objective("easy", "minor", "territories", 1)


# --- draft -------------------------------------------------------------------------------------------------


@pytest.mark.rule("BP-DRF-1", "BP-SIT", "BP-A25")
@pytest.mark.parametrize(
    ("setting", "most", "words"),
    [
        ({}, 3, "at least 3"),
        ({"capitals": {"red": "alaska", "blue": "alberta"}}, 5, "2 for 2 capitals"),  # under control
        ({"site_troops": 2, "landmarks": {"city": [], "rough": [], "site": ["alaska"]}}, 5, "2 for sites"),
    ],
)
def test_the_draft_is_a_sum_that_can_be_checked(setting: dict[str, Any], most: int, words: str) -> None:
    table = a_turn(FRONT, step="draft", setting=setting)
    question = table.question
    assert isinstance(question, Deploy)
    assert question.most == most and words in question.detail


@pytest.mark.rule("BP-DRF-1", "BP-UNIT")
def test_nobody_drafts_more_than_the_troop_pile_holds() -> None:
    table = a_turn(FRONT, step="draft", setting={"troops": {"red": 12, "blue": 180, NEUTRAL: 180}})
    assert isinstance(table.question, Deploy) and table.question.most == 2
    assert "The troop pile has only 2" in table.question.detail
    play(table, {"place": "alaska", "count": 2})
    assert table.state.troop_pile["red"] == 0


@pytest.mark.rule("BP-DRF-1")
def test_a_correction_while_placing_does_not_draft_twice() -> None:
    table = play(a_turn(FRONT, step="draft"), {"place": "alaska", "count": 2})
    assert table.correct({"alberta.armies": 9}).allowed
    assert isinstance(table.question, Deploy) and table.question.most == 1


@pytest.mark.rule("BP-SCA-SABOTAGE")
def test_a_sabotaged_draft_of_two_is_none() -> None:
    table = a_turn(FRONT, step="draft", setting={"effects": [LastingEffect("sabotage", "blue", "red")]})
    assert isinstance(table.question, Deploy) and table.question.most == 1  # 40% of 3, no least number


@pytest.mark.rule("CL-STAR", "BP-UNIT", "BP-A18")
@pytest.mark.parametrize(
    ("house", "laid", "stars"),
    [
        ({}, ["one-star", "two-star"], 3),
        ({"deck": "symbols"}, ["cavalry", "infantry"], 3),  # a cavalryman counts two
        ({"deck": "symbols"}, ["cavalry", "cavalry", "artillery"], 5),
        ({"deck": "symbols", "wild_cards": "two stars"}, ["wild", "wild"], 4),
    ],
)
def test_stars_are_traded_once_a_turn(house: Any, laid: list[str], stars: int) -> None:
    table = a_turn(FRONT, step="draft", hands={"red": 4}, **house)
    play(table, laid)
    troops = {3: 4, 4: 7, 5: 10}[stars]
    assert isinstance(table.question, Deploy) and table.question.most == 3 + troops
    assert table.state.cards.hands["red"] == 4 - len(laid)
    assert table.correct({"brazil.armies": 4}).allowed
    assert isinstance(table.question, Deploy)  # no second trade


@pytest.mark.rule("BP-A18")
@pytest.mark.parametrize(
    ("house", "cards"),
    [
        ({}, 42),
        ({"deck": "symbols"}, 42),
        ({"deck": "symbols", "wild_cards": "two stars"}, 44),
        ({"deck": "symbols", "wild_cards": "no stars"}, 44),
    ],
)
def test_wild_cards(house: Any, cards: int) -> None:
    table = a_turn(FRONT, step="draft", hands={"red": 1}, **house)
    assert table.state.cards.deck + 1 == cards
    question = table.question
    if isinstance(question, PlayCards):
        assert ("wild" in question.kinds) is (house.get("wild_cards") == "two stars")


# --- the limit of five -------------------------------------------------------------------------------------

CROWD = {"alaska": ("red", 6), "alberta": ("red", 4), "kamchatka": ("green", 1), "brazil": ("green", 2)}


def over_the_limit(hands: dict[str, int], **house: Any) -> Table[BalanceState]:
    """Red conquers, ends the turn and draws with five cards; Green holds least, then Red, then Blue."""
    table = a_turn(CROWD | {"peru": ("green", 2)}, players=3, hands=hands, **house)
    play(table, "alaska", "kamchatka", roll([6], [1]), 1, END)
    assert table.state.step == "maneuver"
    return play(table, END)


@pytest.mark.rule("BP-CARD-1", "BP-A4", "BP-A5", "BP-A10")
@pytest.mark.parametrize(
    ("hands", "house", "after"),
    [
        ({"red": 4}, {}, {"red": 5, "blue": 0, "green": 0}),  # room for it
        ({"red": 5}, {}, {"red": 5, "blue": 0, "green": 1}),  # to the Losing Player
        ({"red": 5}, {"surplus_choice": "holder's choice"}, {"red": 5, "blue": 0, "green": 1}),
        ({"red": 5, "green": 5}, {}, {"red": 5, "blue": 0, "green": 5}),  # no room: discarded
        ({"red": 5, "green": 5}, {"surplus_cards": "next lowest"}, {"red": 5, "blue": 1, "green": 5}),
        ({"red": 5, "green": 5}, {"surplus_cards": "no limit"}, {"red": 5, "blue": 0, "green": 6}),
    ],
)
def test_cards_over_five(hands: dict[str, int], house: Any, after: dict[str, int]) -> None:
    table = over_the_limit(hands, **house)
    assert table.state.cards.hands == after
    cards = table.state.cards
    assert cards.deck + cards.discards + sum(cards.hands.values()) == 42


@pytest.mark.rule("BP-A10")
@pytest.mark.parametrize(("status", "green", "discarded"), [("now", 1, 0), ("turn start", 0, 1)])
def test_who_is_losing_can_change_within_a_turn(status: str, green: int, discarded: int) -> None:
    held = CROWD | {"peru": ("green", 2)}  # three for Green and two for Red, who takes one
    table = a_turn(held, players=3, step="neutral", hands={"red": 5}, surplus_status=status)
    play(table, END, [], {"place": "alaska", "count": 3}, "alaska", "kamchatka", roll([6], [1]), 1, END, END)
    assert (table.state.cards.hands["green"], table.state.cards.discards) == (green, discarded)


@pytest.mark.rule("BP-CARD-1", "BP-LOSE")
def test_even_losers_roll_for_a_card() -> None:
    held = {"alaska": ("red", 6), "kamchatka": ("yellow", 1), "brazil": ("green", 2), "peru": ("yellow", 2)}
    table = a_turn(held | {"alberta": ("red", 1)}, players=4, hands={"red": 5})
    play(table, "alaska", "kamchatka", roll([6], [1]), 1, END, END)
    assert isinstance(table.question, Roll)
    assert {pool.name for pool in table.question.pools} == {"green", "yellow"}
    assert table.correct({"brazil.armies": 2}).allowed  # starts the step again
    assert isinstance(table.question, Roll)
    play(table, {"green": [5], "yellow": [2]})
    assert table.state.cards.hands == {"red": 5, "blue": 0, "green": 0, "yellow": 1}


@pytest.mark.rule("CL-CARD", "BP-MAN")
@pytest.mark.parametrize(("conquers", "cards"), [(True, 1), (False, 0)])
def test_a_card_for_a_conquest(conquers: bool, cards: int) -> None:
    table = a_turn(FRONT)
    if conquers:
        play(table, "alaska", "kamchatka", roll([6], [1]), 1)
    play(table, END, END)
    assert table.state.cards.hands["red"] == cards


@pytest.mark.rule("CL-CARD")
def test_the_discards_are_shuffled_again() -> None:
    table = a_turn(FRONT, hands={"blue": 42})
    table.state.cards.hands["blue"], table.state.cards.discards = 5, 37
    play(table, "alaska", "kamchatka", roll([6], [1]), 1, END, END)
    assert (table.state.cards.deck, table.state.cards.discards) == (36, 0)


# --- objectives and victory --------------------------------------------------------------------------------


def with_objectives(*owned: str, **changes: Any) -> Table[BalanceState]:
    """Red ends the attacks with an easy objective on the table, and some owned already."""
    goals = [
        ObjectiveCard(EASY),
        *(ObjectiveCard(objective, "red") for objective in MINOR if objective.id in owned),
        ObjectiveCard(MAJOR[1]),
    ]
    table = a_turn(FRONT, **({"setting": {"capitals": {"red": "alaska"}}} | changes))
    table.state.objectives.cards += goals
    return table


@pytest.mark.rule("BP-OBJ")
def test_one_objective_a_turn() -> None:
    table = play(with_objectives(), END)
    assert isinstance(table.question, Choose)
    assert table.answer("eleven-cities").rules == ("BP-OBJ",)
    play(table, "easy")
    assert table.state.objectives.collected == "easy"
    assert table.state.step == "maneuver"
    assert table.game_view.goals[0].owner == "red"


@pytest.mark.rule("BP-WIN")
@pytest.mark.parametrize(
    ("owned", "capital", "won"),
    [
        (("europe", "asia"), "alaska", True),
        (("europe",), "alaska", False),  # two are too few
        (("europe", "asia"), "kamchatka", False),  # the capital is lost
    ],
)
def test_three_objectives_and_the_own_capital(owned: tuple[str, ...], capital: str, won: bool) -> None:
    table = with_objectives(*owned, setting={"capitals": {"red": capital}})
    play(table, END, "easy")
    assert table.state.winners == (("red",) if won else ())


@pytest.mark.rule("BP-WIN")
def test_a_capital_won_back_wins_with_objectives_collected_before() -> None:
    table = with_objectives("europe", "asia", "north-america", setting={"capitals": {"red": "kamchatka"}})
    play(table, "alaska", "kamchatka", roll([6], [1]), 1, END, "none")
    assert table.state.winners == ("red",)


@pytest.mark.rule("BP-A19", "CL-CARD")
@pytest.mark.parametrize(("house", "cards"), [({}, 1), ({"card_after_objective": "no"}, 0)])
def test_a_card_after_an_objective(house: Any, cards: int) -> None:
    table = with_objectives(**house)
    play(table, "alaska", "kamchatka", roll([6], [1]), 1, END, "easy", END)
    assert table.state.cards.hands["red"] == cards


# --- maneuver and tanks ------------------------------------------------------------------------------------


@pytest.mark.rule("BP-MAN")
def test_one_maneuver_between_connected_territories() -> None:
    table = a_turn(FRONT | {"brazil": ("red", 3)}, step="maneuver")
    assert table.answer("brazil").rules == ("BP-MAN",)  # connected with nothing
    play(table, "alaska")
    assert table.answer("brazil").rules == ("BP-MAN",)
    play(table, "alberta", 5)
    assert armies(table, "alaska", "alberta") == [("red", 1), ("red", 9)]
    assert table.state.active == "blue"


@pytest.mark.rule("BP-MAN")
def test_may_i_maneuver() -> None:
    table = a_turn(FRONT, step="maneuver")
    assert table.inquire("maneuver", origin="alaska", target="alberta", troops=5).allowed
    assert "1 to 5 can move" in table.inquire("maneuver", origin="alaska", target="alberta", troops=6).text
    assert not a_turn(FRONT).inquire("maneuver", origin="alaska", target="alberta").allowed  # not now


@pytest.mark.rule("BP-TNK", "BP-A17")
@pytest.mark.parametrize(("house", "troops"), [({}, 4), ({"tank_worth": "five"}, 6)])
def test_five_troops_make_a_tank_which_is_traded_for_three(house: Any, troops: int) -> None:
    table = a_turn(FRONT, step="maneuver", tanks="yes", **house)
    assert isinstance(table.question, Choose)
    assert table.answer("trade").rules == ("BP-TNK",)  # there is none
    pile = table.state.troop_pile["red"]
    play(table, "form")
    assert table.answer("alberta").rules == ("BP-TNK",)  # four are too few
    play(table, "alaska")
    assert armies(table, "alaska") == [("red", 1)]
    assert (table.state.tanks, table.state.troop_pile["red"]) == ({"alaska": 1}, pile)
    assert "tank:red" in table.game_view.places["alaska"].marks
    assert table.answer("form").rules == ("BP-TNK",)
    play(table, "trade", "alaska")
    assert armies(table, "alaska") == [("red", troops)]
    assert table.state.troop_pile["red"] == pile + 6 - troops


@pytest.mark.rule("BP-TNK", "BP-MAN")
@pytest.mark.parametrize(("along", "there"), [(0, {"alaska": 2}), (1, {"alaska": 1, "alberta": 1})])
def test_tanks_may_go_along(along: int, there: dict[str, int]) -> None:
    table = a_turn(FRONT, step="maneuver", tanks="yes", setting={"tanks": {"alaska": 2}})
    play(table, END, "alaska", "alberta", 3)
    assert isinstance(table.question, Count)
    play(table, along)
    assert table.state.tanks == there


@pytest.mark.rule("BP-TNK")
def test_tanks_are_optional() -> None:
    assert isinstance(a_turn(FRONT, step="maneuver").question, PickOrEnd)
