"""Scripts: the generators games are written as. They yield questions and reports and read like rulebooks."""

from collections.abc import Generator
from typing import Any, Literal, TypeVar

from msgspec import Struct

from companion.referee.questions import QuestionBase

T = TypeVar("T")

ReportKind = Literal["note", "battle", "conquest", "elimination", "trade", "victory"]


class Report(Struct, frozen=True):
    """What just happened, in one line; screens show it and lights mirror its kind."""

    text: str
    kind: ReportKind = "note"
    seat: str | None = None
    rules: tuple[str, ...] = ()

    def __iter__(self) -> Generator["Report", None, None]:
        """Tell it: ``yield from Report("Red takes Alaska")``."""
        yield self


Script = Generator[QuestionBase[Any] | Report, Any, T]
"""A piece of a game that asks its way to a result of type T."""
