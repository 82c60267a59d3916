"""What the journal keeps of a game, and how it hands it back."""

from msgspec import Struct, field

from companion.referee.entries import Entry, Position
from companion.referee.seats import Seat


class GameRecord(Struct, frozen=True):
    """One game in the list of games.

    Attributes:
        id: its number in this journal.
        game: which game it is, as `Game.id`.
        title: of this game night; by default the game's name.
        seats: who plays.
        started: when it began, UTC, as ``2026-11-21T19:30:00Z``.
        played: when it was last touched, UTC. A Pi without a clock battery may be wrong about both.
        entry_count: how many answers and corrections stand.
        winners: ids of the seats that won; empty while it goes on.
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
    def finished(self) -> bool:
        """Somebody has won."""
        return bool(self.winners)


class EvidenceDie(Struct, frozen=True):
    """One die as the dice reader saw it.

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
    """What the camera saw of a roll, kept with the answer it became.

    Attributes:
        crop: the part of the picture with the dice, as JPEG.
        dice: the dice it found there.
        source: the camera or picture it came from.
        reader: version of the dice reader.
        corrected: the faces that the table set by hand instead; empty if it took what was read.
    """

    crop: bytes
    dice: tuple[EvidenceDie, ...]
    source: str
    reader: str
    corrected: tuple[int, ...] = ()


class SavedGame(Struct, frozen=True):
    """A game as it is in the journal; `Table.resume(game, positions, entries, changes)` goes on with it.

    Attributes:
        record: its line in the list of games.
        house_rules: the switches that were set, by name.
        positions: the positions kept up to now, oldest first; at least the one it began with.
        entries: what was answered and corrected and stands, oldest first.
        undone: what was undone and not yet replaced, next first.
        clocks: milliseconds by the clock's name, mostly a seat's id.
        paused: the clocks were stopped by hand.
        changes: a number that grows with every change to any game here, so that the questions of a
            resumed table never bear an old number.
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
    """One entry with all that is known about it.

    Attributes:
        number: which entry of the game it is, from 1.
        at: when it was taken, UTC.
        entry: the answer or correction.
        abandoned: it was undone and another took its number; kept for looking back.
        evidence: what the camera saw, if it looked.
    """

    number: int
    at: str
    entry: Entry
    abandoned: bool = False
    evidence: Evidence | None = None


class GameArchive(Struct, frozen=True):
    """Everything the journal knows of one game, the abandoned answers too: what an export carries."""

    record: GameRecord
    house_rules: dict[str, str]
    clocks: dict[str, int]
    paused: bool
    positions: tuple[Position, ...]
    entries: tuple[ArchivedEntry, ...]
