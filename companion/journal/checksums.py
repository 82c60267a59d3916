"""Checksums of a journal's rows, which detect damage that SQLite cannot see.

Every answer of a game has a hash over itself and the previous hash (a hash chain), every position one over
its state, and every game one over its own row, its last answer and the number of current answers.
"""

from hashlib import blake2b
from sqlite3 import Connection, Row

import msgspec

from companion.errors import JournalDamaged
from companion.journal import row_codec
from companion.journal.titles import heading
from companion.locale.messages import capitalised, gettext

_SEALED: tuple[str, ...] = ("game", "title", "seats", "house_rules", "started", "played")
_SEALED += ("head", "changes", "clocks", "paused", "winners")
"""The columns of a game that its checksum covers."""


def digest(*parts: object) -> str:
    """Hash several values together (BLAKE2b, 128 bits, in hexadecimal)."""
    text = "\x1f".join(map(str, parts))
    return blake2b(text.encode("utf-8", "surrogatepass"), digest_size=16).hexdigest()


def entry_digest(previous: str, row: Row) -> str:
    """Hash an answer with the hash of the previous answer."""
    return digest(previous, row["number"], row["at"], row["entry"])


def position_digest(row: Row) -> str:
    """Hash a position."""
    return digest(row["entries"], row["turn_start"], row["state"])


def add_checksums(connection: Connection, game: int) -> None:
    """Add missing checksums of a game's rows, and update that of the game; call it in a transaction."""
    new = connection.execute("SELECT * FROM entry WHERE game = ? AND chain = '' ORDER BY id", (game,))
    for row in new.fetchall():
        before = connection.execute(
            "SELECT chain FROM entry WHERE game = ? AND id < ? ORDER BY id DESC LIMIT 1", (game, row["id"])
        ).fetchone()
        chain = entry_digest(before["chain"] if before else "", row)
        connection.execute("UPDATE entry SET chain = ? WHERE id = ?", (chain, row["id"]))
    positions = connection.execute("SELECT * FROM position WHERE game = ? AND digest = ''", (game,))
    for row in positions.fetchall():
        connection.execute(
            "UPDATE position SET digest = ? WHERE game = ? AND entries = ?",
            (position_digest(row), game, row["entries"]),
        )
    row = connection.execute("SELECT * FROM game WHERE id = ?", (game,)).fetchone()
    connection.execute("UPDATE game SET seal = ? WHERE id = ?", (_seal(connection, row), game))


def seal_new_games(connection: Connection) -> None:
    """Add the checksums of games without any; call it in a transaction."""
    for row in connection.execute("SELECT id FROM game WHERE seal = ''").fetchall():
        add_checksums(connection, row["id"])


def verify(connection: Connection, *, checksums: bool = True) -> None:
    """Read every row of every game, and compare all checksums.

    Args:
        connection: the journal.
        checksums: whether it has checksums; old journals have none.

    Raises:
        JournalDamaged: a row cannot be read, or differs from its checksum; the message names the game.
    """
    name: str = gettext("the list of games")
    try:
        for game in connection.execute("SELECT * FROM game").fetchall():
            name = gettext("game {number}, {title!r}", number=game["id"], title=heading(game["title"]))
            row_codec.record(game)
            row_codec.names(game["house_rules"])
            row_codec.milliseconds(game["clocks"])
            _verify_entries(connection, game["id"], name, checksums=checksums)
            for position in connection.execute("SELECT * FROM position WHERE game = ?", (game["id"],)):
                same = not checksums or position_digest(position) == position["digest"]
                _expect(same, gettext("A position of {game} was changed or damaged.", game=name))
            same = not checksums or _seal(connection, game) == game["seal"]
            _expect(same, gettext("{game} was changed or damaged.", game=capitalised(name)))
    except (msgspec.DecodeError, UnicodeDecodeError, TypeError) as error:
        raise JournalDamaged("{game} cannot be read any more.", game=capitalised(name)) from error


def _verify_entries(connection: Connection, game: int, name: str, *, checksums: bool) -> None:
    previous, standing = "", []
    for row in connection.execute("SELECT * FROM entry WHERE game = ? ORDER BY id", (game,)):
        if checksums:
            text = gettext(
                "Answer {number} of {game} was changed or damaged.", number=row["number"], game=name
            )
            _expect(entry_digest(previous, row) == row["chain"], text)
            previous = row["chain"]
        row_codec.entry(row["entry"])
        standing += [] if row["abandoned"] else [row["number"]]
    text = gettext("The order of answers of {game} was changed or damaged.", game=name)
    _expect(standing == list(range(1, len(standing) + 1)), text)


def _seal(connection: Connection, game: Row) -> str:
    last = connection.execute(
        "SELECT chain FROM entry WHERE game = ? ORDER BY id DESC LIMIT 1", (game["id"],)
    ).fetchone()
    standing = connection.execute(
        "SELECT count(*), coalesce(max(number), 0) FROM entry WHERE game = ? AND NOT abandoned", (game["id"],)
    ).fetchone()
    return digest(*(game[name] for name in _SEALED), last["chain"] if last else "", *standing)


def _expect(same: bool, damage: str) -> None:
    if not same:
        raise JournalDamaged(damage)
