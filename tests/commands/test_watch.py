"""`companion watch`: frames go through the whole watcher, and every change is one line of JSON."""

import json
from argparse import ArgumentParser, ArgumentTypeError
from itertools import pairwise
from pathlib import Path

import cv2
import numpy as np
import pytest

from companion.cli import main
from companion.commands import watch
from companion.commands.watch import add_arguments, asked_pool, tray_of
from companion.rendering import render_scene, tray_scene
from companion.vision.assignment.assign import ExpectedDice
from companion.vision.frames import FrameSource, Picture
from companion.vision.sources.film import film_frames
from companion.vision.sources.simulated import EDGE, tray_in

SIZE = (480, 360)


def film(folder: Path) -> tuple[list[str], Path]:
    """A film of a tray on which two dice come to lie, and the options that describe the tray."""
    rng = np.random.default_rng(5)
    empty, rolled = (
        tray_scene(dice, np.random.default_rng(7), SIZE, EDGE, 3) for dice in ([], [(6, "red"), (2, "red")])
    )
    bare, lying = (render_scene(scene, np.random.default_rng(1)).picture for scene in (empty, rolled))
    tray = tray_in(rolled, EDGE)
    for number in range(50):
        scene = bare if number < 18 else lying
        cv2.imwrite(str(folder / f"{number:03}.png"), noisy(scene, rng))
    cv2.imwrite(str(folder.parent / "bare.png"), bare)
    corners = [f"{x:.4f},{y:.4f}" for x, y in tray.corners]
    return ["--tray", *corners, "--die-size", f"{tray.die_edge:.4f}"], folder.parent / "bare.png"


def noisy(picture: Picture, rng: np.random.Generator) -> Picture:
    return np.clip(picture + rng.normal(0, 1.2, picture.shape), 0, 255).astype(np.uint8)


def test_a_folder_of_frames_is_played_and_its_roll_printed(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    folder = tmp_path / "film"
    folder.mkdir()
    described, bare = film(folder)
    options = ["--ask", "attack=2..2:red", "--fps", "20", "--empty", str(bare), *described]
    assert main(["watch", str(folder), *options]) == 0
    lines = [json.loads(line) for line in capsys.readouterr().out.splitlines()]
    assert all(list(line) == ["t", "state", "sentence", "roll"] for line in lines)
    assert [line["state"] for line in lines][:3] == ["settling", "empty", "moving"]
    (roll,) = [line for line in lines if line["roll"]]
    assert (roll["roll"], roll["state"]) == ({"attack": [6, 2]}, "settled")
    assert 900 + 150 <= roll["t"] <= 900 + 500, "18 frames of 50 ms, then it settles"
    changes = [(line["state"], line["sentence"]) for line in lines if not line["roll"]]
    assert all(one != other for one, other in pairwise(changes))


def test_frames_are_timed_by_their_numbers(tmp_path: Path) -> None:
    for name in ("b.png", "a.png", "c.png"):
        cv2.imwrite(str(tmp_path / name), np.full((40, 40, 3), ord(name[0]), np.uint8))
    frames = list(film_frames(tmp_path, 10.0))
    assert [(frame.time, int(frame.picture[0, 0, 0])) for frame in frames] == [
        (0.0, ord("a")),
        (100.0, ord("b")),
        (200.0, ord("c")),
    ]


def test_what_is_asked_for() -> None:
    assert asked_pool("attack=1..3:red") == ExpectedDice("attack", 1, 3, ("red",))
    assert asked_pool("defence=2..2") == ExpectedDice("defence", 2, 2)


@pytest.mark.parametrize("word", ["attack", "attack=3..1", "attack=1..3:pinkish", "=1..3", "attack=1-3"])
def test_what_cannot_be_asked_for_is_refused(word: str) -> None:
    with pytest.raises(ArgumentTypeError):
        asked_pool(word)


REFUSED = [
    ["--tray", "0.1"],
    ["--tray", "0,0", "640,0", "640,480"],
    ["--ask", "dice=0..0"],
    ["--die-size", "2"],
    ["--fps", "0"],
    ["--ask", "all"],
]


@pytest.mark.parametrize("options", REFUSED)
def test_wrong_options_are_refused(options: list[str], tmp_path: Path) -> None:
    with pytest.raises(SystemExit):
        main(["watch", str(tmp_path), *options])


def test_a_folder_without_frames_is_an_error(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["watch", str(tmp_path)]) == 1
    assert "holds no picture" in capsys.readouterr().err


CONTRADICTIONS = [
    (["--ask", "dice=1..2", "--ask", "dice=1..3"], "names dice twice"),
    (["--profile", "tray.toml", "--die-size", "0.05"], "leave out --tray and --die-size"),
]


@pytest.mark.parametrize(("options", "message"), CONTRADICTIONS)
def test_options_that_contradict_each_other_are_refused(
    options: list[str], message: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["watch", str(tmp_path), *options]) == 1
    assert message in capsys.readouterr().err


def test_frames_are_played_in_the_order_of_their_numbers(tmp_path: Path) -> None:
    for number in (1, 2, 10):
        cv2.imwrite(str(tmp_path / f"frame{number}.png"), np.full((40, 40, 3), number, np.uint8))
    assert [int(frame.picture[0, 0, 0]) for frame in film_frames(tmp_path)] == [1, 2, 10]


def test_a_picture_is_a_short_film(tmp_path: Path) -> None:
    cv2.imwrite(str(tmp_path / "bare.png"), np.full((40, 40, 3), 90, np.uint8))
    assert [frame.time for frame in film_frames(tmp_path / "bare.png")][-1] == 49 * 40.0


def test_motion_jpeg_is_played(tmp_path: Path) -> None:
    film = tmp_path / "film.mjpeg"
    frames = [cv2.imencode(".jpg", np.full((48, 64, 3), grey, np.uint8))[1].tobytes() for grey in (20, 200)]
    film.write_bytes(b"".join(frames))
    shades = [int(frame.picture.mean()) for frame in film_frames(film, 10.0)]
    assert shades == pytest.approx([20, 200], abs=4)


def test_corners_may_be_given_in_any_order() -> None:
    parser = ArgumentParser()
    add_arguments(parser)
    args = parser.parse_args(["film", "--tray", "0,0", "1,0", "0,1", "1,1"])
    tray = tray_of(args)
    assert tray is not None
    assert tray.holds((50.0, 20.0), (100, 100)) > 0
    assert tray.corners == ((0.0, 0.0), (1.0, 0.0), (1.0, 1.0), (0.0, 1.0))


class Unplugged(FrameSource):
    """A camera that is not there, asked three times."""

    asked = 0

    def _take_picture(self) -> None:
        self.asked += 1
        self.problem = "The camera is not there"
        self.closed = self.asked == 3


def test_a_camera_that_is_not_there_is_said_once(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(watch, "open_source", lambda _: Unplugged("usb:9"))
    monkeypatch.setattr(watch, "LIVE_PAUSE", 0.0)
    assert main(["watch", "usb:9"]) == 0
    assert capsys.readouterr().err == "companion watch: The camera is not there\n"
