"""Who sits opposite the screen's foot."""

import pytest

from companion.app.night.seating import sits_opposite
from companion.referee.seats import seats_of


@pytest.mark.parametrize(
    ("players", "opposite"),
    [(1, []), (2, [1]), (3, [2]), (4, [2, 3]), (5, [3, 4]), (6, [3, 4, 5])],
)
def test_the_second_half_sits_opposite(players: int, opposite: list[int]) -> None:
    seats = seats_of(players)
    assert [number for number, seat in enumerate(seats) if sits_opposite(seats, seat.id)] == opposite


def test_an_army_without_a_player_sits_nowhere() -> None:
    assert not sits_opposite(seats_of(2), "neutral") and not sits_opposite(seats_of(2), None)
