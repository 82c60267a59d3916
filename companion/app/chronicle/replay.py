"""Replays a game: each question with its answer and its reports."""

from collections.abc import Iterator
from typing import Any

from msgspec import UNSET, Struct

from companion.app.labels import inflect
from companion.locale.messages import gettext, joined, ngettext
from companion.odds import RollRecord
from companion.referee.entries import Answered, Corrected, Entry
from companion.referee.inches import FINEST, format_inches
from companion.referee.questions import END, Confirm, Count, FillIn, Measure, Question, Roll, Shuffle
from companion.referee.script import Report
from companion.referee.table import Table

MAX_LISTED = 6
"""Longest list that is written out in full."""


class ReplayStep(Struct, frozen=True):
    """One answer or correction, and the question it answered.

    Attributes:
        number: of the entry in the game, from 1.
        question: the question; None for a correction.
        entry: the answer or correction.
        turn: number of the turn it was given in, 0 during set-up.
        round: number of the round.
        active: the seat whose turn it was.
        reports: caused by the entry.
    """

    number: int
    question: Question | None
    entry: Entry
    turn: int = 0
    round: int = 0
    active: str | None = None
    reports: tuple[Report, ...] = ()


def replay(table: Table[Any], since: int = 0) -> Iterator[ReplayStep]:
    """Replay the entries after the first `since`, oldest first, on a copy of the table."""
    for step, _ in replay_tables(table, since):
        yield step


def replay_tables(table: Table[Any], since: int = 0) -> Iterator[tuple[ReplayStep, Table[Any]]]:
    """Replay the entries after the first `since`, each with a copy of the table after it.

    The copy changes with the next step, so read it before you continue.
    """
    copy = table_at(table, since)
    for number, entry in enumerate(table.entries[since:], since + 1):
        question = copy.question if isinstance(entry, Answered) else None
        turn, round_, active = copy.state.turn, copy.state.round, copy.state.active
        if isinstance(entry, Corrected):
            copy.correct(entry.changes)
        else:
            copy.answer(entry.value)
        yield ReplayStep(number, question, entry, turn, round_, active, copy.latest), copy


def table_at(table: Table[Any], entry_count: int) -> Table[Any]:
    """Return a copy of the table as it stood after this many entries.

    Only the entries since the last position before are played again, so any moment of a long game is quick.
    """
    first = table.positions[0]
    known = [position for position in table.positions if position.entry_count <= entry_count] or [first]
    entries = table.entries[: max(entry_count, first.entry_count)]
    return Table.resume(table.game, known, entries)


def roll_record(step: ReplayStep) -> RollRecord | None:
    """Return the battle roll of a step for the luck ledger; None if the step is no battle roll."""
    question, entry = step.question, step.entry
    if not isinstance(question, Roll) or question.contest is None or not isinstance(entry, Answered):
        return None
    if not isinstance(entry.value, dict) or "attack" not in entry.value:
        return None  # only the losses were entered, or an offer was accepted
    return RollRecord.of(question.contest, question.parse(entry.value))


def describe(step: ReplayStep, names: dict[str, str]) -> str:
    """Describe an answer in a few words.

    Args:
        step: the step.
        names: of places, seats and options, by id.
    """
    if isinstance(step.entry, Corrected):
        return _changed(step.entry, names)
    value, question = step.entry.value, step.question
    if question is not None and question.secret:
        return gettext("In secret")
    if value == END:
        return getattr(question, "end", "") or own_labels(question).get(END) or gettext("Done")
    names = names | own_labels(question)
    match value:
        case {"place": place, "count": count}:
            return gettext("{count} on {place}", count=count, place=names.get(place, place))
        case {"losses": {"attacker": attacker, "defender": defender}}:
            return gettext(
                "Lost {attacker} / {defender}, dice not seen", attacker=attacker, defender=defender
            )
        case {"inches": float(inches), "error": float(error)}:
            distance = format_inches(inches)
            return gettext("{distance}, sure to {error:.2f}", distance=distance, error=max(error, FINEST))
        case {"offer": offer}:
            return names.get(str(offer), str(offer).capitalize())
        case dict() if isinstance(question, FillIn):
            return _filled(question, value)
        case dict():
            return " / ".join(
                " ".join(map(str, part)) if isinstance(part, list) else str(part) for part in value.values()
            )
        case list() if len(value) > MAX_LISTED:
            if isinstance(question, Shuffle):
                return ngettext("{count} card dealt", "{count} cards dealt", len(value))
            return gettext("{count} of them", count=len(value))
        case list():
            if not value:
                return getattr(question, "none", "") or gettext("None")
            return joined((names.get(str(one), str(one)) for one in value), ", ")
        case bool():
            return _answered(question, value)
        case float() if isinstance(question, Measure):
            return format_inches(value)
        case int() if isinstance(question, Count):
            return joined([str(value), inflect(question.unit, value)])
    return names.get(str(value), str(value))


def _changed(entry: Corrected, names: dict[str, str]) -> str:
    changes = (
        gettext("{fact}: {value}", fact=names.get(key, key), value=names.get(str(value), value))
        for key, value in entry.changes.items()
    )
    return joined(changes, ", ")


def _answered(question: Question | None, yes: bool) -> str:
    if isinstance(question, Confirm):
        return question.yes if yes else question.no
    return gettext("Yes") if yes else gettext("No")


def _filled(question: FillIn, value: dict[str, Any]) -> str:
    fields = {field.name: field for field in question.fields}
    filled = [
        gettext("{fact}: {value}", fact=fields[name].label, value=fields[name].text(str(entry)))
        if name in fields
        else f"{name}: {entry}"
        for name, entry in value.items()
    ]
    return joined(filled, ", ") if filled else gettext("As suggested")


def own_labels(question: Question | None) -> dict[str, str]:
    """Return the labels of a question's options, cards, offers and fields, by id."""
    words = getattr(question, "words", UNSET)
    options = {option.id: option.label for option in getattr(question, "options", ())}
    offers = {offer.id: offer.label for offer in getattr(question, "offers", ())}
    fields = {field.name: field.label for field in getattr(question, "fields", ())}
    return options | offers | fields | (words or {})
