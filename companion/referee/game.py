"""A game as the table and the screens meet it: one value that names its parts."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import Any, Generic, Literal

import msgspec

from companion.errors import MalformedPosition, UnknownName
from companion.referee.bot import Bot, Strength
from companion.referee.correction import Changes, Correctable
from companion.referee.game_view import GameView
from companion.referee.houserules import HouseRules, Switch
from companion.referee.notation import PositionNotation
from companion.referee.rulebook import Rulebook
from companion.referee.ruling import Ruling
from companion.referee.seats import Colour, Seat
from companion.referee.timeline import S, Step

Inquiry = Callable[..., Ruling]
"""A "may I?" of a game: called with the state and named words, such as ``origin="alaska"``."""


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
class Lesson:
    """A sentence or two for somebody's first turn.

    Attributes:
        step: id of the step in which it is shown.
        words: what to do there, and why.
    """

    step: str
    words: str


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
class Game(Generic[S]):
    """Everything that makes a game.

    Attributes:
        id: its name in commands and saved games.
        title: its name for people.
        tagline: one line for the lobby.
        seats: fewest and most players.
        rulebook: its rules.
        house_rules: the type of its house rules.
        switches: how the lobby shows them.
        state: the type of its state.
        steps: the one list of its steps, in order.
        begin: makes the state before the first step.
        game_view: shows a state.
        correctables: lists what can be corrected by hand.
        correct: carries a correction out on a state, or refuses and leaves it as it is.
        inquiries: what can be asked with "may I?" without acting.
        notation: how it writes positions as text, if it does.
        names: gives the id of every place by the names and spellings that answers may use, in lower case.
        upgrade: brings the JSON of a state that an older version wrote to today's shape, in place.
        editors: what players can make for it themselves.
        bot: makes a bot of some strength for an empty chair, from a seed.
        minutes: how long it takes, about.
        difficulty: how hard it is to learn.
        cover: its picture in the lobby.
        presets: house rules to choose with one tap.
        lessons: what is explained in a first turn.
    """

    id: str
    title: str
    tagline: str
    seats: tuple[int, int]
    rulebook: Rulebook
    house_rules: type[HouseRules]
    switches: tuple[Switch, ...]
    state: type[S]
    steps: tuple[Step[S], ...]
    begin: Callable[[tuple[Seat, ...], Any], S]
    game_view: Callable[[S], GameView]
    correctables: Callable[[S], tuple[Correctable, ...]]
    correct: Callable[[S, Changes], Ruling]
    inquiries: Mapping[str, Inquiry] = field(default_factory=dict)
    notation: PositionNotation[S] | None = None
    names: Callable[[S], Mapping[str, str]] = lambda _: {}
    upgrade: Callable[[dict[str, Any]], None] = lambda _: None
    editors: tuple[Editor, ...] = ()
    bot: Callable[[Strength, int], Bot[S]] | None = None
    minutes: int = 60
    difficulty: Difficulty = "medium"
    cover: Cover = Cover()
    presets: tuple[Preset, ...] = ()
    lessons: tuple[Lesson, ...] = ()

    def read_position(self, text: str) -> S:
        """Read a position, and refuse what cannot be, in the words with which a correction would.

        Raises:
            MalformedPosition: the text is no position of this game, or one that cannot be.
            UnknownName: it names what there is not, or the game does not write positions.
        """
        if self.notation is None:
            raise UnknownName(f"{self.title} does not write positions as text; begin with --players.")
        state = self.notation.read(text)
        self.step(state.step)
        ruling = Ruling.from_reasons(thing.objection(thing.value) for thing in self.correctables(state))
        if ruling.allowed:
            tried = msgspec.json.decode(msgspec.json.encode(state), type=self.state)
            ruling = self.correct(tried, {})
            if ruling.allowed and tried.winners != state.winners:
                names = ", ".join(state.seat(seat).name for seat in tried.winners) or "nobody"
                raise MalformedPosition(f"This position cannot be: by its board {names} has won.")
        if not ruling.allowed:
            raise MalformedPosition(f"This position cannot be: {ruling.words}")
        return state

    def step(self, name: str) -> Step[S]:
        """Return the step with this id.

        Raises:
            UnknownName: the game has no such step.
        """
        for step in self.steps:
            if step.id == name:
                return step
        raise UnknownName(f"{self.title} has no step {name!r}.")
