"""Random boards: without errors, and played to the end by computer players in each game that takes them."""

import random
from collections import deque
from functools import cache
from pathlib import Path

import pytest

from companion.data_folder import VARIABLE
from companion.games import find_game
from companion.games.boards import library
from companion.games.boards.board import board_of
from companion.games.boards.board_check import faults
from companion.games.boards.board_files import BoardFile, decode_board, written
from companion.referee.bot import Strength
from companion.referee.houserules import fitting, set_house_rules
from companion.tools.map_drawing.voronoi import random_board
from tests.bench.bots import played

SMALLEST, LARGEST = 8, 90
QUICK, ALL = (8, 33, 90), 300
NORMAL: Strength = "normal"
LONGEST = 40_000
"""Most answers of a game: on large boards more than the 6,000 after which the bench calls it a draw."""
GAMES = {
    "classic": {"placing": "all at once"},
    "nuked": {"rule_set": "Steady"},
    "balance": {"placing": "all at once"},
}
"""Each game, with house rules that ask less."""


def size(seed: int) -> int:
    """The number of territories of a random board."""
    return random.Random(seed).randint(SMALLEST, LARGEST)


@cache
def board(seed: int, territories: int) -> BoardFile:
    return random_board(random.Random(seed), territories)


@pytest.mark.parametrize("territories", QUICK)
def test_a_random_board_has_no_errors(territories: int) -> None:
    file = board(territories, territories)
    found = faults(board_of(file, "random"))
    assert [error for error in found if "bonus" not in error] == []
    assert decode_board(written(file).encode(), Path("random.json")) == file


def plays_to_the_end(file: BoardFile, game: str, players: int, seed: int) -> bool:
    """Play a game by computer players; False if the board does not fit the game."""
    taken = find_game(game)
    house, refused = fitting(taken.house_rules, {"board": library.keep(file), **GAMES[game]})
    if "board" in refused:
        return False
    rules = set_house_rules(taken.house_rules, house)
    (table,) = deque(played(taken, (NORMAL,) * players, seed, rules), maxlen=1)
    assert table.question is None, f"seed {seed}: {table.question} after {len(table.entries)} answers"
    assert table.state.winners
    return True


@pytest.mark.parametrize("game", GAMES)
@pytest.mark.parametrize(("territories", "players"), [(8, 2), (33, 3)])
def test_some_random_boards_are_played_to_the_end(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, territories: int, players: int, game: str
) -> None:
    monkeypatch.setenv(VARIABLE, str(tmp_path))
    fits = game != "balance" or territories >= 30
    assert plays_to_the_end(board(territories, territories), game, players, 1) == fits


@pytest.mark.slow
@pytest.mark.parametrize("seed", range(ALL))
def test_random_boards_are_played_to_the_end(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, seed: int
) -> None:
    monkeypatch.setenv(VARIABLE, str(tmp_path))
    monkeypatch.setattr("tests.bench.bots.LONGEST", LONGEST)
    for game in GAMES:
        players = 2 + seed % 5
        plays_to_the_end(board(seed, size(seed)), game, min(players, find_game(game).seats[1]), seed)
