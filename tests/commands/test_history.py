"""`companion history` and `companion report` tell a game that the journal keeps."""

import errno
import json
import os
from collections.abc import Callable
from pathlib import Path
from typing import NamedTuple

import pytest

from companion.app.night.session import Session
from companion.cli import main
from companion.games import find_game
from companion.journal.journal import Journal
from companion.journal.paths import journal_path
from companion.referee.random_bot import RandomBot
from companion.referee.seats import seats_of


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """A folder with one game of 120 answers."""
    bot = RandomBot(2)
    with Journal.open(journal_path(tmp_path)) as journal:
        session = Session.begin(journal, find_game("classic"), seats_of(3, ("Anna", "Ben")))
        for _ in range(120):
            assert session.question is not None
            session.answer(bot.answer(session.question))
    return tmp_path


class Told(NamedTuple):
    returncode: int
    stdout: str
    stderr: str


Companion = Callable[..., Told]


@pytest.fixture
def companion(capsys: pytest.CaptureFixture[str]) -> Companion:
    """What a command says, run in this process."""

    def run(*words: str) -> Told:
        try:
            code = main(words)
        except SystemExit as wrong_usage:
            code = int(wrong_usage.code or 0)
        return Told(code, *capsys.readouterr())

    return run


def test_history_tells_every_turn(companion: Companion, folder: Path) -> None:
    told = companion("history", "1", "--data", str(folder))
    assert told.returncode == 0, told.stderr
    assert "Round 1, Anna:" in told.stdout or "Round 1, Ben:" in told.stdout
    assert " against " in told.stdout


def test_history_as_json_has_turns_events_and_standings(companion: Companion, folder: Path) -> None:
    told = json.loads(companion("history", "1", "--data", str(folder), "--json").stdout)
    assert told["game"] == "classic"
    assert told["turns"][-1]["last_entry"] == 120
    assert {figure["label"] for figure in told["turns"][-1]["standings"][0]["figures"]} >= {"territories"}


def test_a_report_is_written_and_not_replaced_unasked(
    companion: Companion, folder: Path, tmp_path: Path
) -> None:
    page = tmp_path / "evening.html"
    words = ("report", "1", "--out", str(page), "--data", str(folder))
    assert companion(*words).returncode == 0
    assert page.read_text().startswith("<!doctype html>")
    again = companion(*words)
    assert again.returncode == 1
    assert "--replace" in again.stderr
    assert companion(*words, "--replace").returncode == 0


def test_a_full_disk_leaves_the_report_that_was_there(
    companion: Companion, folder: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def full(_: int) -> None:
        raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC))

    page = tmp_path / "evening.html"
    page.write_text("before")
    monkeypatch.setattr(os, "fsync", full)
    told = companion("report", "1", "--out", str(page), "--replace", "--data", str(folder))
    assert (told.returncode, told.stderr) == (1, "companion report: No space left on device\n")
    assert page.read_text() == "before"


@pytest.mark.every(2)
@pytest.mark.parametrize("command", [("history", "9"), ("report", "9", "--out", "nowhere.html")])
def test_a_game_that_is_not_there_is_one_sentence(
    companion: Companion, folder: Path, command: tuple[str, ...]
) -> None:
    told = companion(*command, "--data", str(folder))
    assert told.returncode == 1
    assert "no game 9" in told.stderr
    assert "Traceback" not in told.stderr


@pytest.mark.slow
def test_a_film_and_a_poster_are_written(companion: Companion, folder: Path, tmp_path: Path) -> None:
    for name in ("evening.gif", "evening.png"):
        told = companion("report", "1", "--film", str(tmp_path / name), "--data", str(folder))
        assert told.returncode == 0, told.stderr
        assert f"in {tmp_path / name}" in told.stdout
        assert (tmp_path / name).stat().st_size > 10_000


@pytest.mark.every(3)
@pytest.mark.parametrize(
    ("words", "code", "said"),
    [
        ((), 2, "Say what to write"),
        (("--film", "evening.avi"), 1, "A film ends in .gif"),
        (("--out", "/no/such/folder/evening.html"), 1, "/no/such/folder/evening.html"),
    ],
)
def test_a_wrong_request_for_a_report_is_one_sentence(
    companion: Companion, folder: Path, words: tuple[str, ...], code: int, said: str
) -> None:
    told = companion("report", "1", *words, "--data", str(folder))
    assert told.returncode == code
    assert said in told.stdout + told.stderr and "Traceback" not in told.stderr
