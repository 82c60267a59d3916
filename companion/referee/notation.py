"""Text notation of answers, for tests, bug reports and typing. Writing and reading are exact inverses.

``alaska``, ``end``, ``alaska+3``, ``6 4 1 / 5 2``, ``lost 1 / 1``, ``infantry, infantry, wild``, ``3.5"``,
``yes``, ``!call off``: the meaning depends on the open question. Ids of places, cards and items have no
comma.
"""

import re
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any, Generic

import msgspec

from companion.errors import MalformedAnswer
from companion.referee.dice import Losses
from companion.referee.interruptions import Interruption
from companion.referee.questions import (
    END,
    Choose,
    Confirm,
    Count,
    Deploy,
    FillIn,
    Measure,
    Pick,
    PickOrEnd,
    PickSeveral,
    PlayCards,
    Question,
    Roll,
    Shuffle,
)
from companion.referee.timeline import S

NOTHING = "-"
"""The text of no cards, and of a pool without dice."""

_OFFER = "!"
_LOST = "lost "
_BLANK = re.compile(r'\s*([\w-]+)=("(?:[^"\\]|\\.)*"|-?\d+)\s*(?:,|$)')


@dataclass(frozen=True)
class PositionNotation(Generic[S]):
    """How a game writes its positions in one line of text, and reads them back exactly."""

    write: Callable[[S], str]
    read: Callable[[str], S]


def write_answer(question: Question, value: Any) -> str:
    """Write an answer.

    Args:
        question: what was asked.
        value: the answer as scripts get it, from ``question.parse``.
    """
    if isinstance(value, Interruption):
        return _OFFER + value.offer
    if isinstance(value, Losses):
        return f"{_LOST}{value.attacker} / {value.defender}"
    match question:
        case Choose() | Pick() | Count():
            return str(value)
        case PickOrEnd():
            return value or END
        case Deploy():
            return f"{value.place}+{value.count}"
        case PlayCards() | Shuffle() | PickSeveral():
            return ", ".join(value) or NOTHING
        case Roll():
            return " / ".join(" ".join(map(str, value[pool.name])) or NOTHING for pool in question.pools)
        case Measure():
            return f'{value!r}"'
        case FillIn():
            return ", ".join(f"{name}={msgspec.json.encode(blank).decode()}" for name, blank in value.items())
        case Confirm():
            return "yes" if value else "no"


def read_answer_text(question: Question, text: str) -> Any:
    """Parse an answer to the JSON-like form that a table takes.

    Raises:
        MalformedAnswer: the text is no answer to this kind of question.
    """
    text = text.strip()
    if question.offers and text.startswith(_OFFER):
        return {"offer": text.removeprefix(_OFFER)}
    match question:
        case Choose() | Pick() | PickOrEnd():
            return text
        case Count():
            return _number(int, text)
        case Deploy():
            place, _, count = text.rpartition("+")
            return {"place": place, "count": _number(int, count)}
        case PlayCards() | Shuffle() | PickSeveral():
            return [] if text == NOTHING else [item.strip() for item in text.split(",")]
        case Roll() if text.startswith(_LOST):
            return {"losses": _losses(text.removeprefix(_LOST))}
        case Roll():
            return _faces(question, text)
        case Measure():
            return _number(float, text.removesuffix('"'))
        case FillIn():
            return _blanks(text)
        case Confirm():
            return _yes_or_no(text)


def _number(kind: type[int] | type[float], text: str) -> float:
    try:
        return kind(text)
    except ValueError:
        raise MalformedAnswer(f"{text[:40]!r} is no number.") from None


def _faces(question: Roll, text: str) -> dict[str, list[float]]:
    piles = text.split("/")
    if len(piles) != len(question.pools):
        names = " / ".join(pool.name for pool in question.pools)
        raise MalformedAnswer(f"{text[:40]!r} does not show the dice of {names}; write them as 6 4 / 5.")
    return {
        pool.name: [] if pile.strip() == NOTHING else [_number(int, face) for face in pile.split()]
        for pool, pile in zip(question.pools, piles, strict=True)
    }


def _losses(text: str) -> dict[str, float]:
    attacker, _, defender = text.partition("/")
    return {"attacker": _number(int, attacker), "defender": _number(int, defender)}


def _blanks(text: str) -> dict[str, int | str]:
    found = list(_BLANK.finditer(text))
    if sum(len(blank[0]) for blank in found) != len(text):
        raise MalformedAnswer(f'{text[:40]!r} fills nothing in; write it as blocks=1, name="wall".')
    try:
        return {blank[1]: msgspec.json.decode(blank[2]) for blank in found}
    except msgspec.DecodeError as error:
        raise MalformedAnswer(f"{text[:40]!r} fills nothing in: {error}.") from error


def _yes_or_no(text: str) -> bool:
    if text not in ("yes", "no"):
        raise MalformedAnswer(f"{text[:40]!r} is neither yes nor no.")
    return text == "yes"
