"""The table: one running game.

It asks questions, takes answers, undoes them to any depth, and can be corrected. It stores positions (the
state at the start of a step) and the entries since. Undo and resume decode a position and replay the answers
to the step's script, so nothing is ever re-rolled.
"""

from collections.abc import Iterable, Iterator, Mapping
from contextlib import contextmanager
from itertools import takewhile
from typing import Any, Generic

import msgspec
from msgspec import Struct, structs

from companion.errors import AnswerRefused, BrokenFile, NothingToUndo, StaleAnswer, UnknownName
from companion.locale.messages import gettext, joined
from companion.referee.correction import judge_changes
from companion.referee.entries import Answered, Changes, Corrected, Entry, Position
from companion.referee.game import Act, Game
from companion.referee.game_view import GameView
from companion.referee.inquiry import check_parameters, rehearse
from companion.referee.interruptions import read_answer, read_recorded
from companion.referee.question_base import PlaceQuestion, list_allowed
from companion.referee.questions import Choose, Question, Shuffle
from companion.referee.ruling import Ruling, refuse
from companion.referee.script import Report, Script
from companion.referee.timeline import S, Timeline, step_after, timeline


class LoggedReport(Struct, frozen=True):
    """A report and the number of entries after which it was made."""

    entry_count: int
    report: Report


class Table(Generic[S]):
    """One running game.

    Args:
        game: the game.
        state: the state before the first step, from ``game.begin``.
    """

    def __init__(self, game: Game[S], state: S) -> None:
        self.game = game
        self.seq = 0
        self._entries: list[Entry] = []
        self._undone: list[Entry] = []
        self._positions: list[Position] = []
        self._reports: list[LoggedReport] = []
        self._reports_before: list[int] = []
        self._state = state
        self._game_view: GameView | None = None
        self._open()

    @classmethod
    def resume(
        cls, game: Game[S], positions: Iterable[Position], entries: Iterable[Entry], seq: int = 0
    ) -> "Table[S]":
        """Resume a game from its last position and the entries since.

        Args:
            game: the game.
            positions: all known positions, oldest first; at least one.
            entries: all entries from the start of the game.
            seq: the next sequence numbers are larger than this.

        Raises:
            AnswerRefused: an entry since the last position is not allowed by today's rules.
            BrokenFile: the last position is not one of this game.
        """
        table = cls.__new__(cls)
        table.game = game
        table.seq = seq
        table._entries, table._undone, table._reports = list(entries), [], []
        table._positions = list(positions)
        table._reports_before = [0] * len(table._positions)
        table._restore(len(table._entries))
        return table

    @property
    def state(self) -> S:
        """The current state; do not change it."""
        return self._state

    @property
    def question(self) -> Question | None:
        """The open question; None if the game is over."""
        return self._question

    @property
    def entries(self) -> tuple[Entry, ...]:
        """All answers and corrections that are not undone, oldest first."""
        return tuple(self._entries)

    @property
    def undone(self) -> tuple[Entry, ...]:
        """Undone entries that can be redone, next first."""
        return tuple(reversed(self._undone))

    @property
    def positions(self) -> tuple[Position, ...]:
        """The positions kept, oldest first."""
        return tuple(self._positions)

    @property
    def reports(self) -> tuple[LoggedReport, ...]:
        """The reports since the oldest known position, oldest first."""
        return tuple(self._reports)

    @property
    def latest(self) -> tuple[Report, ...]:
        """The reports that the last entry caused."""
        newest = takewhile(lambda logged: logged.entry_count == len(self._entries), reversed(self._reports))
        return tuple(logged.report for logged in newest)[::-1]

    @property
    def timeline(self) -> Timeline:
        """The timeline of the current state."""
        wanted = self._question.seat if self._question is not None else None
        return timeline(self.game.steps, self._state, wanted)

    @property
    def game_view(self) -> GameView:
        """The view of the current state, cached until it changes."""
        if self._game_view is None:
            self._game_view = self.game.game_view(self._state)
        return self._game_view

    def may(self, raw: object) -> Ruling:
        """Rule on an answer to the open question without acting.

        Raises:
            MalformedAnswer: it does not have the shape the question wants.
            StaleAnswer: no question is open.
        """
        question = self._asked()
        raw = self._with_ids(question, raw)
        return self._with_alternative(question, raw, read_answer(question, raw)[1])

    def inquire(self, inquiry: str, /, **params: object) -> Ruling:
        """Answer one of the game's own "may I?" questions.

        Raises:
            UnknownName: the game answers no such inquiry, or not with these parameters.
        """
        if inquiry not in self.game.inquiries:
            known = ", ".join(sorted(self.game.inquiries))
            raise UnknownName(f"{self.game.title} answers no inquiry {inquiry!r}; it answers: {known}.")
        check_parameters(inquiry, self.game.inquiries[inquiry], params)
        names = self._ids_by_name()
        named = {key: _id_of(value, names) for key, value in params.items()}
        ruling = self.game.inquiries[inquiry](self._state, **named)
        if ruling.allowed and inquiry in self.game.acts:
            ruling = self._rehearsed(self.game.acts[inquiry], named)
        return self._with_open_question(ruling)

    def _rehearsed(self, act: Act, named: dict[str, Any]) -> Ruling:
        """Rule on an act that the rules allow by trying to answer the open question so."""
        if self._question is None:
            return refuse(self.game.rulebook.rules[0].id, "The game is over.")
        return rehearse(self._copy_table, act.ways(**named), act.rules)

    def answer(self, raw: object, *, seq: int | None = None, by: str = "touch") -> Ruling:
        """Apply an answer to the open question if the rules allow it; otherwise change nothing.

        Args:
            raw: the answer, JSON-like, as the question's kind wants it.
            seq: sequence number of the question that was answered, if known.
            by: who gave it.

        Raises:
            StaleAnswer: the question with that number is no longer open, or none is.
            MalformedAnswer: the answer does not have the shape the question wants.
        """
        question = self._asked()
        if seq is not None and seq != self.seq:
            stale = gettext(
                "Question {number} is no longer open; the open one is {open}. Look again and answer that.",
                number=seq,
                open=self.seq,
            )
            raise StaleAnswer(stale)
        raw = self._with_ids(question, raw)
        value, ruling = read_answer(question, raw)
        if ruling.allowed:
            self._act(Answered(msgspec.to_builtins(raw), by), lambda: self._send(value))
        return self._with_alternative(question, raw, ruling)

    def correct(self, changes: Changes, *, by: str = "touch") -> Ruling:
        """Correct the state by hand; a half-declared action is withdrawn and its step starts again."""
        changes = self._with_keys(changes)
        ruling, state = self._corrected(changes)
        if ruling.allowed:
            self._act(Corrected(dict(changes), by), lambda: self._settle(state))
        return ruling

    def undo(self, count: int = 1) -> None:
        """Undo this many answers and corrections.

        Raises:
            NothingToUndo: there are not that many.
            AnswerRefused: the current rules refuse an earlier answer; nothing is undone.
        """
        most = len(self._entries) - self._positions[0].entry_count
        if not 0 < count <= most:
            raise NothingToUndo("Asked to undo {count}, but {most} can be undone.", count=count, most=most)
        keep = len(self._entries) - count
        with self._rolled_back_on_error():
            self._undone += reversed(self._entries[keep:])
            self._restore(keep)

    def redo(self, count: int = 1) -> None:
        """Redo this many undone answers.

        Raises:
            NothingToUndo: there are not that many.
            AnswerRefused: the current rules refuse one of them; nothing is redone.
        """
        if not 0 < count <= len(self._undone):
            most = len(self._undone)
            raise NothingToUndo("Asked to redo {count}, but {most} can be redone.", count=count, most=most)
        with self._rolled_back_on_error():
            for _ in range(count):
                entry = self._undone.pop()
                self._entries.append(entry)
                self._replay(entry)
            self.seq += 1

    def withdraw(self, undone: Iterable[Entry]) -> None:
        """Remove the last entry as if it had never been made.

        Args:
            undone: what could be redone before it, next first.
        """
        self.undo()
        self._undone = list(undone)[::-1]

    @contextmanager
    def _rolled_back_on_error(self) -> Iterator[None]:
        """Roll everything back if the current rules refuse what older rules allowed."""
        entries, undone, positions = list(self._entries), list(self._undone), list(self._positions)
        reports, reports_before = list(self._reports), list(self._reports_before)
        try:
            yield
        except Exception:
            self._entries, self._undone, self._positions = entries, undone, positions
            self._reports, self._reports_before = reports, reports_before
            self._restore(len(entries))
            raise

    def _with_ids(self, question: Question, raw: object) -> object:
        """Replace names of places in an answer by their ids, in any spelling that the game knows."""
        if not isinstance(question, (PlaceQuestion, Shuffle)):
            return raw
        ids = question.items if isinstance(question, Shuffle) else question.allowed
        if isinstance(raw, str) and raw in ids:
            return raw
        names = self._ids_by_name()
        match raw:
            case {"place": place, **others}:
                return {"place": _id_of(place, names), **others}
            case list():
                return [_id_of(item, names) for item in raw]
        return _id_of(raw, names)

    def _ids_by_name(self) -> dict[str, str]:
        """The ids of all places by their names, other spellings and ids, in lower case; ids go first."""
        names = self.game.names(self._state)
        ids = {id.casefold(): id for id in names.values()}
        return {name.casefold(): id for name, id in names.items()} | ids

    def _with_alternative(self, question: Question, raw: object, ruling: Ruling) -> Ruling:
        """Add to a refused place or choice which are allowed, by their names, or how the question ends."""
        if ruling.allowed or ruling.instead:
            return ruling
        if isinstance(question, PlaceQuestion) and isinstance(raw, str) and raw not in question.denied:
            name = next((name for name, id in self.game.names(self._state).items() if id == raw), None)
            if name is not None:
                text = gettext("{answer} is not one of the options.", answer=gettext(name))
                ruling = refuse(question.rules[0], text)
        return structs.replace(ruling, instead=self._choices(question))

    def _with_open_question(self, ruling: Ruling) -> Ruling:
        """Add to a refusal that names no way out what is asked now, and what can be answered."""
        if ruling.allowed or ruling.instead:
            return ruling
        if self._question is None:
            return structs.replace(ruling, instead=gettext("Undo goes back into it."))
        asked = gettext("Asked now: '{question}'.", question=self._question.prompt)
        return structs.replace(ruling, instead=joined([asked, self._choices(self._question)]))

    def _choices(self, question: Question) -> str:
        """Name what a place or choice can be, or how the question ends; nothing for other questions."""
        if isinstance(question, Choose):
            return list_allowed(tuple(option.label for option in question.options if option.ruling.allowed))
        if not isinstance(question, PlaceQuestion):
            return ""
        names: dict[str, str] = {}
        for name, id in self.game.names(self._state).items():
            names.setdefault(id, name)
        end = getattr(question, "end", "")
        nothing = gettext("Nothing is: choose '{end}'.", end=end) if end else ""
        return list_allowed(tuple(gettext(names.get(place, place)) for place in question.allowed)) or nothing

    def _with_keys(self, changes: Changes) -> Changes:
        """Replace names of places in the keys of a correction, such as ``Keresch.armies``, by their ids."""
        names = self._ids_by_name()
        parts = {key: key.rpartition(".") for key in changes}
        return {f"{_id_of(parts[key][0], names)}{''.join(parts[key][1:])}": changes[key] for key in changes}

    def _asked(self) -> Question:
        if self._question is None:
            raise StaleAnswer(gettext("The game is over: no question is open. Undo to go back into it."))
        return self._question

    def _act(self, entry: Entry, act: Any) -> None:
        """Apply an entry; roll back if that fails."""
        before = len(self._entries)
        self._entries.append(entry)
        try:
            act()
        except Exception:
            self._restore(before)
            raise
        self._undone.clear()
        self.seq += 1

    def _corrected(self, changes: Changes) -> tuple[Ruling, S]:
        state = self._copy(msgspec.json.encode(self._state))
        ruling = judge_changes(self.game.correctables(state), changes)
        return (self.game.apply_correction(state, changes) if ruling.allowed else ruling), state

    def _copy(self, encoded: bytes) -> S:
        try:
            fields = msgspec.json.decode(encoded, type=dict[str, Any])
            self.game.upgrade(fields)
            return msgspec.convert(fields, self.game.state)
        except msgspec.DecodeError as error:
            unknown = gettext(
                "This position is none that this {game} knows: {error}. Begin a new game.",
                game=self.game.title,
                error=error,
            )
            raise BrokenFile(unknown) from error

    def _settle(self, corrected: S) -> None:
        """Carry out and report what follows from a correction, and go on from there."""
        for report in self.game.settle(self._state, corrected):
            self._reports.append(LoggedReport(len(self._entries), report))
        self._adopt(corrected)

    def _copy_table(self) -> "Table[S]":
        return Table.resume(self.game, self._positions, self._entries)

    def _adopt(self, state: S) -> None:
        self._state = state
        self._open()

    def _restore(self, count: int) -> None:
        """Go to the state after the first `count` entries."""
        replayed = self._entries[:count]
        while self._positions[-1].entry_count > count:
            self._forget_position()
        start = self._forget_position()
        self._entries = replayed[: start.entry_count]
        self._adopt(self._copy(start.state))
        for entry in replayed[start.entry_count :]:
            self._entries.append(entry)
            self._replay(entry)
        self.seq += 1

    def _forget_position(self) -> Position:
        """Drop the last position and the reports since."""
        del self._reports[self._reports_before.pop() :]
        return self._positions.pop()

    def _replay(self, entry: Entry) -> None:
        if isinstance(entry, Corrected):
            ruling, state = self._corrected(entry.changes)
            self._check(ruling, entry)
            self._settle(state)
        else:
            value, ruling = read_recorded(self._asked(), entry.value)
            self._check(ruling, entry)
            self._send(value)

    def _check(self, ruling: Ruling, entry: Entry) -> None:
        if not ruling.allowed:
            refused = gettext(
                "Entry {number} of the game, {entry}, is refused: {reason}",
                number=len(self._entries),
                entry=entry,
                reason=ruling.text,
            )
            raise AnswerRefused(refused, ruling)

    def _open(self) -> None:
        """Start the script of the state's step."""
        self._game_view = None
        turn_start = self._begins_turn()
        self._positions.append(Position(len(self._entries), msgspec.json.encode(self._state), turn_start))
        self._reports_before.append(len(self._reports))
        self._question: Question | None = None
        if not self._state.winners:
            self._script: Script[None] = self.game.step(self._state.step).script(self._state)
            self._send(None)

    def _begins_turn(self) -> bool:
        first = next((step.id for step in self.game.steps if step.part == "turn"), None)
        return self._state.step == first or not self._positions

    def _send(self, value: Any) -> None:
        """Send the script an answer and run to the next question."""
        self._game_view = None
        try:
            asked = self._script.send(value)
            while isinstance(asked, Report):
                self._reports.append(LoggedReport(len(self._entries), asked))
                asked = self._script.send(None)
        except StopIteration:
            self._end_step()
        else:
            self._question = asked  # type: ignore[assignment]  # scripts ask only kinds of Question

    def _end_step(self) -> None:
        step = self.game.step(self._state.step)
        if not self._state.winners:
            for act in step.at_end:
                act(self._state)
            self._state.step = step_after(self.game.steps, step, self._state)
        self._open()


def _id_of(given: object, names: Mapping[str, str]) -> object:
    """Replace the name of a place by its id; everything else stays as it is."""
    return names.get(given.strip().casefold(), given) if isinstance(given, str) else given
