"""Tables for tests."""

from typing import Any

from companion.referee.game import Game
from companion.referee.houserules import set_house_rules
from companion.referee.seats import seats_of
from companion.referee.table import Table


def lay(game: Game[Any], players: int, *answers: object, **house: str) -> Table[Any]:
    """Return a table after these answers, and check that all are allowed."""
    table = Table(game, game.begin(seats_of(players), set_house_rules(game.house_rules, house)))
    return play(table, *answers)


def play(table: Table[Any], *answers: object) -> Table[Any]:
    """Give answers and check that all are allowed."""
    for answer in answers:
        ruling = table.answer(answer)
        assert ruling.allowed, (table.question, answer, ruling.text)
    return table
