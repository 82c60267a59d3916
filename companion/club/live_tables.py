"""The current state of all tables of a club, collected from messages of untrusted senders."""

import logging
import sqlite3
import time
from collections import deque
from collections.abc import Callable
from threading import Lock

from msgspec import Struct, structs

from companion.club.board_drawing import read_board_message
from companion.club.league import ALL_GAMES, League, Order, Season, league
from companion.club.messages import (
    OFFLINE,
    ONLINE,
    Address,
    Standings,
    TableMap,
    TableState,
    decode,
    read_topic,
)
from companion.club.result_signature import check
from companion.club.store import ClubStore
from companion.errors import MalformedMessage
from companion.games.boards.board import Board

_log = logging.getLogger(__name__)

MAX_TABLES = 500
DAY_S = 24 * 3600.0
"""Time after which an offline table is not shown, in seconds."""

LINES_A_MINUTE = 20
"""Maximum log lines per minute about ignored messages; the log must not fill the disk."""

TopicCallback = Callable[[str], None]


class ClubTable(Struct, frozen=True, kw_only=True):
    """One table on the page.

    Attributes:
        id: the table's id.
        online: it is connected.
        state: its state.
        standings: the standings of all seats.
        map: who holds what.
        heard: time of the state, in seconds since 1970 by the club's own clock.
    """

    id: str
    online: bool = False
    state: TableState = TableState(table="")
    standings: Standings = Standings()
    map: TableMap = TableMap()
    heard: float = 0.0


class LiveTables:
    """All tables of a club. Safe to use from several threads.

    Args:
        store: tables and results on disk, loaded at the start.
        now: returns the time in seconds since 1970.
        season: whose games count for the league.
    """

    def __init__(
        self, store: ClubStore, now: Callable[[], float] = time.time, season: Season = ALL_GAMES
    ) -> None:
        self._store = store
        self._now = now
        self._lock = Lock()
        self._tables: dict[str, ClubTable] = {}
        self._boards: dict[str, Board] = {}
        self._season = season
        self._league: dict[Order, League] = {}
        self._listeners: list[TopicCallback] = []
        self._lines: deque[float] = deque(maxlen=LINES_A_MINUTE)
        for table, kind, payload in store.messages():
            if kind != "availability":  # tables are offline until the broker reports otherwise
                try:
                    self._receive(Address(table, kind), payload, retained=True)
                except (MalformedMessage, OverflowError) as error:
                    self._warn_at_most("the saved state of table %s is ignored: %s", table, error)

    def subscribe(self, listener: TopicCallback) -> None:
        """Call the listener with the id of every changed table, or an empty string for the league.

        The call comes on the thread that received the message.
        """
        self._listeners.append(listener)

    def receive(self, topic: str, payload: bytes, *, retained: bool = False) -> None:
        """Process a message from the broker; an invalid one is logged and ignored.

        Args:
            topic: its topic.
            payload: its contents.
            retained: the broker had stored it, so it may be old.
        """
        try:
            address = read_topic(topic)
            if not self._receive(address, payload, retained=retained):
                return
        except (MalformedMessage, OverflowError, sqlite3.Error) as error:
            self._warn_at_most("a message to %.100r is ignored: %s", topic, error)
            return
        if payload and address.kind != "results":
            self._keep(address, payload)
        for listener in self._listeners:
            listener("" if address.kind == "results" else address.table)

    def tables(self) -> tuple[ClubTable, ...]:
        """Return the tables to show, online tables first, then by name."""
        now = self._now()
        with self._lock:
            shown = [table for table in self._tables.values() if table.online or now - table.heard < DAY_S]
        return tuple(sorted(shown, key=lambda table: (not table.online, table.state.table, table.id)))

    def table(self, name: str) -> ClubTable | None:
        """Return the table with this id, if any."""
        with self._lock:
            return self._tables.get(name)

    def board(self, name: str) -> Board | None:
        """Return the players' board of the table with this id, if it has sent one."""
        with self._lock:
            return self._boards.get(name)

    def league(self, order: Order) -> League:
        """Return the league of the season."""
        with self._lock:
            if order not in self._league:
                self._league[order] = league(self._store.results(), order, self._season)
            return self._league[order]

    def _receive(self, address: Address, payload: bytes, *, retained: bool) -> bool:
        """Process a message; return whether anything has changed.

        Raises:
            MalformedMessage: the message is invalid.
            OverflowError: there are too many tables or results.
            sqlite3.Error: a result cannot be written to disk.
        """
        if not payload:
            return self._forget(address)
        if address.kind == "results":
            return self._receive_result(address, payload)
        with self._lock:
            table = self._tables.get(address.table) or ClubTable(id=address.table, heard=self._now())
            changed = self._changed(table, address.kind, payload, retained)
            if changed == table and address.table in self._tables and address.kind != "board":
                return False
            if address.table not in self._tables:
                self._evict_oldest()
            self._tables[address.table] = changed
        return True

    def _changed(self, table: ClubTable, kind: str, payload: bytes, retained: bool) -> ClubTable:
        if kind == "availability":
            if payload not in (ONLINE, OFFLINE):
                raise MalformedMessage(f"{payload[:20]!r} is neither online nor offline.")
            return structs.replace(table, online=payload == ONLINE)
        if kind == "standings":
            return structs.replace(table, standings=decode(payload, Standings))
        if kind == "board":
            self._boards[table.id] = read_board_message(payload)
            return table
        if kind == "map":
            return structs.replace(table, map=decode(payload, TableMap))
        state = decode(payload, TableState)
        now = self._now()
        heard = min(state.at, now) if retained else now
        return structs.replace(table, state=state, heard=heard)

    def _receive_result(self, address: Address, payload: bytes) -> bool:
        key, result = check(address.table, payload)
        if not self._store.knows_key(address.table, key):
            raise MalformedMessage(f"The result {result.id} is signed with another key than before.")
        if result.id != address.result:
            raise MalformedMessage(f"The result {result.id} came under the name {address.result}.")
        if not self._store.keep_result(address.table, result):
            return False
        with self._lock:
            self._league.clear()
        return True

    def _forget(self, address: Address) -> bool:
        """Remove a table whose state was deleted at the broker; its results stay."""
        if address.kind != "state":
            return False
        with self._lock:
            known = self._tables.pop(address.table, None)
            self._boards.pop(address.table, None)
        self._store.forget_table(address.table)
        return known is not None

    def _evict_oldest(self) -> None:
        """Remove the table that has been offline longest if there are too many.

        Raises:
            OverflowError: all of them are online.
        """
        if len(self._tables) < MAX_TABLES:
            return
        offline = [table for table in self._tables.values() if not table.online]
        if not offline:
            raise OverflowError(f"there are {MAX_TABLES} tables already")
        oldest = min(offline, key=lambda table: table.heard).id
        del self._tables[oldest]
        self._boards.pop(oldest, None)
        self._store.forget_table(oldest)

    def _keep(self, address: Address, payload: bytes) -> None:
        """Save a message; if that fails, it is only logged: the broker sends the message again."""
        try:
            self._store.keep_message(address.table, address.kind, payload)
        except sqlite3.Error as error:
            self._warn_at_most("table %s cannot be saved: %s", address.table, error)

    def _warn_at_most(self, text: str, *of: object) -> None:
        now = self._now()
        if len(self._lines) < LINES_A_MINUTE or now - self._lines[0] > 60:
            self._lines.append(now)
            _log.warning(text, *of)
