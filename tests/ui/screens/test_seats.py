"""Who sits where: the next colour and emblem that nobody has, and places that are swapped."""

from typing import Any

import pytest

from companion.referee.seats import COLOURS, EMBLEMS
from companion.ui.screens.seats import _next_free


@pytest.fixture
def seated(app: Any) -> Any:
    """Three seats, of which the second is Bob's."""
    app.open_overlay("seats", lobby=app.home)
    app.overlay._name(1, "Bob")
    app.pointer._pause(0.0)
    return app


@pytest.mark.parametrize(
    ("now", "taken", "following"),
    [
        ("red", {"red"}, "blue"),
        ("red", {"red", "blue"}, "green"),  # what another has is left out
        ("gray", {"gray"}, "red"),  # round and round
        ("red", set(COLOURS), "red"),  # none is free
    ],
)
def test_the_next_one_that_nobody_has(now: str, taken: set[str], following: str) -> None:
    assert _next_free(COLOURS, now, taken) == following


def test_a_seat_without_a_name_is_called_by_its_colour(seated: Any) -> None:
    seated.pointer.tap("Colour")
    first, second, third = seated.home.seats
    assert first.colour not in {second.colour, third.colour}
    assert (first.id, first.name) == (first.colour, first.colour.capitalize())


def test_a_named_seat_keeps_its_name_in_another_colour(seated: Any) -> None:
    seated.overlay._next_colour(1)
    assert seated.home.seats[1].name == "Bob"
    assert seated.home.seats[1].colour != "blue"


def test_emblems_change_alone(seated: Any) -> None:
    before = seated.home.seats[2]
    seated.overlay._next_emblem(2)
    after = seated.home.seats[2]
    assert after.emblem != before.emblem and after.emblem in EMBLEMS
    assert (after.id, after.name, after.colour) == (before.id, before.name, before.colour)
    assert len({seat.emblem for seat in seated.home.seats}) == 3


@pytest.mark.parametrize(
    ("number", "order"),
    [(0, ["Bob", "Green", "Red"]), (1, ["Bob", "Red", "Green"]), (2, ["Red", "Green", "Bob"])],
)
def test_seats_swap_places(seated: Any, number: int, order: list[str]) -> None:
    seated.overlay._earlier(number)
    assert [seat.name for seat in seated.home.seats] == order
