"""The records that the journal stores and returns."""

from msgspec import Struct, field

from companion.journal.titles import heading
from companion.referee.entries import Entry, Position
from companion.referee.seats import Seat

MAX_NAME = 100
"""Letters of the longest name of a player or game."""


class GameRecord(Struct, frozen=True):
    """One game in the list of games.

    Attributes:
        id: its number in this journal.
        game: which game it is, as `Game.id`.
        title: of this game night; by default the game's name.
        seats: who plays.
        started: when it began, UTC, as ``2026-11-21T19:30:00Z``.
        played: time of the last change, UTC. Both may be wrong on a Pi without a clock battery.
        entry_count: number of current answers and corrections.
        winners: ids of the seats that won; empty until then.
    """

    id: int
    game: str
    title: str
    seats: tuple[Seat, ...]
    started: str
    played: str
    entry_count: int = field(name="entries")
    winners: tuple[str, ...] = ()

    @property
    def heading(self) -> str:
        """The title in the reader's language, if the program gave it."""
        return heading(self.title)

    @property
    def finished(self) -> bool:
        """Whether the game has a winner."""
        return bool(self.winners)


class EvidenceDie(Struct, frozen=True):
    """One die as the dice reader read it.

    Attributes:
        face: the face it read.
        confidence: 0 (a guess) to 1 (certain).
        colour: the body's colour.
        box: x0, y0, x1, y1 in pixels of the evidence's crop.
    """

    face: int
    confidence: float
    colour: str
    box: tuple[float, float, float, float]


class Evidence(Struct, frozen=True):
    """The camera's evidence of a roll, stored with its answer.

    Attributes:
        crop: the part of the picture with the dice, as JPEG.
        dice: the dice found in it.
        source: the camera or picture file.
        reader: version of the dice reader.
        corrected: the faces as corrected by the players; empty if the reading was accepted.
    """

    crop: bytes
    dice: tuple[EvidenceDie, ...]
    source: str
    reader: str
    corrected: tuple[int, ...] = ()


class SavedGame(Struct, frozen=True):
    """A saved game; `Table.resume(game, positions, entries, changes)` continues it.

    Attributes:
        record: its line in the list of games.
        house_rules: the choices, by name.
        positions: all positions so far, oldest first; at least the first.
        entries: current answers and corrections, oldest first.
        undone: undone entries that can be redone, next first.
        clocks: milliseconds by the clock's name, mostly a seat's id.
        paused: whether the players stopped the clocks.
        changes: increases with every change of any game here, so that the questions of a resumed table get
            new numbers.
    """

    record: GameRecord
    house_rules: dict[str, str]
    positions: tuple[Position, ...]
    entries: tuple[Entry, ...]
    undone: tuple[Entry, ...]
    clocks: dict[str, int]
    paused: bool
    changes: int

    @property
    def seats(self) -> tuple[Seat, ...]:
        """Who plays."""
        return self.record.seats


class ArchivedEntry(Struct, frozen=True):
    """One entry with its metadata.

    Attributes:
        number: of the entry in the game, from 1.
        at: its time, UTC.
        entry: the answer or correction.
        abandoned: whether it was undone and replaced by another; kept for review.
        evidence: of the camera, if there is any.
    """

    number: int
    at: str
    entry: Entry
    abandoned: bool = False
    evidence: Evidence | None = None


class GameArchive(Struct, frozen=True):
    """The complete record of one game with abandoned answers, as in an export.

    Attributes:
        record: its line in the list of games.
        house_rules: the choices, by name.
        clocks: milliseconds by the clock's name, mostly a seat's id.
        paused: whether the players stopped the clocks.
        positions: all positions, oldest first.
        entries: all entries, the abandoned ones before those that took their place.
        files: those of choices that other tables may not have, by house rule; only in an export.
    """

    record: GameRecord
    house_rules: dict[str, str]
    clocks: dict[str, int]
    paused: bool
    positions: tuple[Position, ...]
    entries: tuple[ArchivedEntry, ...]
    files: dict[str, bytes] = {}
