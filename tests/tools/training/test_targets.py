"""What the network is taught is true."""

from typing import Any

import numpy as np
import pytest

from companion.vision.detection.heatmaps import decode_heatmap

torch = pytest.importorskip("torch", reason="torch is not installed", exc_type=ImportError)
teaching = pytest.importorskip(
    "companion.tools.training.targets", reason="torch is not installed", exc_type=ImportError
)
Die = tuple[float, float, float, float, int, int]


def taught(*dice: Die, room: int = 4) -> Any:
    """The eight maps of a picture of 240 x 240 pixels."""
    rows = torch.zeros(1, room, 6)
    for number, die in enumerate(dice):
        rows[0, number] = torch.tensor(die)
    bodies = torch.zeros(1, 60, 60)
    return teaching.targets(bodies, rows, rows[..., 2] > 0)[0].numpy()


@pytest.mark.parametrize("kind", range(1, 9))
def test_targets_read_back_as_the_die_they_stand_for(kind: int) -> None:
    wanted = taught((90, 130, 40, 20, kind, 1))
    maps = np.full((13, *wanted.shape[1:]), -6, dtype=np.float32)
    maps[0] = np.log(np.clip(wanted[0], 1e-4, 0.99) / (1 - np.clip(wanted[0], 1e-4, 0.99)))
    maps[kind][wanted[2] == kind] = 6
    maps[9], maps[10], maps[11] = wanted[4], wanted[5], wanted[6]
    (found,) = decode_heatmap(maps)
    assert (found.centre_x, found.centre_y) == pytest.approx((90, 130), abs=1.5)
    assert found.edge == pytest.approx(40, rel=0.02)
    assert found.angle == pytest.approx(20, abs=1)
    shares = (*found.face_probabilities, found.cocked, found.symbol)
    assert int(np.argmax(shares)) + 1 == kind


ASKED = [
    # an ordinary die must be found
    ((90, 130, 40, 20, 4, 1), 1.0, 1.0, 4),
    # a tiny one may be found or not
    ((90, 130, 10, 20, 4, 1), 0.0, 0.0, 0),
    # a huge one must not be reported
    ((90, 130, 120, 20, 4, 1), 1.0, 0.0, 0),
    # one that is hardly seen may be found or not, and its face is not taught
    ((90, 130, 40, 20, 4, 0), 0.0, 0.0, 0),
    # but if it is found it must be cocked where it is
    ((90, 130, 40, 20, 7, 0), 0.0, 0.0, 7),
]


@pytest.mark.parametrize(("die", "weight", "peak", "kind"), ASKED)
def test_what_is_asked_of_each_die(die: Die, weight: float, peak: float, kind: int) -> None:
    wanted = taught(die)
    assert wanted[1, 32, 22] == weight
    assert wanted[0].max() == peak
    assert wanted[2, 32, 22] == kind


def test_a_die_without_a_known_angle_teaches_none() -> None:
    wanted = taught((90, 130, 40, float("nan"), 4, 1))
    assert not wanted[5:7].any()
    assert not np.isnan(wanted).any()
    assert wanted[2, 32, 22] == 4


def test_where_two_dice_overlap_the_upper_one_is_taught() -> None:
    lower, upper = (90.0, 130.0, 40.0, 20.0, 4, 1), (98.0, 130.0, 40.0, 20.0, 7, 1)
    assert taught(lower, upper)[2, 32, 24] == 7
    assert taught(upper, lower)[2, 32, 24] == 4


def test_empty_rows_teach_nothing() -> None:
    wanted = taught()
    assert (wanted[1] == 1).all()
    assert not wanted[[0, 2, 3, 4, 5, 6]].any()


def test_true_maps_cost_less_than_any_false_ones() -> None:
    wanted = torch.from_numpy(taught((90, 130, 40, 20, 4, 1)))[None]
    maps = torch.full((1, 13, 60, 60), -8.0)
    maps[:, 0] = torch.logit(wanted[:, 0].clamp(1e-4, 1 - 1e-4))
    maps[:, 4][wanted[:, 2] == 4] = 8
    maps[:, 9:12] = wanted[:, 4:7]
    right = teaching.loss(maps, wanted)
    for channel, name in ((0, "centre"), (4, "face"), (9, "edge"), (10, "turn"), (12, "body")):
        false = maps.clone()
        false[:, channel] = -false[:, channel] - 1
        assert getattr(teaching.loss(false, wanted), name) > getattr(right, name) + 0.05
