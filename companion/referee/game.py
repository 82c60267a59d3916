"""A game as one value: its state, steps, rules and views."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import Any, Generic

import msgspec

from companion.errors import MalformedPosition, UnknownName
from companion.referee.bot import Bot, Strength
from companion.referee.correction import Correctable
from companion.referee.entries import Changes
from companion.referee.game_info import GameInfo, Preset
from companion.referee.game_view import GameView
from companion.referee.houserules import HouseRules, Switch
from companion.referee.notation import PositionNotation
from companion.referee.rulebook import Rulebook
from companion.referee.ruling import Ruling
from companion.referee.seats import Seat
from companion.referee.timeline import S, Step

Inquiry = Callable[..., Ruling]
"""A "may I?" of a game: called with the state and named words, such as ``origin="alaska"``."""


@dataclass(frozen=True)
class Lesson:
    """A sentence or two for somebody's first turn.

    Attributes:
        step: id of the step in which it is shown.
        text: what to do there, and why.
    """

    step: str
    text: str


@dataclass(frozen=True)
class Game(Generic[S]):
    """Everything that makes a game.

    Attributes:
        info: what the lobby shows of it.
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
        bot: makes a bot of some strength for an empty chair, from a seed.
        lessons: what is explained in a first turn.
    """

    info: GameInfo
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
    bot: Callable[[Strength, int], Bot[S]] | None = None
    lessons: tuple[Lesson, ...] = ()

    @property
    def id(self) -> str:
        """Its name in commands and saved games."""
        return self.info.id

    @property
    def title(self) -> str:
        """Its name for people."""
        return self.info.title

    @property
    def seats(self) -> tuple[int, int]:
        """Fewest and most players."""
        return self.info.seats

    @property
    def presets(self) -> tuple[Preset, ...]:
        """House rules to choose with one tap."""
        return self.info.presets

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
            raise MalformedPosition(f"This position cannot be: {ruling.text}")
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
