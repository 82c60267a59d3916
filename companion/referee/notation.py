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
    words = text.strip()
    if question.offers and words.startswith(_OFFER):
        return {"offer": words.removeprefix(_OFFER)}
    match question:
        case Choose() | Pick() | PickOrEnd():
            return words
        case Count():
            return _number(int, words)
        case Deploy():
            place, _, count = words.rpartition("+")
            return {"place": place, "count": _number(int, count)}
        case PlayCards() | Shuffle() | PickSeveral():
            return [] if words == NOTHING else [thing.strip() for thing in words.split(",")]
        case Roll() if words.startswith(_LOST):
            return {"losses": _losses(words.removeprefix(_LOST))}
        case Roll():
            return _faces(question, words)
        case Measure():
            return _number(float, words.removesuffix('"'))
        case FillIn():
            return _blanks(words)
        case Confirm():
            return _yes_or_no(words)


def _number(kind: type[int] | type[float], words: str) -> float:
    try:
        return kind(words)
    except ValueError:
        raise MalformedAnswer(f"{words[:40]!r} is no number.") from None


def _faces(question: Roll, words: str) -> dict[str, list[float]]:
    piles = words.split("/")
    if len(piles) != len(question.pools):
        names = " / ".join(pool.name for pool in question.pools)
        raise MalformedAnswer(f"{words[:40]!r} does not show the dice of {names}; write them as 6 4 / 5.")
    return {
        pool.name: [] if pile.strip() == NOTHING else [_number(int, face) for face in pile.split()]
        for pool, pile in zip(question.pools, piles, strict=True)
    }


def _losses(words: str) -> dict[str, float]:
    attacker, _, defender = words.partition("/")
    return {"attacker": _number(int, attacker), "defender": _number(int, defender)}


def _blanks(words: str) -> dict[str, int | str]:
    found = list(_BLANK.finditer(words))
    if sum(len(blank[0]) for blank in found) != len(words):
        raise MalformedAnswer(f'{words[:40]!r} fills nothing in; write it as blocks=1, name="wall".')
    try:
        return {blank[1]: msgspec.json.decode(blank[2]) for blank in found}
    except msgspec.DecodeError as error:
        raise MalformedAnswer(f"{words[:40]!r} fills nothing in: {error}.") from error


def _yes_or_no(words: str) -> bool:
    if words not in ("yes", "no"):
        raise MalformedAnswer(f"{words[:40]!r} is neither yes nor no.")
    return words == "yes"
