"""Text notation of answers, for tests, bug reports and typing. Writing and reading are exact inverses.

``alaska``, ``end``, ``alaska+3``, ``6 4 1 / 5 2``, ``lost 1 / 1``, ``infantry, infantry, wild``, ``3.5"``,
``yes``, ``!call off``: the meaning depends on the open question, whose kind writes and reads its own answers.
"""

from typing import Any, Protocol

from companion.referee.dice import Losses
from companion.referee.interruptions import Interruption
from companion.referee.questions import LOST, Question
from companion.referee.timeline import S

_OFFER = "!"


class PositionNotation(Protocol[S]):
    """How a game writes its positions in one line of text, and reads them back exactly."""

    def write(self, state: S, /) -> str:
        """Write a position."""

    def read(self, text: str, /) -> S:
        """Read a position.

        Raises:
            MalformedPosition: the text is no position of this game; the message says where.
            UnknownName: it names what does not exist.
        """


def write_answer(question: Question, value: Any) -> str:
    """Write an answer.

    Args:
        question: what was asked.
        value: the answer as scripts get it, from ``question.parse``.
    """
    if isinstance(value, Interruption):
        return _OFFER + value.offer
    if isinstance(value, Losses):
        return f"{LOST}{value.attacker} / {value.defender}"
    return question.write(value)


def read_answer_text(question: Question, text: str) -> Any:
    """Parse an answer to the JSON-like form that a table takes.

    Raises:
        MalformedAnswer: the text is no answer to this kind of question.
    """
    text = text.strip()
    if question.offers and text.startswith(_OFFER):
        return {"offer": text.removeprefix(_OFFER)}
    return question.read(text)
