"""Bots against the random player and each other, two at a table who alternate seats.

``python -m tests.bench.bots play [GAME ...] [--games N]`` plays the games that ``results/bots.csv`` lacks,
one line for each; ``python -m tests.bench.bots table`` prints the results. After
a bot has changed, delete its lines. ``python -m tests.bench.bots times [GAME ...] [--games N]``
plays games of the most seats and prints how long answers take.
"""

import argparse
import csv
from collections import Counter, deque
from collections.abc import Iterable, Iterator
from itertools import combinations
from pathlib import Path
from time import thread_time
from typing import Any

import numpy as np
from msgspec import structs

from companion.games import every_game, find_game
from companion.games.rogue.cards import BACK, NEW
from companion.games.starcraft.setup_basic import DEAL
from companion.referee.bot import STRENGTHS, Bot, Strength
from companion.referee.game import Game
from companion.referee.houserules import HouseRules, set_house_rules
from companion.referee.questions import END, Choose, Count, PickOrEnd, PickSeveral, PlayCards
from companion.referee.random_bot import RandomBot
from companion.referee.seats import seats_of
from companion.referee.table import Table

LONGEST = 6000
"""Maximum number of answers; then the game counts as a draw."""
HOUSE: dict[str, dict[str, str]] = {"classic": {"placing": "all at once"}, "battle": {"treasury": "yes"}}
"""House rules with which the games are played."""

RESULTS = Path(__file__).with_name("results") / "bots.csv"

Player = Strength | None
"""A bot of this strength, or the random player."""

PAIRS: tuple[tuple[Player, Player], ...] = (
    *((strength, None) for strength in STRENGTHS[::-1]),
    *combinations(STRENGTHS[::-1], 2),
)
"""Pairs of opponents."""


def played(
    game: Game[Any],
    players: tuple[Player, ...],
    seed: int,
    house: HouseRules,
    longest: int = LONGEST,
    spent: list[float] | None = None,
) -> Iterator[Table[Any]]:
    """Play one game; yields the table at the start and after each answer.

    Args:
        game: what is played.
        players: who plays, in order of the seats.
        seed: the same seed plays the same game.
        house: the house rules.
        longest: most answers.
        spent: takes the time of the processor that each answer of a bot took, in seconds.
    """
    seats = tuple(
        structs.replace(seat, strength=player)
        for seat, player in zip(seats_of(len(players)), players, strict=True)
    )
    table = Table(game, game.begin(seats, house))
    chance = RandomBot(seed)
    assert game.bot is not None
    bots = {
        seat.id: game.bot(player, seed) if player else None
        for seat, player in zip(seats, players, strict=True)
    }
    yield table
    for _ in range(longest):
        if table.question is None:
            return
        bot, started = bots.get(table.question.seat or ""), thread_time()
        answer = bot_answer(table, bot, chance)
        if spent is not None and bot is not None:
            spent.append(thread_time() - started)
        ruling = table.answer(answer)
        assert ruling.allowed, (table.question, answer, ruling)
        yield table


def bot_answer(table: Table[Any], bot: Bot[Any] | None, chance: RandomBot) -> Any:
    """Answer as a bot does, and randomly where it says nothing; all randomly without a bot."""
    question = table.question
    if bot is None:
        return table_answer(table, chance)
    # Nobody has described a card, so nobody lays one.
    no_cards = isinstance(question, Count) and question.unit == "cards"
    advice = None if question is None or no_cards else bot.advise(question, table.state)
    if question is None or advice is None:
        return seen_answer(table, chance)
    # All bots of a table have one seed, and would all roll the same dice in the same order.
    rolls = question.by_chance and advice.answer not in [{"offer": offer.id} for offer in question.offers]
    return table_answer(table, chance) if rolls else advice.answer


def last_state(game: Game[Any], players: tuple[Player, ...], seed: int) -> Any:
    """Play one game by the bench's house rules and return its last state."""
    house = set_house_rules(game.house_rules, HOUSE.get(game.id, {}))
    (state,) = deque((table.state for table in played(game, players, seed, house)), maxlen=1)
    return state


def play(game: Game[Any], players: tuple[Player, ...], seed: int) -> int | None:
    """Play one game and return the place of the winner; None if nobody has won."""
    state = last_state(game, players, seed)
    winners = [at for at, seat in enumerate(state.seats) if seat.id in state.winners]
    return winners[0] if len(winners) == 1 else None


def seen_answer(table: Table[Any], chance: RandomBot) -> Any:
    """Answer a question about hidden cards for a bot: lay a set if the hand can hold one."""
    question = table.question
    if isinstance(question, PlayCards) and any(question.allowed):
        return sorted(map(list, question.allowed), key=len)[-1]
    return table_answer(table, chance)


def table_answer(table: Table[Any], chance: RandomBot) -> Any:
    """Answer randomly, but start fairly, aim cannons only at enemies, and invent no faces or cards."""
    question = table.question
    # Risk StarCraft's printed chart is lost; one that is entered by chance decides the game by itself.
    if isinstance(question, Choose) and DEAL in [option.id for option in question.options]:
        return DEAL
    if isinstance(question, Count) and question.suggested is not None and not table.state.turn:
        return question.suggested
    if isinstance(question, Choose) and "house" in [option.id for option in question.options]:
        return "house"
    if isinstance(question, Choose) and NEW in [option.id for option in question.options]:
        return BACK
    if isinstance(question, Count) and question.unit == "cards":
        return question.least
    if isinstance(question, PickOrEnd) and "CL-SET-2" in question.rules:
        return END
    if isinstance(question, PickSeveral) and question.template and question.seat:
        enemies = [name for name in question.allowed if table.state.soldiers[name].seat != question.seat]
        return chance.random.sample(enemies, min(2, len(enemies)))
    assert question is not None
    return chance.answer(question)


def winner(game: Game[Any], one: Player, other: Player, seed: int) -> str:
    """Play a game of two, with seats by seed: ``one``, ``other`` or ``nobody`` has won."""
    first = seed % 2 == 0
    won = play(game, (one, other) if first else (other, one), seed)
    return "nobody" if won is None else "one" if (won == 0) == first else "other"


def match(game: Game[Any], one: Player, other: Player, games: int) -> Counter[str]:
    """Play this many games of two and count who won."""
    return Counter(winner(game, one, other, seed) for seed in range(games))


def read_rows(path: Path) -> list[list[str]]:
    """Return the rows of a file of results; none if nothing has been played."""
    if not path.exists():
        return []
    with path.open(newline="") as file:
        return list(csv.reader(file))


def append_row(path: Path, row: Iterable[object]) -> None:
    """Add a row to a file of results."""
    with path.open("a", newline="") as file:
        csv.writer(file, lineterminator="\n").writerow(row)


def read() -> dict[tuple[str, str, str, int], str]:
    """Return who won every game played so far, by game, bot, rival and seed."""
    return {(row[0], row[1], row[2], int(row[3])): row[4] for row in read_rows(RESULTS)}


def play_missing(games: list[str], most: int) -> None:
    """Play the games missing in the results, evenly over games and pairs, and save each at once."""
    known = read()
    for seed in range(most):
        for game in map(find_game, games):
            for one, other in PAIRS:
                key = (game.id, str(one), other or "random", seed)
                if key not in known:
                    append_row(RESULTS, [*key, winner(game, one, other, seed)])


def table() -> None:
    """Print how often each bot won."""
    won: dict[tuple[str, str, str], Counter[str]] = {}
    for (*pair, _), who in read().items():
        won.setdefault((str(pair[0]), str(pair[1]), str(pair[2])), Counter())[who] += 1
    print("| game | bot | against | games | won | lost | nobody |\n|---|---|---|---|---|---|---|")
    for game in (game.id for game in every_game() if game.bot):
        for one, other in PAIRS:
            count = won.get((game, str(one), other or "random"), Counter())
            if games := count.total():
                row = f"{games} | {count['one']} | {count['other']} | {count['nobody']}"
                print(f"| {game} | {one} | {other or 'random'} | {row} |")


def times(names: list[str], games: int) -> None:
    """Print how long the answers of bots take, in games of the most seats: middle, 99 of 100, slowest."""
    print("| game | bot | answers | ms, middle | 99 of 100 | slowest |\n|---|---|---|---|---|---|")
    for game in map(find_game, names):
        house = set_house_rules(game.house_rules, HOUSE.get(game.id, {}))
        for strength in STRENGTHS[::-1]:
            spent: list[float] = []
            for seed in range(games):
                deque(played(game, (strength,) * game.seats[1], seed, house, spent=spent), maxlen=0)
            shown = " | ".join(f"{1000 * part:.1f}" for part in np.quantile(spent, (0.5, 0.99, 1)))
            print(f"| {game.id} | {strength} | {len(spent)} | {shown} |", flush=True)


def main() -> None:
    """Play, or print the table."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("what", choices=("play", "table", "times"))
    parser.add_argument("game", nargs="*", help="which games; all by default")
    parser.add_argument("--games", type=int, default=100)
    asked = parser.parse_args()
    games = asked.game or [game.id for game in every_game() if game.bot]
    if asked.what == "table":
        table()
    elif asked.what == "times":
        times(games, asked.games)
    else:
        play_missing(games, asked.games)


if __name__ == "__main__":
    main()
