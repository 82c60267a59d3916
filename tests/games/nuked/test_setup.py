"""The set-up: who begins, territories, Capitals and Farms, first troops."""

from typing import Any

import pytest

from companion.games.nuked.game import NUKED
from companion.games.nuked.state import NukedState
from companion.referee.questions import FillIn
from companion.referee.random_bot import RandomBot
from companion.referee.table import Table
from tests.referee.tables import lay, play


def made(players: int, pages: dict[str, dict[str, Any]], **house: str) -> Table[NukedState]:
    """A table with a rule set of its own that everybody has agreed to."""
    table = play(lay(NUKED, players, **house), "new")
    for fill in ("troops", "start", "deck", "hands", "nuke", "boat", "attack", "extra", "defence"):
        page = {"territories": "dealt", "grace": 0} if fill == "start" else {}
        play(table, page | pages.get(fill, {}))
    return play(table, {}, True, "red")


@pytest.mark.rule("NK-SET-2")
@pytest.mark.parametrize("players", range(2, 7))
def test_only_the_first_troops_of_so_many_players_are_asked(players: int) -> None:
    asked = play(lay(NUKED, players), "new").question
    assert isinstance(asked, FillIn)
    assert [field.name for field in asked.fields] == [["two", "three", "four", "five", "six"][players - 2]]


def set_up(table: Table[NukedState]) -> Table[NukedState]:
    """Let somebody finish the set-up."""
    player = RandomBot(5)
    while not table.state.turn:
        assert table.question is not None
        play(table, player.answer(table.question))
    return table


@pytest.mark.rule("NK-SET-2", "NK-SET-3")
@pytest.mark.parametrize(("players", "troops"), [(2, 40), (3, 35), (4, 30), (5, 25), (6, 20)])
@pytest.mark.parametrize(
    "start",
    [{}, {"territories": "claimed", "placing": "all at once"}, {"homes": "drawn"}],
    ids=lambda start: ", ".join(start.values()) or "as suggested",
)
def test_everybody_begins_with_the_same(players: int, troops: int, start: dict[str, str]) -> None:
    table = set_up(made(players, {"start": start}))
    state = table.state
    assert {state.armies(seat.id) for seat in state.seats} == {troops}
    for seat in state.seats:
        assert {state.capitals[seat.id], state.farms[seat.id]} <= set(state.held(seat.id))
    assert (state.step, state.active, state.round, state.turn) == ("muster", "red", 1, 1)


@pytest.mark.rule("NK-TURN")
def test_whoever_rolls_highest_begins() -> None:
    table = play(lay(NUKED, 3), "Steady", True)
    assert table.may("yellow").rules == ("NK-TURN",)
    play(table, "green")
    assert set_up(table).state.active == "green"


@pytest.mark.rule("NK-SET-2")
def test_a_claimed_territory_is_taken() -> None:
    table = play(made(2, {"start": {"territories": "claimed"}}), "japan")
    assert table.question is not None and table.question.seat == "blue"
    assert table.may("japan").rules == ("NK-SET-2",)


@pytest.mark.rule("NK-SET-3", "NK-A15")
@pytest.mark.parametrize(("homes", "rules"), [("may be one", ()), ("apart", ("NK-A15",))])
def test_capital_and_farm(homes: str, rules: tuple[str, ...]) -> None:
    table = made(2, {}, homes=homes)
    play(table, sorted(table.state.holdings))
    assert table.may("alaska").rules == ("NK-SET-3",)  # dealt to Blue
    play(table, "afghanistan")
    assert table.may("afghanistan").rules == rules


@pytest.mark.rule("NK-CRD-3")
@pytest.mark.parametrize(
    ("copies", "at_start", "each", "deck"),
    [(8, 2, 2, 36), (1, 2, 1, 1), (0, 2, 0, 0)],
)
def test_cards_are_dealt(copies: int, at_start: int, each: int, deck: int) -> None:
    kinds = dict.fromkeys(("attack", "nuke", "boat", "extra", "defence"), copies)
    table = made(2 if copies > 1 else 4, {"deck": kinds, "hands": {"at_start": at_start}})
    hands = table.state.cards.hands
    assert (set(hands.values()), table.state.cards.deck) == ({each}, deck)


@pytest.mark.rule("NK-CRD-3")
def test_nobody_holds_a_card_before_they_are_dealt() -> None:
    assert lay(NUKED, 3).state.cards.hands == {"red": 0, "blue": 0, "green": 0}
