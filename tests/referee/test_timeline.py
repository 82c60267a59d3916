"""The strip of steps: a table sees the steps that it has, and always the one that is going on."""

import pytest

from companion.referee.seats import seats_of
from companion.referee.timeline import State, Step, step_after, timeline


def idle(_: State):  # type: ignore[no-untyped-def]
    return
    yield


def test_only_seats_are_called_by_the_names_of_players() -> None:
    state = State(seats=seats_of(2, ("Anna", "Ben")), step="march", active="red", round=1, turn=1)
    assert [state.title(kind, "red") for kind in ("card", "place", "seat", "zone")] == [
        "red", "red", "Anna", "red"
    ]  # fmt: skip


STEPS = (
    Step("march", "March", "turn", idle),
    Step("fight", "Fight", "turn", idle),
    Step("rest", "Rest", "turn", idle, when=lambda state: state.round > 1),
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
    steps = (Step("seat", "Seat", "setup", idle), *STEPS)
    state = State(seats=seats_of(2), step=step, round=1, turn=1)
    assert [chip.id for chip in timeline(steps, state, None).chips] == chips


@pytest.mark.parametrize(
    ("step", "round", "after"),
    [
        ("seat", 1, "march"),
        ("march", 1, "fight"),
        ("fight", 2, "rest"),
        ("fight", 1, "march"),  # this table has no rest: a turn begins anew
        ("rest", 2, "march"),  # the set-up does not come again
        ("duel", 1, "fight"),  # it says so itself
    ],
)
def test_the_step_that_follows(step: str, round: int, after: str) -> None:
    duel = Step("duel", "Duel", "turn", idle, when=lambda _: False, then=lambda _: "fight")
    steps = (Step("seat", "Seat", "setup", idle), *STEPS, duel)
    ended = next(each for each in steps if each.id == step)
    # What is done at the end of a step may already have moved the state on.
    assert step_after(steps, ended, State(seats=seats_of(2), step="march", round=round, turn=1)) == after
