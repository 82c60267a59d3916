"""Simulates many games of a map game: their length, changes of the leader, and wins by seat.

``python -m tests.bench.simulations play nuked fierce 1000`` plays the games that ``results/`` lacks yet, one
line of CSV for each; ``python -m tests.bench.simulations table nuked`` prints the results, as the
READMEs of the games have it. Peaceful players attack in one turn of five; fierce ones whenever their bot
wants to. Players and presets change from game to game.
"""

import csv
import sys
from collections import Counter
from collections.abc import Iterator
from dataclasses import asdict, dataclass, fields
from itertools import pairwise
from pathlib import Path
from random import Random
from statistics import median
from typing import Any

from companion.games import find_game
from companion.games.nuked.rulesets import presets as nuked_presets
from companion.referee.bot import Bot
from companion.referee.game import Game
from companion.referee.houserules import set_house_rules
from companion.referee.questions import END, Choose, PickOrEnd
from companion.referee.random_bot import RandomBot
from companion.referee.seats import seats_of
from companion.referee.table import Table
from tests.bench.bots import seen_answer

RESULTS = Path(__file__).with_name("results")
MANNERS = ("fierce", "peaceful")
ROUNDS = 40
PEACEFUL_TURNS = 4
"""Peaceful players do not attack in this many of five turns."""
EARLY = 2
"""Rounds after which the remaining starting territories are counted."""


@dataclass(frozen=True)
class GameResult:
    """The result of a game.

    Attributes:
        seed: seed of the game.
        players: number of players.
        preset: the rule set or house rules.
        rounds: the round in which it ended, or was stopped.
        answers: number of answers.
        winner: place of the winner in the order of play, from 1; 0 without a winner.
        leads: how often another seat took the most territories, as seen at the ends of rounds.
        led: 1 if the winner led in the middle of the game, else 0.
        left: minimum share of its starting territories that a seat kept after two rounds, in per cent.
    """

    seed: int
    players: int
    preset: str
    rounds: int
    answers: int
    winner: int
    leads: int
    led: int
    left: int


def presets(game: Game[Any]) -> tuple[str, ...]:
    """Return the variants to play: the rule sets of Nuked, else the default and the presets of the lobby."""
    if game.id == "nuked":
        return tuple(rule_set.name for rule_set in nuked_presets())
    return ("plain", *(preset.title for preset in game.presets))


def play(game: Game[Any], manner: str, seed: int) -> GameResult:
    """Play a game to its end, or to the last round."""
    least, most = game.seats
    players, turn_of = least + seed % (most + 1 - least), seed // (most + 1 - least)
    preset = presets(game)[turn_of % len(presets(game))]
    house = next((dict(known.house_rules) for known in game.presets if known.title == preset), {})
    table = Table(game, game.begin(seats_of(players), set_house_rules(game.house_rules, house)))
    assert game.bot is not None
    bots: dict[str | None, Bot[Any]] = {
        seat: game.bot("normal", 1000 * seed + number)
        for number, seat in enumerate((None, *(seat.id for seat in table.state.seats)))
    }
    chance = RandomBot(seed)
    ends: list[dict[str, int]] = []
    while table.question is not None and table.state.round <= ROUNDS:
        answer(table, bots, chance, manner, seed, preset)
        if table.state.turn and len(ends) < table.state.round:
            ends.append(_territories(table))
    return _result(table, ends, seed, preset)


def _territories(table: Table[Any]) -> dict[str, int]:
    return {seat.id: len(table.state.held(seat.id)) for seat in table.state.seats}


def answer(
    table: Table[Any],
    bots: dict[str | None, Bot[Any]],
    chance: RandomBot,
    manner: str,
    seed: int,
    preset: str,
) -> None:
    """Answer the open question like the bot of the seat; peaceful players often attack nobody."""
    asked, state = table.question, table.state
    assert asked is not None
    if state.step == "rules" and table.answer(preset if isinstance(asked, Choose) else True).allowed:
        return
    may_attack = state.turn and state.step == "attack" and isinstance(asked, PickOrEnd)
    ends = manner == "peaceful" and may_attack and _is_peaceful(state, seed)
    if ends and table.answer(END).allowed:
        return
    advice = bots[asked.seat].advise(asked, state)
    said = advice.answer if advice else seen_answer(table, chance)
    assert table.answer(said).allowed, (asked, said)


def _is_peaceful(state: Any, seed: int) -> bool:
    """Decide at random whether the player passes this turn, so that no seat is always the first to attack."""
    return Random(f"{seed} {state.turn}").randrange(PEACEFUL_TURNS + 1) > 0


def _result(table: Table[Any], starts: list[dict[str, int]], seed: int, preset: str) -> GameResult:
    """Summarize a game, given the territories of all seats at the start of every round."""
    state = table.state
    order = [seat.id for seat in state.seats]
    first = order.index(state.starter or order[0])
    winner = state.winners[0] if state.winners else None
    leaders = [max(held, key=lambda seat: held[seat]) for held in (*starts[1:], _territories(table))]
    early = starts[min(EARLY, len(starts) - 1)]
    return GameResult(
        seed=seed,
        players=len(order),
        preset=preset,
        rounds=min(state.round, ROUNDS),
        answers=len(table.entries),
        winner=(order.index(winner) - first) % len(order) + 1 if winner else 0,
        leads=sum(one != two for one, two in pairwise(leaders)),
        led=int(leaders[len(leaders) // 2] == winner),
        left=min(100 * early[seat] // starts[0][seat] for seat in order),
    )


# --- the results -------------------------------------------------------------------------------------------


def results(game: str, manner: str) -> list[GameResult]:
    """Read the results of the games played so far."""
    path = RESULTS / f"{game}-{manner}.csv"
    if not path.exists():
        return []
    with path.open(newline="") as file:
        rows = list(csv.DictReader(file))
    numbers = {field.name for field in fields(GameResult)} - {"preset"}
    values: Iterator[dict[str, Any]] = (
        {name: int(row[name]) if name in numbers else row[name] for name in row} for row in rows
    )
    return [GameResult(**value) for value in values]


def play_on(name: str, manner: str, games: int) -> None:
    """Play the games missing up to this many, and save each at once."""
    RESULTS.mkdir(exist_ok=True)
    known, game = {played.seed for played in results(name, manner)}, find_game(name)
    with (RESULTS / f"{name}-{manner}.csv").open("a", newline="") as file:
        rows = csv.DictWriter(file, [field.name for field in fields(GameResult)], lineterminator="\n")
        if not known:
            rows.writeheader()
        for seed in range(games):
            if seed not in known:
                rows.writerow(asdict(play(game, manner, seed)))
                file.flush()


def tables(name: str) -> Iterator[str]:
    """Write the tables of a game's README: lengths and leaders, then the share of wins by seat.

    Rounds: the median, and the 10th and 90th percentiles. New leaders: how often another seat took the
    most territories. Leader won: games won by the leader at half-time. Left: minimum share of its starting
    territories that a seat kept after two rounds; the median of all games, and the minimum.
    """
    yield f"| players are | games | ended in {ROUNDS} rounds | rounds | new leaders | leader won | left |"
    yield "|---|---|---|---|---|---|---|"
    for manner in MANNERS:
        yield _lengths(manner, results(name, manner))
    most = find_game(name).seats[1]
    yield ""
    yield f"| players are | players | games | {' | '.join(f'seat {seat}' for seat in range(1, most + 1))} |"
    yield "|---|---|---|" + "---|" * most
    for manner in MANNERS:
        yield from _shares(manner, results(name, manner), most)


def _lengths(manner: str, games: list[GameResult]) -> str:
    ended = [game for game in games if game.winner]
    rounds = sorted(game.rounds for game in games)
    left = sorted(game.left for game in games)
    cells = (
        manner,
        len(games),
        len(ended),
        f"{median(rounds):.0f} ({rounds[len(rounds) // 10]} to {rounds[-len(rounds) // 10]})",
        f"{median(game.leads for game in games):.0f}",
        f"{sum(game.led for game in ended) / len(ended):.0%}",
        f"{median(left):.0f} %, least {left[0]} %",
    )
    return f"| {' | '.join(map(str, cells))} |"


def _shares(manner: str, games: list[GameResult], most: int) -> Iterator[str]:
    """Yield for every number of players how often each seat won, relative to a fair share of 1."""
    for players in sorted({game.players for game in games}):
        wins = Counter(game.winner for game in games if game.winner and game.players == players)
        shares = [f"{wins[seat] * players / max(1, wins.total()):.2f}" for seat in range(1, players + 1)]
        cells = (manner, players, wins.total(), *shares, *[""] * (most - players))
        yield f"| {' | '.join(map(str, cells))} |"


if __name__ == "__main__":
    if sys.argv[1] == "play":
        play_on(sys.argv[2], sys.argv[3], int(sys.argv[4]))
    else:
        print("\n".join(tables(sys.argv[2])))
