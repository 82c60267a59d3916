"""Games for the journal's tests: tiny states and any number of answers."""

from pathlib import Path

import msgspec

from companion.journal.journal import Journal
from companion.journal.records import Evidence, EvidenceDie
from companion.referee.entries import Answered, Position
from companion.referee.seats import seats_of

SEATS = seats_of(3, ("Ada", "Blaise", "Carl"))
HOUSE_RULES = {"neutral_fights": "yes"}
BEGAN = Position(0, b'{"step":"draft","armies":{"alaska":3},"seats":%b}' % msgspec.json.encode(SEATS), True)
EVIDENCE = Evidence(
    crop=b"\xff\xd8\xff\xe0 not all bytes are text \x00\xff\xd9",
    dice=(
        EvidenceDie(6, 0.98, "red", (10.0, 12.5, 40.0, 41.0)),
        EvidenceDie(2, 0.61, "white", (50.0, 12.0, 80.0, 42.0)),
    ),
    source="usb:/dev/video0",
    reader="2",
    corrected=(6, 3),
)


def answer(number: int) -> Answered:
    """Return an answer that contains its number."""
    return Answered({"attack": [number % 6 + 1], "number": number}, by="camera")


def reached(number: int) -> Position:
    """Return the position after this many entries."""
    return Position(number, b'{"step":"draft","turn":%d}' % number, True)


def begin(journal: Journal, *, answers: int = 0, title: str = "Friday night") -> int:
    """Start a game and give this many answers; every fifth starts a turn."""
    game = journal.new_game("classic", title, SEATS, HOUSE_RULES, BEGAN)
    for number in range(1, answers + 1):
        journal.record(game, number, answer(number), positions=() if number % 5 else (reached(number),))
    return game


def journal_with(path: Path, *, answers: int) -> int:
    """Write a closed journal with one game, and return the game's number."""
    with Journal.open(path) as journal:
        return begin(journal, answers=answers)
