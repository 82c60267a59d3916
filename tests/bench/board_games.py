"""Games of bots on the boards that ship and on random ones, each in every game that takes it.

``python -m tests.bench.board_games play shipped`` plays each board that ships at every number of seats, by
the printed rules, by rules that ask less, and by each preset, with normal bots; ``play random`` plays 300
random boards of 8 to 90 territories, Classic with bots of all strengths at each table. Both play what
``results/board_games.csv`` lacks and write a line for each game; ``table`` prints the results, as
companion/games/boards/README.md has them. After a bot has changed, delete its lines.
"""

import argparse
import os
import random
from collections import Counter, deque
from collections.abc import Iterable, Iterator, Mapping
from functools import cache
from pathlib import Path
from statistics import median
from tempfile import TemporaryDirectory
from time import process_time
from typing import NamedTuple

from companion.data_folder import VARIABLE
from companion.games import find_game
from companion.games.boards import library
from companion.games.boards.board import load_board
from companion.games.boards.board_files import BoardFile
from companion.games.nuked import rules as nuked
from companion.games.nuked import rulings
from companion.games.nuked.state import NukedState
from companion.games.territory.reinforcement import Term, total
from companion.referee.bot import STRENGTHS, Strength
from companion.referee.houserules import fitting, set_house_rules
from tests.bench.bots import append_row, played, read_rows
from tests.bench.random_boards import random_board

RESULTS = Path(__file__).with_name("results") / "board_games.csv"
SHIPPED = ("classic", "duel", "archipelago", "europe")
SMALLEST, LARGEST = 8, 90
"""Territories of a random board."""
ALL = 300
"""Random boards."""
MOST_SEATS = 6
LONGEST = 40_000
"""Most answers of a game: on large boards more than the 6,000 of the bench of bots."""
GAMES = {
    "classic": {"placing": "all at once"},
    "nuked": {"rule_set": "Steady"},
    "balance": {"placing": "all at once"},
}
"""Each game that can be played on other boards, with house rules that ask less."""
PRINTED, QUICK = "printed", "quick"
DOES_NOT_FIT = "does not fit"


Planned = tuple[str, str, str, tuple[Strength, ...], str, Mapping[str, str]]
"""A game to play: what the board is called, its name, the game, bots, the title of the way, house rules."""


class Row(NamedTuple):
    """A game that was played.

    Attributes:
        board: name of a board that ships, or "random" and its seed.
        territories: its size.
        game: id.
        seats: number of players.
        way: title of the preset; PRINTED, or QUICK for `GAMES`.
        answers: how many were given.
        turns: how many were played.
        end: "won", "deadlocked", "open" after LONGEST answers, or DOES_NOT_FIT.
        seconds: of computing.
    """

    board: str
    territories: int
    game: str
    seats: int
    way: str
    answers: int
    turns: int
    end: str
    seconds: float


def size(seed: int) -> int:
    """Return the number of territories of a random board."""
    return random.Random(seed).randint(SMALLEST, LARGEST)


@cache
def board(seed: int, territories: int) -> BoardFile:
    """Return a random board."""
    return random_board(random.Random(seed), territories)


def ways(game: str, board: str) -> dict[str, Mapping[str, str]]:
    """Return the printed rules, those that ask less, and each preset, as far as the board takes them."""
    rules = find_game(game)
    chosen = {PRINTED: {}, QUICK: GAMES[game]} | {item.title: item.house_rules for item in rules.presets}
    fit = {title: fitting(rules.house_rules, {"board": board, **way})[0] for title, way in chosen.items()}
    return {
        title: way for title, way in fit.items() if way not in list(fit.values())[: list(fit).index(title)]
    }


def normal(seats: int) -> tuple[Strength, ...]:
    """Seat normal bots."""
    players: tuple[Strength, ...] = ("normal",)
    return players * seats


def mixed(seats: int, seed: int) -> tuple[Strength, ...]:
    """Seat bots of all strengths in turn: normal ones alone take too long in Classic on large boards."""
    return tuple(STRENGTHS[(at + seed) % len(STRENGTHS)] for at in range(seats))


def finished(board: str, game: str, players: tuple[Strength, ...], house_rules: Mapping[str, str]) -> Row:
    """Play a game of bots on a board to its end; `board` and `way` of the row are to be named."""
    seats = len(players)
    rules, territories, began = find_game(game), len(load_board(board).territories), process_time()
    house, refused = fitting(rules.house_rules, {"board": board, **house_rules})
    if "board" in refused:
        return Row(board, territories, game, seats, "", 0, 0, DOES_NOT_FIT, 0.0)
    tables = played(rules, players, seats, set_house_rules(rules.house_rules, house), LONGEST)
    (table,) = deque(tables, maxlen=1)
    end = "won" if table.question is None and table.state.winners else "open"
    if end == "open" and game == "nuked" and is_deadlocked(table.state):
        end = "deadlocked"
    took = round(process_time() - began, 2)
    return Row(board, territories, game, seats, "", len(table.entries), table.state.turn, end, took)


def is_deadlocked(state: NukedState) -> bool:
    """Return whether nobody can attack in Nuked, even with all fresh soldiers, and everybody gets as many.

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


def _seats(game: str) -> range:
    """Return the numbers of players of a game."""
    fewest, most = find_game(game).seats
    return range(fewest, min(MOST_SEATS, most) + 1)


def of_shipped() -> Iterator[Planned]:
    """Return all games on boards that ship."""
    for name in SHIPPED:
        for game in GAMES:
            for seats in _seats(game):
                for title, way in ways(game, name).items():
                    yield name, name, game, normal(seats), title, way


def of_random(seeds: Iterable[int] = range(ALL)) -> Iterator[Planned]:
    """Return all games on random boards, which are kept in the data folder."""
    for seed in seeds:
        named = library.keep(board(seed, size(seed)))
        for game, way in GAMES.items():
            seats = _seats(game)
            number = min(seats[0] + seed % 5, seats[-1])
            players = mixed(number, seed) if game == "classic" else normal(number)
            yield f"random {seed}", named, game, players, QUICK, way


def read() -> list[Row]:
    """Return the games played so far."""
    return [
        Row(b, int(t), g, int(s), w, int(a), int(n), e, float(c))
        for b, t, g, s, w, a, n, e, c in read_rows(RESULTS)
    ]


def play_missing(games: Iterable[Planned]) -> None:
    """Play the games missing in the results, and save each at once."""
    known = {(row.board, row.game, row.seats, row.way) for row in read()}
    for named, reference, game, players, title, way in games:
        if (named, game, len(players), title) in known:
            continue
        append_row(RESULTS, finished(reference, game, players, way)._replace(board=named, way=title))


def table() -> None:
    """Print how the games on each board ended."""
    groups: dict[tuple[str, str], list[Row]] = {}
    for row in read():
        groups.setdefault((row.board if row.board in SHIPPED else "random", row.game), []).append(row)
    print(
        "| board | game | games | seats | won | deadlocked | open | turns | answers, longest |\n"
        + "|---" * 9
        + "|"
    )
    for (name, game), rows in groups.items():
        fit = [row for row in rows if row.end != DOES_NOT_FIT]
        if not fit:
            print(f"| {name} | {game} | {DOES_NOT_FIT} |||||||")
            continue
        ends, seats = Counter(row.end for row in fit), [row.seats for row in fit]
        turns, longest = median(row.turns for row in fit), max(row.answers for row in fit)
        print(
            f"| {name} | {game} | {len(fit)} | {min(seats)} to {max(seats)} | {ends['won']} | "
            f"{ends['deadlocked']} | {ends['open']} | {turns:.0f} | {longest:,} |"
        )


def main() -> None:
    """Play, or print the table."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("what", choices=("play", "table"))
    parser.add_argument("boards", nargs="?", choices=("shipped", "random"), default="shipped")
    asked = parser.parse_args()
    if asked.what == "table":
        table()
        return
    with TemporaryDirectory() as folder:
        os.environ[VARIABLE] = folder
        play_missing({"shipped": of_shipped, "random": of_random}[asked.boards]())


if __name__ == "__main__":
    main()
