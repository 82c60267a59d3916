"""A session: one game on the table, kept on disk answer by answer, with a clock for every seat.

All that touches a game goes through here, on one thread. An answer is on disk before any observer is
notified; if writing fails, the table is rolled back and the error says so.
"""

import hashlib
import logging
import time
from collections.abc import Callable, Mapping
from functools import cached_property
from types import MappingProxyType
from typing import Any

from companion.app.chronicle.chronicle import Chronicle, ChronicleCache
from companion.app.chronicle.win_curve import chances_at_turn_start
from companion.app.night.clocks import SeatClocks
from companion.errors import JournalError
from companion.journal.journal import Journal
from companion.journal.records import Evidence, SavedGame
from companion.journal.resume import restore_table
from companion.referee.dice_roller import DiceRoller
from companion.referee.entries import Changes, Entry
from companion.referee.evaluation import WinChance
from companion.referee.game import Game
from companion.referee.houserules import HouseRules, departures, set_house_rules
from companion.referee.questions import Question, Roll, Shuffle
from companion.referee.ruling import Ruling
from companion.referee.seats import Seat
from companion.referee.table import Table

_log = logging.getLogger(__name__)

MILLISECONDS = 1000

Observer = Callable[[], None]


class Session:
    """One running game.

    Args:
        table: the game.
        journal: where it is saved.
        number: the game's number in the journal.
        clocks: thinking time of the seats.
        house: the house rules in force.
        dice_roller: answers questions of chance where the table wants it.
        practice: whether nothing of it is kept (`companion.app.night.practice`).
    """

    def __init__(
        self,
        table: Table[Any],
        journal: Journal,
        number: int,
        clocks: SeatClocks,
        house: HouseRules,
        dice_roller: DiceRoller | None = None,
        practice: bool = False,
    ) -> None:
        self.table = table
        self.journal = journal
        self.number = number
        self.clocks = clocks
        self.house = house
        self.practice = practice
        self.dice_roller = dice_roller or DiceRoller()
        self._observers: list[Observer] = []
        self._chronicle = ChronicleCache()
        self._chances: tuple[object, tuple[WinChance, ...]] = (None, ())
        self._follow_turn()

    @classmethod
    def begin(
        cls,
        journal: Journal,
        game: Game[Any],
        seats: tuple[Seat, ...],
        chosen: Mapping[str, str] | None = None,
        *,
        title: str = "",
        now: Callable[[], float] = time.monotonic,
        dice_roller: DiceRoller | None = None,
    ) -> "Session":
        """Start a new game.

        Args:
            journal: where it is saved.
            game: the game.
            seats: who plays.
            chosen: house rules that differ from their default, by name.
            title: of this game night; by default the game's name.
            now: the clock of the seats' thinking time, in seconds.
            dice_roller: for dice and shuffles by the companion.

        Raises:
            UnknownName: there is no such house rule or choice.
            JournalError: it cannot be written to disk.
        """
        house = set_house_rules(game.house_rules, chosen or {})
        table = Table(game, game.begin(seats, house))
        return cls.start(journal, table, title=title, now=now, dice_roller=dice_roller)

    @classmethod
    def start(
        cls,
        journal: Journal,
        table: Table[Any],
        *,
        title: str = "",
        now: Callable[[], float] = time.monotonic,
        dice_roller: DiceRoller | None = None,
    ) -> "Session":
        """Save a new table in the journal; see `begin` for the arguments.

        Raises:
            JournalError: it cannot be written to disk.
        """
        game, seats, house = table.game, tuple(table.state.seats), table.state.house
        number = journal.new_game(game.id, title or game.title, seats, departures(house), table.positions[0])
        clocks = SeatClocks((seat.id for seat in seats), now=now)
        return cls(table, journal, number, clocks, house, dice_roller)

    @classmethod
    def resume(
        cls,
        journal: Journal,
        number: int,
        find_game: Callable[[str], Game[Any]],
        *,
        now: Callable[[], float] = time.monotonic,
        dice_roller: DiceRoller | None = None,
        practice: bool = False,
    ) -> "Session":
        """Resume a saved game at the question where it stopped, with its clocks.

        Raises:
            UnknownName: this version of the companion does not know the game.
            AnswerRefused: the current rules refuse an answer since the last position.
            BrokenSave: the saved data is invalid for the game.
            JournalError: the end of the game cannot be written to disk.
        """
        saved = journal.load(number)
        game = find_game(saved.record.game)
        house = set_house_rules(game.house_rules, saved.house_rules)
        table, clocks = restore_table(game, saved), _clocks(saved, now)
        session = cls(table, journal, number, clocks, house, dice_roller, practice)
        if saved.paused:
            session.clocks.pause()
        if session.table.state.winners and not saved.record.finished:  # the power went before that was kept
            journal.finish(number, session.table.state.winners)
        return session

    # --- looking -------------------------------------------------------------------------------------------

    @property
    def game(self) -> Game[Any]:
        """The game that is played."""
        return self.table.game

    @property
    def seats(self) -> tuple[Seat, ...]:
        """Who plays, in order round the table."""
        return tuple(self.table.state.seats)

    @property
    def question(self) -> Question | None:
        """The open question; None if the game is over."""
        return self.table.question

    @property
    def seq(self) -> int:
        """Number of the open question; an answer with another number is stale."""
        return self.table.seq

    @cached_property
    def key(self) -> str:
        """A unique key of the game that stays the same after a restart."""
        record = next(record for record in self.journal.games() if record.id == self.number)
        text = f"{record.id} {record.started} {record.game}{' practice' * self.practice}"
        return f"{record.id}-{hashlib.sha256(text.encode()).hexdigest()[:12]}"

    @property
    def chronicle(self) -> Chronicle:
        """The game so far, turn by turn."""
        return self._chronicle.update(self.table)

    @property
    def win_chances(self) -> tuple[WinChance, ...]:
        """Everybody's chance to win when this turn began; empty where nobody can tell."""
        now = (len(self.table.positions), self.table.positions[-1], self.table.state.winners)
        if now != self._chances[0]:
            self._chances = now, chances_at_turn_start(self.table)
        return self._chances[1]

    def seat(self, seat: str | None) -> Seat | None:
        """The seat with this id; None for armies without a player and for the whole table."""
        return next((known for known in self.seats if known.id == seat), None)

    def subscribe(self, observer: Observer) -> None:
        """Register a function that is called after every change, once it is on disk."""
        self._observers.append(observer)

    def unsubscribe(self, observer: Observer) -> None:
        """Remove an observer."""
        self._observers.remove(observer)

    # --- acting --------------------------------------------------------------------------------------------

    def answer(
        self, raw: object, *, seq: int | None = None, by: str = "touch", evidence: Evidence | None = None
    ) -> Ruling:
        """Accept an answer from any source: screen, phone, panel, camera or script.

        Args:
            raw: the answer, JSON-like, as the question's kind wants it.
            seq: number of the question that was answered.
            by: its source: ``"touch"``, ``"camera"``, ``"panel"``...
            evidence: of the camera, for a roll.

        Raises:
            StaleAnswer: that question is no longer open: another answer came first.
            MalformedAnswer: the answer does not have the shape the question wants.
            JournalError: it could not be written to disk; the table is as it was.
        """
        undone = self.table.undone
        ruling = self.table.answer(raw, seq=seq, by=by)
        if ruling.allowed:
            self._keep(undone, evidence)
        return ruling

    def answer_by_chance(
        self, *, seq: int | None = None, dice: Mapping[str, int] = MappingProxyType({})
    ) -> Ruling:
        """Let the companion roll or shuffle for the open question.

        Args:
            seq: number of the question.
            dice: how many dice it rolls of a pool, by name; of the others the largest allowed number.

        Raises:
            StaleAnswer: another question is open, or it asks for no dice and no shuffle.
        """
        question = self.question
        if not isinstance(question, (Roll, Shuffle)):
            return self.answer(None, seq=-1)
        return self.answer(self.dice_roller.answer(question, dice), seq=seq, by="companion")

    def correct(self, changes: Changes, *, by: str = "touch") -> Ruling:
        """Correct the game by hand.

        Raises:
            JournalError: it could not be written to disk; the table is as it was.
        """
        undone = self.table.undone
        ruling = self.table.correct(changes, by=by)
        if ruling.allowed:
            self._keep(undone)
        return ruling

    def undo(self, count: int = 1) -> None:
        """Undo this many answers.

        Raises:
            NothingToUndo: there are not that many.
            JournalError: it could not be written to disk; nothing is undone.
        """
        self.table.undo(count)
        self._move_head(lambda: self.table.redo(count))

    def undo_turn(self) -> None:
        """Undo all answers of this turn; if there are none yet, those of the previous turn.

        Raises:
            NothingToUndo: no answer was given yet.
            JournalError: it could not be written to disk; nothing is undone.
        """
        table = self.table
        given = len(table.entries)
        starts = [at.entry_count for at in table.positions if at.turn_start and at.entry_count < given]
        self.undo(given - max(starts, default=0))

    def redo(self, count: int = 1) -> None:
        """Redo this many undone answers.

        Raises:
            NothingToUndo: there are not that many.
            JournalError: it could not be written to disk; nothing is redone.
        """
        self.table.redo(count)
        self._move_head(lambda: self.table.undo(count))

    def pause(self) -> None:
        """Stop the clocks."""
        self.clocks.pause()
        self._notify()
        self.save_clocks()

    def unpause(self) -> None:
        """Let the clocks run again."""
        self.clocks.unpause()
        self._notify()
        self.save_clocks()

    def save_clocks(self) -> None:
        """Save the clocks; a disk error is only logged, since no answer is lost."""
        try:
            self.journal.save_clocks(self.number, self.thinking_times(), self.clocks.paused)
        except JournalError as error:
            _log.warning("the clocks could not be saved: %s", error)

    # --- keeping -------------------------------------------------------------------------------------------

    def _keep(self, undone: tuple[Entry, ...], evidence: Evidence | None = None) -> None:
        """Save the last entry and notify; if saving fails, the table is as it was, with what was undone."""
        entry, number = self.table.entries[-1], len(self.table.entries)
        reached = [at for at in self.table.positions if at.turn_start and at.entry_count == number]
        try:
            self.journal.record(
                self.number, number, entry, positions=reached, evidence=evidence, clocks=self.thinking_times()
            )
        except JournalError:
            self.table.withdraw(undone)
            raise
        self._changed()

    def _move_head(self, back: Callable[[], None]) -> None:
        try:
            self.journal.set_head(self.number, len(self.table.entries), clocks=self.thinking_times())
        except JournalError:
            back()
            raise
        self._changed()

    def thinking_times(self) -> dict[str, int]:
        """Return every seat's thinking time so far, in milliseconds."""
        return {seat: round(spent * MILLISECONDS) for seat, spent in self.clocks.spent().items()}

    def _changed(self) -> None:
        self._follow_turn()
        try:
            if self.table.state.winners:
                self.journal.finish(self.number, self.table.state.winners)
        finally:
            self._notify()

    def _follow_turn(self) -> None:
        """Run the clock of the seat that must answer, else of the seat on turn."""
        timeline = self.table.timeline
        self.clocks.turn_to(None if timeline.part == "over" else timeline.wanted or timeline.active)

    def _notify(self) -> None:
        for observer in tuple(self._observers):
            observer()


def _clocks(saved: SavedGame, now: Callable[[], float]) -> SeatClocks:
    spent = {seat: time / MILLISECONDS for seat, time in saved.clocks.items()}
    return SeatClocks((seat.id for seat in saved.seats), spent, now)
