"""Time to measure with a plane and with a tape in one frame; run with `pytest tests/bench/test_inches.py`."""

import pytest
from pytest_benchmark.fixture import BenchmarkFixture

from calibration.plane import plane_from_picture
from companion.vision.miniatures.detection import look_at_table
from companion.vision.tape import read_tape
from tests.calibration.test_plane import MIDDLE, corners, seen
from tests.tabletop import Camera, worn
from tests.vision.miniatures.test_detection import empty, plane, with_miniatures
from tests.vision.tape.rulers import PER_INCH, drawn_ruler

pytestmark = pytest.mark.every(3)


def test_plane_from_a_frame(benchmark: BenchmarkFixture) -> None:
    picture, board = seen(Camera(tilt=30, distance=16, look_at=MIDDLE)), corners()[1]
    found, _ = benchmark(plane_from_picture, picture, board)
    assert found.reprojection_error < 0.3


def test_tape_from_a_frame(benchmark: BenchmarkFixture) -> None:
    camera = Camera((1280, 720), 1000, 20, 10, 9, (4.5, 0.4))
    picture = worn(camera.photograph(drawn_ruler("1/8 in", 9), PER_INCH, ground=110))
    reading = benchmark.pedantic(read_tape, (picture, [(300.0, 300.0), (900.0, 420.0)]), rounds=3)
    assert reading.sure


def test_miniatures_in_a_frame(benchmark: BenchmarkFixture) -> None:
    picture = with_miniatures(("red", "blue", "yellow"))
    assert len(benchmark.pedantic(look_at_table, (picture, empty(), plane()), rounds=5).miniatures) == 3
