"""The first owners: free territories, one after the other, each with an army of the supply."""

from typing import Any

import pytest

from companion.games.territory.claiming import claim, claim_all, deal, free_places, take
from companion.games.territory.state import Holding
from companion.referee.questions import Pick
from tests.games.classic.boards import a_turn

FREE = ("alaska", "peru", "siam")


def begun() -> Any:
    """A board on which three territories are free, and supplies."""
    state = a_turn({}).state
    for place in FREE:
        state.holdings[place] = Holding()
    state.supply = {"red": 2, "blue": 0, "green": 9}
    return state


def test_a_free_territory_is_claimed_and_no_other() -> None:
    state = begun()
    assert set(free_places(state)) == set(FREE)
    question = claim(state, "blue", "X-1")
    assert (question.seat, set(question.allowed), question.rules) == ("blue", set(FREE), ("X-1",))
    assert question.detail == "3 are free."
    assert set(question.denied) == set(state.holdings) - set(FREE)
    refusal = question.denied["brazil"]
    assert refusal.text == "Brazil is claimed by Green. Claim one that is free."


@pytest.mark.parametrize(("owner", "left"), [("red", 1), ("blue", 0)])
def test_a_claim_takes_an_army_of_the_supply(owner: str, left: int) -> None:
    state = begun()
    take(state, "peru", owner)
    assert (state.holdings["peru"], state.supply[owner]) == (Holding(owner, 1), left)


def test_claims_go_on_until_none_is_free() -> None:
    state, turns = begun(), iter(("red", "green", "red"))
    script = claim_all(state, lambda _: next(turns), "X-1")
    question: Any = next(script)
    for place in ("siam", "alaska", "peru"):
        assert isinstance(question, Pick) and place in question.allowed
        owner = question.seat
        try:
            question = script.send(place)
        except StopIteration:
            question = None
        assert state.holdings[place] == Holding(owner, 1)
    assert question is None and state.supply == {"red": 0, "blue": 0, "green": 8}


@pytest.mark.parametrize("detail", ["", "Two each."])
def test_cards_of_free_territories_are_dealt(detail: str) -> None:
    state = begun()
    question = deal(state, "X-1", detail=detail)
    assert set(question.items) == set(FREE)
    assert question.detail == (detail or "In turn, Red first. The companion can deal for you.")
