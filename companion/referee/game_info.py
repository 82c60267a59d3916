"""What is known of a game before its rules are loaded: enough for its place in the lobby."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Literal

from companion.referee.seats import Colour


@dataclass(frozen=True)
class Editor:
    """Something a game is played with that players can make themselves, such as maps.

    Attributes:
        id: the screen that lists what there is; also the folder of the files.
        title: the words on the button that opens it.
    """

    id: str
    title: str


Difficulty = Literal["easy", "medium", "hard"]


@dataclass(frozen=True)
class Cover:
    """What the picture of a game in the lobby shows.

    Attributes:
        board: id of a board whose map it shows.
        signs: marks of places, as a game view has them, drawn over it.
        colour: of the whole picture.
    """

    board: str = ""
    signs: tuple[str, ...] = ()
    colour: Colour = "gray"


@dataclass(frozen=True)
class Preset:
    """House rules that go together, such as those of a short evening.

    Attributes:
        title: what the lobby calls it.
        house_rules: what does not stand at its default, by name.
    """

    title: str
    house_rules: Mapping[str, str]


@dataclass(frozen=True)
class GameInfo:
    """What the lobby shows of a game.

    Attributes:
        id: its name in commands and saved games; also the folder of its rules.
        title: its name for people.
        tagline: one line for the lobby.
        seats: fewest and most players.
        minutes: how long it takes, about.
        difficulty: how hard it is to learn.
        cover: its picture in the lobby.
        presets: house rules to choose with one tap.
        editors: what players can make for it themselves.
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
