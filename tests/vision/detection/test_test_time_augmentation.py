"""A second look sees the same die from closer, whatever the turn, and tells if there is none."""

from dataclasses import replace

import numpy as np
import pytest

from companion.rendering import Rendered, render_scene, tray_scene
from companion.vision.detection.crops import crop, crop_transform
from companion.vision.detection.detector_output import Detection
from companion.vision.detection.heatmaps import CENTRE, CHANNELS, EDGE, UNIT_EDGE
from companion.vision.detection.network import DiceNetwork
from companion.vision.detection.scale_search import BEST_EDGE
from companion.vision.detection.test_time_augmentation import (
    CROP_SIDE,
    LARGER,
    ONCE_SIDE,
    ROTATIONS,
    _central_die,
    redetect,
    refine,
    verify,
)
from companion.vision.fusion.diagnosis import STAYS_CLEAR, is_clear


@pytest.fixture(scope="module")
def network() -> DiceNetwork:
    return DiceNetwork()


@pytest.fixture(scope="module")
def tray() -> Rendered:
    random = np.random.default_rng(8)
    dice = [(face, colour) for face, colour in zip(range(1, 7), ["red", "white", "blue"] * 2, strict=True)]
    return render_scene(tray_scene(dice, random), random)


def guess(x: float, y: float, edge: float, face: int = 1) -> Detection:
    """A doubtful detection at a place."""
    shares = [0.1] * 6
    shares[face - 1] = 0.5
    return Detection(x, y, edge, 0.0, 0.3, tuple(shares), 0.0, 0.0)  # type: ignore[arg-type]


@pytest.mark.parametrize("which", range(6))
@pytest.mark.parametrize("off", [(0.0, 0.0), (6.0, -5.0)])
def test_it_sees_what_the_first_look_doubted(
    network: DiceNetwork, tray: Rendered, which: int, off: tuple[float, float]
) -> None:
    die = tray.dice[which]
    looked = network.refine(
        tray.picture, guess(die.centre[0] + off[0], die.centre[1] + off[1], 1.1 * die.edge)
    )
    assert looked.face == die.face
    assert looked.objectness > 0.6
    assert (looked.centre_x, looked.centre_y) == pytest.approx(die.centre, abs=0.1 * die.edge)
    assert looked.edge == pytest.approx(die.edge, rel=0.15)
    turned = abs(looked.angle - die.angle) % 90
    assert min(turned, 90 - turned) < 6


def test_it_sees_nothing_where_there_is_nothing(network: DiceNetwork, tray: Rendered) -> None:
    places = [(x, y) for x in range(120, 540, 60) for y in range(120, 380, 60)]
    free = [
        place for place in places if min(np.hypot(*np.subtract(place, die.centre)) for die in tray.dice) > 60
    ]
    assert len(free) > 10
    for x, y in free:
        assert network.refine(tray.picture, guess(x, y, 44.0)).objectness < 0.3


@pytest.mark.parametrize("place", [(3.0, 3.0), (637.0, 470.0)])
def test_the_corner_of_the_picture_is_no_trouble(
    network: DiceNetwork, tray: Rendered, place: tuple[float, float]
) -> None:
    looked = network.refine(tray.picture, guess(*place, 44.0))
    assert 0.0 <= looked.objectness < 0.4


CUTS = [
    # as it is; made larger; made smaller; turned
    (0.0, 1.0),
    (0.0, 2.0),
    (0.0, 0.25),
    (37.0, 0.8),
]


@pytest.mark.parametrize(("degrees", "scale"), CUTS)
def test_what_is_cut_out_stands_in_the_middle(degrees: float, scale: float) -> None:
    picture = np.zeros((400, 500, 3), np.uint8)
    picture[190:211, 290:311] = 255
    seen = crop(picture, crop_transform((300.0, 200.0), degrees, scale, 101), 101)
    rows, columns = np.nonzero(seen[..., 0] > 127)
    assert (columns.mean(), rows.mean()) == pytest.approx((50, 50), abs=0.5)
    assert len(rows) == pytest.approx((21 * scale) ** 2, rel=0.2)


class OneDie:
    """Stands for the network: a five in every crop, so far off its middle and so large, in edges of a die."""

    def __init__(self, off: float = 0.0, ratio: float = 1.0, score: float = 3.0) -> None:
        self.shapes: list[tuple[int, ...]] = []
        self.shades: list[int] = []
        self._off, self._ratio, self._score = off, ratio, score

    def __call__(self, crops: np.ndarray) -> np.ndarray:
        self.shapes.append(crops.shape)
        self.shades += [int(shade) for shade in crops[:, 56, 56, 0]]
        side = crops.shape[1] // 4
        maps = np.full((len(crops), CHANNELS, side, side), -8, np.float32)
        middle = (side - 1) / 2
        column = round(middle + self._off * BEST_EDGE / 4)
        maps[:, CENTRE, round(middle - 0.1), column] = self._score
        maps[:, 5], maps[:, EDGE] = 6, np.log(self._ratio * BEST_EDGE / UNIT_EDGE)
        return maps


BLACK = np.zeros((200, 200, 3), np.uint8)

REDETECTED = [
    # edges off the middle, size against the one expected, and whether that is the die (in cells of 4 pixels)
    (0.0, 1.0, True),
    (0.28, 1.0, True),
    (0.48, 1.0, False),
    (0.0, 1.45, True),
    (0.0, 0.6, True),
]


@pytest.mark.parametrize(("off", "ratio", "found"), REDETECTED)
def test_a_die_is_detected_again_where_it_lay(off: float, ratio: float, found: bool) -> None:
    run = OneDie(off, ratio)
    seen = redetect(run, BLACK, [(100.0, 100.0, 60.0), (50.0, 50.0, 60.0)])
    assert run.shapes == [(2, 80, 80, 3)]
    assert [one is not None for one in seen] == [found] * 2
    if seen[0] is not None and off == 0.0:
        # the crop is 0.94 times the scale at which the network reads best
        assert seen[0].edge == pytest.approx(60.0 * ratio / 0.94, rel=0.01)
        assert (seen[0].centre_x, seen[0].centre_y) == pytest.approx((100, 100), abs=4)
        assert seen[0].face == 5


@pytest.mark.parametrize(
    ("closer", "scale", "shades"), [(False, 1.0, [0] * 4), (True, LARGER, [0, 0, 200, 200])]
)
def test_a_refined_die_is_the_mean_of_what_was_seen(closer: bool, scale: float, shades: list[int]) -> None:
    first = guess(100, 100, 42, face=5)
    run = OneDie(score=2.0)
    red = BLACK.copy()
    red[..., 2] = 200
    mean = refine(run, red, first, closer)
    once = 1 / (1 + np.exp(-2.0))
    assert run.shapes == [(2, CROP_SIDE, CROP_SIDE, 3)] * 2
    assert run.shades == shades
    assert mean.objectness == pytest.approx((0.3 + 4 * once) / 5, abs=1e-3)
    assert mean.face == 5 and 0.9 < mean.face_score < 1.0
    assert (mean.centre_x, mean.centre_y) == pytest.approx((100, 100), abs=2)
    # the crops show an edge of 42 pixels on a die enlarged by their scale
    edges = [42.0] + [42.0 / (scale * zoom) for _, zoom in ROTATIONS]
    assert mean.edge == pytest.approx(np.average(edges, weights=[0.3] + [once] * 4), rel=0.01)


def test_crops_without_a_die_make_it_doubtful() -> None:
    assert refine(OneDie(score=-4.0), BLACK, guess(100, 100, 42)).objectness == pytest.approx(0.3 / 5)


CLEAR = replace(
    guess(100, 100, 42, face=5), objectness=0.9, face_probabilities=(0.0, 0.0, 0.0, 0.0, 0.98, 0.02)
)
VERIFIED = [
    # objectness of the verifier's crop in logits, the face of the first pass, and whether it stays clear
    (3.0, CLEAR, True),
    # 0.9 and 0.51 make 0.7 on average
    (0.1, CLEAR, True),
    (-0.1, CLEAR, False),
    # it sees no die
    (-4.0, CLEAR, False),
    # it sees a five where the first pass saw a two
    (3.0, replace(CLEAR, face_probabilities=(0.0, 0.98, 0.0, 0.0, 0.02, 0.0)), False),
]


@pytest.mark.parametrize(("score", "first", "clear"), VERIFIED)
def test_what_the_verifier_says_of_a_clear_die(score: float, first: Detection, clear: bool) -> None:
    run = OneDie(score=score)
    mean, other = verify(run, BLACK, [first, CLEAR])
    assert run.shapes == [(2, ONCE_SIDE, ONCE_SIDE, 3)]
    assert is_clear(other, STAYS_CLEAR) is (score > 0)
    assert is_clear(mean, STAYS_CLEAR) is clear
    if clear:
        assert mean.objectness == pytest.approx((0.9 + 1 / (1 + np.exp(-score))) / 2, abs=1e-3)
        assert mean.face == 5


@pytest.mark.parametrize("degrees", [0.0, 20.0, -50.0, 170.0])
@pytest.mark.parametrize("zoom", [1.0, 0.7])
def test_a_die_in_a_crop_is_told_in_the_pixels_of_the_picture(degrees: float, zoom: float) -> None:
    """The surest one near the middle of the crop; what lies farther off is another."""
    edge, side = 60.0, 113
    scale = zoom * BEST_EDGE / edge
    transform = crop_transform((100.0, 80.0), degrees, scale, side)

    def in_crop(x: float, y: float, objectness: float) -> Detection:
        at = transform @ np.array([x, y, 1.0])
        shares = (0.0, 0.0, 0.0, 1.0, 0.0, 0.0)
        angle = (35.0 - degrees) % 90
        return Detection(float(at[0]), float(at[1]), edge * scale, angle, objectness, shares, 0.0, 0.0)

    far, near, doubtful = in_crop(160, 80, 0.9), in_crop(105, 78, 0.8), in_crop(100, 80, 0.5)
    found = _central_die((far, doubtful, near), transform, degrees, zoom, (side - 1) / 2)
    assert found is not None and found.objectness == 0.8
    assert (found.centre_x, found.centre_y, found.edge) == pytest.approx((105, 78, edge))
    assert found.angle == pytest.approx(35)
    assert _central_die((far,), transform, degrees, zoom, (side - 1) / 2) is None
