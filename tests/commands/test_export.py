"""`companion export`: list, write, take in; in words and in JSON."""

import json
from pathlib import Path

import pytest

from companion.cli import main
from companion.journal.journal import Journal
from companion.journal.paths import journal_path
from tests.journal.games import journal_with

CLASSIC = Path(__file__).parents[1] / "journal" / "fixtures" / "49ba482" / "classic.game"


def export(folder: Path, *words: str) -> int:
    """Run the command on the games in a folder."""
    return main(["export", *words, "--data", str(folder)])


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    journal_with(journal_path(tmp_path), answers=3)
    return tmp_path


def test_games_are_listed(folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert export(folder) == 0
    assert "Friday night: Ada, Blaise, Carl; 3 answers" in capsys.readouterr().out
    assert export(folder, "--json") == 0
    assert [game["entries"] for game in json.loads(capsys.readouterr().out)] == [3]


def test_a_game_goes_out_and_comes_back(folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
    file = folder / "friday.game"
    assert export(folder, "1", str(file), "--json") == 0
    assert json.loads(capsys.readouterr().out) == {"game": 1, "file": str(file), "bytes": file.stat().st_size}
    for flag, number in (("--import", 2), ("--take-in", 3)):
        assert export(folder, flag, str(CLASSIC)) == 0
        assert f"is now game {number}" in capsys.readouterr().out
    with Journal.open_read_only(journal_path(folder)) as journal:
        assert journal.load(2).entries == journal.load(3).entries


def test_a_game_that_cannot_be_played_is_not_added(folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
    file = folder / "friday.game"
    assert export(folder, "1", str(file)) == 0
    capsys.readouterr()
    assert export(folder, "--import", str(file)) == 1
    assert "cannot be continued" in capsys.readouterr().err
    assert export(folder) == 0
    assert "2  " not in capsys.readouterr().out[:4]


def test_a_file_that_is_there_is_not_replaced_unasked(
    folder: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    file = folder / "friday.game"
    file.write_text("precious")
    assert export(folder, "1", str(file)) == 1
    assert "--replace" in capsys.readouterr().err
    assert file.read_text() == "precious"
    assert export(folder, "1", str(file), "--replace") == 0


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (["9"], "no game 9"),
        (["99999999999999999999999"], "no game"),
        (["-1"], "no game"),
        (["--take-in", "nowhere.game"], "nowhere.game"),
        (["1", "/nowhere/at/all.game"], "/nowhere/at/all.game"),
    ],
)
def test_what_fails_is_said(
    folder: Path, words: list[str], said: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert export(folder, *words) == 1
    assert said in capsys.readouterr().err
