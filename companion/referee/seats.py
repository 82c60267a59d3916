"""Seats: the players, each with a colour and an emblem."""

from typing import Literal, get_args

from msgspec import Struct, field

from companion.errors import UnknownName
from companion.locale.messages import Message, gettext

Colour = Literal["red", "blue", "green", "yellow", "black", "purple", "orange", "white", "brown", "gray"]
Emblem = Literal["star", "anchor", "tower", "leaf", "crown", "bolt", "wave", "sun", "moon", "shield"]

Strength = Literal["easy", "normal", "hard"]

COLOURS: tuple[Colour, ...] = get_args(Colour)
EMBLEMS: tuple[Emblem, ...] = get_args(Emblem)
# Translators: players who have no names of their own are called by the colours of their pieces.
COLOUR_NAMES: dict[Colour, Message] = {
    "red": gettext("Red"),
    "blue": gettext("Blue"),
    "green": gettext("Green"),
    "yellow": gettext("Yellow"),
    "black": gettext("Black"),
    "purple": gettext("Purple"),
    "orange": gettext("Orange"),
    "white": gettext("White"),
    "brown": gettext("Brown"),
    "gray": gettext("Gray"),
}
_NEUTRAL = (
    # Translators: armies without a player.
    gettext("Neutral red"),
    gettext("Neutral blue"),
    gettext("Neutral green"),
    gettext("Neutral yellow"),
    gettext("Neutral black"),
    gettext("Neutral purple"),
    gettext("Neutral orange"),
    gettext("Neutral white"),
    gettext("Neutral brown"),
    gettext("Neutral gray"),
)
_NAMES = {name.english: name for name in (*COLOUR_NAMES.values(), *_NEUTRAL)}
"""What seats are called that nobody has named."""


def name_of(kept_name: str) -> str:
    """Return what a player is called: a kept name of the program is said in the reader's language."""
    return _NAMES.get(kept_name, kept_name)


class Seat(Struct, frozen=True, omit_defaults=True):
    """One player's place at the table.

    Attributes:
        id: its name in answers and saved games; by default its colour.
        kept_name: of the player, as it is stored.
        colour: colour of the player's pieces.
        emblem: drawn wherever the colour is, so that colour never carries meaning alone.
        strength: of the computer player; None for a person.
    """

    id: str
    kept_name: str = field(name="name")
    colour: Colour
    emblem: Emblem
    strength: Strength | None = None

    @property
    def name(self) -> str:
        """What the player is called: by the colour, in the reader's language, without a name of their own."""
        return name_of(self.kept_name)


def seats_of(players: int, names: tuple[str, ...] = (), first: tuple[Colour, ...] = ()) -> tuple[Seat, ...]:
    """Make seats for this many players in the default order of colours.

    Args:
        players: their number, at most one per colour.
        names: their names; seats without one are named by their colour.
        first: colours before all others, such as those of the pieces in a game's box.

    Raises:
        UnknownName: there are more players than colours.
    """
    if players > len(COLOURS):
        raise UnknownName(
            "There are {most} colours, so no more than that many seats, not {players}.",
            most=len(COLOURS),
            players=players,
        )
    return tuple(
        Seat(colour, names[number] if number < len(names) else colour.capitalize(), colour, EMBLEMS[number])
        for number, colour in enumerate(tuple(dict.fromkeys((*first, *COLOURS)))[:players])
    )
