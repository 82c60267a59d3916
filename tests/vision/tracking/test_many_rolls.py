"""Evenings of simulated rolls, from the camera to the roll: none is taken wrongly, none twice."""

import cv2
import pytest

from companion.vision.detection.network import DiceNetwork
from tests.bench.roll_series import ASKED, CLEAN
from tests.bench.rolls import play, told


@pytest.mark.slow
def test_two_hundred_rolls_are_read_rightly_or_asked_about() -> None:
    cv2.setNumThreads(1)
    network = DiceNetwork()
    outcomes = [outcome for number in range(20) for outcome in play(number, network)]
    figures = told(outcomes)
    assert not any(one.twice for one in outcomes), figures
    # A die that leans or lies on another may look like one that lies level; those are counted by the bench.
    level = [one for one in outcomes if one.kind not in ("leaning", "stacked")]
    assert not any(one.verdict == "wrong" for one in level), figures
    assert not any(one.verdict == "missed" for one in level), figures
    assert {one.kind for one in outcomes} >= {*CLEAN, *ASKED}, figures


@pytest.mark.slow
def test_one_evening_is_played_from_the_first_frame_to_the_last_roll() -> None:
    outcomes = list(play(0, DiceNetwork()))
    assert len(outcomes) == 10
    assert not any(one.twice or one.verdict == "wrong" for one in outcomes), told(outcomes)
    assert sum(one.verdict == "right" for one in outcomes) >= 6, told(outcomes)
