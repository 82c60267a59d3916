"""The set-up, rule by rule."""

from typing import Any

import pytest

from companion.games.balance.game import BALANCE
from companion.games.balance.state import BalanceState
from companion.games.territory.state import NEUTRAL
from companion.referee.questions import Choose, Deploy, FillIn, Pick, Shuffle
from companion.referee.table import Table
from tests.games.balance.story import CITIES, ROUGH, SITES, deck
from tests.referee.tables import lay, play

TO_SITES: tuple[object, ...] = ({}, "red", deck(*CITIES), deck(*ROUGH), deck(*SITES))
QUICK = {"claiming": "dealt", "placing": "all at once"}


def dealt(players: int, **house: str) -> Table[BalanceState]:
    """A table whose territories have been dealt out."""
    table = lay(BALANCE, players, *TO_SITES, **QUICK, **house)
    while isinstance(table.question, Shuffle):
        play(table, list(table.question.items))
    return table


@pytest.mark.rule("BP-UNIT", "BP-SIT", "BP-A25")
def test_what_the_rules_leave_out_is_asked_first() -> None:
    table = lay(BALANCE, 2)
    question = table.question
    assert isinstance(question, FillIn)
    assert {field.name: field.value for field in question.fields} == {"troops": 180, "site_troops": 0}
    assert not table.answer({"troops": 74}).allowed  # the neutral army alone is 75
    play(table, {"troops": 100, "site_troops": 1})
    assert (table.state.troops["red"], table.state.site_troops) == (100, 1)


@pytest.mark.rule("BP-SET-1", "BP-SET-2", "BP-SET-3", "BP-A18")
def test_three_draws_from_the_whole_deck() -> None:
    table = lay(BALANCE, 2, *TO_SITES)
    assert table.state.landmarks == {"city": list(CITIES), "rough": list(ROUGH), "site": list(SITES)}
    assert set(CITIES) & set(ROUGH)  # marks may overlap


@pytest.mark.rule("BP-SET-1")
def test_the_table_may_tap_the_cards_that_it_drew() -> None:
    table = lay(BALANCE, 3, {}, "red", "alaska", finding="entered")
    assert isinstance(table.question, Pick)
    ruling = table.answer("alaska")
    assert ruling.rules == ("BP-SET-1",)
    play(table, *CITIES[1:], "kamchatka")
    assert table.state.step == "rough"


@pytest.mark.rule("BP-SET-4", "BP-A1")
def test_the_neutral_army_stands_on_the_sites() -> None:
    table = lay(BALANCE, 2, *TO_SITES, list(SITES))
    assert [table.state.holdings[site].armies for site in SITES] == [15, 15, 15, 10, 10, 10]
    assert table.state.held(NEUTRAL) and table.state.troop_pile[NEUTRAL] == 180 - 75
    assert (table.state.supply["red"], table.state.supply["blue"]) == (30, 33)


@pytest.mark.rule("BP-A1", "BP-SET-4")
@pytest.mark.parametrize(
    ("players", "house", "troops"),
    [(3, {}, 75), (3, {"neutral_army": "for two"}, 0), (2, {"neutral_army": "for two"}, 75)],
)
def test_a_neutral_army_with_three_is_for_the_table_to_say(players: int, house: Any, troops: int) -> None:
    assert dealt(players, **house).state.armies(NEUTRAL) == troops


@pytest.mark.rule("BP-SET-5")
def test_two_players_claim_in_turn() -> None:
    table = lay(BALANCE, 2, *TO_SITES, list(SITES))
    question = table.question
    assert isinstance(question, Pick) and question.seat == "red"
    assert table.answer(SITES[0]).rules == ("BP-SET-5",)  # the neutral army stands there
    play(table, "alaska")
    assert table.question and table.question.seat == "blue"
    ruling = table.answer("alaska")
    assert ruling.text == "Alaska is claimed by Red. Claim one that is free."


@pytest.mark.rule("BP-SET-5")
def test_who_has_troops_left_at_the_end_places_them_freely() -> None:
    table = lay(BALANCE, 2, *TO_SITES, list(SITES), claiming="dealt")
    assert isinstance(table.question, Shuffle)
    play(table, list(table.question.items))
    while isinstance(table.question, Deploy) and table.question.most == 1:
        play(table, {"place": table.question.allowed[0], "count": 1})
    question = table.question
    assert isinstance(question, Deploy)
    assert (question.seat, question.most) == ("blue", 1 + 3)  # the one that answers Red's last, and three
    assert table.state.armies("red") == 30


@pytest.mark.rule("BP-SET-5", "BP-SET-6")
@pytest.mark.parametrize(("players", "rule"), [(2, "BP-SET-5"), (4, "BP-SET-6")])
def test_every_capital_has_its_own_continent(players: int, rule: str) -> None:
    table = dealt(players)
    while isinstance(table.question, Deploy):
        play(table, {"place": table.question.allowed[0], "count": table.question.most})
    state: Any = table.state
    first = state.held("red")[0]
    play(table, first)
    continent = state.map.territory(first).continent
    same = next(place for place in state.held("blue") if state.map.territory(place).continent == continent)
    ruling = table.answer(same)
    assert ruling.rules == (rule,) and "has a capital already" in ruling.text
    assert table.answer(first).rules == (rule,)  # it is Red's


@pytest.mark.rule("BP-OBJ", "BP-A20")
def test_objectives_that_cannot_be_reached_are_left_out() -> None:
    table = dealt(2)
    while not (isinstance(table.question, Shuffle) and table.state.step == "objectives"):
        question = table.question
        if isinstance(question, Deploy):
            play(table, {"place": question.allowed[0], "count": question.most})
        elif isinstance(question, Pick):
            play(table, question.allowed[0])
    play(table, list(table.question.items))
    assert isinstance(table.question, Shuffle)
    assert "two-enemy-capitals" not in table.question.items  # with two players there is one


@pytest.mark.rule("BP-A20", "BP-OBJ")
@pytest.mark.parametrize("when", ["taken", "taken in one turn"])
def test_the_table_may_write_the_objectives(when: str) -> None:
    """An answer is the id of a choice; older games kept its words."""
    table = dealt(3, objectives="by the table")
    while not isinstance(table.question, FillIn):
        question = table.question
        if isinstance(question, Deploy):
            play(table, {"place": question.allowed[0], "count": question.most})
        elif isinstance(question, Pick):
            play(table, question.allowed[0])
    play(table, {"counts": "sites", "need": 2, "when": when})
    made = table.state.objectives.cards[0].objective
    assert (made.counts, made.of, made.need, made.in_one_turn) == (
        "landmarks",
        "site",
        2,
        True,
    )
    play(table, {"counts": "asia"}, *[{}] * 6)
    assert len(table.state.objectives.cards) == 8
    assert (table.state.objectives.cards[1].objective.of, table.state.step) != ("", "objectives")


@pytest.mark.rule("BP-A21", "BP-SCA")
def test_the_table_may_set_the_prices() -> None:
    table = lay(BALANCE, 3, {}, {"recon": 1}, {}, {"airfield": 12}, prices="by the table")
    assert isinstance(table.question, Choose)
    prices = table.state.prices
    assert (prices["recon"], prices["maneuver"], prices["forces"], prices["airfield"]) == (1, 3, 6, 12)
