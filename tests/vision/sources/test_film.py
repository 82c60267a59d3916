"""Films that are played: a video's frames in order, each at the time of its number, until it ends."""

from pathlib import Path

import cv2
import numpy as np
import pytest

from companion.vision.sources.film import film_frames


@pytest.fixture
def video(tmp_path: Path) -> Path:
    """Five frames, each brighter than the one before, ten a second."""
    path = tmp_path / "film.avi"
    writer = cv2.VideoWriter(str(path), cv2.VideoWriter.fourcc(*"MJPG"), 10.0, (64, 48))
    for number in range(5):
        writer.write(np.full((48, 64, 3), 40 * number, np.uint8))
    writer.release()
    return path


@pytest.mark.parametrize(("fps", "period"), [(None, 100.0), (20.0, 50.0)])
def test_a_video_is_played_to_its_end(video: Path, fps: float | None, period: float) -> None:
    frames = list(film_frames(video, fps))
    assert [round(float(frame.picture.mean()) / 40) for frame in frames] == [0, 1, 2, 3, 4]
    assert [frame.time for frame in frames] == pytest.approx([number * period for number in range(5)])
    assert [frame.number for frame in frames] == [1, 2, 3, 4, 5]
    assert {frame.source for frame in frames} == {str(video)}
    assert {frame.picture.shape for frame in frames} == {(48, 64, 3)}
