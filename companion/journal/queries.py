"""Reads and adds a game's rows in the journal's tables. Callers make the transactions."""

from sqlite3 import Connection, Row

from companion.journal import row_codec
from companion.journal.records import ArchivedEntry, Evidence, GameArchive, SavedGame
from companion.journal.row_codec import as_text
from companion.referee.entries import Position

NEXT_CHANGE = "(SELECT coalesce(max(changes), 0) + 1 FROM game)"
"""Numbers all changes in their order, independently of the clock."""

_STANDING = "FROM entry WHERE game = ? AND NOT abandoned"


def saved(connection: Connection, row: Row) -> SavedGame:
    """Read a game with its current entries."""
    texts = connection.execute(f"SELECT entry {_STANDING} ORDER BY number", (row["id"],))
    entries = [row_codec.entry(text) for (text,) in texts]
    reached = connection.execute(
        "SELECT * FROM position WHERE game = ? AND entries <= ? ORDER BY entries", (row["id"], row["head"])
    )
    return SavedGame(
        record=row_codec.record(row),
        house_rules=row_codec.names(row["house_rules"]),
        positions=tuple(row_codec.position(found) for found in reached),
        entries=tuple(entries[: row["head"]]),
        undone=tuple(entries[row["head"] :]),
        clocks=row_codec.milliseconds(row["clocks"]),
        paused=bool(row["paused"]),
        changes=row["changes"],
    )


def archive(connection: Connection, row: Row) -> GameArchive:
    """Read the complete archive of a game."""
    positions = connection.execute("SELECT * FROM position WHERE game = ? ORDER BY entries", (row["id"],))
    entries = connection.execute("SELECT * FROM entry WHERE game = ? ORDER BY id", (row["id"],))
    return GameArchive(
        record=row_codec.record(row),
        house_rules=row_codec.names(row["house_rules"]),
        clocks=row_codec.milliseconds(row["clocks"]),
        paused=bool(row["paused"]),
        positions=tuple(row_codec.position(found) for found in positions),
        entries=tuple(
            row_codec.kept_entry(found, evidence_of_entry(connection, found["id"])) for found in entries
        ),
    )


def add(connection: Connection, archive: GameArchive) -> int:
    """Add an archived game, and return its number."""
    record = archive.record
    cursor = connection.execute(
        "INSERT INTO game"
        " (game, title, seats, house_rules, started, played, head, clocks, paused, winners, changes)"
        f" VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, {NEXT_CHANGE})",
        (
            record.game,
            record.title,
            as_text(record.seats),
            as_text(archive.house_rules),
            record.started,
            record.played,
            record.entry_count,
            as_text(archive.clocks),
            int(archive.paused),
            as_text(record.winners),
        ),
    )
    game = int(cursor.lastrowid or 0)
    for position in archive.positions:
        add_position(connection, game, position)
    for entry in archive.entries:
        add_entry(connection, game, entry)
    return game


def add_entry(connection: Connection, game: int, kept: ArchivedEntry) -> None:
    """Add an entry and its evidence."""
    cursor = connection.execute(
        "INSERT INTO entry (game, number, at, entry, abandoned) VALUES (?, ?, ?, ?, ?)",
        (game, kept.number, kept.at, as_text(kept.entry), int(kept.abandoned)),
    )
    seen = kept.evidence
    if seen is not None:
        connection.execute(
            "INSERT INTO evidence (entry, crop, dice, source, reader, corrected) VALUES (?, ?, ?, ?, ?, ?)",
            (
                cursor.lastrowid,
                seen.crop,
                as_text(seen.dice),
                seen.source,
                seen.reader,
                as_text(seen.corrected),
            ),
        )


def add_position(connection: Connection, game: int, position: Position) -> None:
    """Add a position; of several after the same entry only the last is kept."""
    connection.execute(
        "INSERT OR REPLACE INTO position (game, entries, turn_start, state) VALUES (?, ?, ?, ?)",
        (game, position.entry_count, int(position.turn_start), position.state.decode()),
    )


def abandon(connection: Connection, game: int, number: int) -> None:
    """Mark the entries from this number on as abandoned, and delete their positions."""
    connection.execute(
        "UPDATE entry SET abandoned = 1 WHERE game = ? AND number >= ? AND NOT abandoned", (game, number)
    )
    connection.execute("DELETE FROM position WHERE game = ? AND entries >= ?", (game, number))


def standing(connection: Connection, game: int) -> int:
    """Count the entries that are not abandoned, with undone ones."""
    return int(connection.execute(f"SELECT coalesce(max(number), 0) {_STANDING}", (game,)).fetchone()[0])


def evidence(connection: Connection, game: int, number: int) -> Evidence | None:
    """Read the evidence of an entry that is not abandoned."""
    found = connection.execute(f"SELECT id {_STANDING} AND number = ?", (game, number)).fetchone()
    return evidence_of_entry(connection, found["id"]) if found is not None else None


def evidence_of_entry(connection: Connection, entry: int) -> Evidence | None:
    """Read the evidence by the entry's database id."""
    row = connection.execute("SELECT * FROM evidence WHERE entry = ?", (entry,)).fetchone()
    return row_codec.evidence(row) if row is not None else None
