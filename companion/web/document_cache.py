"""Documents that phones load beside the state: the drawing of the board, and the chronicle."""

import asyncio
from datetime import date

from companion.app.board_svg import draw_board
from companion.app.chronicle.chronicle import Chronicle, ChronicleCache, chronicle
from companion.app.chronicle.recorded_game import game_facts, table_report
from companion.app.labels import place_names
from companion.errors import CompanionError
from companion.locale.catalogue import encode_in
from companion.locale.messages import ENGLISH
from companion.referee.table import Table
from companion.web.table_view import Snapshot

TURNS_SHOWN = 12
"""Turns in the phones' chronicle; the screen and the report show all turns."""

NO_TURNS = b'{"earlier": 0, "turns": []}'


class DocumentCache:
    """Computes each document once for all phones."""

    def __init__(self) -> None:
        self._board: tuple[str, bytes] = ("", b"")
        self._cached: tuple[object, bytes] = (None, NO_TURNS)
        self._turns: tuple[str, ChronicleCache] = ("", ChronicleCache())
        self._report: tuple[object, bytes] = (None, b"")
        self._lock = asyncio.Lock()

    def board(self, snapshot: Snapshot) -> bytes:
        """Return ``{"svg": drawing, "names": names of places by id}`` as JSON."""
        name, content = self._board
        if name != snapshot.view.board:
            drawn = {"svg": draw_board(snapshot.game_view), "names": place_names(snapshot.game_view)}
            content = encode_in(drawn, ENGLISH)
            self._board = snapshot.view.board, content
        return content

    async def chronicle(self, snapshot: Snapshot) -> bytes:
        """Return the last turns and the number of earlier ones as JSON, the newest first.

        They are computed in a thread, one request at a time.
        """
        async with self._lock:
            wanted = (snapshot.key, snapshot.view.seq)
            if self._cached[0] != wanted:
                self._cached = wanted, await asyncio.to_thread(self._encode_chronicle, snapshot)
            return self._cached[1]

    async def report(self, snapshot: Snapshot) -> bytes:
        """Return the report as an HTML page, computed in a thread; nothing if the game cannot be told."""
        async with self._lock:
            wanted = (snapshot.key, snapshot.view.seq)
            if self._report[0] != wanted:
                self._report = wanted, await asyncio.to_thread(_report, snapshot)
            return self._report[1]

    def _encode_chronicle(self, snapshot: Snapshot) -> bytes:
        """Encode the last turns from a copy of the game, so that the game itself is not touched."""
        starts = [at.entry_count for at in snapshot.positions if at.turn_start] or [0]
        since = max(starts[-TURNS_SHOWN:][0], snapshot.positions[0].entry_count)
        if self._turns[0] != snapshot.key:
            self._turns = snapshot.key, ChronicleCache()
        try:
            copy = Table.resume(snapshot.game, snapshot.positions, snapshot.entries)
            return _encode(self._turns[1].update(copy, since), len(starts))
        except CompanionError:
            return NO_TURNS


def _report(snapshot: Snapshot) -> bytes:
    try:
        table = Table.resume(snapshot.game, snapshot.positions, snapshot.entries)
        facts = game_facts(table, chronicle(table), snapshot.view.clocks)
    except CompanionError:
        return b""
    title, today = snapshot.view.game, f"{date.today():%Y-%m-%d}"
    return table_report(table, facts, title, today).encode()


def _encode(summary: Chronicle, turn_count: int) -> bytes:
    last = summary.turns[-TURNS_SHOWN:]
    earlier = max(0, turn_count - len(last))
    turns = [
        {
            "number": number,
            "round": turn.round,
            "seat": turn.seat,
            "events": [
                {"seat": event.seat, "text": event.text, "kind": event.kind}
                for event in turn.events
                if event.kind != "answer"
            ],
        }
        for number, turn in reversed(list(enumerate(last, earlier)))
    ]
    return encode_in({"earlier": earlier, "turns": turns}, ENGLISH)
