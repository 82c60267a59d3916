"""Labels for a game view: its places, its pieces, and the seats of armies without a player."""

from companion.games.boards.board import load_board
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
    names = {region.id: region.name for region in game_view.plan} | {
        unit.id: unit.name for unit in game_view.roster
    }
    if game_view.kind == "territories" and game_view.board:
        names |= {territory.id: territory.name for territory in load_board(game_view.board).territories}
    return names


PIECES = ("armies", "units", "troops", "soldiers")
"""Words for pieces that are counted on a place."""


def count_label(game_view: GameView, count: int) -> str:
    """Format a number of pieces with the game's word for them."""
    labels = [figure.label for standing in game_view.standings for figure in standing.figures]
    word = next((label for label in labels if label in PIECES), PIECES[0])
    return f"{count} {inflect(word, count)}"


SINGULARS = {
    "achievements": "achievement",
    "armies": "army",
    "bases": "base",
    "cannons": "cannon",
    "cards": "card",
    "casualties": "casualty",
    "cities": "city",
    "conquests": "conquest",
    "games": "game",
    "kills": "kill",
    "minerals": "mineral",
    "objectives": "objective",
    "rounds": "round",
    "soldiers": "soldier",
    "tanks": "tank",
    "territories": "territory",
    "tokens": "token",
    "troops": "troop",
    "turns": "turn",
    "units": "unit",
    "wins": "win",
}
"""The word for one of each thing that is counted."""


def inflect(unit: str, number: int) -> str:
    """Return the singular or plural of a unit: ``"army"`` for one of ``"armies"``."""
    return SINGULARS.get(unit, unit) if number == 1 else unit
