"""Many simulated games of a map game: how long they are, who leads, and which seats win.

``python -m tests.bench.simulations nuked fierce 1000`` prints one line. Peaceful players attack in one turn
of five; fierce ones whenever their bot wants to. Set-up questions are answered as the bots would.
"""

import sys
import time
from collections import Counter
from statistics import median

from companion.games import find_game
from companion.referee.bot import Bot
from companion.referee.houserules import set_house_rules
from companion.referee.questions import END, PickOrEnd
from companion.referee.seats import seats_of
from companion.referee.table import Table

ROUNDS = 40
PEACEFUL_TURNS = 4
"""Of five turns of a peaceful player, so many pass without an attack."""


def play(name: str, manner: str, seed: int) -> tuple[Table, int | None]:  # type: ignore[type-arg]
    """Play a game to its end, or to the last round; returns the table and who won, by place in the order."""
    game = find_game(name)
    players = 2 + seed % 4
    table = Table(game, game.begin(seats_of(players), set_house_rules(game.house_rules, {})))
    assert game.bot is not None
    bots: dict[str | None, Bot] = {}  # type: ignore[type-arg]
    for number, seat in enumerate((None, *(seat.id for seat in table.state.seats))):
        bots[seat] = game.bot("normal", 1000 * seed + number)
    while table.question is not None and table.state.round <= ROUNDS:
        asked, state = table.question, table.state
        quiet = manner == "peaceful" and (state.turn + seed) % (PEACEFUL_TURNS + 1)
        ends = quiet and state.turn and state.step == "attack" and isinstance(asked, PickOrEnd)
        if ends and table.answer(END).allowed:
            continue
        advice = bots[asked.seat].advise(asked, state)
        assert advice is not None
        assert table.answer(advice.answer).allowed, (asked, advice)
    order = [seat.id for seat in table.state.seats]
    first = order.index(getattr(table.state, "starter", None) or order[0])
    won = table.state.winners
    return table, (order.index(won[0]) - first) % players if won else None


def simulate(name: str, manner: str, games: int, limit_s: float = 1500.0) -> str:
    """Play many games and say in one line what came of them."""
    began, rounds, ended, changes, played = time.monotonic(), [], 0, [], 0
    wins: Counter[tuple[int, int]] = Counter()
    tables: Counter[int] = Counter()
    for seed in range(games):
        if time.monotonic() - began > limit_s:
            break
        table, winner = play(name, manner, seed)
        players = len(table.state.seats)
        played += 1
        rounds.append(table.state.round)
        changes.append(len(table.entries))
        if winner is not None:
            ended += 1
            tables[players] += 1
            wins[players, winner] += 1
    share = {
        f"{players}/{place + 1}": round(count * players / tables[players], 2)
        for (players, place), count in sorted(wins.items())
    }
    return (
        f"{name} {manner}: {played} games, {ended} ended within {ROUNDS} rounds, "
        f"median {median(rounds)} rounds, {median(changes):.0f} answers; "
        f"wins by players/seat, 1 is a fair share: {share}"
    )


if __name__ == "__main__":
    print(
        simulate(
            sys.argv[1], sys.argv[2], int(sys.argv[3]), float(sys.argv[4]) if len(sys.argv) > 4 else 1500
        )
    )
