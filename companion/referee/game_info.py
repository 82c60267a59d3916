"""What the lobby needs of a game before its rules are loaded."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Literal

from companion.locale.messages import gettext
from companion.referee.seats import Colour


@dataclass(frozen=True)
class Editor:
    """An editor for a game's own material, such as maps.

    Attributes:
        id: of the screen that lists the files; also the name of their folder.
        title: text of the button that opens it.
    """

    id: str
    title: str


Difficulty = Literal["easy", "medium", "hard"]


@dataclass(frozen=True)
class Cover:
    """The picture of a game in the lobby.

    Attributes:
        board: id of a board whose map it shows.
        signs: marks of places, as in a game view, drawn over it.
        colour: of the whole picture.
    """

    board: str = ""
    signs: tuple[str, ...] = ()
    colour: Colour = "gray"


@dataclass(frozen=True)
class Preset:
    """A set of house rules, such as for a short game.

    Attributes:
        title: for the lobby.
        house_rules: values that differ from the defaults, by name.
        note: what players should know before they choose it; empty for nothing.
    """

    title: str
    house_rules: Mapping[str, str]
    note: str = ""


BY_THE_LETTER = gettext("By the letter")
"""Title of each game's preset that reads its document literally, where the defaults are kinder."""


@dataclass(frozen=True)
class GameInfo:
    """The data of a game for the lobby.

    Attributes:
        id: its name in commands and saved games; also the folder of its rules.
        title: its name for people.
        tagline: one line for the lobby.
        seats: fewest and most players.
        minutes: approximate duration.
        difficulty: of learning it.
        cover: its picture in the lobby.
        presets: house rules to choose with one tap.
        editors: for the game's own material.
        colours: of the pieces in its box, in the order of the seats; any others follow.
    """

    id: str
    title: str
    tagline: str
    seats: tuple[int, int]
    minutes: int = 60
    difficulty: Difficulty = "medium"
    cover: Cover = Cover()
    presets: tuple[Preset, ...] = ()
    editors: tuple[Editor, ...] = ()
    colours: tuple[Colour, ...] = ()
