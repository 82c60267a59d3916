"""The six factions: their leaders, races and colours."""

from typing import Literal, get_args

from msgspec import Struct

from companion.locale.messages import gettext
from companion.referee.seats import Colour

Race = Literal["terran", "protoss", "zerg"]
RACES: tuple[Race, ...] = get_args(Race)
COMMON = "common"
"""The one deck of Total Domination."""
DECKS = {
    "terran": gettext("terran"),
    "protoss": gettext("protoss"),
    "zerg": gettext("zerg"),
    COMMON: gettext("common"),
}
"""What players read for a race and for its deck of cards."""
COLOURS: dict[Colour, str] = {
    "red": gettext("red"),
    "blue": gettext("blue"),
    "yellow": gettext("yellow"),
    "orange": gettext("orange"),
    "purple": gettext("purple"),
    "brown": gettext("brown"),
}
"""What players read for the colour of a faction."""


class Faction(Struct, frozen=True):
    """One faction with its leader; its colour is that of its pieces."""

    colour: Colour
    hero: str
    race: Race


FACTIONS: dict[str, Faction] = {
    faction.colour: faction
    for faction in (
        Faction("red", "Valerian Mengsk", "terran"),
        Faction("blue", "Jim Raynor", "terran"),
        Faction("yellow", "Artanis", "protoss"),
        Faction("orange", "Zeratul", "protoss"),
        Faction("purple", "Queen of Blades", "zerg"),
        Faction("brown", "Zagara", "zerg"),
    )
}
"""The factions by colour."""
