"""A whole game night in the real window: touched, read, undone, corrected, killed in the middle, and won."""

import json
import signal
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

ROOT = Path(__file__).parents[2]


def start(data: Path, part: str) -> "subprocess.Popen[str]":
    command = [sys.executable, "-m", "tests.e2e.whole_game", str(data), part]
    return subprocess.Popen(command, cwd=ROOT, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)


def next_line(process: "subprocess.Popen[str]", step: str) -> dict[str, Any]:
    """The next line of JSON about this step."""
    assert process.stdout is not None
    for line in process.stdout:
        if line.startswith("{"):
            said: dict[str, Any] = json.loads(line)
            if said["step"] == step:
                return said
    assert process.stderr is not None
    raise AssertionError(process.stderr.read()[-3000:])


@pytest.mark.parametrize("rest", ["go-on", pytest.param("touch-all", marks=pytest.mark.slow)])
def test_a_game_survives_the_plug_and_is_played_to_the_end(tmp_path: Path, rest: str) -> None:
    first = start(tmp_path, "begin")
    left = next_line(first, "waiting")
    first.send_signal(signal.SIGKILL)
    first.wait()
    second = start(tmp_path, rest)
    found = next_line(second, "resumed")
    assert {key: found[key] for key in ("prompt", "entries", "state")} == {
        key: left[key] for key in ("prompt", "entries", "state")
    }
    for seat, spent in left["clocks"].items():
        assert found["clocks"][seat] == pytest.approx(spent, abs=15.0)
    ended = next_line(second, "ended")
    assert second.wait(60) == 0
    assert ended["winners"]
    assert ended["screen"] == "victory"
    assert any("wins" in words for words in ended["reads"])


def test_without_a_screen_it_says_what_to_do(tmp_path: Path) -> None:
    if list(Path("/dev/dri").glob("card*")):
        pytest.skip("this machine has a graphics device to draw on")
    environment = {"PATH": "/usr/bin:/bin", "HOME": str(tmp_path)}
    done = subprocess.run(
        [sys.executable, "-m", "companion", "play"],
        cwd=ROOT,
        env=environment,
        capture_output=True,
        text=True,
        timeout=60,
        check=False,
    )
    assert done.returncode == 1
    assert "--offscreen DIR" in done.stderr


@pytest.mark.parametrize(
    ("arguments", "words"),
    [
        (["--size", "big"], "--size wants WIDTHxHEIGHT"),
        (["--size", "10x10"], "--size wants WIDTHxHEIGHT"),
    ],
)
def test_wrong_words_are_explained(
    arguments: list[str], words: str, capsys: pytest.CaptureFixture[str]
) -> None:
    from companion.cli import main

    assert main(["play", *arguments]) == 1
    assert words in capsys.readouterr().err


@pytest.mark.long
def test_real_dice_decide_a_battle(tmp_path: Path, shared: Path) -> None:
    """A photo of real dice under the app's eye: read, dealt by colour, confirmed, kept with its crop."""
    photo = shared / "dice" / "nellbyler" / "IMG_20191209_095641.jpg"
    command = [sys.executable, "-m", "tests.e2e.photo", str(tmp_path), str(photo)]
    done = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, timeout=120, check=False)
    assert done.returncode == 0, done.stderr[-3000:]
    told = json.loads(done.stdout.splitlines()[-1])
    assert {pool: sorted(faces) for pool, faces in told["answer"].items()} == {
        "attack": [1, 2, 4],
        "defence": [4, 5],
    }
    assert told["by"] == "camera"
    assert len(told["seen"]) == 5
    assert told["crop"] > 1000
