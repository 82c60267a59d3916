"""Inquiries ("may I?"): the check of their parameters, and the ruling by what the open question allows."""

import inspect
from collections.abc import Callable, Iterable, Mapping
from reprlib import repr as shown
from typing import Any, Protocol, get_type_hints

from companion.errors import MalformedAnswer, UnknownName
from companion.referee.game import Inquiry, Way
from companion.referee.questions import Question
from companion.referee.ruling import ALLOWED, Ruling, refuse
from companion.referee.timeline import State

MAX_NUMBER = 1_000_000
"""Largest distance in inches or number of units."""

_WANTED = {str: "a text", int: "a whole number", float: "a number", list[str]: "a list of texts"}


def check_parameters(name: str, inquiry: Inquiry, given: Mapping[str, object]) -> None:
    """Compare the given parameters with the signature of the inquiry's function.

    Raises:
        UnknownName: a parameter is missing, unknown, of another type, or too large.
    """
    hints = get_type_hints(inquiry)
    declared = [
        parameter
        for parameter in inspect.signature(inquiry).parameters.values()
        if parameter.kind is parameter.KEYWORD_ONLY
    ]
    kinds = {parameter.name: _kind(hints[parameter.name]) for parameter in declared}
    needed = {parameter.name for parameter in declared if parameter.default is parameter.empty}
    wrong = [f"{key} is not known" for key in given if key not in kinds]
    wrong += [f"{key} is missing" for key in kinds if key in needed and key not in given]
    wrong += [
        f"{key} is {shown(value)}"
        for key, value in given.items()
        if key in kinds and not (_fits(value, kinds[key]) or (value is None and key not in needed))
    ]
    if wrong:
        wanted = ", ".join(
            f"{key} ({_WANTED[kind]}{'' if key in needed else ', may be left out'})"
            for key, kind in kinds.items()
        )
        raise UnknownName(f"The inquiry {name!r} wants {wanted}; {', '.join(wrong)}.")


def _kind(hint: object) -> type:
    """The expected type; an optional parameter may also be None."""
    return next(kind for kind in _WANTED if hint == kind or hint == kind | None)


def _fits(value: object, kind: type) -> bool:
    if kind == list[str]:
        return isinstance(value, list) and all(isinstance(item, str) for item in value)
    if kind is str:
        return isinstance(value, str)
    number = isinstance(value, int) or (kind is float and isinstance(value, float))
    return number and not isinstance(value, bool) and -MAX_NUMBER <= value <= MAX_NUMBER  # type: ignore[operator]


class Rehearsal(Protocol):
    """A copy of a table, on which answers are tried."""

    @property
    def state(self) -> State:
        """The state."""

    @property
    def question(self) -> Question | None:
        """The open question."""

    def may(self, raw: object) -> Ruling:
        """Rule on an answer."""

    def answer(self, raw: object) -> Ruling:
        """Take an answer."""


def rehearse(copy_table: Callable[[], Rehearsal], ways: Iterable[Way], rules: tuple[str, ...]) -> Ruling:
    """Rule on an act by doing it on copies of a table, so that inquiries and questions cannot disagree.

    Parts of the act that were answered already are left out, and another origin that was begun with is given
    up; any other open question comes first.

    Args:
        copy_table: copies the table.
        ways: the answers with which the act is done, one way or another.
        rules: the act answers questions with one of these rules, or begins with an offer.
    """
    refused = None
    for way in ways:
        for begin in (_as_it_is, _elsewhere):
            table = copy_table()
            ruling = _done(table, way, rules) if begin(table) else None
            if ruling is not None and ruling.allowed:
                return ALLOWED
            refused = refused or ruling
    if refused is not None:
        return refused
    question = copy_table().question
    if question is None:
        return ALLOWED
    return refuse(question.rules[0], "Something else comes first.")


def _as_it_is(_: Rehearsal) -> bool:
    return True


def _elsewhere(table: Rehearsal) -> bool:
    """Give up the origin that the open question is about; return whether the step still goes on."""
    question, before = table.question, _now(table.state)
    if question is None or not question.focus or question.declining is None:
        return False
    return table.answer(question.declining[0]).allowed and _now(table.state) == before


def _now(state: State) -> tuple[Any, ...]:
    return state.turn, state.active, state.step, state.winners


def _done(table: Rehearsal, way: Way, rules: tuple[str, ...]) -> Ruling | None:
    """Answer with an act, and return the ruling; None if the open question is about something else."""
    if table.question is None or not (_takes_offer(way) or set(rules) & set(table.question.rules)):
        return None
    focus = table.question.focus
    begun = len(focus) if way[: len(focus)] == focus else 0
    for number, answer in enumerate(way[begun:], begun):
        try:
            ruling = table.may(answer) if table.question is not None else None
        except MalformedAnswer:
            return None
        if ruling is None or not ruling.allowed:
            return ruling if number else None
        table.answer(answer)
        if number == 0 and isinstance(answer, str) and way[1:] and not _about(table.question, answer):
            return None
    return ALLOWED


def _takes_offer(way: Way) -> bool:
    return isinstance(way[0], dict)


def _about(question: Question | None, origin: str) -> bool:
    """Whether the question that opened is about the origin that was chosen."""
    return question is not None and question.focus[:1] == (origin,)
