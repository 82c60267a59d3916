"""Documents that phones load beside the state: the drawing of the board, and the chronicle."""

import asyncio
from collections.abc import Callable
from datetime import date

from companion.app.board_svg import draw_board
from companion.app.chronicle.board_setup import setup_page
from companion.app.chronicle.chronicle import Chronicle, ChronicleCache, chronicle
from companion.app.chronicle.recorded_game import game_facts, table_report
from companion.app.labels import place_names
from companion.errors import CompanionError
from companion.locale import catalogue as catalogues
from companion.locale.catalogue import encode_in
from companion.locale.languages import SOURCE
from companion.referee.table import Table
from companion.web.table_view import Snapshot

TURNS_SHOWN = 12
"""Turns in the phones' chronicle; the screen and the report show all turns."""

NO_TURNS = b'{"earlier": 0, "turns": []}'


class DocumentCache:
    """Computes each document once for all phones of a language."""

    def __init__(self) -> None:
        self._boards, self._chronicles, self._reports, self._setups = (_Newest() for _ in range(4))
        self._turns: tuple[str, ChronicleCache] = ("", ChronicleCache())
        self._lock = asyncio.Lock()

    def board(self, snapshot: Snapshot, language: str = SOURCE) -> bytes:
        """Return ``{"svg": drawing, "names": names of places by id}`` as JSON."""
        return self._boards.get(snapshot.view.board, language, lambda: _board(snapshot, language))

    async def chronicle(self, snapshot: Snapshot, language: str = SOURCE) -> bytes:
        """Return the last turns and the number of earlier ones as JSON, the newest first.

        They are computed in a thread, one request at a time.
        """
        return await self._computed(self._chronicles, snapshot, language, self._encode_chronicle)

    async def report(self, snapshot: Snapshot, language: str = SOURCE) -> bytes:
        """Return the report as an HTML page, computed in a thread; nothing if the game cannot be told."""
        return await self._computed(self._reports, snapshot, language, _report)

    async def setup(self, snapshot: Snapshot, language: str = SOURCE) -> bytes:
        """Return what lies where as an HTML page to tick off; nothing where no places are recorded."""
        return await self._computed(self._setups, snapshot, language, _setup)

    async def _computed(
        self, newest: "_Newest", snapshot: Snapshot, language: str, compute: Callable[[Snapshot, str], bytes]
    ) -> bytes:
        wanted = (snapshot.key, snapshot.view.seq)
        async with self._lock:
            return await asyncio.to_thread(newest.get, wanted, language, lambda: compute(snapshot, language))

    def _encode_chronicle(self, snapshot: Snapshot, language: str) -> bytes:
        """Encode the last turns from a copy of the game, so that the game itself is not touched."""
        starts = [at.entry_count for at in snapshot.positions if at.turn_start] or [0]
        since = max(starts[-TURNS_SHOWN:][0], snapshot.positions[0].entry_count)
        if self._turns[0] != snapshot.key:
            self._turns = snapshot.key, ChronicleCache()
        try:
            copy = Table.resume(snapshot.game, snapshot.positions, snapshot.entries)
            return _encode(self._turns[1].update(copy, since), len(starts), language)
        except CompanionError:
            return NO_TURNS


class _Newest:
    """The newest of one kind of document, in each language that was asked for."""

    def __init__(self) -> None:
        self._of: object = None
        self._in: dict[str, bytes] = {}

    def get(self, of: object, language: str, compute: Callable[[], bytes]) -> bytes:
        """Return the document of something; it is computed if that has changed or the language is new."""
        if self._of != of:
            self._of, self._in = of, {}
        known = self._in
        if language not in known:
            known[language] = compute()
        return known[language]


def _board(snapshot: Snapshot, language: str) -> bytes:
    spoken = catalogues.catalogue(language)
    drawn = {"svg": draw_board(snapshot.game_view, spoken), "names": place_names(snapshot.game_view)}
    return encode_in(drawn, spoken)


def _report(snapshot: Snapshot, language: str) -> bytes:
    try:
        table = Table.resume(snapshot.game, snapshot.positions, snapshot.entries)
        facts = game_facts(table, chronicle(table), snapshot.view.clocks)
    except CompanionError:
        return b""
    title, today = snapshot.view.game, f"{date.today():%Y-%m-%d}"
    return table_report(table, facts, title, today, catalogue=catalogues.catalogue(language)).encode()


def _setup(snapshot: Snapshot, language: str) -> bytes:
    if snapshot.game_view.kind == "field":
        return b""
    title, seats = snapshot.view.game, tuple(snapshot.view.seats)
    return setup_page(title, snapshot.game_view, seats, catalogues.catalogue(language)).encode()


def _encode(summary: Chronicle, turn_count: int, language: str) -> bytes:
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
    return encode_in({"earlier": earlier, "turns": turns}, catalogues.catalogue(language))
