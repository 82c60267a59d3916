"""`companion referee --data`: an answer that was replied to is on disk, whatever happens to the process."""

import io
import json
import signal
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

from companion.cli import main
from companion.commands.referee import _bounded_lines
from companion.journal.journal import Journal
from companion.journal.paths import journal_path


class Referee:
    """A running `companion referee` that is spoken to line by line."""

    def __init__(self, *words: str) -> None:
        command = [sys.executable, "-m", "companion", "referee", *words]
        pipe = subprocess.PIPE
        self.process = subprocess.Popen(command, stdin=pipe, stdout=pipe, stderr=pipe)
        self.first = self.reply()

    def reply(self) -> dict[str, Any]:
        assert self.process.stdout is not None and self.process.stderr is not None
        line = self.process.stdout.readline()
        return dict(json.loads(line)) if line else {"stderr": self.process.stderr.read().decode()}

    def send(self, **request: object) -> dict[str, Any]:
        assert self.process.stdin is not None
        self.process.stdin.write(json.dumps(request).encode() + b"\n")
        self.process.stdin.flush()
        return self.reply()

    def kill(self) -> None:
        self.process.send_signal(signal.SIGKILL)
        self.process.wait(timeout=30)

    def end(self) -> int:
        self.process.communicate(timeout=30)
        return self.process.returncode


def situation(reply: dict[str, Any]) -> tuple[Any, Any]:
    return reply["question"], reply["timeline"]


@pytest.fixture
def data(tmp_path: Path) -> str:
    return str(tmp_path)


def new_game(data: str, *words: str) -> Referee:
    return Referee("classic", "--players", "2", "--option", "placing=all at once", "--data", data, *words)


def test_a_killed_game_goes_on_with_every_answer_that_was_replied_to(data: str) -> None:
    referee = new_game(data, "--seed", "7")
    last = referee.first
    for _ in range(3):
        for _ in range(4):
            last = play_on(referee, last["question"])
            assert last["ruling"]["allowed"], last
        referee.kill()
        referee = Referee("--resume", "--data", data, "--seed", "7")
        assert situation(referee.first) == situation(last)
        assert referee.first["seq"] == last["seq"], "the same question has the same number"
        last = referee.first
    assert len(referee.send(show="entries")["entries"]) == 12
    referee.kill()


def play_on(referee: Referee, question: dict[str, Any]) -> dict[str, Any]:
    """Answer with the first that is allowed, or by chance."""
    allowed = question["allowed"]
    match question["kind"]:
        case "roll" | "shuffle":
            return referee.send(chance=True)
        case "deploy":
            return referee.send(answer={"place": allowed[0], "count": 1})
        case _:
            return referee.send(answer=allowed[0])


def test_undo_redo_and_correction_are_kept_too(data: str) -> None:
    referee = new_game(data)
    given = play_on(referee, referee.first["question"])
    undone = referee.send(undo=1)
    referee.kill()
    referee = Referee("classic", "--resume", str(referee.first["game"]), "--data", data)
    assert situation(referee.first) == situation(undone)
    assert situation(referee.send(redo=1)) == situation(given)
    key = referee.send(show="correctables")["correctables"][0]["key"]
    refused = referee.send(correct={key: "nonsense"})
    assert "error" in refused or not refused["ruling"]["allowed"]
    assert referee.end() == 0


@pytest.mark.long
def test_a_position_is_kept_as_a_new_game(data: str) -> None:
    referee = new_game(data)
    position = referee.send(show="position")["position"]
    assert referee.end() == 0
    again = Referee("classic", "--position", position, "--data", data)
    assert again.first["game"] == 2
    assert situation(again.first) == situation(referee.first)
    assert again.end() == 0
    with Journal.open_read_only(journal_path(Path(data))) as journal:
        assert journal.load(2).house_rules == {"placing": "all at once"}


@pytest.mark.long
def test_seats_have_the_colours_of_the_box_and_older_positions_still_open() -> None:
    referee = Referee("rogue", "--players", "2")
    assert list(referee.first["seats"]) == ["orange", "blue"]
    position = referee.send(show="position")["position"]
    assert "; seats orange blue;" in position
    for first in ("orange", "red"):
        again = Referee("rogue", "--position", position.replace("orange", first))
        assert list(again.first["seats"]) == [first, "blue"]
        assert again.send(show="position")["position"] == position.replace("orange", first)
        assert again.end() == 0
    assert referee.end() == 0


@pytest.mark.every(3)
@pytest.mark.parametrize(
    ("words", "message"),
    [
        (("--resume",), "No unfinished game"),
        (("--resume", "9"), "There is no game 9"),
        (("--players", "2"), "Name a game: classic"),
        (("balance", "--position", "balance r1 t1", "--option", "extra_dice=one"), "house extra_dice=one"),
        (("--resume", "--option", "extra_dice=one"), "--option goes with --players"),
    ],
)
def test_what_cannot_be_begun_says_why(
    words: tuple[str, ...], message: str, data: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["referee", *words, "--data", data]) == 1
    assert message in capsys.readouterr().err


def test_another_game_than_the_saved_one_is_refused(data: str, capsys: pytest.CaptureFixture[str]) -> None:
    new_game(data).end()
    assert main(["referee", "nuked", "--resume", "--data", data]) == 1
    assert "Game 1 is classic, not nuked" in capsys.readouterr().err


def test_a_line_without_end_is_bounded() -> None:
    lines = io.StringIO("x" * 5_000_000 + "\n" + '{"show": "state"}\n' + "y" * 250_000)
    assert [len(line) for line in _bounded_lines(lines)] == [100_001, 18, 100_001]
