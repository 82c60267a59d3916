"""Random answers, undoing and corrections in all games: no raw exception, and the notation reads back."""

import random

import pytest

from companion.games import GAMES
from companion.referee.correction import Correctable
from companion.referee.houserules import set_house_rules
from companion.referee.random_bot import RandomBot
from companion.referee.seats import seats_of
from companion.referee.table import Table


def some_value(thing: Correctable, rng: random.Random) -> int | str:
    return rng.choice(thing.choices) if thing.choices else rng.randint(thing.least, thing.most)


@pytest.mark.tries(300_000)
@pytest.mark.parametrize("game", GAMES, ids=lambda game: game.id)
def test_random_answers(game, tries: int, count: list[str], tried: list[str]) -> None:
    seed = 0
    while len(tried) < tries:
        seed += 1
        rng, bot = random.Random(seed), RandomBot(seed)
        fewest, most = game.seats
        house_rules = set_house_rules(game.house_rules, {})
        table = Table(game, game.begin(seats_of(rng.randint(fewest, most)), house_rules))
        for _ in range(600):
            if table.question is None or len(tried) >= tries:
                break
            tried.append("")
            try:
                things = game.correctables(table.state)
                if things and rng.random() < 0.04:
                    table.correct({(thing := rng.choice(things)).key: some_value(thing, rng)})
                elif rng.random() < 0.01 and table.entries:
                    table.undo(rng.randint(1, min(4, len(table.entries))))
                elif not table.answer(bot.answer(table.question)).allowed:
                    count.append(f"seed {seed}, after {len(table.entries)}: the bot was refused")
                    break
            except Exception as error:
                count.append(f"seed {seed}, after {len(table.entries)} entries: {error!r}")
                break
