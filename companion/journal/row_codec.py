"""Encodes records as rows of the journal's tables: plain text and JSON, readable with any SQLite tool."""

from collections.abc import Mapping
from sqlite3 import Row
from typing import Any

import msgspec

from companion.journal.records import ArchivedEntry, Evidence, EvidenceDie, GameRecord
from companion.referee.entries import Entry, Position
from companion.referee.seats import Seat


def as_text(value: object) -> str:
    """Write a value as JSON text."""
    return msgspec.json.encode(value).decode()


def names(text: str) -> dict[str, str]:
    """Read a mapping of names, such as house rules."""
    return msgspec.json.decode(text, type=dict[str, str])


def milliseconds(text: str) -> dict[str, int]:
    """Read a mapping of milliseconds, such as clocks."""
    return msgspec.json.decode(text, type=dict[str, int])


def record(row: Row | Mapping[str, Any]) -> GameRecord:
    """Read a game's line in the list of games."""
    return GameRecord(
        id=row["id"],
        game=row["game"],
        title=row["title"],
        seats=msgspec.json.decode(row["seats"], type=tuple[Seat, ...]),
        started=row["started"],
        played=row["played"],
        entry_count=row["head"],
        winners=msgspec.json.decode(row["winners"], type=tuple[str, ...]),
    )


def position(row: Row) -> Position:
    """Read a position."""
    return Position(row["entries"], row["state"].encode(), bool(row["turn_start"]))


def entry(text: str) -> Entry:
    """Read an answer or correction."""
    found: Entry = msgspec.json.decode(text, type=Entry)
    return found


def kept_entry(row: Row, seen: Evidence | None) -> ArchivedEntry:
    """Read an entry with its metadata."""
    return ArchivedEntry(row["number"], row["at"], entry(row["entry"]), bool(row["abandoned"]), seen)


def evidence(row: Row) -> Evidence:
    """Read the camera's evidence."""
    return Evidence(
        crop=row["crop"],
        dice=msgspec.json.decode(row["dice"], type=tuple[EvidenceDie, ...]),
        source=row["source"],
        reader=row["reader"],
        corrected=msgspec.json.decode(row["corrected"], type=tuple[int, ...]),
    )
