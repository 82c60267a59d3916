"""The journal's tables, version by version."""

from contextlib import closing
from pathlib import Path
from sqlite3 import Connection, connect

from companion.errors import JournalDamaged, JournalUnknown
from companion.journal.checksums import seal_new_games

APPLICATION = 0x54424C43
"""SQLite's application id of a journal (the letters TBLC), so that other programs' files are recognised."""

_TABLES = (
    """
    CREATE TABLE game (
        id INTEGER PRIMARY KEY,
        game TEXT NOT NULL,
        title TEXT NOT NULL,
        seats TEXT NOT NULL,
        house_rules TEXT NOT NULL,
        started TEXT NOT NULL,
        played TEXT NOT NULL,
        head INTEGER NOT NULL DEFAULT 0,
        changes INTEGER NOT NULL,
        clocks TEXT NOT NULL DEFAULT '{}',
        paused INTEGER NOT NULL DEFAULT 0,
        winners TEXT NOT NULL DEFAULT '[]'
    ) STRICT
    """,
    "CREATE INDEX game_by_changes ON game (changes)",
    """
    CREATE TABLE entry (
        id INTEGER PRIMARY KEY,
        game INTEGER NOT NULL REFERENCES game,
        number INTEGER NOT NULL,
        at TEXT NOT NULL,
        entry TEXT NOT NULL,
        abandoned INTEGER NOT NULL DEFAULT 0
    ) STRICT
    """,
    "CREATE UNIQUE INDEX standing_entry ON entry (game, number) WHERE NOT abandoned",
    """
    CREATE TABLE position (
        game INTEGER NOT NULL REFERENCES game,
        entries INTEGER NOT NULL,
        turn_start INTEGER NOT NULL,
        state TEXT NOT NULL,
        PRIMARY KEY (game, entries)
    ) STRICT
    """,
    """
    CREATE TABLE evidence (
        entry INTEGER PRIMARY KEY REFERENCES entry,
        crop BLOB NOT NULL,
        dice TEXT NOT NULL,
        source TEXT NOT NULL,
        reader TEXT NOT NULL,
        corrected TEXT NOT NULL
    ) STRICT
    """,
)


_OF_BALANCE = "game IN (SELECT id FROM game WHERE game = 'balance')"

STATE_CHANGES = (
    # Balance of Power: supply became troop_pile, reserve became supply, piles became casualties.
    f"""
    UPDATE position SET state = json_remove(
        json_set(
            state,
            '$.troop_pile', json_extract(state, '$.supply'),
            '$.supply', json_extract(state, '$.reserve'),
            '$.casualties', json_extract(state, '$.piles')
        ),
        '$.reserve', '$.piles'
    )
    WHERE {_OF_BALANCE} AND CASE WHEN json_valid(state) THEN
        json_type(state, '$.reserve') = 'object' AND json_type(state, '$.troop_pile') IS NULL
    END
    """,
    f"""
    UPDATE entry SET entry = json_remove(
        json_set(entry, '$.changes."game.supply"', json_extract(entry, '$.changes."game.reserve"')),
        '$.changes."game.reserve"'
    )
    WHERE {_OF_BALANCE} AND CASE WHEN json_valid(entry) THEN
        json_type(entry, '$.changes."game.reserve"') IS NOT NULL
    END
    """,
)
"""Statements that migrate states and corrections of older versions. Each statement leaves current rows
unchanged, so it is safe to run on an imported save too. If a game's state changes, add a statement here and a
version to `MIGRATIONS`.
"""

_CHECKSUMS = (
    "ALTER TABLE game ADD COLUMN seal TEXT NOT NULL DEFAULT ''",
    "ALTER TABLE entry ADD COLUMN chain TEXT NOT NULL DEFAULT ''",
    "ALTER TABLE position ADD COLUMN digest TEXT NOT NULL DEFAULT ''",
    "CREATE INDEX entry_by_game ON entry (game)",
    "CREATE INDEX entry_without_checksum ON entry (game) WHERE chain = ''",
    "CREATE INDEX position_without_checksum ON position (game) WHERE digest = ''",
)

MIGRATIONS: tuple[tuple[str, ...], ...] = (_TABLES, STATE_CHANGES, _CHECKSUMS)
"""The statements that lead from each version to the next; a file's version is how many have been done.

Journals of all versions are in use: append to this list, never change it.
"""


CHECKSUMS_SINCE = 3
"""The first version that has checksums."""

_OURS = frozenset({"game", "entry", "position", "evidence"})
"""The tables of every journal."""

_FUTURE = 3
"""A journal with the current tables whose version is newer by more than this has a damaged header."""


def recognise(connection: Connection, path: Path) -> int:
    """Return the version of a journal's file; 0 for an empty file.

    Raises:
        JournalUnknown: another program's file, or one of a newer companion.
        JournalDamaged: its tables are a journal's, but not those of the version in its header.
    """
    application = _pragma(connection, "application_id")
    version = _pragma(connection, "user_version")
    tables = {row[0] for row in connection.execute("SELECT name FROM sqlite_schema WHERE type = 'table'")}
    columns = {row[1] for row in connection.execute("PRAGMA table_info(game)")}
    ours = tables >= _OURS
    if application != APPLICATION and tables and not ours:
        raise JournalUnknown(
            "{path} is a database of another program, not a journal of games. Give the "
            "companion a folder of its own with --data.",
            path=path,
        )
    fits = version > 0 and (version >= CHECKSUMS_SINCE) == ("seal" in columns)
    too_new = version > len(MIGRATIONS) + _FUTURE and _schema(connection) == _todays_schema()
    if ours and (application != APPLICATION or not fits or too_new):
        raise JournalDamaged("{path} is a journal, but its header is damaged.", path=path)
    if version > len(MIGRATIONS):
        raise JournalUnknown(
            "{path} was written by a newer companion (journal version {version}, this one "
            "knows {known}). Bring the companion up to date to go on with these games.",
            path=path,
            version=version,
            known=len(MIGRATIONS),
        )
    return version


def _schema(connection: Connection) -> set[str]:
    return {str(row[0]) for row in connection.execute("SELECT sql FROM sqlite_schema")}


def _todays_schema() -> set[str]:
    with closing(connect(":memory:")) as connection:
        migrate(connection, 0)
        return _schema(connection)


def require_today(connection: Connection, path: Path) -> None:
    """Check that a journal opened read-only needs no migration.

    Raises:
        JournalUnknown: it does, or it is another program's file or a newer companion's.
    """
    version = recognise(connection, path)
    if version < len(MIGRATIONS):
        raise JournalUnknown(
            "{path} is of journal version {version}, today's is {known}: open it once with "
            "`companion play`, which brings it up to date.",
            path=path,
            version=version,
            known=len(MIGRATIONS),
        )


def migrate(connection: Connection, version: int) -> None:
    """Migrate from this version to the current one; call it in one transaction."""
    for statements in MIGRATIONS[version:]:
        for statement in statements:
            connection.execute(statement)
    seal_new_games(connection)
    connection.execute(f"PRAGMA application_id = {APPLICATION}")
    connection.execute(f"PRAGMA user_version = {len(MIGRATIONS)}")


def update_states(connection: Connection) -> None:
    """Migrate the positions and corrections of every game; call it in a transaction."""
    for statement in STATE_CHANGES:
        connection.execute(statement)


def _pragma(connection: Connection, name: str) -> int:
    return int(connection.execute(f"PRAGMA {name}").fetchone()[0])
