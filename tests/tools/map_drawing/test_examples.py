"""The example boards: drawn by the script, and played to the end in every game that takes them."""

import pytest

from companion.games import find_game
from companion.games.boards.board import FOLDER, load_board
from companion.games.boards.board_files import read_board_file
from companion.referee.houserules import fitting
from companion.tools.map_drawing.examples import TABLES, archipelago, duel
from tests.tools.map_drawing.test_voronoi import GAMES, LONGEST, plays_to_the_end

EXAMPLES = {"duel": (20, 5), "archipelago": (33, 6), "europe": (34, 7)}


@pytest.mark.parametrize(("name", "size"), EXAMPLES.items())
def test_sizes(name: str, size: tuple[int, int]) -> None:
    board = load_board(name)
    assert (len(board.territories), len(board.continents)) == size


@pytest.mark.parametrize(("name", "draw"), [("duel", duel), ("archipelago", archipelago)])
def test_the_files_are_what_the_script_draws(name: str, draw: object) -> None:
    assert callable(draw)
    assert draw() == read_board_file(FOLDER / f"{name}.json")


def test_both_players_find_the_same_on_two_shores() -> None:
    """The board is the same after half a turn: as many neighbours for each place and its counterpart."""
    board, table = load_board("duel"), TABLES["duel"]
    for (one, *_), (other, *_) in zip(table["sites"], table["turned"], strict=True):
        assert len(board.neighbours(one)) == len(board.neighbours(other)), (one, other)


def ways(game: str, board: str) -> list[dict[str, str]]:
    """The printed rules, those of the random boards, and each preset, as far as a board takes them."""
    played = find_game(game)
    chosen = [{}, GAMES[game], *(preset.house_rules for preset in played.presets)]
    fit = [fitting(played.house_rules, {"board": board, **way})[0] for way in chosen]
    return [way for number, way in enumerate(fit) if way not in fit[:number]]


@pytest.mark.slow
@pytest.mark.parametrize("name", EXAMPLES)
@pytest.mark.parametrize("game", GAMES)
@pytest.mark.parametrize("players", range(2, 7))
def test_every_number_of_computer_players_plays_to_the_end(
    monkeypatch: pytest.MonkeyPatch, name: str, game: str, players: int
) -> None:
    monkeypatch.setattr("tests.bench.bots.LONGEST", LONGEST)
    if players <= find_game(game).seats[1]:
        fits = game != "balance" or name != "duel"
        for house_rules in ways(game, name):
            assert plays_to_the_end(name, game, players, players, house_rules) == fits
