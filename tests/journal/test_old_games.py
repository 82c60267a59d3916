"""Games kept by older versions open today and go on at the question at which they stopped."""

import json
import shutil
import sqlite3
from contextlib import closing
from pathlib import Path

import msgspec
import pytest

from companion.app.night.session import Session
from companion.errors import JournalDamaged
from companion.games import find_game
from companion.journal.database import connect
from companion.journal.journal import Journal
from companion.journal.resume import restore_table
from companion.journal.save_files import import_game
from companion.journal.schema import recognise
from companion.referee.json_lines import describe
from companion.referee.random_bot import RandomBot
from companion.referee.table import Table

FIXTURES = Path(__file__).parent / "fixtures"
OLD_GAMES = [
    pytest.param(folder.parent.name, game, expected, id=f"{folder.parent.name}-{game}")
    for folder in sorted(FIXTURES.glob("*/expected.json"))
    for game, expected in json.loads(folder.read_text()).items()
]


@pytest.mark.parametrize(("commit", "game", "expected"), OLD_GAMES)
@pytest.mark.parametrize("kind", ["journal", "save"])
def test_an_old_game_goes_on_where_it_stopped(
    commit: str, game: str, expected: dict[str, object], kind: str, tmp_path: Path
) -> None:
    path = tmp_path / "games.sqlite"
    if kind == "journal":
        shutil.copy(FIXTURES / commit / f"{game}.sqlite", path)
    with Journal.open(path) as journal:
        if kind == "save":
            import_game(journal, FIXTURES / commit / f"{game}.game", find_game)
        assert journal.notice is None
        (record,) = journal.games()
        session = Session.resume(journal, record.id, find_game)
        assert _stopped_at(session) == expected
        assert session.clocks.paused
        bot = RandomBot(1)
        for _ in range(20):
            if session.question is not None:
                assert session.answer(bot.answer(session.question)).allowed
        session.undo(15)
        session.redo(15)


def test_an_old_journal_without_its_version_is_damaged(tmp_path: Path) -> None:
    path = _copied(tmp_path, "PRAGMA user_version = 0")
    with pytest.raises(JournalDamaged), closing(connect(path, "ro")) as connection:
        recognise(connection, path)


def test_an_old_journal_with_a_damaged_answer_goes_on_from_the_next_position(tmp_path: Path) -> None:
    with closing(connect(_copied(tmp_path, "UPDATE game SET paused = 1"), "ro")) as whole:
        last = whole.execute("SELECT * FROM position ORDER BY entries DESC").fetchone()
        head = whole.execute("SELECT head FROM game").fetchone()[0]
    path = _copied(tmp_path, "UPDATE entry SET entry = '{' WHERE number = 9")
    with Journal.open(path) as journal:
        assert journal.notice is not None
        rest, first = journal.games()
        assert len(journal.load(first.id).entries) == 8
        saved = journal.load(rest.id)
        assert saved.positions[-1].entry_count + head - last["entries"] == len(saved.entries)
        restore_table(find_game("classic"), saved)


def _copied(folder: Path, damage: str) -> Path:
    """A journal of version 1 with a damage."""
    path = folder / "games.sqlite"
    shutil.copy(FIXTURES / "49ba482" / "classic.sqlite", path)
    with sqlite3.connect(path) as connection:
        connection.execute(damage)
    connection.close()
    return path


@pytest.mark.parametrize("path", sorted(FIXTURES.glob("*/*.position")), ids=lambda path: path.stem)
def test_an_old_position_can_be_played_on(path: Path) -> None:
    game = find_game(path.stem)
    text = path.read_text(encoding="utf-8")
    table = Table(game, game.read_position(text))
    assert game.notation.write(table.state).split(";")[0] == text.split(";")[0]
    bot = RandomBot(1)
    for _ in range(20):
        if table.question is not None:
            assert table.answer(bot.answer(table.question)).allowed


def _stopped_at(session: Session) -> dict[str, object]:
    """What `expected.json` says: the open question without its words, which may become better."""
    assert session.question is not None
    question = msgspec.json.decode(msgspec.json.encode(describe(session.question)))
    told = {name: question.get(name) for name in ("kind", "seat", "rules", "allowed")}
    return {"entries": len(session.table.entries), "undone": len(session.table.undone), **told}
