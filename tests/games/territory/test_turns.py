"""Whose turn comes next, when a round begins, and what a correction of it does."""

import pytest

from companion.games.classic.state import ClassicState
from companion.games.territory.state import Holding, Occupation
from companion.games.territory.turns import (
    advance_turn,
    in_step,
    judge_mover,
    mover_editable,
    next_player,
    order_from,
)
from companion.referee.correction import apply
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


@pytest.mark.parametrize(
    ("owners", "changes", "mover", "refused"),
    [
        (("red", "blue"), {}, "red", None),
        (("red", "blue"), {"game.active": "blue"}, "blue", None),
        (("red", "blue"), {"game.active": "red"}, "red", None),
        (("red", "blue"), {"game.active": "green"}, "green", "Green holds no territory and has no turn."),
        # whose turn it is holds nothing any more
        (("green", "blue"), {}, "blue", None),
        ((), {}, "red", "Somebody who plays must hold a territory."),
    ],
)
@pytest.mark.parametrize("turn", [0, 4])
def test_whose_turn_it_is_after_a_correction(
    owners: tuple[str, ...], changes: dict[str, int | str], mover: str, refused: str | None, turn: int
) -> None:
    state = state_of(*owners, turn=turn)
    state.supply = {"red": 7, "blue": 0, "green": 0}
    state.facts.occupation = Occupation("alaska", "alberta", 1)
    apply((mover_editable(state, "TURN"),), changes)
    reasons = judge_mover(state, changes, ORDER, "TURN", "WIN")
    assert [reason.text for reason in reasons] == ([refused] if refused else [])
    assert state.active == mover
    begun = mover != "red" and turn > 0
    assert (state.supply["red"], state.facts.occupation is None) == ((0, True) if begun else (7, False))


@pytest.mark.parametrize(("turn", "label"), [(0, "Who begins"), (1, "Whose turn")])
def test_who_begins_or_whose_turn_it_is_can_be_set_right(turn: int, label: str) -> None:
    listed = mover_editable(state_of("red", "blue", turn=turn), "X").correctable
    assert (listed.label, listed.value, listed.choices) == (label, "red", ("red", "blue", "green"))
