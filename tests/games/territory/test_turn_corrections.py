"""Setting a turn right by hand: whose it is, its step, and what is left to put on the board."""

import pytest

from companion.games.classic.state import ClassicState
from companion.games.territory.state import Occupation
from companion.games.territory.turn_corrections import TurnCorrections
from tests.games.territory.test_turns import ORDER, state_of


def prepare(state: ClassicState, step: str) -> None:
    """Bring three armies with the first step."""
    state.supply["red"] += 3 * (step == "muster")


TURN = TurnCorrections[ClassicState](
    rule="TURN",
    win_rule="WIN",
    supply_rule="SUPPLY",
    left="Armies left",
    steps=lambda _: ("muster", "trade", "attack"),
    order=lambda _: ORDER,
    winners=lambda state: ("red",) if len(state.playing()) == 1 else (),
    prepare=prepare,
    put_in=lambda _: "muster",
    until=("muster", "trade"),
)


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
    state.step, state.supply = "trade", {"red": 7, "blue": 0, "green": 0}
    state.facts.occupation = Occupation("alaska", "alberta", 1)
    reasons = TURN.correct(state, changes)
    assert [reason.text for reason in reasons] == ([refused] if refused else [])
    assert state.active == mover
    begun = mover != "red" and turn > 0
    assert (state.supply["red"], state.facts.occupation is None) == ((0, True) if begun else (7, False))


@pytest.mark.parametrize(("turn", "label"), [(0, "Who begins"), (1, "Whose turn")])
def test_who_begins_or_whose_turn_it_is_can_be_set_right(turn: int, label: str) -> None:
    listed = TURN.mover(state_of("red", "blue", turn=turn)).correctable
    assert (listed.label, listed.value, listed.choices) == (label, "red", ("red", "blue", "green"))


@pytest.mark.parametrize(
    ("changes", "step", "left", "refused"),
    [
        ({}, "trade", 2, ""),
        ({"game.supply": 4}, "trade", 4, ""),
        ({"game.step": "trade"}, "trade", 2, ""),
        ({"game.step": "muster"}, "muster", 5, ""),
        ({"game.step": "muster", "game.supply": 0}, "muster", 0, "All armies of this turn have been put"),
        ({"game.step": "attack"}, "attack", 0, ""),
        ({"game.step": "attack", "game.supply": 1}, "attack", 1, "No armies are put in the attack step"),
    ],
)
def test_armies_left_and_the_step_fit_each_other(
    changes: dict[str, int | str], step: str, left: int, refused: str
) -> None:
    state = state_of("red", "blue")
    state.step, state.supply = "trade", {"red": 2, "blue": 0, "green": 0}
    reasons = TURN.correct(state, changes)
    assert (state.step, state.supply["red"]) == (step, left)
    assert [reason.text.startswith(refused) for reason in reasons] == ([True] if refused else [])
    assert {reason.rule for reason in reasons} <= {"SUPPLY"}


def test_the_last_on_the_board_has_won() -> None:
    for owners, winners in ((("red", "blue"), ()), (("red",), ("red",))):
        state = state_of(*owners)
        assert not TURN.correct(state, {}) and state.winners == winners
