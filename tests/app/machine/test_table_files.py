"""What belongs to a table and goes to another machine, and what is not overwritten there."""

import sqlite3
from contextlib import closing
from pathlib import Path

import pytest

from companion.app.machine import table_files as module
from companion.app.machine.table_files import is_kept, put_table_file, read_table_file, table_files

KEPT = (
    "club-outbox.sqlite",
    "club.sqlite",
    "faces/wild/1.png",
    "notes.md",
    "nuked/gamesome.toml",
    "phones/1-x/page.json",
    "profile.toml",
    "settings.toml",
)
LEFT_OUT = (
    "/etc/passwd",
    "../other.toml",
    "boards/received/1.json",
    "club.sqlite-shm",
    "club.sqlite-wal",
    "faces\\wild",
    "games-damaged-1.sqlite-old",
    "games-new.sqlite",
    "games.sqlite",
    "nuked/a.toml.part",
    "owner-pin.json",
    "phones/joined.json",
    "recordings/1/film.avi",
    "repairs.json",
    "restore-x1.part/settings.toml",
    "results.json",
    "saved games/1.companion",
    "settings-damaged-1.toml",
    "settings.toml.before-restore",
    "start-attempts.json",
    "table.json",
    "table.lock",
    "update/1/release",
    "",
)


def test_what_belongs_to_the_table() -> None:
    assert [name for name in (*KEPT, *LEFT_OUT) if is_kept(name)] == list(KEPT)


def test_all_that_belongs_to_the_table_is_listed(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Except what is too long, and what only points elsewhere; a database may have any length."""
    for name in (*KEPT, *(name for name in LEFT_OUT if is_inside(name))):
        (tmp_path / name).parent.mkdir(parents=True, exist_ok=True)
        (tmp_path / name).write_bytes(b"x" * 9)
    (tmp_path / "link.toml").symlink_to(tmp_path / "settings.toml")
    assert table_files(tmp_path) == sorted(KEPT)
    (tmp_path / "notes.md").write_bytes(b"x" * 10)
    (tmp_path / "club.sqlite").write_bytes(b"x" * 10)
    monkeypatch.setattr(module, "MAX_FILE", 9)
    assert table_files(tmp_path) == sorted({*KEPT} - {"notes.md"})


def is_inside(name: str) -> bool:
    return bool(name) and not name.startswith(("/", ".."))


@pytest.mark.parametrize(
    ("name", "here", "replace", "done", "after"),
    [
        ("nuked/mild.toml", None, False, "written", b"new"),
        ("nuked/mild.toml", b"new", False, "same", b"new"),
        ("nuked/mild.toml", b"new", True, "same", b"new"),
        ("nuked/mild.toml", b"old", False, "differs", b"old"),
        ("nuked/mild.toml", b"old", True, "written", b"new"),
        ("club.sqlite", b"old", True, "differs", b"old"),
        ("club.sqlite", None, True, "written", b"new"),
    ],
)
def test_another_file_of_the_table_is_replaced_only_if_asked_for(
    tmp_path: Path, name: str, here: bytes | None, replace: bool, done: str, after: bytes
) -> None:
    path = tmp_path / name
    path.parent.mkdir(exist_ok=True)
    if here is not None:
        path.write_bytes(here)
    assert put_table_file(tmp_path, name, b"new", replace=replace) == done
    assert path.read_bytes() == after
    aside = path.with_name(f"{path.name}.before-restore")
    assert (aside.read_bytes() if aside.exists() else after) == (here or after)
    assert done != "written" or path.stat().st_mode & 0o077 == 0, "only its owner reads it"


def test_nothing_is_written_elsewhere(tmp_path: Path) -> None:
    folder, other = tmp_path / "data", tmp_path / "other"
    folder.mkdir()
    other.mkdir()
    (folder / "link.toml").symlink_to(other / "a.toml")
    (folder / "nuked").symlink_to(other)
    for name in ("link.toml", "nuked/a.toml", "../other/a.toml"):
        assert put_table_file(folder, name, b"new", replace=True) == "differs"
    assert list(other.iterdir()) == []


def test_a_database_is_read_while_it_is_written_and_a_damaged_one_as_it_is(tmp_path: Path) -> None:
    with closing(sqlite3.connect(tmp_path / "club.sqlite")) as writer:
        writer.execute("PRAGMA journal_mode=WAL")
        writer.execute("CREATE TABLE games (number)")
        writer.execute("INSERT INTO games VALUES (7)")
        writer.commit()
        (tmp_path / "copy.sqlite").write_bytes(read_table_file(tmp_path, "club.sqlite"))
    with closing(sqlite3.connect(tmp_path / "copy.sqlite")) as copy:
        assert copy.execute("SELECT number FROM games").fetchall() == [(7,)]
    (tmp_path / "club-outbox.sqlite").write_bytes(b"no database")
    assert read_table_file(tmp_path, "club-outbox.sqlite") == b"no database"
