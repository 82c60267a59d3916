"""Detections and their segmentation stay in place when the picture is part of a larger one."""

import numpy as np
import pytest

from companion.vision.detection.detector_output import Detection, DetectorOutput
from companion.vision.detection.heatmaps import non_max_suppression


def die(x: float, y: float = 0.0, edge: float = 40.0, objectness: float = 0.9) -> Detection:
    """A five at a place."""
    return Detection(x, y, edge, 0.0, objectness, (0.0, 0.1, 0.0, 0.0, 0.6, 0.0), 0.2, 0.1)


def output(origin: tuple[int, int] = (0, 0)) -> DetectorOutput:
    """Three rows of five cells, four pixels wide."""
    return DetectorOutput((die(8.0, 6.0),), np.zeros((3, 5), np.float32), 4.0, origin)


def test_a_part_of_a_picture_is_moved_to_its_place() -> None:
    moved = output((10, 20)).translated(100, 200)
    assert moved.origin == (110, 220)
    assert [(one.centre_x, one.centre_y) for one in moved.detections] == [(108.0, 206.0)]


def test_the_likeliest_class_counts_for_the_confidence() -> None:
    assert (die(0.0).face, die(0.0).face_score) == (5, 0.6)
    assert die(0.0).confidence == pytest.approx(0.9 * 0.6)
    leaning = Detection(0.0, 0.0, 40.0, 0.0, 0.5, (0.1,) * 6, 0.4, 0.0)
    drawing = Detection(0.0, 0.0, 40.0, 0.0, 0.5, (0.1,) * 6, 0.0, 0.4)
    assert leaning.confidence == drawing.confidence == pytest.approx(0.2)


SAME = [
    # distances to the first die in edges of the larger one, and how many dice that are
    ([die(0.0), die(23.9)], 1),
    ([die(0.0), die(24.1)], 2),
    ([die(0.0), die(0.0, 24.1)], 2),
    ([die(0.0), die(17.1, 17.1)], 2),
    ([die(0.0), die(16.9, 16.9)], 1),
    ([die(0.0), die(29.9, edge=50.0)], 1),
    ([die(0.0, edge=50.0), die(30.1)], 2),
    ([die(0.0), die(20.0), die(40.0)], 2),
]


@pytest.mark.parametrize(("detections", "count"), SAME)
def test_detections_of_one_die_count_once_the_best_first(detections: list[Detection], count: int) -> None:
    kept = non_max_suppression(detections)
    assert kept[0] is detections[0] and len(kept) == count
