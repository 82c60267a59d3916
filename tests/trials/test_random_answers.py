"""Random answers, undoing and corrections in all games: no raw exception, and the notation reads back.

``python -m tests.trials.test_random_answers HOURS [SEED]`` plays all games in turn for so long, by house
rules by chance, and prints counts and the seed from which the next piece goes on.
"""

import random
import sys
import time
from typing import Any

import pytest

from companion.games import every_game
from companion.referee.correction import Correctable
from companion.referee.game import Game
from companion.referee.houserules import fitting, set_house_rules, switches
from companion.referee.random_bot import RandomBot
from companion.referee.seats import seats_of
from companion.referee.table import Table

LONGEST = 600
"""Answers of one game before the next begins."""

REPORT_S = 300.0
"""Seconds between two lines of counts."""


def some_value(thing: Correctable, rng: random.Random) -> int | str:
    return rng.choice(thing.choices) if thing.choices else rng.randint(thing.least, thing.most)


def play_randomly(game: Game[Any], seed: int, most: int) -> tuple[int, str]:
    """Play one game at random; return the answers that were tried, and what was wrong with the last."""
    rng, bot = random.Random(seed), RandomBot(seed)
    fewest, largest = game.seats
    chosen = {switch.name: rng.choice(switch.choices).value for switch in switches(game.house_rules)}
    house_rules = set_house_rules(game.house_rules, fitting(game.house_rules, chosen)[0])
    table = Table(game, game.begin(seats_of(rng.randint(fewest, largest)), house_rules))
    tried = 0
    while table.question is not None and tried < most:
        tried += 1
        try:
            act = rng.random()
            if act < 0.01 and (things := game.correctables(table.state)):
                table.correct({(thing := rng.choice(things)).key: some_value(thing, rng)})
            elif act < 0.02 and table.entries:
                table.undo(rng.randint(1, min(4, len(table.entries))))
            elif act < 0.03 and game.notation.read(game.notation.write(table.state)) != table.state:
                return tried, f"{game.id}, seed {seed}, after {len(table.entries)}: read back differently"
            elif not table.answer(bot.answer(table.question)).allowed:
                return tried, f"{game.id}, seed {seed}, after {len(table.entries)}: the bot was refused"
        except Exception as error:
            return tried, f"{game.id}, seed {seed}, after {len(table.entries)} entries: {error!r}"
    return tried, ""


@pytest.mark.tries(300_000)
@pytest.mark.parametrize("game", every_game(), ids=lambda game: game.id)
def test_random_answers(game: Any, tries: int, count: list[str], tried: list[str]) -> None:
    seed = 0
    while len(tried) < tries:
        seed += 1
        answers, wrong = play_randomly(game, seed, min(LONGEST, tries - len(tried)))
        tried.extend([""] * answers)
        count.extend([wrong] if wrong else [])


def play_for(hours: float, seed: int) -> None:
    """Play all games in turn from a seed on, and print counts every few minutes."""
    began = told = time.monotonic()
    counts = dict.fromkeys((game.id for game in every_game()), 0)
    losses = 0
    while time.monotonic() - began < hours * 3600:
        for game in every_game():
            answers, wrong = play_randomly(game, seed, LONGEST)
            counts[game.id] += answers
            if wrong:
                losses += 1
                print(wrong, flush=True)
        seed += 1
        if time.monotonic() - told > REPORT_S:
            told = time.monotonic()
            print(_told(counts, losses, seed), flush=True)
    print(_told(counts, losses, seed), flush=True)


def _told(counts: dict[str, int], losses: int, seed: int) -> str:
    return f"{sum(counts.values()):,} answers, {losses} losses: {counts}; go on with seed {seed}"


if __name__ == "__main__":
    play_for(float(sys.argv[1]), int(sys.argv[2]) if len(sys.argv) > 2 else 1_000_000)
