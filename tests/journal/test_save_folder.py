"""Where saved games go: a stick if there is one, else beside the journal."""

import os
from pathlib import Path

import pytest

from companion.journal.records import GameRecord
from companion.journal.save_folder import exchange_folder, file_name, readable, readable_name, saved_files


def test_a_file_is_named_by_game_day_and_number() -> None:
    record = GameRecord(4, "classic", "Friday", (), "2026-11-20T23:30:00Z", "2026-11-21T19:30:00Z", 2)
    assert file_name(record) == "classic-2026-11-21-4.game"


def test_without_a_stick_beside_the_journal(tmp_path: Path) -> None:
    assert exchange_folder(tmp_path, mounts=[tmp_path / "media"]) == tmp_path / "saved games"


def test_a_stick_that_is_mounted_comes_first(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    stick = tmp_path / "media" / "pi" / "STICK"
    (tmp_path / "media" / "pi" / "empty folder").mkdir(parents=True)
    stick.mkdir()
    monkeypatch.setattr(os.path, "ismount", lambda path: path == stick)
    assert exchange_folder(tmp_path, mounts=[tmp_path / "media"]) == stick / "saved games"


def test_the_newest_file_comes_first_and_others_are_no_games(tmp_path: Path) -> None:
    for age, name in enumerate(("new.game", "old.game", "notes.txt")):
        (tmp_path / name).write_text("")
        os.utime(tmp_path / name, (1000 - age, 1000 - age))
    assert [file.name for file in saved_files(tmp_path)] == ["new.game", "old.game"]
    assert saved_files(tmp_path / "nowhere") == []


def test_what_else_lies_on_a_stick_stops_nothing(tmp_path: Path) -> None:
    (tmp_path / "good.game").write_text("")
    (tmp_path / "nowhere.game").symlink_to(tmp_path / "gone")
    (tmp_path / "loop.game").symlink_to(tmp_path / "loop.game")
    (tmp_path / "folder.game").mkdir()
    os.mkfifo(tmp_path / "pipe.game")
    odd = os.fsencode(tmp_path) + b"/\xff\xfe.game"
    with open(odd, "w"):  # noqa: PTH123 - a name that is no text
        pass
    names = sorted(readable_name(file) for file in saved_files(tmp_path))
    assert names == ["good.game", "\ufffd\ufffd.game"]


@pytest.mark.parametrize(
    ("name", "shown"),
    [
        ("Zoë's board", "Zoë's board"),
        ("one\ntwo", "one\ufffdtwo"),
        ("gpj.\u202egnp", "gpj.\ufffdgnp"),
        ("\x1b[2J", "\ufffd[2J"),
        ("\udcff", "\ufffd"),
        ("\ud800", "\ufffd"),
    ],
)
def test_names_of_strangers_are_readable(name: str, shown: str) -> None:
    assert readable_name(Path(name)) == shown
    assert readable(f"Two\nlines of {name}".replace("one\n", "one\r")) == f"Two\nlines of {shown}"
