"""Places at the end of a game, from its turns."""

import pytest

from companion.app.chronicle.chronicle import Chronicle, TurnRecord
from companion.app.chronicle.places import places
from companion.referee.game_view import Figure, Standing
from companion.referee.seats import seats_of

SEATS = seats_of(4)
RED, BLUE, GREEN, YELLOW = (seat.id for seat in SEATS)


def turn(number: int, **holds: int) -> TurnRecord:
    """A turn at whose end everybody holds so much; who holds nothing is out."""
    standings = tuple(Standing(seat, (Figure("land", held),), out=not held) for seat, held in holds.items())
    return TurnRecord(number, number, RED, number, number + 1, (), standings)


@pytest.mark.parametrize(
    ("winners", "turns", "expected"),
    [
        ((RED,), [turn(1, red=9, blue=5, green=3, yellow=3)], [1, 2, 3, 3]),
        (
            (RED,),
            [
                turn(1, red=9, blue=5, green=3, yellow=1),
                turn(2, red=9, blue=5, green=0, yellow=1),
                turn(3, red=9, blue=0, green=0, yellow=9),
            ],
            [1, 3, 4, 2],
        ),
        ((RED, BLUE), [turn(1, red=2, blue=2, green=9, yellow=1)], [1, 1, 3, 4]),
        ((YELLOW,), [], [2, 2, 2, 1]),
    ],
    ids=["by what they hold", "by how long they held out", "a team wins", "nothing was told"],
)
def test_places(winners: tuple[str, ...], turns: list[TurnRecord], expected: list[int]) -> None:
    assert list(places(Chronicle("x", "X", SEATS, winners, tuple(turns))).values()) == expected
