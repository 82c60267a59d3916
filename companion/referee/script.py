"""Scripts: games are written as generators that yield questions and reports, and read like rulebooks."""

from collections.abc import Generator
from typing import Any, Literal, TypeVar

from msgspec import Struct

from companion.referee.questions import QuestionBase

T = TypeVar("T")

ReportKind = Literal["note", "battle", "conquest", "elimination", "trade", "victory"]


class Report(Struct, frozen=True):
    """What just happened, in one sentence; screens show it, lights show its kind."""

    text: str
    kind: ReportKind = "note"
    seat: str | None = None
    rules: tuple[str, ...] = ()

    def __iter__(self) -> Generator["Report", None, None]:
        """Report it: ``yield from Report("Red takes Alaska")``."""
        yield self


Script = Generator[QuestionBase[Any] | Report, Any, T]
"""A part of a game that asks questions and returns a result of type T."""
