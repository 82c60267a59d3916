"""Random boards: without errors, and played to the end by computer players in each game that takes them."""

from pathlib import Path

import pytest

from companion.games.boards import library
from companion.games.boards.board import board_of
from companion.games.boards.board_check import faults
from companion.games.boards.board_files import decode_board, written
from tests.bench.board_games import (
    ALL,
    DOES_NOT_FIT,
    GAMES,
    SMALLEST,
    board,
    finished,
    is_deadlocked,
    normal,
    of_random,
)
from tests.games.nuked.boards import Held, a_state

QUICK = (8, 33, 90)


@pytest.mark.parametrize("territories", QUICK)
def test_a_random_board_has_no_errors(territories: int) -> None:
    file = board(territories, territories)
    found = faults(board_of(file, "random"))
    assert [error for error in found if "bonus" not in error] == []
    assert decode_board(written(file).encode(), Path("random.json")) == file


@pytest.mark.parametrize(
    ("soldiers", "held", "deadlocked"),
    [
        ({"p8": 1000, "p5": 1000}, ("p1", "p8"), True),
        ({"p8": 1000, "p5": 1994}, ("p1", "p8"), True),
        # 1,999 can go there, and three fresh ones
        ({"p8": 1000, "p5": 2000}, ("p1", "p8"), False),
        # 999 are enough against nine
        ({"p8": 9, "p1": 1000}, ("p1",), False),
    ],
)
def test_two_equal_armies_in_one_place_never_end(
    soldiers: dict[str, int],
    held: tuple[str, ...],
    deadlocked: bool,
) -> None:
    kept = library.keep(board(139, SMALLEST))
    places = {f"p{number}" for number in range(1, SMALLEST + 1)}
    board_held: Held = {
        place: ("red" if place in held else "blue", soldiers.get(place, 1)) for place in places
    }
    assert is_deadlocked(a_state(board_held, players=2, board=kept)) == deadlocked


@pytest.mark.parametrize("game", GAMES)
@pytest.mark.parametrize(("territories", "players"), [(8, 2), (33, 3)])
def test_some_random_boards_are_played_to_the_end(territories: int, players: int, game: str) -> None:
    named = library.keep(board(territories, territories))
    fits = game != "balance" or territories >= 30
    assert finished(named, game, normal(players), GAMES[game]).end == ("won" if fits else DOES_NOT_FIT)


@pytest.mark.slow
@pytest.mark.parametrize("seed", range(ALL))
def test_random_boards_are_played_to_the_end(seed: int) -> None:
    for _, named, game, bots, _, way in of_random([seed]):
        assert finished(named, game, bots, way).end != "open", (game, bots)
