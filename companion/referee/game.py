"""A game as one value: its state, steps, rules and views."""

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, field
from typing import Any, Generic

import msgspec

from companion.errors import MalformedPosition, UnknownName
from companion.locale.messages import gettext, listed
from companion.referee.bot import Bot, Strength
from companion.referee.correction import Correctable, Editable, apply, declared, unfulfilled
from companion.referee.entries import Changes
from companion.referee.evaluation import Evaluation, WinChance
from companion.referee.game_info import GameInfo, Preset
from companion.referee.game_view import GameView, plain_view
from companion.referee.houserules import HouseRules, Switch, switches
from companion.referee.notation import PositionNotation
from companion.referee.position import PlainForm
from companion.referee.rulebook import Rulebook
from companion.referee.ruling import ALLOWED, Ruling
from companion.referee.script import Report
from companion.referee.seats import Seat
from companion.referee.timeline import S, Step

Inquiry = Callable[..., Ruling]
"""A "may I?" of a game: called with the state and named words, such as ``origin="alaska"``."""

Way = tuple[object, ...]
"""Answers to the questions that follow each other when something is done."""


@dataclass(frozen=True)
class Act:
    """How an inquiry's act is done by answers.

    Attributes:
        ways: the ways to do it, given the inquiry's words.
        rules: the questions that it answers have one of these rules; offers can be taken at any.
    """

    ways: Callable[..., Iterable[Way]]
    rules: tuple[str, ...] = ()


@dataclass(frozen=True)
class Lesson:
    """A hint for a player's first turn.

    Attributes:
        step: id of the step in which it is shown.
        text: one or two sentences about what to do there, and why; a message.
    """

    step: str
    text: str

    def __post_init__(self) -> None:
        """Make a message of the text."""
        object.__setattr__(self, "text", gettext(self.text))


@dataclass(frozen=True)
class Game(Generic[S]):
    """Everything that makes a game.

    Attributes:
        info: for the lobby.
        rulebook: its rules.
        state: the type of its state.
        steps: the one list of its steps, in order.
        begin: makes the state before the first step.
        house_rules: the type of its house rules.
        game_view: makes the view of a state; if left out, it shows the numbers that the state has by seats.
        editables: lists the values that can be corrected; if left out, those that the state declares.
        correct: applies a correction to a state, or refuses it; not needed if nothing follows from it.
        settle: carries out what follows from a correction, such as an elimination, and reports it; given the
            states before and after.
        inquiries: "may I?" questions that change nothing.
        acts: how what an inquiry asks about is done; without it the inquiry is ruled on alone.
        notation: text notation of positions; if left out, it writes the fields of the state as JSON.
        names: maps names of places, and their other spellings after them, to their ids.
        upgrade: migrates the JSON of an older state in place.
        bot: makes a bot of some strength, from a seed.
        lessons: hints for a first turn.
        shorten_first_turn: changes a state after set-up so that a learner's first turn is short.
        evaluation: the weights for each seat's chance to win.
    """

    info: GameInfo
    rulebook: Rulebook
    state: type[S]
    steps: tuple[Step[S], ...]
    begin: Callable[[tuple[Seat, ...], Any], S]
    game_view: Callable[[S], GameView] = plain_view
    house_rules: type[HouseRules] = HouseRules
    editables: Callable[[S], Iterable[Editable]] = declared
    correct: Callable[[S, Changes], Ruling] | None = None
    settle: Callable[[S, S], Iterable[Report]] = lambda *_: ()
    inquiries: Mapping[str, Inquiry] = field(default_factory=dict)
    acts: Mapping[str, Act] = field(default_factory=dict)
    notation: PositionNotation[S] = field(default=None)  # type: ignore[arg-type]
    names: Callable[[S], Mapping[str, str]] = lambda _: {}
    upgrade: Callable[[dict[str, Any]], None] = lambda _: None
    bot: Callable[[Strength, int], Bot[S]] | None = None
    lessons: tuple[Lesson, ...] = ()
    shorten_first_turn: Callable[[S], None] = lambda _: None
    evaluation: Evaluation | None = None

    def __post_init__(self) -> None:
        """Write positions by the type of the state if the game has no notation of its own."""
        if self.notation is None:
            object.__setattr__(self, "notation", PlainForm(self.info, self.house_rules, self.state))

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
    def switches(self) -> tuple[Switch, ...]:
        """Its house rules as switches of the lobby."""
        return switches(self.house_rules)

    @property
    def presets(self) -> tuple[Preset, ...]:
        """Presets of house rules."""
        return self.info.presets

    def win_chances(self, state: S) -> tuple[WinChance, ...]:
        """Return each seat's chance to win; nothing during set-up, or for a game without an evaluation."""
        if self.evaluation is None or not state.turn:
            return ()
        standings = self.game_view(state).standings
        if state.winners:
            won = {standing.seat: float(standing.seat in state.winners) for standing in standings}
            return tuple(WinChance(seat, chance, chance, chance) for seat, chance in won.items())
        return self.evaluation.win_chances(standings, state.active)

    def correctables(self, state: S) -> tuple[Correctable, ...]:
        """Return the values that can be corrected."""
        return tuple(editable.correctable for editable in self.editables(state))

    def apply_correction(self, state: S, changes: Changes) -> Ruling:
        """Apply a correction whose values are all possible, or refuse it; nothing is left out silently."""
        ruling = ALLOWED
        if self.correct is not None:
            ruling = self.correct(state, changes)
        else:
            apply(self.editables(state), changes)
        return unfulfilled(self.editables(state), changes) if ruling.allowed else ruling

    def read_position(self, text: str) -> S:
        """Read a position, and refuse an impossible one with the message of a correction.

        Raises:
            MalformedPosition: the text is no position of this game, or an impossible one.
            UnknownName: it contains an unknown name.
        """
        state = self.notation.read(text)
        self.step(state.step)
        ruling = Ruling.from_reasons(
            correctable.objection(correctable.value) for correctable in self.correctables(state)
        )
        if ruling.allowed:
            tried = msgspec.json.decode(msgspec.json.encode(state), type=self.state)
            ruling = self.apply_correction(tried, {})
            if ruling.allowed and tried.winners != state.winners:
                names = listed(state.seat(seat).name for seat in tried.winners) or gettext("nobody")
                raise MalformedPosition(
                    "This position is impossible: by its board {players} has won.", players=names
                )
        if not ruling.allowed:
            raise MalformedPosition("This position is impossible: {reason}", reason=ruling.text)
        return state

    def step(self, name: str) -> Step[S]:
        """Return the step with this id.

        Raises:
            UnknownName: the game has no such step.
        """
        for step in self.steps:
            if step.id == name:
                return step
        raise UnknownName("{game} has no step {step!r}.", game=self.title, step=name)
