"""The example boards: drawn by the script, and played to the end in every game that takes them."""

import pytest

from companion.games import find_game
from companion.games.boards.board import FOLDER, load_board
from companion.games.boards.board_files import read_board_file
from companion.tools.map_drawing.examples import TABLES, archipelago, duel
from tests.bench.board_games import DOES_NOT_FIT, GAMES, SHIPPED, finished, normal, ways

EXAMPLES = {"duel": (20, 5), "archipelago": (33, 6), "europe": (34, 7)}


@pytest.mark.parametrize(("name", "size"), EXAMPLES.items())
def test_sizes(name: str, size: tuple[int, int]) -> None:
    board = load_board(name)
    assert (len(board.territories), len(board.continents)) == size


@pytest.mark.every(2, first=1)
@pytest.mark.parametrize(("name", "draw"), [("duel", duel), ("archipelago", archipelago)])
def test_the_files_are_what_the_script_draws(name: str, draw: object) -> None:
    assert callable(draw)
    assert draw() == read_board_file(FOLDER / f"{name}.json")


def test_both_players_find_the_same_on_two_shores() -> None:
    """The board is the same after half a turn: as many neighbours for each place and its counterpart."""
    board, table = load_board("duel"), TABLES["duel"]
    for (one, *_), (other, *_) in zip(table["sites"], table["turned"], strict=True):
        assert len(board.neighbours(one)) == len(board.neighbours(other)), (one, other)


@pytest.mark.slow
@pytest.mark.parametrize("name", SHIPPED)
@pytest.mark.parametrize("game", GAMES)
@pytest.mark.parametrize("seats", range(2, 7))
def test_every_number_of_computer_players_plays_to_the_end(name: str, game: str, seats: int) -> None:
    end = DOES_NOT_FIT if (game, name) == ("balance", "duel") else "won"
    if seats <= find_game(game).seats[1]:
        for title, way in ways(game, name).items():
            assert finished(name, game, normal(seats), way).end == end, title
