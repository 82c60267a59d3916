"""The games: one package for each, and modules that the map games share.

The rules of a game are imported on first use, so that the lobby opens sooner.
"""

from importlib import import_module
from typing import TYPE_CHECKING, Any

from companion.errors import UnknownName
from companion.games.balance.info import INFO as BALANCE
from companion.games.battle.info import INFO as BATTLE
from companion.games.classic.info import INFO as CLASSIC
from companion.games.nuked.info import INFO as NUKED
from companion.games.rogue.info import INFO as ROGUE
from companion.games.starcraft.info import INFO as STARCRAFT
from companion.referee.game_info import GameInfo

if TYPE_CHECKING:
    from companion.referee.game import Game

GAMES: tuple[GameInfo, ...] = (CLASSIC, STARCRAFT, NUKED, BALANCE, BATTLE, ROGUE)
"""The info of every game, in the order of the lobby."""


def find_game(name: str) -> "Game[Any]":
    """Return the game with the id `name`.

    Raises:
        UnknownName: there is no such game; the message lists all games.
    """
    known = [info.id for info in GAMES]
    if name not in known:
        raise UnknownName("There is no game {game!r}; there are: {games}.", game=name, games=", ".join(known))
    game: Game[Any] = getattr(import_module(f"companion.games.{name}.game"), name.upper())
    return game


def every_game() -> tuple["Game[Any]", ...]:
    """Return all games, in the order of the lobby."""
    return tuple(find_game(info.id) for info in GAMES)
