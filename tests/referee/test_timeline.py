"""The strip of steps: a table sees the steps that it has, and always the one that is going on."""

import pytest

from companion.referee.seats import seats_of
from companion.referee.timeline import State, Step, timeline


def idle(_: State):  # type: ignore[no-untyped-def]
    return
    yield


STEPS = (
    Step("march", "March", "turn", idle, then=lambda _: "fight"),
    Step("fight", "Fight", "turn", idle, then=lambda _: "rest"),
    Step("rest", "Rest", "turn", idle, then=lambda _: "march", when=lambda state: state.round > 1),
)


@pytest.mark.parametrize(
    ("step", "round", "chips"),
    [
        ("fight", 2, [("march", "done"), ("fight", "now"), ("rest", "next")]),
        ("fight", 1, [("march", "done"), ("fight", "now")]),  # there is no rest in the first round
        (
            "rest",
            1,
            [("march", "done"), ("fight", "done"), ("rest", "now")],
        ),  # but if it goes on, it is shown
    ],
)
def test_steps_that_this_table_has(step: str, round: int, chips: list[tuple[str, str]]) -> None:
    state = State(seats=seats_of(2), step=step, round=round, turn=1)
    assert [(chip.id, chip.status) for chip in timeline(STEPS, state, None).chips] == chips


@pytest.mark.parametrize(("step", "chips"), [("seat", ["seat"]), ("march", ["march", "fight"])])
def test_only_the_steps_of_the_part_that_goes_on_are_shown(step: str, chips: list[str]) -> None:
    steps = (Step("seat", "Seat", "setup", idle, then=lambda _: "march"), *STEPS)
    state = State(seats=seats_of(2), step=step, round=1, turn=1)
    assert [chip.id for chip in timeline(steps, state, None).chips] == chips
