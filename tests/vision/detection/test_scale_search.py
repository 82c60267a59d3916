"""The maps of windows make up those of the whole picture."""

import math
from typing import Any

import cv2
import numpy as np
import pytest

from companion.vision.detection.detector_output import Detection, DetectorOutput
from companion.vision.detection.heatmaps import CENTRE, CHANNELS, EDGE, SEGMENTATION, UNIT_EDGE
from companion.vision.detection.scale_search import BEST_EDGE, WINDOW, _merge, detect, sparse_maps

SIZE = (320, 240)
CELLS = (SIZE[1] // 4, SIZE[0] // 4)


def columns_as_maps(picture: np.ndarray) -> np.ndarray:
    """Maps that repeat the picture, whose pixels hold their own column."""
    return np.repeat(picture[None, ::4, ::4, 0], CHANNELS, axis=0).astype(np.float32)


PICTURE = (
    np.repeat((np.arange(SIZE[0]) // 2)[None, :, None], SIZE[1], axis=0).repeat(3, axis=2).astype(np.uint8)
)
SEEN = [
    # one place
    ([(100, 100)], [], 1),
    # at the border
    ([(2, 238)], [], 1),
    # two dice that touch, two far apart, two detections of one die
    ([(100, 100), (142, 100)], [], 2),
    ([(60, 60), (250, 180)], [], 2),
    ([(100, 100), (104, 98)], [], 1),
    # a body if nothing was detected
    ([], [(40, 50)], 1),
    # a body that a window shows already
    ([(100, 100)], [(25, 25)], 1),
]


@pytest.mark.parametrize(("points", "bodies", "windows"), SEEN)
def test_windows_are_put_in_their_places(points: list[Any], bodies: list[Any], windows: int) -> None:
    calls = []

    def forward(picture: np.ndarray) -> np.ndarray:
        calls.append(picture.shape)
        return columns_as_maps(picture)

    segmented = np.full(CELLS, 0.1, np.float32)
    for column, row in bodies:
        segmented[row, column] = 0.9
    maps = sparse_maps(forward, PICTURE, points, segmented)
    assert calls == [(WINDOW, WINDOW, 3)] * windows
    whole = columns_as_maps(PICTURE)
    seen = maps[CENTRE] >= 0
    assert np.array_equal(maps[:, seen], whole[:, seen])
    for x, y in [*points, *((4 * column, 4 * row) for column, row in bodies)]:
        assert seen[y // 4, x // 4]
    assert maps[SEGMENTATION][~seen] == pytest.approx(np.log(0.1 / 0.9), abs=1e-4)


@pytest.mark.parametrize("second", [(142, 100), (100, 142), (130, 120)])
def test_where_windows_overlap_the_one_whose_middle_is_nearer_counts(second: tuple[int, int]) -> None:
    """Cell by cell; of two that are equally near, the first."""
    picture = np.zeros((SIZE[1], SIZE[0], 3), np.uint8)
    picture[..., 0], picture[..., 1] = np.arange(SIZE[0]) // 4, np.arange(SIZE[1])[:, None] // 4
    middles: list[tuple[float, float]] = []

    def forward(seen: np.ndarray) -> np.ndarray:
        cells = WINDOW // 4
        left, top = seen[0, 0, :2].astype(float)
        middles.append((left + (cells - 1) / 2, top + (cells - 1) / 2))
        return np.full((CHANNELS, cells, cells), len(middles), np.float32)

    maps = sparse_maps(forward, picture, [(100, 100), second], np.full(CELLS, 0.1, np.float32))[CENTRE]
    assert len(middles) == 2
    for row, column in np.ndindex(CELLS):
        away = [max(abs(column - x), abs(row - y)) for x, y in middles]
        nearer = int(np.argmin(away)) + 1 if min(away) < WINDOW / 8 else None
        assert maps[row, column] == nearer if nearer else maps[row, column] < 0


MANY = [(x, y) for x in range(30, 300, 60) for y in range(30, 230, 60)]


@pytest.mark.parametrize("points", [MANY])
def test_many_dice_are_seen_in_one_pass(points: list[Any]) -> None:
    maps = sparse_maps(columns_as_maps, PICTURE, points, np.zeros(CELLS, np.float32))
    assert np.array_equal(maps, columns_as_maps(PICTURE))


def test_a_small_picture_is_seen_whole() -> None:
    small = PICTURE[:80, :160]
    maps = sparse_maps(columns_as_maps, small, [(40, 40)], np.zeros((20, 40), np.float32))
    assert np.array_equal(maps, columns_as_maps(small))


# --- a network that finds white squares --------------------------------------------------------------------


def squares(*dice: tuple[int, int, int], size: tuple[int, int] = (640, 480)) -> np.ndarray:
    """A picture of white squares on black: middle x and y, and edge, in pixels."""
    picture = np.zeros((size[1], size[0], 3), np.uint8)
    for x, y, edge in dice:
        picture[y - edge // 2 : y + edge // 2, x - edge // 2 : x + edge // 2] = 255
    return picture


class SquareFinder:
    """Stands for the network: a square is a die, the surer the nearer its edge is to 42 pixels.

    Attributes:
        sizes: width and height of all inputs.
    """

    def __init__(self, smallest: float = 12.0, largest: float = 130.0) -> None:
        self.sizes: list[tuple[int, int]] = []
        self._smallest, self._largest = smallest, largest

    def __call__(self, picture: np.ndarray) -> np.ndarray:
        """The maps of a picture: one peak in the middle of each square."""
        height, width = picture.shape[:2]
        assert height % 16 == 0 and width % 16 == 0
        self.sizes.append((width, height))
        maps = np.zeros((CHANNELS, height // 4, width // 4), np.float32)
        maps[CENTRE] = maps[SEGMENTATION] = -8
        _, _, found, middles = cv2.connectedComponentsWithStats((picture[..., 0] > 127).astype(np.uint8))
        for (left, top, wide, high, _), (x, y) in zip(found[1:], middles[1:], strict=True):
            if not self._smallest < wide < self._largest:
                continue
            score = 4.0 - 2.0 * abs(math.log(wide / BEST_EDGE))
            row, column = round((y - 1.5) / 4), round((x - 1.5) / 4)
            part = np.s_[top // 4 : (top + high) // 4 + 1, left // 4 : (left + wide) // 4 + 1]
            maps[(CENTRE, *part)], maps[(SEGMENTATION, *part)] = -4, 4
            maps[(5, *part)], maps[(EDGE, *part)] = 8, math.log(wide / UNIT_EDGE)
            maps[CENTRE, row, column] = score
        return maps


LEVELS = [(96, 80), (160, 128), (288, 224), (512, 384), (896, 672), (1408, 1056)]
"""The pyramid of a picture of 640 x 480, its finest level last; sides are multiples of 16."""

SEARCHED = [
    # large dice: three levels of the pyramid, and a window about each in the picture at the best scale
    ([(150, 120, 108), (400, 300, 108)], 3, 2),
    # the third level shows them at the best scale, or nearly
    ([(150, 120, 100), (400, 300, 100)], 3, 0),
    ([(150, 120, 86), (400, 300, 86)], 3, 0),
    ([(150, 120, 80), (400, 300, 80)], 3, 2),
    # they are large enough for it
    ([(150, 120, 70), (400, 300, 70)], 3, 2),
    ([(150, 120, 64), (400, 300, 64)], 4, 2),
    ([(150, 120, 28)], 4, 1),
    ([(150, 120, 22)], 5, 1),
    # two sizes: each at its own scale, if they differ by half
    ([(150, 120, 40), (400, 300, 64)], 4, 4),
    ([(150, 120, 36), (400, 300, 52)], 4, 2),
    # nothing: once more at the finest level
    ([], 6, 0),
    ([(150, 120, 8)], 6, 0),
]


@pytest.mark.parametrize(("dice", "levels", "windows"), SEARCHED)
def test_the_scale_is_searched_no_further_than_needed(dice: list[Any], levels: int, windows: int) -> None:
    finder = SquareFinder(largest=400)
    detections = detect(finder, squares(*dice)).detections
    assert finder.sizes == [*LEVELS[:levels], *[(WINDOW, WINDOW)] * windows]
    found = sorted((one.centre_x, one.centre_y, one.edge) for one in detections)
    assert np.array(found) == pytest.approx(np.array(dice), abs=5)


KNOWN_SIZE = [
    # what lies beside a die of 84 pixels, edge and distance, and how many are found
    (84, 200, 2),
    (48, 200, 2),
    (40, 200, 1),
    (148, 200, 2),
    (260, 200, 1),
]


@pytest.mark.parametrize(("edge", "off", "count"), KNOWN_SIZE)
def test_dice_of_a_known_size_lie_beside_no_others(edge: int, off: int, count: int) -> None:
    picture = squares((150, 120, 84), (150 + off, 300, edge))
    found = detect(SquareFinder(6, 400), picture, edge_hint=84.0).detections
    assert len(found) == count


def test_one_die_seen_at_two_scales_counts_once() -> None:
    found = detect(SquareFinder(), squares((150, 120, 40), (400, 300, 64))).detections
    assert len(found) == 2
    assert [one.objectness for one in found] == sorted((one.objectness for one in found), reverse=True)


def test_where_nothing_is_found_the_segmentation_is_that_of_the_fourth_level() -> None:
    assert detect(SquareFinder(), squares()).cell_size == 4 * 640 / 512


@pytest.mark.parametrize(("edge", "passes"), [(23.9, [(1136, 848)]), (24.1, [(560, 432), (WINDOW, WINDOW)])])
def test_small_dice_are_not_looked_for_at_half_the_scale(edge: float, passes: list[Any]) -> None:
    finder = SquareFinder(6, 400)
    detect(finder, squares((150, 120, 24)), edge)
    assert finder.sizes == passes


@pytest.mark.parametrize(("edge", "worse"), [(42, 84), (42, 21), (48, 30), (36, 60), (30, 70)])
def test_a_die_is_kept_as_seen_at_the_scale_that_suits_it_best(edge: int, worse: int) -> None:
    """Where it is about 42 pixels large; larger is no better than smaller."""

    def seen(pixels: int) -> tuple[DetectorOutput, float]:
        """The die, 40 pixels large in the picture, where it is so large in the network's input."""
        die = Detection(100, 100, 40, float(pixels), 0.9, (1.0, 0, 0, 0, 0, 0), 0.0, 0.0)
        nothing: Any = None
        return DetectorOutput((die,), nothing, 4.0), pixels / 40

    for outputs in ([seen(edge), seen(worse)], [seen(worse), seen(edge)]):
        assert [die.angle for die in _merge(outputs)] == [edge]
