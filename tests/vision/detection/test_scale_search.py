"""The maps of windows make up those of the whole picture."""

import numpy as np
import pytest

from companion.vision.detection.heatmaps import CENTRE, CHANNELS, SEGMENTATION
from companion.vision.detection.scale_search import WINDOW, sparse_maps

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
    # a body where nothing was detected
    ([], [(40, 50)], 1),
    # a body that a window shows already
    ([(100, 100)], [(25, 25)], 1),
]


@pytest.mark.parametrize(("points", "bodies", "windows"), SEEN)
def test_windows_are_put_in_their_places(points: list, bodies: list, windows: int) -> None:
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


MANY = [(x, y) for x in range(30, 300, 60) for y in range(30, 230, 60)]


@pytest.mark.parametrize("points", [MANY])
def test_many_dice_are_seen_in_one_pass(points: list) -> None:
    maps = sparse_maps(columns_as_maps, PICTURE, points, np.zeros(CELLS, np.float32))
    assert np.array_equal(maps, columns_as_maps(PICTURE))


def test_a_small_picture_is_seen_whole() -> None:
    small = PICTURE[:80, :160]
    maps = sparse_maps(columns_as_maps, small, [(40, 40)], np.zeros((20, 40), np.float32))
    assert np.array_equal(maps, columns_as_maps(small))
