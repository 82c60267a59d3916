"""The base classes of all kinds of question: who is asked what and why, and how answers are parsed."""

from collections.abc import Generator, Iterable, Mapping
from reprlib import repr as shown
from typing import Any, ClassVar, Generic, Self, TypeVar

from msgspec import Struct, ValidationError, convert

from companion.errors import MalformedAnswer
from companion.locale.messages import gettext, joined
from companion.referee.ruling import ALLOWED, Ruling, refuse

A = TypeVar("A")


class Offer(Struct, frozen=True):
    """A possible interruption of the open question, such as by a defender with a card."""

    id: str
    seat: str
    label: str


class Interruption(Struct, frozen=True):
    """An answer that accepts an offer instead of answering the question."""

    offer: str


class QuestionBase(Struct, Generic[A], frozen=True, kw_only=True, tag_field="kind"):
    """The base class of all questions.

    Attributes:
        seat: who is asked; None if it is the whole table.
        prompt: the question in a few large words.
        rules: ids of the rules behind the question; the first is named in refusals without another rule.
        detail: the calculation or the reason behind the question, for small print.
        offers: interruptions that are possible while it is open.
        focus: the places (or units) that it is about: the origin of an action and, once chosen, its target.
        secret: whether only the seat may see its answer until the game shows it.
    """

    accept: ClassVar[str]
    """Text of the panel's confirm button, which accepts what the screen proposes."""
    proposes: ClassVar[str] = ""
    """Text of the panel's next button; empty for kinds without choices to go through."""
    by_chance: ClassVar[bool] = False
    """Whether dice or cards answer it, so that the companion may."""

    seat: str | None = None
    prompt: str
    rules: tuple[str, ...]
    detail: str = ""
    offers: tuple[Offer, ...] = ()
    focus: tuple[str, ...] = ()
    secret: bool = False

    def __iter__(self) -> Generator[Self, A, A]:
        """Ask: yields the question itself, returns its answer."""
        return (yield self)

    def or_offer(self) -> Generator[Self, Any, A | Interruption]:
        """Ask a question with offers: returns its answer, or the offer that was accepted instead."""
        answer: A | Interruption = yield self
        return answer

    @property
    def declining(self) -> tuple[object, str] | None:
        """The answer that ends or declines, and the text of its button; None without one."""
        return None

    def options_allowed(self) -> Any:
        """The allowed answers, as the JSON of a question lists them."""
        return []

    def options_denied(self) -> dict[str, Ruling]:
        """The rulings on answers that are refused and are not in `denied`, by id."""
        return {}

    def write(self, answer: A) -> str:
        """Write an answer as text."""
        return str(answer)

    def read(self, text: str) -> object:
        """Read an answer's text into the form that a table takes.

        Raises:
            MalformedAnswer: it is no answer to this kind of question.
        """
        return text

    def refusal(self, text: str, instead: str = "") -> Ruling:
        """Refuse an answer only because the question does not allow it."""
        return refuse(self.rules[0], text, instead=instead)


def parse_as(raw: object, shape: type[A], wanted: str) -> A:
    """Parse raw data to the type of an answer.

    Raises:
        MalformedAnswer: it does not have that shape; the message names the expected one.
    """
    try:
        return convert(raw, shape)
    except (ValidationError, UnicodeEncodeError) as error:
        raise MalformedAnswer(
            f"{shown(raw)} does not answer the question: it wants {wanted} ({error})."
        ) from error


def read_number(kind: type[int] | type[float], text: str) -> float:
    """Read a number.

    Raises:
        MalformedAnswer: it is none.
    """
    try:
        return kind(text)
    except ValueError:
        raise MalformedAnswer(f"{text[:40]!r} is no number.") from None


NOTHING = "-"
"""The text of no cards, and of a pool without dice."""


def write_list(items: Iterable[str]) -> str:
    """Write ids between commas; they have none themselves."""
    return ", ".join(items) or NOTHING


def read_list(text: str) -> list[str]:
    """Read ids between commas."""
    return [] if text == NOTHING else [item.strip() for item in text.split(",")]


def list_allowed(names: tuple[str, ...], limit: int = 6) -> str:
    """List what would be allowed, cut after a few names; empty if nothing is."""
    places = joined(names[:limit], ", ")
    if len(names) > limit:
        return gettext("Allowed: {places} and more.", places=places)
    return gettext("Allowed: {places}.", places=places) if names else ""


class PlaceQuestion(QuestionBase[A], Generic[A], frozen=True, kw_only=True):
    """The base class of questions about places on the board.

    Attributes:
        allowed: ids of the places that may be picked.
        denied: rulings on others, by id.
        also: ids of places that may be picked as a short cut, which says more than was asked.
    """

    allowed: tuple[str, ...]
    also: tuple[str, ...] = ()
    denied: Mapping[str, Ruling] = {}

    def options_allowed(self) -> Any:
        """The ids of the places."""
        return self.allowed

    def judge_place(self, place: str) -> Ruling:
        """Rule on one place."""
        if place in self.allowed or place in self.also:
            return ALLOWED
        unknown = self.refusal(gettext("There is no place called {place} to pick here.", place=shown(place)))
        return self.denied.get(place, unknown)
