"""Where a die that was read lies, in pixels."""

import pytest

from companion.vision.detection.detector_output import Detection
from companion.vision.dice import DieReading, face_box


@pytest.mark.parametrize(
    ("place", "angle", "box"),
    [
        ((50.0, 40.0), 0.0, (40, 30, 60, 50)),
        ((50.0, 40.0), 90.0, (40, 30, 60, 50)),
        ((50.0, 40.0), 45.0, (35.858, 25.858, 64.142, 54.142)),
        ((50.0, 40.0), 120.0, (36.340, 26.340, 63.660, 53.660)),
        ((4.0, 5.0), 0.0, (0, 0, 14, 15)),
        ((97.0, 78.0), 0.0, (87, 68, 100, 80)),
        ((-20.0, -30.0), 0.0, (0, 0, 1, 1)),
    ],
)
def test_the_box_stands_upright_about_the_face_and_in_the_picture(
    place: tuple[float, float], angle: float, box: tuple[float, ...]
) -> None:
    shares = (0.1, 0.1, 0.1, 0.1, 0.5, 0.0)
    seen = Detection(*place, 20.0, angle, 0.9, shares, 0.05, 0.05)
    assert face_box(seen, (100, 80)) == pytest.approx(box, abs=0.001)
    die = DieReading.from_detection(seen, (100, 80), "red")
    assert (die.face, die.confidence, die.sure) == (5, 0.5, False)
    assert die.centre == pytest.approx(((box[0] + box[2]) / 2, (box[1] + box[3]) / 2), abs=0.001)
    assert die.size == pytest.approx(((box[2] - box[0]) + (box[3] - box[1])) / 2, abs=0.001)
