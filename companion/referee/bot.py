"""Bots: computer players that answer the same questions as people, and advise them."""

from abc import abstractmethod
from collections.abc import Mapping
from typing import Any, ClassVar, Generic

from msgspec import Struct

from companion.locale.messages import gettext
from companion.referee.questions import END, PickOrEnd, PlayCards, Question
from companion.referee.random_bot import RandomBot
from companion.referee.seats import Strength as Strength
from companion.referee.timeline import S

STRENGTHS: tuple[Strength, ...] = ("easy", "normal", "hard")
BLUNDERS: Mapping[Strength, float] = {"easy": 0.1, "normal": 0.04, "hard": 0.0}
"""Default probability that a bot errs instead of giving its best answer."""


class Advice(Struct, frozen=True):
    """A bot's answer to a question.

    Attributes:
        answer: the answer in the form a table takes.
        reason: why, in words for players.
        arrow: the places from which and to which it goes, if it is about a move or an attack.
    """

    answer: Any
    reason: str
    arrow: tuple[str, str] | None = None


class Bot(Generic[S]):
    """Plays any seat of one game. Subclasses implement `decide`.

    Args:
        strength: how well it plays.
        seed: the same seed plays the same game.
    """

    blunders: ClassVar[Mapping[Strength, float]] = BLUNDERS

    def __init__(self, strength: Strength = "normal", seed: int = 0) -> None:
        self.strength = strength
        self._random = RandomBot(seed)

    def advise(self, question: Question, state: S) -> Advice | None:
        """Return an allowed answer to the open question, with its reason.

        Nothing for a question that only people at the table can answer, such as a measured distance.
        """
        if self.asks_the_table(question, state):
            return None
        may_blunder = state.turn and not isinstance(question, PlayCards)
        blunders = may_blunder and self._random.random.random() < self.blunders[self.strength]
        advice = (self.err if blunders else self.decide)(question, state)
        return advice if advice is not None else self._any(question)

    def _any(self, question: Question) -> Advice:
        """Return a random answer."""
        if isinstance(question, PickOrEnd) and not question.allowed:
            return Advice(END, gettext("Nothing else is possible."))
        reason = (
            gettext("Chosen at random.") if question.by_chance else gettext("All answers are equally good.")
        )
        return Advice(self._random.answer(question), reason)

    def err(self, question: Question, _state: S) -> Advice | None:
        """Return the answer of a player who errs; a random one by default."""
        return self._any(question)

    def for_table(self, question: Question, _state: S) -> Question:
        """Return a question that people answer for this bot, worded for them; the answers stay the same."""
        return question

    @abstractmethod
    def decide(self, question: Question, state: S) -> Advice | None:
        """Return the best answer; None if the bot has no preference."""

    def asks_the_table(self, question: Question, _state: S) -> bool:
        """Whether only people at the table can answer, for instance which cards are in a hand."""
        return isinstance(question, PlayCards) and any(question.allowed)
