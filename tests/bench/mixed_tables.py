"""Computer players of two strengths at one table of 2 to 6: which one wins, against its share of the seats.

``python -m tests.bench.mixed_tables play GAME [--seats N ...] [--games N]`` plays the games that
``results/mixed_tables.csv`` lacks, one line for each, no more than tell whether the stronger wins its share
of `GOALS` (sequential probability ratio test: Wald, "Sequential tests of statistical hypotheses", 1945);
``table`` prints the results with their intervals (Wilson, 1927, 95 per cent), and what the test says, as
``results/computer_players.md`` has it.
After a bot has changed, delete its lines.
"""

import argparse
from collections import Counter
from itertools import combinations
from math import log, sqrt
from pathlib import Path
from typing import cast

from companion.games import find_game
from tests.bench.bots import Player, append_row, last_state, read_rows

RESULTS = Path(__file__).with_name("results") / "mixed_tables.csv"
"""The games played so far: game, seats, one, other, seed, who won."""
PAIRS: tuple[tuple[Player, Player], ...] = (("hard", "normal"), ("normal", "easy"), ("easy", None))
SIDED = ("rogue",)
"""Games in which two sides of several seats play; one of mixed strengths wins for nobody."""
SURE = 1.96
"""Standard deviations of a 95 per cent interval."""
GOALS: dict[Player, tuple[float, float]] = {
    "hard": (0.62, 0.78),
    "normal": (0.62, 0.78),
    "easy": (0.84, 0.96),
}
"""Shares of wins, about 70 and 90 of 100, that the sequential test tells apart, by the stronger player."""
ODDS = 19.0
"""How much likelier one of both shares must be before the test stops: it errs in 1 of 20."""


def seating(one: Player, other: Player, seats: int, seed: int) -> tuple[Player, ...]:
    """Seat both alternately; who sits first changes with the seed, and so who is one more at an odd table."""
    return tuple(one if (at + seed) % 2 == 0 else other for at in range(seats))


def halves(one: Player, other: Player, seats: int, seed: int) -> tuple[Player, ...]:
    """Seat each half of an even table in turn: who is on one side in Rogue depends on the scenario."""
    ways = list(combinations(range(seats), seats // 2))
    return tuple(one if at in ways[seed % len(ways)] else other for at in range(seats))


def winner(name: str, seats: int, one: Player, other: Player, seed: int) -> str:
    """Play one game: ``one``, ``other`` or ``nobody`` has won."""
    sides = name in SIDED and seats % 2 == 0
    players = (halves if sides else seating)(one, other, seats, seed)
    state = last_state(find_game(name), players, seed)
    won = {players[at] for at, seat in enumerate(state.seats) if seat.id in state.winners}
    return "nobody" if len(won) != 1 else "one" if won == {one} else "other"


def interval(won: int, games: int) -> tuple[float, float]:
    """Return the 95 per cent interval of a share (Wilson)."""
    share, spread = won / games, SURE**2 / games
    middle = (share + spread / 2) / (1 + spread)
    half = SURE * sqrt(share * (1 - share) / games + spread / games / 4) / (1 + spread)
    return middle - half, middle + half


def verdict(one: str, won: int, lost: int) -> str:
    """Return what the sequential test says of a goal: ``met``, ``missed``, or ``open`` while it goes on."""
    low, high = GOALS[cast(Player, one)]
    likelier = won * log(high / low) + lost * log((1 - high) / (1 - low))
    return "met" if likelier >= log(ODDS) else "missed" if likelier <= -log(ODDS) else "open"


def play_missing(name: str, seats: list[int], pairs: list[tuple[Player, Player]], most: int) -> None:
    """Play games until the test has decided, at most this many of a kind, and save each at once."""
    won: dict[tuple[str, ...], dict[str, str]] = {}
    for *kind, seed, who in read_rows(RESULTS):
        won.setdefault(tuple(kind), {})[seed] = who
    for seed in map(str, range(most)):
        for number in seats:
            for one, other in pairs:
                kind = [name, str(number), str(one), other or "random"]
                known = won.setdefault(tuple(kind), {})
                count = Counter(known.values())
                if seed in known or verdict(str(one), count["one"], count["other"]) != "open":
                    continue
                known[seed] = winner(name, number, one, other, int(seed))
                append_row(RESULTS, [*kind, seed, known[seed]])


def table() -> str:
    """Return how often the stronger won, of the games that somebody has won, as a table in Markdown."""
    won: dict[tuple[str, str, str, str], Counter[str]] = {}
    for name, seats, one, other, _, who in read_rows(RESULTS):
        won.setdefault((name, one, other, seats), Counter())[who] += 1
    lines = [
        "| game | bot | among | seats | won | lost | nobody | of 100 | 95 per cent | goal |",
        "|---" * 10 + "|",
    ]
    for (name, one, other, seats), count in sorted(won.items()):
        if games := count["one"] + count["other"]:
            low, high = interval(count["one"], games)
            row = f"{count['one']} | {count['other']} | {count['nobody']} | {100 * count['one'] / games:.0f}"
            told = f"{100 * low:.0f} to {100 * high:.0f} | {verdict(one, count['one'], count['other'])}"
            lines.append(f"| {name} | {one} | {other} | {seats} | {row} | {told} |")
    return "\n".join(lines)


def main() -> None:
    """Play, or print the table."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("what", choices=("play", "table"))
    parser.add_argument("game", nargs="?", default="classic")
    parser.add_argument("--seats", type=int, nargs="+", default=[2, 3, 4, 6])
    parser.add_argument("--bot", choices=[str(one) for one, _ in PAIRS], help="only this stronger bot")
    parser.add_argument("--games", type=int, default=100)
    asked = parser.parse_args()
    if asked.what == "table":
        print(table())
    else:
        pairs = [pair for pair in PAIRS if asked.bot in (None, pair[0])]
        play_missing(asked.game, asked.seats, pairs, asked.games)


if __name__ == "__main__":
    main()
