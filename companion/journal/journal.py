"""The journal: every game, every answer, on disk before the screen moves on."""

import logging
import sqlite3
from collections.abc import Callable, Iterable, Iterator, Mapping
from contextlib import contextmanager, suppress
from datetime import UTC, datetime
from pathlib import Path
from typing import Self

from companion.closing import Closing
from companion.errors import OutOfSequence, UnknownName
from companion.journal import queries, row_codec
from companion.journal.checksums import add_checksums, seal_new_games
from companion.journal.database import BUSY_MILLISECONDS, FileLock, open_to_read, transaction
from companion.journal.last_change import LastChangeFile
from companion.journal.opening import last_change, open_or_recover
from companion.journal.records import ArchivedEntry, Evidence, GameArchive, GameRecord, SavedGame
from companion.journal.recovery import remove_note
from companion.journal.row_codec import as_text
from companion.journal.schema import update_states
from companion.journal.sqlite_errors import translate_errors
from companion.referee.entries import Entry, Position
from companion.referee.seats import Seat

_log = logging.getLogger(__name__)


def now_utc() -> datetime:
    """Tell the time."""
    return datetime.now(UTC)


class Journal(Closing):
    """All games of one companion in one file.

    Every change is one transaction and on disk when the method returns; if it fails, the journal is as
    it was before and can be used on. Close it when done, or use it in a ``with`` statement. It belongs
    to the thread that opened it.

    Attributes:
        path: its file.
        notice: what the players should be told about opening it; None if all was well.
    """

    def __init__(
        self,
        path: Path,
        connection: sqlite3.Connection,
        *,
        lock: FileLock | None = None,
        notice: str | None = None,
        clock: Callable[[], datetime] = now_utc,
    ) -> None:
        self.path = path
        self.notice = notice
        self._connection = connection
        self._lock = lock
        self._last = LastChangeFile(path)
        self._has_note = notice is not None
        self._clock = clock

    @classmethod
    def open(cls, path: Path, *, clock: Callable[[], datetime] = now_utc) -> Self:
        """Open the journal for playing, or begin one.

        A damaged file is renamed, never deleted. The games that can still be read from it are carried
        over into a new one. `notice` says so, and so at every start until the game goes on.

        Args:
            path: its file; folders above it are made.
            clock: tells the time, for the dates of games and answers.

        Raises:
            JournalInUse: another companion has it open.
            JournalUnknown: the file belongs to another program or to a newer companion.
            JournalUnreachable, JournalFull: it cannot be written.
        """
        lock = FileLock(path)
        try:
            connection, notice = open_or_recover(path, clock())
            return cls(path, connection, lock=lock, notice=notice, clock=clock)
        except BaseException:
            lock.release()
            raise

    @classmethod
    def open_read_only(cls, path: Path) -> Self:
        """Open the journal for looking only, even while a companion is playing with it.

        Raises:
            JournalUnreachable: there is none.
            JournalDamaged, JournalUnknown: it cannot be understood.
        """
        return cls(path, open_to_read(path))

    def close(self) -> None:
        """Let go of the file; closing again does nothing."""
        self._connection.close()
        if self._lock is not None:
            self._lock.release()

    def new_game(
        self,
        game: str,
        title: str,
        seats: Iterable[Seat],
        house_rules: Mapping[str, str],
        began: Position,
    ) -> int:
        """Begin a game.

        Args:
            game: which game, as `Game.id`.
            title: what the list of games calls it.
            seats: who plays.
            house_rules: the switches that are set, by name.
            began: the first position.

        Returns:
            Its number in the journal.
        """
        now = self._now()
        with self._change("begin a game") as connection:
            record = GameRecord(0, game, title, tuple(seats), now, now, 0)
            archive = GameArchive(record, dict(house_rules), {}, False, (began,), ())
            number = queries.add(connection, archive)
            seal_new_games(connection)
        self.checkpoint()
        return number

    def games(self) -> tuple[GameRecord, ...]:
        """List all games, the one last played first."""
        with translate_errors(self.path, "list the games"):
            rows = self._connection.execute("SELECT * FROM game ORDER BY changes DESC")
            return tuple(row_codec.record(row) for row in rows)

    def last_unfinished(self) -> GameRecord | None:
        """Find the game to resume at start-up: the one last played that nobody has won."""
        return next((record for record in self.games() if not record.finished), None)

    def load(self, game: int) -> SavedGame:
        """Fetch a game to resume it: `Table.resume(game, positions, entries, changes)`.

        Raises:
            UnknownName: there is no game of this number.
        """
        with translate_errors(self.path, f"read game {game}"):
            return queries.saved(self._connection, self._row(game))

    def record(
        self,
        game: int,
        number: int,
        entry: Entry,
        *,
        positions: Iterable[Position] = (),
        evidence: Evidence | None = None,
        clocks: Mapping[str, int] | None = None,
    ) -> None:
        """Keep an answer or correction with all that belongs to it.

        What stood from that number on was undone: it is abandoned, kept only for looking back.

        Args:
            game: the game's number.
            number: which entry of the game this is, from 1: `len(table.entries)`.
            entry: the answer or correction: `table.entries[-1]`.
            positions: positions the table came to by it; those where a turn starts are enough.
            evidence: what the camera saw, if the dice were read.
            clocks: milliseconds of all clocks, if there are any.

        Raises:
            OutOfStep: answers before this one are missing, or a position is not of this entry.
            UnknownName: there is no game of this number.
        """
        reached = tuple(positions)
        with self._change(f"keep answer {number} of game {game}") as connection:
            standing = queries.standing(connection, self._row(game)["id"])
            _check_step(game, number, standing, reached)
            queries.abandon(connection, game, number)
            queries.add_entry(connection, game, ArchivedEntry(number, self._now(), entry, evidence=evidence))
            for position in reached:
                queries.add_position(connection, game, position)
            ticked = {} if clocks is None else {"clocks": as_text(clocks)}
            self._touch(game, head=number, winners="[]", **ticked)
        if reached:
            self.checkpoint()

    def set_head(self, game: int, entries: int, *, clocks: Mapping[str, int] | None = None) -> None:
        """Keep how many entries stand after undoing or redoing; a won game goes on again.

        Args:
            game: the game's number.
            entries: how many entries stand.
            clocks: milliseconds of all clocks, if there are any.

        Raises:
            OutOfStep: the game has not that many.
            UnknownName: there is no game of this number.
        """
        with self._change(f"keep the undoing in game {game}") as connection:
            standing = queries.standing(connection, self._row(game)["id"])
            if not 0 <= entries <= standing:
                raise OutOfSequence(f"Game {game} has {standing} answers, so {entries} cannot stand.")
            ticked = {} if clocks is None else {"clocks": as_text(clocks)}
            self._touch(game, head=entries, winners="[]", **ticked)

    def save_clocks(self, game: int, clocks: Mapping[str, int], paused: bool) -> None:
        """Keep the clocks between answers.

        Args:
            game: the game's number.
            clocks: milliseconds by the clock's name, mostly a seat's id.
            paused: they were stopped by hand.
        """
        with self._change(f"keep the clocks of game {game}"):
            self._row(game)
            self._touch(game, clocks=as_text(clocks), paused=int(paused))
        self.checkpoint()

    def finish(self, game: int, winners: Iterable[str]) -> None:
        """Keep who won; undoing goes back into the game.

        Args:
            game: the game's number.
            winners: ids of the seats that won.
        """
        with self._change(f"keep the end of game {game}"):
            self._row(game)
            self._touch(game, winners=as_text(tuple(winners)))
        self.checkpoint()

    def evidence(self, game: int, number: int) -> Evidence | None:
        """Fetch what the camera saw for a standing or undone entry, if it looked.

        Raises:
            UnknownName: there is no game of this number.
        """
        with translate_errors(self.path, f"read the evidence of answer {number} of game {game}"):
            return queries.evidence(self._connection, self._row(game)["id"], number)

    def archive(self, game: int) -> GameArchive:
        """Fetch all that is known of a game, the abandoned answers too.

        Raises:
            UnknownName: there is no game of this number.
        """
        with translate_errors(self.path, f"read game {game}"):
            return queries.archive(self._connection, self._row(game))

    def add_game(self, archive: GameArchive, check: Callable[[SavedGame], object]) -> int:
        """Add a game from elsewhere as it is.

        Args:
            archive: the game.
            check: raises when today's rules cannot resume the game; then nothing is added.

        Returns:
            Its number in this journal.
        """
        with self._change(f"add {archive.record.title}") as connection:
            number = queries.add(connection, archive)
            update_states(connection)
            seal_new_games(connection)
            check(queries.saved(connection, self._row(number)))
        self.checkpoint()
        return number

    def checkpoint(self) -> None:
        """Write the log into the database, so that a damaged log costs little; at turns and pauses."""
        try:
            # Somebody who is only looking must not hold up the game.
            self._connection.execute("PRAGMA busy_timeout = 0")
            self._connection.execute("PRAGMA wal_checkpoint(TRUNCATE)")
            self._connection.execute(f"PRAGMA busy_timeout = {BUSY_MILLISECONDS}")
        except sqlite3.Error as error:
            _log.warning("the log could not be written into %s: %s", self.path, error)

    def _now(self) -> str:
        return self._clock().astimezone(UTC).strftime("%Y-%m-%dT%H:%M:%SZ")

    def _row(self, game: int) -> sqlite3.Row:
        row: sqlite3.Row | None = None
        with suppress(OverflowError):  # a number that no integer of SQLite can hold
            row = self._connection.execute("SELECT * FROM game WHERE id = ?", (game,)).fetchone()
        if row is None:
            raise UnknownName(f"There is no game {game} in {self.path}.")
        return row

    @contextmanager
    def _change(self, action: str) -> Iterator[sqlite3.Connection]:
        with translate_errors(self.path, action), transaction(self._connection) as connection:
            yield connection
        self._acknowledge()

    def _acknowledge(self) -> None:
        """Note how far the journal is, and that the players have read the notice and play on."""
        try:
            self._last.write(last_change(self._connection))
            if self._has_note:
                remove_note(self.path)
                self._has_note = False
        except (sqlite3.Error, OSError) as error:
            _log.warning("the last change could not be noted beside %s: %s", self.path, error)

    def _touch(self, game: int, **values: str | int) -> None:
        """Set columns of a game and count the change."""
        assignments = "".join(f"{name} = :{name}, " for name in values)
        self._connection.execute(
            f"UPDATE game SET {assignments} played = :now, changes = {queries.NEXT_CHANGE} WHERE id = :id",
            {"now": self._now(), "id": game, **values},
        )
        add_checksums(self._connection, game)


def _check_step(game: int, number: int, standing: int, reached: Iterable[Position]) -> None:
    """Refuse an answer that does not follow, or positions that are not its own."""
    if not 0 < number <= standing + 1:
        raise OutOfSequence(f"Game {game} has {standing} answers, so the next is not number {number}.")
    if stray := [position.entry_count for position in reached if position.entry_count != number]:
        raise OutOfSequence(f"Answer {number} does not lead to a position after {stray[0]} answers.")
