"""Labels for a game view: its places, its pieces, and the seats of armies without a player."""

from collections.abc import Callable, Mapping

from companion.games.boards.board import load_board
from companion.games.boards.elements import place_name
from companion.locale.messages import Message, gettext, ngettext
from companion.referee.game_view import GameView
from companion.referee.seats import COLOURS, Emblem, Seat

NEUTRAL = "neutral-"
"""Prefix of the owner of a coloured army without a player."""
NO_PLAYER: Emblem = "moon"
"""The emblem of armies without a player."""


def seats_with_neutral(game_view: GameView, seats: tuple[Seat, ...]) -> tuple[Seat, ...]:
    """Return all seats, and one for each coloured army without a player, such as ``"neutral-blue"``."""
    owners = {place.owner for place in game_view.places.values()}
    neutral = [colour for colour in COLOURS if f"{NEUTRAL}{colour}" in owners]
    return (*seats, *(Seat(f"{NEUTRAL}{c}", f"Neutral {c}", c, NO_PLAYER) for c in neutral))


def place_names(game_view: GameView) -> dict[str, str]:
    """Return the names of all places and units, by id."""
    names: dict[str, str] = {region.id: gettext(region.name) for region in game_view.plan}
    names |= {unit.id: gettext(unit.name) for unit in game_view.roster}
    if game_view.kind == "territories" and game_view.board:
        names |= {
            territory.id: place_name(territory.name) for territory in load_board(game_view.board).territories
        }
    return names


PIECES = ("armies", "units", "troops", "soldiers")
"""Words for pieces that are counted on a place."""


def count_label(game_view: GameView, count: int) -> Message:
    """Format a number of pieces with the game's word for them."""
    labels = [figure.label for standing in game_view.standings for figure in standing.figures]
    word = next((label for label in labels if label in PIECES), PIECES[0])
    return gettext("{count} {noun}", count=count, noun=inflect(word, count))


# Translators: the word without its number, as it stands after or below the number.
_NOUNS: Mapping[str, Callable[[int], Message]] = {
    "achievements": lambda count: ngettext("achievement", "achievements", count),
    "armies": lambda count: ngettext("army", "armies", count),
    "bases": lambda count: ngettext("base", "bases", count),
    "cannons": lambda count: ngettext("cannon", "cannons", count),
    "cards": lambda count: ngettext("card", "cards", count),
    "casualties": lambda count: ngettext("casualty", "casualties", count),
    "cities": lambda count: ngettext("city", "cities", count),
    "conquests": lambda count: ngettext("conquest", "conquests", count),
    "games": lambda count: ngettext("game", "games", count),
    "kills": lambda count: ngettext("kill", "kills", count),
    "minerals": lambda count: ngettext("mineral", "minerals", count),
    "objectives": lambda count: ngettext("objective", "objectives", count),
    "rolls": lambda count: ngettext("roll", "rolls", count),
    "rounds": lambda count: ngettext("round", "rounds", count),
    "soldiers": lambda count: ngettext("soldier", "soldiers", count),
    "tanks": lambda count: ngettext("tank", "tanks", count),
    "territories": lambda count: ngettext("territory", "territories", count),
    "tokens": lambda count: ngettext("token", "tokens", count),
    "troops": lambda count: ngettext("troop", "troops", count),
    "turns": lambda count: ngettext("turn", "turns", count),
    "units": lambda count: ngettext("unit", "units", count),
    "wins": lambda count: ngettext("win", "wins", count),
}
"""The words for things that are counted."""


def inflect(unit: str, number: int) -> str:
    """Return the word for a number of things, without the number: ``"army"`` for one of ``"armies"``."""
    return _NOUNS[unit](number) if unit in _NOUNS else unit
