"""A board set right during the set-up is no dead end: somebody must be able to play on it."""

from typing import Any

import pytest

from companion.games.balance.game import BALANCE
from companion.games.classic.game import CLASSIC
from companion.games.starcraft.game import STARCRAFT
from companion.referee.entries import Changes
from companion.referee.game import Game
from companion.referee.random_bot import RandomBot
from companion.referee.table import Table
from tests.referee.tables import lay

AnyTable = Table[Any]


def at_step(game: Game[Any], players: int, step: str, mode: str) -> AnyTable:
    """Return a table that random answers have brought to a step of the set-up."""
    table: AnyTable = lay(game, players, **({"mode": mode} if mode else {}))
    bot = RandomBot(1)
    while table.state.step != step or not game.correctables(table.state):
        assert table.question is not None and not table.state.turn
        table.answer(bot.answer(table.question))
    return table


def give_all(table: AnyTable, game: Game[Any], owner: str) -> Changes:
    """Return the correction that gives every territory to an owner."""
    owners = (fact for fact in game.correctables(table.state) if fact.key.endswith(".owner"))
    return {fact.key: next(who for who in fact.choices if who.startswith(owner)) for fact in owners}


@pytest.mark.parametrize(
    ("game", "players", "step", "owner", "mode"),
    [
        (BALANCE, 3, "cities", "neutral", ""),
        (BALANCE, 2, "claim", "neutral", ""),
        (BALANCE, 2, "place", "neutral", ""),
        (CLASSIC, 2, "give-out", "neutral", ""),
        (STARCRAFT, 2, "land", "neutral", ""),
        (STARCRAFT, 2, "units", "neutral", ""),
        (STARCRAFT, 3, "land", "red", "command room"),
    ],
)
def test_a_board_without_players_is_refused(
    game: Game[Any], players: int, step: str, owner: str, mode: str
) -> None:
    table = at_step(game, players, step, mode)
    before = table.question
    ruling = table.correct(give_all(table, game, owner))
    assert not ruling.allowed and ruling.rules
    assert table.question == before


def test_a_match_whose_land_is_held_before_the_deal_goes_on() -> None:
    table = at_step(STARCRAFT, 2, "land", "")
    all_red = give_all(table, STARCRAFT, "red")
    others: Changes = dict.fromkeys(list(all_red)[:9], "blue")
    assert table.correct(all_red | others).allowed
    bot = RandomBot(1)
    for _ in range(200):
        if table.question is None or table.state.turn:
            break
        table.answer(bot.answer(table.question))
    assert table.state.turn
