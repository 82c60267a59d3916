"""Whole games that bots have played, for what is told of them."""

from functools import cache
from typing import Any

from companion.app.chronicle.chronicle import chronicle
from companion.app.chronicle.recorded_game import game_facts
from companion.app.chronicle.story import GameFacts
from companion.games import find_game
from companion.referee.houserules import set_house_rules
from companion.referee.random_bot import RandomBot
from companion.referee.seats import seats_of
from companion.referee.table import Table
from tests.bench.bots import HOUSE, seen_answer, table_answer

NAMES = ("Anna", "Ben", "Cleo", "Dan", "Eva", "Finn")
LONGEST = 6000


@cache
def bot_game(name: str, seed: int = 1, players: int = 3) -> Table[Any]:
    """A game that normal bots have played to its end."""
    game = find_game(name)
    assert game.bot is not None
    house = set_house_rules(game.house_rules, HOUSE.get(name, {}))
    seats = seats_of(players, NAMES)
    table, chance = Table(game, game.begin(seats, house)), RandomBot(seed)
    bots = {seat.id: game.bot("normal", seed) for seat in seats}
    while table.question is not None and len(table.entries) < LONGEST:
        bot = bots.get(table.question.seat or "")
        advice = bot.advise(table.question, table.state) if bot else None
        guess = seen_answer if bot else table_answer
        table.answer(advice.answer if advice else guess(table, chance))
    assert table.question is None, "no end in sight"
    return table


@cache
def told(name: str, seed: int = 1, players: int = 3) -> GameFacts:
    """What is told of such a game."""
    table = bot_game(name, seed, players)
    return game_facts(table, chronicle(table), {seat.id: 600_000 for seat in table.state.seats})
