"""The six factions: their leaders, races and colours."""

from typing import Literal, get_args

from msgspec import Struct

from companion.locale.messages import Message, gettext, pgettext
from companion.referee.seats import Colour

Race = Literal["terran", "protoss", "zerg"]
RACES: tuple[Race, ...] = get_args(Race)
COMMON = "common"
"""The one deck of Total Domination."""
DECKS = {
    # Translators: a race and its deck of cards, in "the terran deck"; also alone, with a capital letter.
    "terran": gettext("terran"),
    "protoss": gettext("protoss"),
    "zerg": gettext("zerg"),
    # Translators: the one deck of cards that all players share.
    COMMON: pgettext("deck", "common"),
}
"""What players read for a race and for its deck of cards."""
COLOURS: dict[str, str] = {
    # Translators: the colour of a neutral army, in "neutral red" or in a list of colours.
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
    hero: Message
    race: Race


FACTIONS: dict[str, Faction] = {
    faction.colour: faction
    for faction in (
        Faction("red", gettext("Valerian Mengsk"), "terran"),
        Faction("blue", gettext("Jim Raynor"), "terran"),
        Faction("yellow", gettext("Artanis"), "protoss"),
        Faction("orange", gettext("Zeratul"), "protoss"),
        Faction("purple", gettext("Queen of Blades"), "zerg"),
        Faction("brown", gettext("Zagara"), "zerg"),
    )
}
"""The factions by colour."""
