"""The messages of tables to the club: MQTT topics and JSON, with limits that receivers check.

A table only publishes. All messages are retained, with quality of service 1.
"""

import re
from typing import Annotated, TypeVar

import msgspec
from msgspec import Meta, Struct

from companion.errors import MalformedMessage
from companion.locale.catalogue import encode_in
from companion.locale.messages import ENGLISH
from companion.referee.seats import Colour, Emblem

ROOT = "companion/tables"
SUBSCRIPTIONS = (
    f"{ROOT}/+/state",
    f"{ROOT}/+/availability",
    f"{ROOT}/+/standings",
    f"{ROOT}/+/board",
    f"{ROOT}/+/map",
)
"""What the club hears of every table; results it asks for table by table (`result_topics`)."""

MAX_BYTES = 32_768
"""Maximum bytes of a message; receivers announce this limit to the broker and refuse larger messages."""

ONLINE, OFFLINE = b"online", b"offline"

_TOPIC = re.compile(
    rf"{ROOT}/([0-9a-z-]{{1,40}})/(availability|state|standings|board|map|results)(?:/([0-9a-f]{{32}}))?"
)
_CONTROL = re.compile(r"[\x00-\x1f\x7f-\x9f\u200b-\u200f\u2028-\u202e\u2066-\u2069]+")

Word = Annotated[str, Meta(max_length=60)]
BoardName = Annotated[str, Meta(max_length=80)]
Sentence = Annotated[str, Meta(max_length=240)]
BoundedInt = Annotated[int, Meta(ge=-1_000_000, le=1_000_000)]
Milliseconds = Annotated[int, Meta(ge=0, le=10**10)]
Moment = Annotated[str, Meta(pattern=r"^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\dZ$")]
Hex64 = Annotated[str, Meta(pattern=r"^[0-9a-f]{64}$")]
Hex128 = Annotated[str, Meta(pattern=r"^[0-9a-f]{128}$")]
TopicName = Annotated[str, Meta(pattern=r"^[0-9a-z-]{1,40}$")]
"""A table's name in topics."""
SEATS = Meta(max_length=10)
MAX_PLACES = 150


class ClubSeat(Struct, frozen=True):
    """One seat at a table."""

    id: Word
    name: Word
    colour: Colour
    emblem: Emblem


class TableState(Struct, frozen=True, kw_only=True):
    """The state of a table.

    Attributes:
        table: the table's name.
        title: the game's name; empty without a game.
        round: number of the round, 0 before the first.
        step: title of the current step.
        question: the open question as text.
        turn: name of the player whose turn it is; empty if there is none.
        colour: colour of that seat; empty if there is none.
        rgb: that colour for a lamp, 0 to 255 each.
        active: id of that seat.
        wanted: id of the seat that must answer.
        winner: names of the winners; empty while the game goes on.
        winners: their ids.
        paused: the clocks are paused.
        running: id of the seat whose clock runs.
        clock_s: thinking time of the seat that must answer, in seconds.
        clocks: thinking time of every seat, in milliseconds, by id.
        at: time of the state, in seconds since 1970.
        seats: all seats, in order around the table.
    """

    table: Word
    title: Word = ""
    round: BoundedInt = 0
    step: Word = ""
    question: Sentence = ""
    turn: Word = ""
    colour: Word = ""
    rgb: tuple[int, int, int] = (0, 0, 0)
    active: Word | None = None
    wanted: Word | None = None
    winner: Sentence = ""
    winners: Annotated[tuple[Word, ...], SEATS] = ()
    paused: bool = False
    running: Word | None = None
    clock_s: Annotated[int, Meta(ge=0, le=10**7)] = 0
    clocks: Annotated[dict[Word, Milliseconds], SEATS] = {}
    at: Annotated[float, Meta(ge=0, le=10**11)] = 0.0
    seats: Annotated[tuple[ClubSeat, ...], SEATS] = ()


class ClubFigure(Struct, frozen=True):
    """One number of a seat, such as its territories."""

    label: Word
    value: BoundedInt


class ClubStanding(Struct, frozen=True):
    """The standing of one seat."""

    seat: Word
    figures: Annotated[tuple[ClubFigure, ...], Meta(max_length=12)] = ()
    out: bool = False
    team: Word = ""


class Standings(Struct, frozen=True):
    """The standings of all seats of a table."""

    standings: Annotated[tuple[ClubStanding, ...], SEATS] = ()


class TableMap(Struct, frozen=True):
    """Who holds what, for spectators.

    Attributes:
        board: name of the map, or the reference of a players' board; empty for a game without one.
        places: owner (empty for nobody) and count of every place, by id.
    """

    board: BoardName = ""
    places: Annotated[dict[Word, tuple[Word, BoundedInt]], Meta(max_length=MAX_PLACES)] = {}


class PlacedPlayer(Struct, frozen=True):
    """One player in a finished game.

    Attributes:
        name: the player's name.
        place: 1 for the winners; equal players share a place.
        named: whether a player entered the name; else it is the colour of the seat.
    """

    name: Annotated[str, Meta(min_length=1, max_length=60)]
    place: Annotated[int, Meta(ge=1, le=10)]
    named: bool = True


class GameOutcome(Struct, frozen=True, kw_only=True):
    """The result of one game.

    Attributes:
        id: constant for a game, so that receivers count it once.
        revision: grows when the result changes; a receiver keeps the highest.
        table: the table's name.
        title: the game's name.
        ended: time of the last answer, UTC.
        rounds: number of rounds.
        withdrawn: the end was undone and the game goes on; the result does not count.
        players: the players, in order around the table.
    """

    id: Annotated[str, Meta(pattern=r"^[0-9a-f]{32}$")]
    revision: Annotated[int, Meta(ge=1, le=10**9)]
    table: Word
    title: Word
    ended: Moment
    rounds: BoundedInt = 0
    withdrawn: bool = False
    players: Annotated[tuple[PlacedPlayer, ...], SEATS] = ()


class Address(Struct, frozen=True):
    """The parts of a topic: the table, the kind of message, and the result's id for results."""

    table: str
    kind: str
    result: str = ""


M = TypeVar("M", bound=Struct)


def topic(table: str, kind: str, result: str = "") -> str:
    """Return the topic of a table's message."""
    return "/".join(filter(None, (ROOT, table, kind, result)))


def result_topics(table: str) -> str:
    """Return the filter for the topics of a table's results."""
    return f"{ROOT}/{table}/results/+"


def read_topic(text: str) -> Address:
    """Parse a topic.

    Raises:
        MalformedMessage: it is no topic of a table.
    """
    found = _TOPIC.fullmatch(text)
    if found is None or (found[2] == "results") != bool(found[3]):
        raise MalformedMessage(f"{text[:100]!r} is no topic of a table.")
    return Address(found[1], found[2], found[3] or "")


def encode(message: Struct) -> bytes:
    """Encode a message as JSON."""
    return encode_in(message, ENGLISH)


def decode(payload: bytes, kind: type[M]) -> M:
    """Decode and validate a message from an untrusted sender.

    Raises:
        MalformedMessage: it is too large, no JSON, or has an invalid field.
    """
    if len(payload) > MAX_BYTES:
        raise MalformedMessage(f"The message has {len(payload)} bytes; {MAX_BYTES} are allowed.")
    try:
        return msgspec.json.decode(payload, type=kind)
    except (msgspec.DecodeError, UnicodeDecodeError, RecursionError) as error:
        raise MalformedMessage(f"The message cannot be read: {error}.") from error


def clean_text(text: str, longest: int = 60) -> str:
    """Return a text for a message: without control characters, and shortened to `longest` letters."""
    clean = _CONTROL.sub(" ", text).strip()
    return clean if len(clean) <= longest else clean[: longest - 1] + "…"
