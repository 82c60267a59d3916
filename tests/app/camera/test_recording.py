"""The last ten seconds before a doubtful roll become a film that `companion watch` plays, bounded in size."""

from pathlib import Path

import numpy as np
import pytest

from companion.app.camera.recording import FrameRecorder
from companion.vision.frames import Frame
from companion.vision.sources.film import film_frames


def frame(time: float) -> Frame:
    return Frame(np.full((60, 80, 3), int(time / 100) % 256, np.uint8), time, "table")


def test_nothing_is_held_while_it_is_off(tmp_path: Path) -> None:
    recorder = FrameRecorder()
    recorder.add(frame(0.0))
    assert recorder.keep(tmp_path) is None
    recorder.on = True
    recorder.add(frame(0.0))
    recorder.on = False
    assert recorder.keep(tmp_path) is None
    assert list(tmp_path.iterdir()) == []


def test_the_last_ten_seconds_are_kept_and_can_be_played(tmp_path: Path) -> None:
    recorder = FrameRecorder()
    recorder.on = True
    for number in range(15 * 20):
        recorder.add(frame(50.0 * number))
    writing = recorder.keep(tmp_path)
    assert writing is not None
    writing.join()
    (film,) = tmp_path.iterdir()
    frames = list(film_frames(film))
    assert len(frames) == 100
    assert frames[1].time - frames[0].time == pytest.approx(100)
    assert frames[-1].picture.mean() == pytest.approx(149, abs=1)
    assert recorder.keep(tmp_path) is None, "a film is kept once"


def test_the_oldest_films_are_removed(tmp_path: Path) -> None:
    recorder = FrameRecorder()
    recorder.on = True
    for number in range(12):
        recorder.add(frame(1000.0 * number))
        writing = recorder.keep(tmp_path)
        assert writing is not None
        writing.join()
    assert len(list(tmp_path.iterdir())) == 10
