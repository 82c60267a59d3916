"""The reading thread: what it does before the first roll, and while a picture is read."""

import threading
from itertools import count
from typing import Any

import cv2
import numpy as np
import pytest

from companion.vision.dice import DiceReading
from companion.vision.frames import Frame, FrameSource, Picture
from companion.vision.reading_thread import RECORDED_REST, DiceReadingThread
from companion.vision.tracking.tray_watcher import TrayState, TrayUpdate, TrayWatcher


class NoFrames(FrameSource):
    """A camera that shows nothing."""

    def _take_picture(self) -> Picture | None:
        return None


class CountedFrames(FrameSource):
    """A camera with frames of 320 x 240 pixels, each as bright as its number."""

    def _take_picture(self) -> Picture | None:
        return np.full((240, 320, 3), min(self._frames_given, 255), np.uint8)


def test_frames_that_come_during_a_reading_are_followed_after_it(monkeypatch: pytest.MonkeyPatch) -> None:
    """On a Pi 4 a reading takes up to two seconds, in which dice roll and leave the tray."""
    followed: list[tuple[int, tuple[int, int]]] = []
    reading, read_on, done = threading.Event(), threading.Event(), threading.Event()

    def follow(_: TrayWatcher, picture: Picture, size: tuple[int, int], __: float) -> bool:
        followed.append((int(picture[0, 0, 0]), size))
        return True

    def update(watcher: TrayWatcher, frame: Frame) -> TrayUpdate:
        follow(watcher, frame.picture, frame.size, frame.time)
        done.set() if reading.is_set() else reading.set()
        read_on.wait(5.0)
        return TrayUpdate(TrayState.MOVING, None, None, None, frame.time)

    monkeypatch.setattr(TrayWatcher, "follow", follow)
    monkeypatch.setattr(TrayWatcher, "update", update)
    with DiceReadingThread(CountedFrames("counted"), lambda *_: pytest.fail("nothing is read")) as thread:
        assert reading.wait(5.0)
        first = followed[0][0]
        while (newest := thread.newest()) is None or newest.picture[0, 0, 0] < first + 5:
            threading.Event().wait(0.01)
        read_on.set()
        assert done.wait(5.0)
    numbers = [number for number, _ in followed]
    assert numbers[:6] == list(range(first, first + 6)), "each once, in their order"
    assert {size for _, size in followed} == {(320, 240)}


def test_the_tables_for_lab_are_made_before_the_first_frame(monkeypatch: pytest.MonkeyPatch) -> None:
    made, convert = threading.Event(), cv2.cvtColor

    def converting(picture: Picture, code: int, *more: Any) -> Any:
        if code == cv2.COLOR_BGR2LAB:
            made.set()
        return convert(picture, code, *more)

    def read(picture: Picture, before: DiceReading | None) -> DiceReading:
        raise AssertionError(f"nothing was shown, yet {picture.shape} was read after {before}")

    monkeypatch.setattr(cv2, "cvtColor", converting)
    with DiceReadingThread(NoFrames("nothing"), read):
        assert made.wait(5.0), "the first roll would wait half a second longer on a Pi"


def test_frames_are_recorded_until_all_has_been_at_rest_for_a_while(monkeypatch: pytest.MonkeyPatch) -> None:
    seen, recorded, enough = list[float](), list[float](), threading.Event()
    times = count(0.0, 100.0)

    def update(_: TrayWatcher, frame: Frame) -> TrayUpdate:
        seen.append(frame.time)
        if frame.time > 8000.0:
            enough.set()
        state = TrayState.MOVING if frame.time < 3000.0 else TrayState.SETTLED
        return TrayUpdate(state, None, None, None, frame.time)

    monkeypatch.setattr(TrayWatcher, "update", update)
    with DiceReadingThread(
        CountedFrames("counted", lambda: next(times)),
        lambda *_: pytest.fail("nothing is read"),
        record=lambda frame: recorded.append(frame.time),
    ):
        assert enough.wait(5.0)
    moved = max((time for time in seen if time < 3000.0), default=0.0)
    assert recorded == [time for time in seen if time - moved < RECORDED_REST]
