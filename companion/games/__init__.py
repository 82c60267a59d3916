"""The games the companion referees: one folder each, and what the map games share."""

from typing import Any

from companion.errors import UnknownName
from companion.games.balance.game import BALANCE
from companion.games.battle.game import BATTLE
from companion.games.classic.game import CLASSIC
from companion.games.nuked.game import NUKED
from companion.games.rogue.game import ROGUE
from companion.games.starcraft.game import STARCRAFT
from companion.referee.game import Game

GAMES: tuple[Game[Any], ...] = (CLASSIC, STARCRAFT, NUKED, BALANCE, BATTLE, ROGUE)
"""Every game, in the order of the lobby."""


def find_game(name: str) -> Game[Any]:
    """Return the game with this id.

    Raises:
        UnknownName: there is no such game; the message lists those there are.
    """
    for game in GAMES:
        if game.id == name:
            return game
    raise UnknownName(f"There is no game {name!r}; there are: {', '.join(game.id for game in GAMES)}.")
