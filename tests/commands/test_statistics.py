"""`companion statistics` in words, as JSON, as a table and as plays for BG Stats."""

import json
import re
from pathlib import Path

import pytest

from companion.cli import main
from companion.journal.journal import Journal
from companion.journal.paths import journal_path
from tests.short_games import finish_game


def statistics(folder: Path, *words: str) -> int:
    return main(["statistics", *words, "--data", str(folder)])


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    with Journal.open(journal_path(tmp_path)) as journal:
        finish_game(journal, ("Anna", "Ben", "Carl"))
    return tmp_path


def test_players_are_listed(folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert statistics(folder) == 0
    lines = capsys.readouterr().out.splitlines()
    assert re.split(r"  +", lines[0]) == [
        "player",
        "games",
        "wins",
        "losses in battle",
        "by the odds",
        "minutes",
    ]
    assert {line.split()[0] for line in lines[1:4]} == {"Anna", "Ben", "Carl"}
    assert lines[4] == "Faces 1 to 6 of real dice:"
    assert "the dice of " in lines[5]


def test_names_are_merged_and_deleted(folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert statistics(folder, "--merge", "Carl", "Karl", "--delete", "Ben", "--json") == 0
    assert {player["name"] for player in json.loads(capsys.readouterr().out)} == {"Anna", "Karl"}


def test_games_go_to_other_programs(folder: Path) -> None:
    table, plays = folder / "games.csv", folder / "plays"
    assert statistics(folder, "--csv", str(table), "--bg-stats", str(plays)) == 0
    assert table.read_text().count("\n") == 4
    (play,) = plays.iterdir()
    assert play.suffix == ".bgsplay"
    assert len(json.loads(play.read_bytes())["players"]) == 3


def test_without_a_journal_it_is_one_sentence(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert statistics(tmp_path) == 1
    assert "Traceback" not in capsys.readouterr().err
