"""Whose turn comes next, when a round begins."""

import pytest

from companion.games.classic.state import ClassicState
from companion.games.territory.state import Holding
from companion.games.territory.turns import (
    advance_turn,
    in_step,
    next_player,
    order_from,
)
from companion.referee.ruling import ALLOWED, refuse
from tests.games.classic.boards import a_turn

ORDER = ("green", "red", "blue")


def state_of(*owners: str, active: str = "red", turn: int = 4) -> ClassicState:
    """Three players of whom only these hold anything."""
    state = a_turn({}).state
    for number, place in enumerate(state.holdings):
        state.holdings[place] = Holding(owners[number % len(owners)] if owners else None, 1)
    state.active, state.turn, state.round = active, turn, 2
    return state


@pytest.mark.parametrize(
    ("first", "order"),
    [
        (None, ("red", "blue", "green")),
        ("red", ("red", "blue", "green")),
        ("blue", ("blue", "green", "red")),
        ("green", ("green", "red", "blue")),
    ],
)
def test_the_order_begins_with_whoever_is_first(first: str | None, order: tuple[str, ...]) -> None:
    assert order_from(state_of("red"), first) == order


@pytest.mark.parametrize(
    ("owners", "active", "after", "new_round"),
    [
        (("red", "blue", "green"), "green", "red", False),
        (("red", "blue", "green"), "red", "blue", False),
        (("red", "blue", "green"), "blue", "green", True),
        # who is out is passed over, at either end of the order
        (("red", "green"), "red", "green", True),
        (("blue", "green"), "green", "blue", False),
        (("red", "blue"), "blue", "red", True),
        # alone
        (("red",), "red", "red", True),
    ],
)
def test_who_comes_next(owners: tuple[str, ...], active: str, after: str, new_round: bool) -> None:
    state = state_of(*owners, active=active)
    assert next_player(state, ORDER) == after
    assert advance_turn(state, ORDER) is new_round
    assert (state.active, state.turn, state.round) == (after, 5, 2 + new_round)


@pytest.mark.parametrize(
    ("turn", "step", "reasons"),
    [
        (0, "attack", ["The turns have not begun."]),
        (1, "attack", ["No."]),
        (1, "fortify", ["It is the fortify step, not attack.", "No."]),
    ],
)
def test_a_question_at_another_step_is_refused_for_that_too(turn: int, step: str, reasons: list[str]) -> None:
    state = state_of("red", turn=turn)
    state.step = step
    assert [
        reason.text for reason in in_step(state, "attack", "X", lambda: refuse("Y", "No.")).reasons
    ] == reasons
    assert in_step(state, "attack", "X", lambda: ALLOWED).allowed is (reasons == ["No."])
