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
from companion.games.nuked import rules as nuked
from companion.games.nuked import rulings
from companion.games.nuked.state import NukedState
from companion.games.territory.reinforcement import Term, total
from companion.referee.bot import Strength
from companion.referee.houserules import fitting, set_house_rules
from companion.tools.map_drawing.voronoi import random_board
from tests.bench.bots import played
from tests.games.nuked.boards import Held, a_state

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


def plays_to_the_end(board: str, game: str, players: int, seed: int, house_rules: dict[str, str]) -> bool:
    """Play a game on a board by computer players; False if the board does not fit the game."""
    taken = find_game(game)
    house, refused = fitting(taken.house_rules, {"board": board, **house_rules})
    if "board" in refused:
        return False
    rules = set_house_rules(taken.house_rules, house)
    (table,) = deque(played(taken, (NORMAL,) * players, seed, rules), maxlen=1)
    if not (game == "nuked" and is_deadlocked(table.state)):
        assert table.question is None, f"seed {seed}: {table.question} after {len(table.entries)} answers"
        assert table.state.winners
    return True


def is_deadlocked(state: NukedState) -> bool:
    """Whether nobody can attack in Nuked, not even with all fresh soldiers, and everybody gets as many.

    An attack needs twice the soldiers. Where two armies that are nearly equal meet in one place, and both
    grow by as many each turn, none ever becomes possible: only a card can end that game, and bots see none.
    """
    seats = [seat.id for seat in state.playing()]
    fresh = {total(terms) for seat in seats for terms in _incomes(state, seat)}
    possible = any(
        rulings.can_send(state, seat, origin, target) + max(fresh) >= nuked.fewest(state, target)
        for seat in seats
        for origin in state.held(seat)
        for target in state.neighbours(origin)
        if state.holdings[target].owner != seat
    )
    return len(seats) > 1 and not possible and len(fresh) == 1


def _incomes(state: NukedState, seat: str) -> tuple[tuple[Term, ...], ...]:
    return nuked.income(state, seat, "anywhere"), nuked.income(state, seat, "capital")


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
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    soldiers: dict[str, int],
    held: tuple[str, ...],
    deadlocked: bool,
) -> None:
    monkeypatch.setenv(VARIABLE, str(tmp_path))
    kept = library.keep(board(139, SMALLEST))
    places = {f"p{number}" for number in range(1, SMALLEST + 1)}
    board_held: Held = {
        place: ("red" if place in held else "blue", soldiers.get(place, 1)) for place in places
    }
    assert is_deadlocked(a_state(board_held, players=2, board=kept)) == deadlocked


@pytest.mark.parametrize("game", GAMES)
@pytest.mark.parametrize(("territories", "players"), [(8, 2), (33, 3)])
def test_some_random_boards_are_played_to_the_end(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, territories: int, players: int, game: str
) -> None:
    monkeypatch.setenv(VARIABLE, str(tmp_path))
    fits = game != "balance" or territories >= 30
    named = library.keep(board(territories, territories))
    assert plays_to_the_end(named, game, players, 1, GAMES[game]) == fits


@pytest.mark.slow
@pytest.mark.parametrize("seed", range(ALL))
def test_random_boards_are_played_to_the_end(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, seed: int
) -> None:
    monkeypatch.setenv(VARIABLE, str(tmp_path))
    monkeypatch.setattr("tests.bench.bots.LONGEST", LONGEST)
    named = library.keep(board(seed, size(seed)))
    for game, house_rules in GAMES.items():
        plays_to_the_end(named, game, min(2 + seed % 5, find_game(game).seats[1]), seed, house_rules)
