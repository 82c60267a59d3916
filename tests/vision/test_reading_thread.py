"""The reading thread: what it does before the first roll."""

import threading
from typing import Any

import cv2
import pytest

from companion.vision.dice import DiceReading
from companion.vision.frames import FrameSource, Picture
from companion.vision.reading_thread import DiceReadingThread


class NoFrames(FrameSource):
    """A camera that shows nothing."""

    def _take_picture(self) -> Picture | None:
        return None


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
