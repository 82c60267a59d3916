"""The journal: every answer of every game is on disk before the screen shows the next question."""

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
from companion.locale.messages import gettext
from companion.referee.entries import Entry, Position
from companion.referee.seats import Seat

_log = logging.getLogger(__name__)


def now_utc() -> datetime:
    """Return the current time in UTC."""
    return datetime.now(UTC)


class Journal(Closing):
    """All games of one companion in one file.

    Every change is one transaction and on disk when the method returns; if it fails, the journal is unchanged
    and still usable. Close it when done, or use it in a ``with`` statement. It belongs
    to the thread that opened it.

    Attributes:
        path: its file.
        notice: a message for players about opening it; None if nothing was wrong.
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
        self._clock = clock

    @classmethod
    def open(cls, path: Path, *, clock: Callable[[], datetime] = now_utc) -> Self:
        """Open the journal for playing, or make a new one.

        A damaged file is renamed, never deleted. Its readable games are copied into a new journal. `notice`
        says so at every start until it is acknowledged.

        Args:
            path: its file; folders above it are made.
            clock: returns the time, for the dates of games and answers.

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
        """Open the journal read-only, even while another companion is using it.

        Raises:
            JournalUnreachable: there is none.
            JournalDamaged, JournalUnknown: it cannot be understood.
        """
        return cls(path, open_to_read(path))

    def close(self) -> None:
        """Close the file; closing again does nothing."""
        self._connection.close()
        if self._lock is not None:
            self._lock.release()

    def new_game(
        self, game: str, title: str, seats: Iterable[Seat], house_rules: Mapping[str, str], began: Position
    ) -> int:
        """Begin a game.

        Args:
            game: which game, as `Game.id`.
            title: for the list of games.
            seats: who plays.
            house_rules: the choices, by name.
            began: the first position.

        Returns:
            Its number in the journal.
        """
        now = self._now()
        with self._change(gettext("Could not begin a game")) as connection:
            record = GameRecord(0, game, title, tuple(seats), now, now, 0)
            archive = GameArchive(record, dict(house_rules), {}, False, (began,), ())
            number = queries.add(connection, archive)
            seal_new_games(connection)
        self.checkpoint()
        return number

    def games(self) -> tuple[GameRecord, ...]:
        """List all games, latest first."""
        with translate_errors(self.path, gettext("Could not list the games")):
            rows = self._connection.execute("SELECT * FROM game ORDER BY changes DESC")
            return tuple(row_codec.record(row) for row in rows)

    def last_unfinished(self) -> GameRecord | None:
        """Return the game to resume at start-up: the latest unfinished one."""
        return next((record for record in self.games() if not record.finished), None)

    def load(self, game: int) -> SavedGame:
        """Fetch a game to resume it: `Table.resume(game, positions, entries, changes)`.

        Raises:
            UnknownName: there is no game of this number.
        """
        with translate_errors(self.path, gettext("Could not read game {game}", game=game)):
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
        """Save an answer or correction with its positions, evidence and clocks.

        Earlier entries from that number on were undone: they become abandoned, and are kept only for review.

        Args:
            game: the game's number.
            number: which entry of the game this is, from 1: `len(table.entries)`.
            entry: the answer or correction: `table.entries[-1]`.
            positions: new positions of the table; those at the start of a turn are enough.
            evidence: of the camera, if the dice were read.
            clocks: milliseconds of all clocks, if there are any.

        Raises:
            OutOfSequence: answers before this one are missing, or a position is not of this entry.
            UnknownName: there is no game of this number.
        """
        reached = tuple(positions)
        with self._change(
            gettext("Could not keep answer {number} of game {game}", number=number, game=game)
        ) as connection:
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
        """Save the number of current entries after undo or redo; a won game continues.

        Args:
            game: the game's number.
            entries: number of current entries.
            clocks: milliseconds of all clocks, if there are any.

        Raises:
            OutOfSequence: the game has not that many.
            UnknownName: there is no game of this number.
        """
        with self._change(gettext("Could not keep the undoing in game {game}", game=game)) as connection:
            standing = queries.standing(connection, self._row(game)["id"])
            if not 0 <= entries <= standing:
                raise OutOfSequence(
                    "Game {game} has {standing} answers, so {entries} cannot stand.",
                    game=game,
                    standing=standing,
                    entries=entries,
                )
            ticked = {} if clocks is None else {"clocks": as_text(clocks)}
            self._touch(game, head=entries, winners="[]", **ticked)

    def save_clocks(self, game: int, clocks: Mapping[str, int], paused: bool) -> None:
        """Save the clocks between answers.

        Args:
            game: the game's number.
            clocks: milliseconds by the clock's name, mostly a seat's id.
            paused: whether the players stopped them.
        """
        with self._change(gettext("Could not keep the clocks of game {game}", game=game)):
            self._row(game)
            self._touch(game, clocks=as_text(clocks), paused=int(paused))
        self.checkpoint()

    def finish(self, game: int, winners: Iterable[str]) -> None:
        """Save the winners; an undo reopens the game.

        Args:
            game: the game's number.
            winners: ids of the seats that won.
        """
        with self._change(gettext("Could not keep the end of game {game}", game=game)):
            self._row(game)
            self._touch(game, winners=as_text(tuple(winners)))
        self.checkpoint()

    def evidence(self, game: int, number: int) -> Evidence | None:
        """Return the evidence of a current or undone entry, if there is any.

        Raises:
            UnknownName: there is no game of this number.
        """
        with translate_errors(
            self.path,
            gettext(
                "Could not read the evidence of answer {number} of game {game}", number=number, game=game
            ),
        ):
            return queries.evidence(self._connection, self._row(game)["id"], number)

    def archive(self, game: int) -> GameArchive:
        """Return the complete archive of a game, with abandoned answers.

        Raises:
            UnknownName: there is no game of this number.
        """
        with translate_errors(self.path, gettext("Could not read game {game}", game=game)):
            return queries.archive(self._connection, self._row(game))

    def add_game(self, archive: GameArchive, check: Callable[[SavedGame], object]) -> int:
        """Add an archived game unchanged.

        Args:
            archive: the game.
            check: raises if the current rules cannot resume the game; then nothing is added.

        Returns:
            Its number in this journal.
        """
        with self._change(gettext("Could not add {title}", title=archive.record.heading)) as connection:
            number = queries.add(connection, archive)
            update_states(connection)
            seal_new_games(connection)
            check(queries.saved(connection, self._row(number)))
        self.checkpoint()
        return number

    def checkpoint(self) -> None:
        """Write the log into the database, so that a damaged log costs little; called at turns and pauses."""
        try:
            # A reader must not delay the game.
            self._connection.execute("PRAGMA busy_timeout = 0")
            self._connection.execute("PRAGMA wal_checkpoint(TRUNCATE)")
            self._connection.execute(f"PRAGMA busy_timeout = {BUSY_MILLISECONDS}")
        except sqlite3.Error as error:
            _log.warning("the log could not be written into %s: %s", self.path, error)

    def _now(self) -> str:
        return self._clock().astimezone(UTC).strftime("%Y-%m-%dT%H:%M:%SZ")

    def _row(self, game: int) -> sqlite3.Row:
        row: sqlite3.Row | None = None
        with suppress(OverflowError):  # too large for an integer of SQLite
            row = self._connection.execute("SELECT * FROM game WHERE id = ?", (game,)).fetchone()
        if row is None:
            raise UnknownName("There is no game {game} in {path}.", game=game, path=self.path)
        return row

    @contextmanager
    def _change(self, failed: str) -> Iterator[sqlite3.Connection]:
        with translate_errors(self.path, failed), transaction(self._connection) as connection:
            yield connection
        self._note_last_change()

    def acknowledge_notice(self) -> None:
        """Forget the notice: the players have read it, or it is on disk elsewhere."""
        self.notice = None
        remove_note(self.path)

    def _note_last_change(self) -> None:
        """Record the last change beside the journal."""
        try:
            self._last.write(last_change(self._connection))
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
    """Refuse an answer out of order, or positions of another answer."""
    if not 0 < number <= standing + 1:
        raise OutOfSequence(
            "Game {game} has {standing} answers, so the next is not number {number}.",
            game=game,
            standing=standing,
            number=number,
        )
    if stray := [position.entry_count for position in reached if position.entry_count != number]:
        raise OutOfSequence(
            "Answer {number} does not lead to a position after {count} answers.",
            number=number,
            count=stray[0],
        )
