"""Time of the dice reader: pytest tests/bench/test_reader_speed.py --benchmark-only."""

from dataclasses import replace

import cv2
import numpy as np
import pytest
from pytest_benchmark.fixture import BenchmarkFixture

from companion.rendering import Rendered, render_scene, tray_scene
from companion.vision.detection.detector_output import Detection
from companion.vision.detection.network import DiceNetwork
from companion.vision.faces.profile import SIDE, FaceProfile, upright_face
from companion.vision.reader import DiceReader
from companion.vision.tracking.motion import MotionDetector
from companion.vision.tray import WHOLE_PICTURE

WORKING_SIZE = (480, 368)
EDGE = 44.0


@pytest.fixture(scope="module", autouse=True)
def one_thread() -> None:
    cv2.setNumThreads(1)


@pytest.fixture(scope="module")
def network() -> DiceNetwork:
    return DiceNetwork()


@pytest.fixture(scope="module")
def roll() -> Rendered:
    random = np.random.default_rng(3)
    dice = [(6, "red"), (4, "red"), (1, "red"), (5, "white"), (2, "white")]
    return render_scene(tray_scene(dice, random, WORKING_SIZE, EDGE), random)


def test_the_network_alone(benchmark: BenchmarkFixture, network: DiceNetwork, roll: Rendered) -> None:
    found = benchmark(network.detect, roll.picture, EDGE)
    assert len(found.detections) >= 5


def test_one_picture_at_a_known_scale(
    benchmark: BenchmarkFixture, network: DiceNetwork, roll: Rendered
) -> None:
    reader = DiceReader(network, replace(WHOLE_PICTURE, die_edge=EDGE / WORKING_SIZE[0]))
    assert benchmark(reader.read, roll.picture).faces == (6, 5, 4, 2, 1)


def test_one_picture_whose_scale_is_searched(
    benchmark: BenchmarkFixture, network: DiceNetwork, roll: Rendered
) -> None:
    assert benchmark(DiceReader(network).read, roll.picture).faces == (6, 5, 4, 2, 1)


def test_one_refinement(benchmark: BenchmarkFixture, network: DiceNetwork, roll: Rendered) -> None:
    first = network.detect(roll.picture, EDGE).detections[0]
    assert benchmark(network.refine, roll.picture, first).face == first.face


def test_whether_anything_moves(benchmark: BenchmarkFixture, roll: Rendered) -> None:
    motion = MotionDetector()
    motion.has_motion(roll.picture)
    assert not benchmark(motion.has_motion, roll.picture)


def test_one_own_face_among_six(benchmark: BenchmarkFixture, roll: Rendered) -> None:
    profile = FaceProfile("six faces, three examples each")
    for die in roll.dice * 4:
        flat = (1 / 6,) * 6
        seen = upright_face(roll.picture, Detection(*die.centre, die.edge, die.angle, 1.0, flat, 0.0, 0.0))
        profile = profile.with_example(die.face, seen)
    face = next(iter(profile.examples.values()))[0]
    assert face.shape == (SIDE, SIDE)
    found = benchmark(profile.match, face)
    assert found is not None
    assert found.score > 0.9
