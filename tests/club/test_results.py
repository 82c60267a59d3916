"""Places and results, read off games."""

import pytest

from companion.app.chronicle.chronicle import Chronicle, TurnRecord
from companion.club.results import places, result_id
from companion.journal.records import GameRecord
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


def test_a_result_has_one_id_for_ever_and_no_other_game_has_it() -> None:
    game = GameRecord(1, "classic", "Classic", SEATS, "2026-11-22T19:00:00Z", "2026-11-22T20:00:00Z", 9)
    later = GameRecord(1, "classic", "Classic", SEATS, "2026-11-22T19:00:00Z", "2026-11-22T23:00:00Z", 12)
    new_journal = GameRecord(1, "classic", "Classic", SEATS, "2026-11-23T19:00:00Z", "", 0)
    assert result_id("t", game) == result_id("t", later)
    assert len({result_id("t", game), result_id("t", new_journal), result_id("u", game)}) == 3
