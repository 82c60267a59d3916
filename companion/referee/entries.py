"""The record of a game: every answer and correction, and the positions at the start of its steps."""

from typing import Any

from msgspec import Struct, field

Changes = dict[str, int | str]
"""New values by the key of what is corrected."""


class Answered(Struct, frozen=True, tag_field="entry", tag="answer"):
    """An accepted answer.

    Attributes:
        value: the answer, JSON-like.
        by: its source: ``"touch"``, ``"camera"``, ``"panel"``, ``"line"``...
    """

    value: Any
    by: str = "touch"


class Corrected(Struct, frozen=True, tag_field="entry", tag="correction"):
    """A correction that was applied."""

    changes: Changes
    by: str = "touch"


Entry = Answered | Corrected


class Position(Struct, frozen=True):
    """The state at the start of a step.

    Attributes:
        entry_count: how many entries came before it.
        state: the state as JSON.
        turn_start: whether it is at the start of a turn.
    """

    entry_count: int = field(name="entries")
    state: bytes
    turn_start: bool
