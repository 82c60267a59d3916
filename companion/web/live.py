"""Sends the current table to every phone as server-sent events.

Each phone has a queue of length one: a slow phone skips states and gets the newest. Each event is complete,
so a phone that reconnects needs no earlier event.
"""

import asyncio
from collections.abc import AsyncGenerator, Callable

from msgspec import Struct, structs

from companion.app.labels import NEUTRAL
from companion.locale import catalogue as catalogues
from companion.locale.catalogue import encode_in
from companion.locale.languages import SOURCE
from companion.referee.question_base import PlaceQuestion
from companion.referee.questions import PlayCards, Question, Roll, Shuffle
from companion.web.access import Access, Guest
from companion.web.gateway import may_answer, own_offers, own_pools
from companion.web.table_view import OddsView, Snapshot, odds_of

PING_SECONDS = 2.0
"""Seconds without an event after which a phone gets a ping; `static/live.js` misses it after 5."""
PING = b"event: ping\ndata: null\n\n"
"""An event, not a comment: scripts in a browser never see comments."""


class SeatView(Struct, frozen=True):
    """The part of the state for one phone.

    Attributes:
        phone: its name on the host's screen.
        game: key of the game on the table; a note written off line is sent to no other game.
        seat: its seat.
        seats_open: phones may take seats.
        free: seats that it could take.
        seq: number of the question that `question` and `offers` belong to.
        question: the whole question if this seat may answer it.
        pools: names of the pools whose dice it may enter.
        offers: interruptions that it may choose: texts of the buttons by id.
        words: names of the question's dice pools, kinds of cards or shuffled things, by id.
        can_undo: it gave the last answer, and may take it back.
        several: the losses of several rolls may be told together.
        beaten: the defender's losses that are preset for them, as on the touchscreen.
    """

    phone: str
    game: str
    seat: str | None
    seats_open: bool
    free: tuple[str, ...]
    seq: int
    question: Question | None
    pools: tuple[str, ...]
    offers: dict[str, str]
    words: dict[str, str]
    can_undo: bool
    several: bool
    beaten: int | None


class Live:
    """The newest state of the table; used on the web server's thread only."""

    def __init__(self, access: Access) -> None:
        self.snapshot: Snapshot | None = None
        self._access = access
        self._asked: Question | None = None
        self._odds: OddsView | None = None
        self._tables: dict[str, bytes] = {}
        self._version = 0
        self._waiting: set[asyncio.Event] = set()
        self._task: asyncio.Task[None] | None = None

    def publish(self, snapshot: Snapshot | None) -> None:
        """Set a new state of the table."""
        self.snapshot = snapshot
        question = snapshot.question if snapshot is not None else None
        changed = question is not self._asked  # another thread may change what refusals look at
        if changed:
            self._asked, self._odds = question, None
        self._show()
        if changed and isinstance(question, Roll):
            self._task = asyncio.ensure_future(self._work_out_odds(question))

    def wake(self) -> None:
        """Send every phone a new event, because the joined phones have changed."""
        for event in self._waiting:
            event.set()

    async def stream(
        self, guest: Guest, closing: Callable[[], bool], language: str = SOURCE
    ) -> AsyncGenerator[bytes, None]:
        """Yield the events for one phone in its language, newest state only, until it is removed."""
        event = asyncio.Event()
        self._waiting.add(event)
        sent, last_seat = -1, b""
        try:
            while not guest.removed and not closing():
                parts = []
                if sent != self._version:
                    sent = self._version
                    parts.append(self._table(language))
                if (own := _event("seat", self.seat_view(guest), language)) != last_seat:
                    last_seat = own
                    parts.append(own)
                yield b"".join(parts) or PING
                try:
                    async with asyncio.timeout(PING_SECONDS):
                        await event.wait()
                except TimeoutError:
                    continue
                event.clear()
            yield b"event: gone\ndata: null\n\n"
        finally:
            self._waiting.discard(event)

    def seat_view(self, guest: Guest) -> SeatView:
        """Return the part of the state for one phone."""
        snapshot = self.snapshot
        seat = guest.seat if snapshot is not None and guest.game == snapshot.key else None
        question = snapshot.question if snapshot is not None else None
        offers = own_offers(question, seat)
        labels = {offer.id: offer.label for offer in question.offers} if question is not None else {}
        mine = may_answer(question, seat)
        pools = own_pools(question, seat) if seat and isinstance(question, Roll) else ()
        roll = question if isinstance(question, Roll) and pools else None
        return SeatView(
            guest.name,
            snapshot.key if snapshot is not None else "",
            seat,
            self._access.seats_open,
            self._free() if self._access.seats_open else (),
            snapshot.view.seq if snapshot is not None else -1,
            _without_denied(question) if mine else None,
            tuple(pool.name for pool in pools),
            {offer: labels[offer] for offer in offers},
            id_words(question) if mine else {},
            snapshot is not None and seat is not None and snapshot.answered == seat,
            roll is not None and roll.several,
            roll.beaten if roll is not None else None,
        )

    def _free(self) -> tuple[str, ...]:
        if self.snapshot is None:
            return ()
        key = self.snapshot.key
        return tuple(
            seat.id
            for seat in self.snapshot.view.seats
            if not seat.id.startswith(NEUTRAL) and self._access.seated(key, seat.id) is None
        )

    def _table(self, language: str) -> bytes:
        """Return the state of the table, encoded once for each language in use."""
        if language not in self._tables:
            view = self.snapshot.view if self.snapshot is not None else None
            content = structs.replace(view, odds=self._odds) if view is not None else None
            self._tables[language] = _event("table", content, language)
        return self._tables[language]

    def _show(self) -> None:
        self._tables.clear()
        self._version += 1
        self.wake()

    async def _work_out_odds(self, roll: Roll) -> None:
        """Compute the odds in a thread: large armies take a while."""
        odds = await asyncio.to_thread(odds_of, roll)
        if odds is not None and self._asked is roll:
            self._odds = odds
            self._show()


def id_words(question: Question | None) -> dict[str, str]:
    """Return the words for the ids in a question: of dice pools, kinds of cards, things that are shuffled."""
    if isinstance(question, PlayCards):
        return {kind: question.text(kind) for kind in question.kinds}
    if isinstance(question, Shuffle):
        return {item: question.text(item) for item in question.items}
    return {pool.name: pool.words for pool in question.pools} if isinstance(question, Roll) else {}


def _without_denied(question: Question | None) -> Question | None:
    """Remove the rulings on denied places; a phone gets the ruling when a player tries a place."""
    return structs.replace(question, denied={}) if isinstance(question, PlaceQuestion) else question


def _event(name: str, content: object, language: str) -> bytes:
    spoken = catalogues.catalogue(language)
    return b"event: %s\ndata: %s\n\n" % (name.encode(), encode_in(content, spoken))
