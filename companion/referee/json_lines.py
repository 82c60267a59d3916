"""The referee as JSON lines: one request per line in, one object per line out.

`README.md` beside this file describes the format with an example that a test runs.
"""

from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from reprlib import repr as shown
from typing import Any, Protocol

import msgspec

from companion.errors import CompanionError, MalformedAnswer
from companion.locale.catalogue import builtins_in
from companion.locale.messages import ENGLISH, translated
from companion.referee.dice_roller import DiceRoller
from companion.referee.entries import Changes
from companion.referee.notation import read_answer_text
from companion.referee.questions import Question, Roll, Shuffle
from companion.referee.ruling import Ruling
from companion.referee.table import Table

JsonObject = dict[str, Any]

MAX_LINE = 100_000
"""Characters of a line; an answer has far fewer."""


class Actions(Protocol):
    """Operations that change a game: of a table, or of a session that also saves every change."""

    def answer(self, raw: object, *, seq: int | None = None, by: str = ...) -> Ruling:
        """Take an answer."""

    def correct(self, changes: Changes, *, by: str = ...) -> Ruling:
        """Correct the game by hand."""

    def undo(self, count: int) -> None:
        """Undo answers."""

    def redo(self, count: int) -> None:
        """Redo undone answers."""


@dataclass(frozen=True, slots=True)
class _Server:
    table: Table[Any]
    actions: Actions
    dice_roller: DiceRoller


def serve_json_lines(
    table: Table[Any], lines: Iterable[str], dice_roller: DiceRoller, actions: Actions | None = None
) -> Iterator[JsonObject]:
    """Handle requests line by line; yield the open question, then one reply per line.

    A line that cannot be understood yields an object with ``error`` and changes nothing.

    Args:
        table: the game.
        lines: JSON objects, each with one of the verbs in `VERBS`.
        dice_roller: rolls and shuffles for ``{"chance": true}``.
        actions: takes the changes; the table itself if left out.
    """
    server = _Server(table, actions or table, dice_roller)
    yield {"line": 0, **situation(table)}
    for number, line in enumerate(lines, 1):
        if line.strip():
            yield {"line": number, **_reply(server, line)}


def situation(table: Table[Any]) -> JsonObject:
    """Describe the table: the open question, the seats, the timeline, the last reports."""
    return {
        "seq": table.seq,
        "question": describe(table.question) if table.question is not None else None,
        "seats": {seat.id: {"name": seat.kept_name, "colour": seat.colour} for seat in table.state.seats},
        "timeline": builtins_in(table.timeline, ENGLISH),
        "reports": [builtins_in(report, ENGLISH) for report in table.latest],
    }


def describe(question: Question) -> JsonObject:
    """Describe a question: kind, prompt, what is allowed, and a ruling on what is not."""
    described: JsonObject = builtins_in(question, ENGLISH)  # reads all `Refusals`
    described["allowed"] = builtins_in(question.options_allowed(), ENGLISH)
    described.setdefault("denied", {})
    described["denied"] |= {
        id: builtins_in(ruling, ENGLISH)
        for id, ruling in question.options_denied().items()
        if not ruling.allowed
    }
    return described


def _reply(server: _Server, line: str) -> JsonObject:
    try:
        request = _request(line)
        return VERBS[_verb(request)](server, request)
    except CompanionError as error:
        return {
            "error": {"kind": type(error).__name__, "message": translated(str(error), ENGLISH)},
            "seq": server.table.seq,
        }


def _request(line: str) -> JsonObject:
    if len(line) > MAX_LINE:
        raise MalformedAnswer(f"This line is longer than {MAX_LINE:,} characters; send a shorter one.")
    try:
        request = msgspec.json.decode(line)
    except (msgspec.DecodeError, RecursionError) as error:
        raise MalformedAnswer(f"This line is not JSON: {error}. Send one JSON object a line.") from error
    if not isinstance(request, dict):
        raise MalformedAnswer(f"This line asks for nothing: {shown(request)} is no JSON object.")
    return request


def _verb(request: JsonObject) -> str:
    asked = [word for word in request if word != "seq"]
    if len(asked) != 1 or asked[0] not in VERBS:
        raise MalformedAnswer(
            f"This line asks for {shown(asked) if asked else 'nothing'}: it needs one of {', '.join(VERBS)}."
        )
    return asked[0]


def _seq(request: JsonObject) -> int | None:
    return None if request.get("seq") is None else _whole(request, "seq")


def _answer(server: _Server, request: JsonObject) -> JsonObject:
    ruling = server.actions.answer(request["answer"], seq=_seq(request), by="line")
    return _ruled(server.table, ruling)


def _say(server: _Server, request: JsonObject) -> JsonObject:
    question, text = server.table.question, request["say"]
    if question is None or not isinstance(text, str):
        raise MalformedAnswer('Say an answer to the open question as a text, such as "alaska+3".')
    answer = read_answer_text(question, text)
    ruling = server.actions.answer(answer, seq=_seq(request), by="line")
    return {"answer": answer, **_ruled(server.table, ruling)}


def _roll(server: _Server, request: JsonObject) -> JsonObject:
    question = server.table.question
    if not isinstance(question, Roll | Shuffle):
        raise MalformedAnswer("The open question is not one of chance; answer it.")
    value = server.dice_roller.answer(question)
    ruling = server.actions.answer(value, seq=_seq(request), by="chance")
    return {"answer": value, **_ruled(server.table, ruling)}


def _may(server: _Server, request: JsonObject) -> JsonObject:
    table = server.table
    return {"may": request["may"], "ruling": _ruling(table.may(request["may"])), "seq": table.seq}


def _inquire(server: _Server, request: JsonObject) -> JsonObject:
    table = server.table
    inquiry = request["inquire"]
    if not isinstance(inquiry, dict) or not isinstance(inquiry.get("about"), str):
        raise MalformedAnswer('An inquiry says what it is about: {"inquire": {"about": "attack", ...}}.')
    asked = {name: value for name, value in inquiry.items() if name != "about"}
    return {"inquire": inquiry, "ruling": _ruling(table.inquire(inquiry["about"], **asked)), "seq": table.seq}


def _undo(server: _Server, request: JsonObject) -> JsonObject:
    server.actions.undo(_whole(request, "undo"))
    return situation(server.table)


def _redo(server: _Server, request: JsonObject) -> JsonObject:
    server.actions.redo(_whole(request, "redo"))
    return situation(server.table)


def _correct(server: _Server, request: JsonObject) -> JsonObject:
    try:
        changes = msgspec.convert(request["correct"], dict[str, int | str])
    except msgspec.ValidationError as error:
        raise MalformedAnswer(f"A correction gives a value for each key: {error}.") from error
    if len(changes) > (known := len(server.table.game.correctables(server.table.state))):
        raise MalformedAnswer(f"{len(changes):,} of {known} values that can be corrected are named.")
    return _ruled(server.table, server.actions.correct(changes, by="line"))


def _show(server: _Server, request: JsonObject) -> JsonObject:
    table = server.table
    texts: dict[str, Callable[[], object]] = {
        "state": lambda: table.state,
        "position": lambda: table.game.notation.write(table.state),
        "scene": lambda: table.game_view,
        "entries": lambda: table.entries,
        "correctables": lambda: table.game.correctables(table.state),
        "question": lambda: situation(table),
    }
    what = request["show"]
    if not isinstance(what, str) or what not in texts:
        raise MalformedAnswer(f"There is no {shown(what)} to show; there are: {', '.join(texts)}.")
    return {"show": what, what: builtins_in(texts[what](), ENGLISH), "seq": table.seq}


VERBS: dict[str, Callable[[_Server, JsonObject], JsonObject]] = {
    "answer": _answer,
    "say": _say,
    "chance": _roll,
    "may": _may,
    "inquire": _inquire,
    "undo": _undo,
    "redo": _redo,
    "correct": _correct,
    "show": _show,
}
"""The handlers of requests, by verb."""


def _ruled(table: Table[Any], ruling: Ruling) -> JsonObject:
    return {"ruling": _ruling(ruling), **situation(table)}


def _ruling(ruling: Ruling) -> JsonObject:
    return {**builtins_in(ruling, ENGLISH), "words": translated(ruling.text, ENGLISH)}


def _whole(request: JsonObject, word: str) -> int:
    number = request[word]
    if isinstance(number, bool) or not isinstance(number, int):
        raise MalformedAnswer(f"{word} must be a whole number, not {shown(number)}.")
    return number
