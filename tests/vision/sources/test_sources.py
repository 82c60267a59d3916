"""Cameras that freeze, go black, change or vanish are named, come back by themselves, and crash no game."""

import threading
import time
from collections.abc import Callable
from functools import partial
from pathlib import Path
from typing import Any

import cv2
import numpy as np
import pytest

from companion.errors import BrokenFile, CameraUnavailable, NotAPicture, UnknownName
from companion.vision.assignment.assign import ExpectedDice
from companion.vision.dice import DiceReading
from companion.vision.frames import Frame, FrameSource, Picture
from companion.vision.reading_thread import DiceReadingThread
from companion.vision.sources import SimulatedTray, open_source, usb
from companion.vision.sources.health import CameraHealth
from companion.vision.sources.pictures import TRANSITION, PictureFile, PictureFolder, VideoFile
from companion.vision.sources.simulated import TUMBLING
from companion.vision.sources.thread import CameraThread


class Clock:
    """A clock that is set by hand, in milliseconds."""

    def __init__(self) -> None:
        self.time = 0.0

    def __call__(self) -> float:
        return self.time


def noise(seed: int = 1, level: int = 100, size: tuple[int, int] = (64, 48)) -> Picture:
    drawn = np.random.default_rng(seed).normal(level, 3, (size[1], size[0], 3))
    return drawn.clip(0, 255).astype(np.uint8)


HEALTH = [
    # a live camera
    ("live", lambda n: noise(n), None),
    # exactly the same again and again
    ("frozen", lambda _: noise(1), "frozen"),
    # a lens cap
    ("black", lambda n: noise(n, -3), "only black"),
    # another size all of a sudden
    ("rescaled", lambda n: noise(n, size=(64, 48) if n < 30 else (32, 24)), "from 64 x 48 to 32 x 24"),
]


@pytest.mark.parametrize(("what", "picture", "message"), HEALTH, ids=[what for what, *_ in HEALTH])
def test_a_camera_that_cannot_be_trusted_is_named(
    what: str, picture: Callable[[int], Picture], message: str | None
) -> None:
    health = CameraHealth()
    said = [health.look(picture(number), 1.0 + 100.0 * number) for number in range(60)][-1]
    assert said is None if message is None else message in (said or ""), what


def newer(plug: Any, seen: int) -> bool:
    return bool(plug.frames > seen)


def test_a_frozen_camera_recovers() -> None:
    health = CameraHealth()
    for number in range(40):
        health.look(noise(1), 1.0 + 100.0 * number)
    assert health.look(noise(1), 4100.0)
    assert health.look(noise(2), 4200.0) is None


class Plug:
    """A USB camera that can be pulled out and plugged in."""

    def __init__(self) -> None:
        self.in_place, self.frames, self.opened, self.released = True, 0, 0, 0

    def open(self, device: int | str, size: tuple[int, int]) -> "Plug":  # noqa: ARG002
        self.opened += 1
        return self

    def isOpened(self) -> bool:  # noqa: N802 - OpenCV's own name
        return self.in_place

    def read(self) -> tuple[bool, Picture | None]:
        self.frames += 1
        return (True, noise(self.frames)) if self.in_place else (False, None)

    def release(self) -> None:
        self.released += 1

    def get(self, _property: int) -> float:
        return 0.0

    def set(self, _property: int, _value: float) -> bool:
        return True


def test_a_vanished_camera_is_looked_for_and_comes_back(monkeypatch: pytest.MonkeyPatch) -> None:
    plug, clock = Plug(), Clock()
    monkeypatch.setattr(usb, "open_capture", plug.open)
    camera = usb.UsbCamera(0, clock)
    assert camera.next_frame() is not None
    plug.in_place = False
    assert camera.next_frame() is None
    assert "check its plug" in (camera.problem or "")
    opened = plug.opened
    for _ in range(100):
        clock.time += 100.0
        assert camera.next_frame() is None
    assert opened < plug.opened <= opened + 6, "looked for, with growing patience"
    plug.in_place = True
    clock.time += 10_000.0
    assert camera.next_frame() is not None
    assert camera.problem is None
    camera.close()
    camera.close()
    assert camera.next_frame() is None


@pytest.mark.parametrize(
    ("device", "real"), [(0, True), ("/dev/video7", True), ("/dev/shm/film.mp4", False), ("film.mp4", False)]
)
def test_the_exposure_of_a_camera_is_locked_once_it_has_settled_of_a_film_never(
    monkeypatch: pytest.MonkeyPatch, device: int | str, real: bool
) -> None:
    plug: Any = Plug()
    clock, done = Clock(), list[tuple[int, float]]()
    plug.get = lambda _: 157.0
    plug.set = lambda what, value: done.append((what, value)) or True
    plug.read = lambda: (True, noise(1, 90))
    monkeypatch.setattr(usb, "open_capture", plug.open)
    camera = usb.UsbCamera(device, clock)
    for _ in range(25):
        assert camera.next_frame() is not None
        clock.time += 100.0
    assert done == []
    camera.next_frame()
    locked = [(cv2.CAP_PROP_AUTO_EXPOSURE, 1), (cv2.CAP_PROP_EXPOSURE, 157), (cv2.CAP_PROP_AUTO_WB, 0)]
    assert done == (locked if real else [])
    plug.read = lambda: (True, noise(1, 240))
    for _ in range(21):
        clock.time += 100.0
        camera.next_frame()
    free = [(cv2.CAP_PROP_AUTO_EXPOSURE, 3), (cv2.CAP_PROP_AUTO_WB, 1)]
    assert done == ([*locked, *free] if real else [])


def test_a_camera_that_is_not_there_yet_is_no_error(monkeypatch: pytest.MonkeyPatch) -> None:
    plug = Plug()
    plug.in_place = False
    monkeypatch.setattr(usb, "open_capture", plug.open)
    with usb.UsbCamera("/dev/video7", Clock()) as camera:
        assert camera.next_frame() is None
        assert "/dev/video7" in (camera.problem or "")


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    for number in (1, 2):
        cv2.imwrite(str(tmp_path / f"roll-{number}.png"), noise(number, 60 * number))
    (tmp_path / "broken.png").write_bytes(b"no")
    (tmp_path / "notes.txt").write_text("no picture")
    return tmp_path


def test_a_folder_is_a_row_of_rolls(folder: Path) -> None:
    clock = Clock()
    source = PictureFolder(folder, clock)
    assert source.path.name == "roll-1.png"
    assert "broken.png" in (source.problem or "")
    clock.time += TRANSITION + 1
    first = source.next_frame()
    source.advance()
    between = source.next_frame()
    clock.time += TRANSITION + 1
    second = source.next_frame()
    assert first is not None and between is not None and second is not None
    assert first.picture.mean() < between.picture.mean() + 1 < second.picture.mean() + 2
    assert (first.number, second.number) == (1, 3)


def test_a_video_plays_at_its_own_pace(tmp_path: Path) -> None:
    path = tmp_path / "roll.avi"
    writer = cv2.VideoWriter(str(path), cv2.VideoWriter.fourcc(*"MJPG"), 10.0, (64, 48))
    for number in range(10):
        writer.write(np.full((48, 64, 3), 20 * number, np.uint8))
    writer.release()
    clock = Clock()
    video = VideoFile(path, clock)
    levels = []
    for clock.time in (0.0, 450.0, 5000.0):
        frame = video.next_frame()
        assert frame is not None
        levels.append(round(float(frame.picture.mean()) / 20))
    assert levels == [0, 4, 9]


WORDS = [
    ("nonsense", UnknownName, "no file and no camera"),
    ("simulated:x", UnknownName, "no file and no camera"),
    ("missing.jpg", NotAPicture, "cannot be opened"),
    ("{folder}/broken.png", NotAPicture, "no picture"),
    ("{folder}/film.avi", BrokenFile, "cannot be played"),
    ("{folder}/empty", NotAPicture, "holds no picture"),
    ("picamera", CameraUnavailable, "picamera2"),
]


@pytest.mark.parametrize(("word", "error", "message"), WORDS)
def test_words_that_name_no_camera(folder: Path, word: str, error: type[Exception], message: str) -> None:
    (folder / "film.avi").write_bytes(b"no film")
    (folder / "empty").mkdir()
    with pytest.raises(error, match=message):
        open_source(word.format(folder=folder))


def test_words_that_name_one(folder: Path) -> None:
    assert isinstance(open_source("simulated"), SimulatedTray)
    assert isinstance(open_source(str(folder)), PictureFolder)
    assert isinstance(open_source(str(folder / "roll-1.png")), PictureFile)


def test_the_simulated_tray_rolls_what_it_is_told() -> None:
    clock = Clock()
    tray = SimulatedTray(clock, (320, 240), seed=4)
    empty = tray.next_frame()
    assert tray.show([(3, "red"), (5, "white")]) == tray.dice == ((3, "red"), (5, "white"))
    clock.time += TUMBLING + 1
    resting = tray.next_frame()
    assert empty is not None and resting is not None
    assert np.abs(empty.picture.astype(int) - resting.picture).max() > 80
    tray.clear()
    assert tray.dice == ()
    assert [colour for _, colour in tray.roll({"red": 2, "white": 1})] == ["red", "red", "white"]


def test_a_number_behind_the_word_gives_the_same_rolls_every_time() -> None:
    opened = [open_source(word) for word in ("simulated:7", "simulated:7", "simulated:8")]
    trays = [tray for tray in opened if isinstance(tray, SimulatedTray)]
    colours = {"red": 3, "white": 2}
    one, same, other = ([tray.roll(colours) for _ in range(4)] for tray in trays)
    assert one == same != other


class Film(FrameSource):
    """Gives frames until it is told to fail."""

    def __init__(self) -> None:
        super().__init__("film")
        self.fails = False

    def _take_picture(self) -> Picture | None:
        if self.fails:
            raise RuntimeError("the film tore")
        return noise(self._frames_given)


def until(holds: Callable[[], object], seconds: float = 8.0) -> bool:
    """Wait until something holds."""
    end = time.monotonic() + seconds
    while time.monotonic() < end:
        if holds():
            return True
        time.sleep(0.01)
    return False


@pytest.mark.expects_errors
def test_a_failing_source_ends_no_thread() -> None:
    film = Film()
    with CameraThread(film, frames_per_second=100) as camera:
        assert until(camera.newest)
        film.fails = True
        assert until(lambda: camera.problem == "The camera film failed: the film tore")
        film.fails = False
        assert until(lambda: camera.problem is None)
    assert film.closed


@pytest.mark.expects_errors
def test_a_source_that_goes_on_failing_is_logged_once(caplog: pytest.LogCaptureFixture) -> None:
    film = Film()
    film.fails = True
    with CameraThread(film, frames_per_second=100) as camera:
        assert until(lambda: camera.problem)
        time.sleep(0.3)
    assert len([record for record in caplog.records if "failed" in record.getMessage()]) == 1


def test_a_camera_that_blocks_shows_its_trouble(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("companion.vision.sources.thread.BLOCKED_S", 0.05)
    film, stuck = Film(), threading.Event()
    with CameraThread(film, frames_per_second=100) as camera:
        assert until(camera.newest)
        monkeypatch.setattr(film, "_take_picture", lambda: stuck.wait(5.0) and None)
        assert until(lambda: "does not answer" in (camera.problem or ""))
        stuck.set()
        assert until(lambda: camera.problem is None)


def reading(picture: Picture, _before: DiceReading | None) -> DiceReading:
    return DiceReading((), (), 1.0, (picture.shape[1], picture.shape[0]), "stand-in")


def test_the_eye_hands_over_what_changes_and_no_more() -> None:
    with DiceReadingThread(Film(), reading) as eye:
        assert until(lambda: eye.last is not None and eye.last.state.value == "empty")
        eye.expect([ExpectedDice("attack", 1, 3)])
        seen = eye.updates()
        assert 1 <= len(seen) <= 6
        assert eye.updates() == []
        assert eye.newest() is not None
        assert eye.problem is None


class Wobbly(Plug):
    """A USB camera with moods: live, frozen, black, or of half the size."""

    def __init__(self) -> None:
        super().__init__()
        self.mood = "live"

    def read(self) -> tuple[bool, Picture | None]:
        works, picture = super().read()
        if picture is None or self.mood == "live":
            return works, picture
        moods = {
            "frozen": noise(1),
            "black": noise(self.frames, -3),
            "smaller": noise(self.frames, size=(32, 24)),
        }
        return works, moods[self.mood]


MOODS = [
    ("frozen", "frozen: unplug it and plug it in again"),
    ("black", "is something on the lens"),
    ("smaller", "calibrate the tray again"),
]


@pytest.mark.parametrize(("mood", "message"), MOODS)
def test_the_eye_says_what_ails_its_camera_and_goes_on(
    monkeypatch: pytest.MonkeyPatch, mood: str, message: str
) -> None:
    plug, clock = Wobbly(), Clock()
    monkeypatch.setattr(usb, "open_capture", plug.open)
    with DiceReadingThread(usb.UsbCamera(0, clock), reading) as eye:
        assert until(eye.newest)
        assert eye.problem is None
        plug.mood = mood
        for _ in range(50):
            clock.time += 100.0
            seen = plug.frames
            assert until(partial(newer, plug, seen))
        assert until(lambda: message in (eye.problem or ""))
        assert eye.newest() is not None, "the live view goes on"


def test_the_eye_waits_for_a_camera_that_was_pulled_out(monkeypatch: pytest.MonkeyPatch) -> None:
    plug, clock = Plug(), Clock()
    monkeypatch.setattr(usb, "open_capture", plug.open)
    with DiceReadingThread(usb.UsbCamera(0, clock), reading) as eye:
        assert until(lambda: eye.last is not None)
        plug.in_place = False
        assert until(lambda: "check its plug" in (eye.problem or ""))
        plug.in_place = True
        clock.time += 10_000.0
        assert until(lambda: eye.problem is None)
        before = plug.frames
        assert until(lambda: plug.frames > before)


@pytest.mark.expects_errors
def test_a_failing_reader_is_named_and_the_dice_pad_is_there(caplog: pytest.LogCaptureFixture) -> None:
    def fails(_: Picture, _before: DiceReading | None) -> DiceReading:
        raise ValueError("no idea")

    with DiceReadingThread(Film(), fails) as eye:
        assert until(lambda: "enter the dice by hand" in (eye.problem or ""))
        assert until(lambda: (frame := eye.newest()) is not None and frame.number > 8)
    assert len([one for one in caplog.records if "the dice reader failed" in one.message]) == 1, (
        "not each frame"
    )


def test_a_frame_knows_its_size() -> None:
    assert Frame(noise(), 0.0, "film").size == (64, 48)
