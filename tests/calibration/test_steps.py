"""Each step of the calibration: good, or do it again and why."""

from collections.abc import Callable
from functools import cache

import cv2
import numpy as np
import pytest

from calibration.boards import MarkerBoard
from calibration.lens_calibration import calibrate_lens
from calibration.plane import plane_from_picture
from calibration.sheets import PAPERS, sheet
from calibration.table_calibration import _draw_inches, calibrate_table
from calibration.tray_calibration import calibrate_tray
from tests.calibration.printing import printed
from tests.calibration.test_plane import MIDDLE, corners, lens_of, seen
from tests.tabletop import Camera, Picture, worn

SMALL = (640, 480)
BEND = (-0.2, 0.05, 0.0, 0.0, 0.0)
VIEWS = [
    Camera(SMALL, 520, tilt, turn, distance, at, BEND)
    for tilt, turn, distance, at in [
        (0, 0, 11, (3.2, 4.5)),
        (25, 90, 10, (1.8, 4.5)),
        (30, 190, 10, (4.8, 6.0)),
        (20, -60, 10, (3.2, 2.5)),
        (35, 30, 11, (5.0, 3.0)),
        (30, 130, 10, (1.5, 7.0)),
        (15, 270, 9, (4.0, 5.0)),
    ]
]


@cache
def charuco() -> tuple[Picture, MarkerBoard]:
    page, board = sheet("charuco", PAPERS[1])
    assert board is not None
    return printed(page.pdf(), 80), board


@cache
def lens_pictures() -> tuple[Picture, ...]:
    return tuple(
        worn(view.photograph(charuco()[0], 80, (-1.0, -0.75)), 0.6, 2.0, number)
        for number, view in enumerate(VIEWS)
    )


def test_a_lens_is_found() -> None:
    result = calibrate_lens(lens_pictures(), charuco()[1])
    assert result.good, result.sentence
    assert result.lens.reprojection_error < 0.3
    assert result.lens.matrix[0, 0] == pytest.approx(520, rel=0.01)
    rim = np.array([[20.0, 20.0], [620.0, 460.0], [620.0, 240.0]])
    assert np.allclose(result.lens.undistort(rim), lens_of(VIEWS[0]).undistort(rim), atol=2.0)
    assert all(view.kept and view.error is not None and view.error < 0.4 for view in result.views)
    assert result.picture.shape == lens_pictures()[0].shape
    assert not np.array_equal(result.picture, lens_pictures()[-1])


@pytest.mark.long
def test_an_outlier_view_is_left_out() -> None:
    """The board is bent in one picture: a curled sheet of paper."""
    rows = np.arange(480, dtype=np.float32)[:, None] * np.ones((1, 640), np.float32)
    columns = np.arange(640, dtype=np.float32)[None] + 14 * np.sin(rows / 60)
    curled = cv2.remap(lens_pictures()[0], columns.astype(np.float32), rows, cv2.INTER_LINEAR)
    result = calibrate_lens([*lens_pictures(), np.asarray(curled, np.uint8)], charuco()[1])
    assert result.good, result.sentence
    assert [view.kept for view in result.views] == [True] * len(VIEWS) + [False]
    assert "left out" in result.views[-1].reason


@pytest.mark.parametrize(
    ("views", "sentence"),
    [
        (slice(0, 3), "3 of 4 views are good: show the board from more sides"),
        (slice(0, 0), "0 of 4 views are good"),
    ],
)
def test_too_few_views(views: slice, sentence: str) -> None:
    empty = np.full((480, 640, 3), 128, np.uint8)
    result = calibrate_lens([*lens_pictures()[views], empty], charuco()[1])
    assert not result.good
    assert result.lens is None
    assert sentence in result.sentence
    assert result.views[-1].reason == "the board is not in view"


@pytest.mark.slow
def test_views_from_one_side_or_one_corner_do_not_do() -> None:
    alike = [worn(lens_pictures()[0], 0, 2.0, seed) for seed in range(6)]
    assert "from one side" in calibrate_lens(alike, charuco()[1]).sentence
    small = [
        worn(
            Camera(SMALL, 520, turn / 8, turn, 30, (3.2, 4.5), BEND).photograph(
                charuco()[0], 80, (-1.0, -0.75)
            ),
            0.6,
        )
        for turn in range(0, 360, 60)
    ]
    assert "Show the board in this part" in calibrate_lens(small, charuco()[1]).sentence


def test_the_table_is_found() -> None:
    camera = Camera(tilt=30, turn=-20, distance=17, look_at=MIDDLE)
    pictures = [seen(camera, noise=3.0), seen(camera, blur=0.9, noise=3.0), seen(camera, noise=4.0)]
    result = calibrate_table(pictures, corners()[1])
    assert result.good, result.sentence
    places = np.array([[0.5, 0.5], [6.0, 8.0]])
    assert np.allclose(result.plane.to_inches(camera.project(places)), places, atol=0.01)
    assert sorted(result.table.pixels) == [40, 41, 42, 43]


def test_a_grid_of_inches_is_drawn_over_the_table() -> None:
    camera = Camera(tilt=20, turn=30, distance=17, look_at=MIDDLE)
    plane, _ = plane_from_picture(seen(camera), corners()[1])
    picture = np.zeros((960, 1280, 3), np.uint8)
    _draw_inches(picture, plane, corners()[1])
    for place in [(1.5, 2), (3.5, 5), (1, 3.5), (4, 2.5), (2, 2), (1.5, 2.5), (3.5, 5.5)]:
        x, y = np.rint(plane.to_pixels(np.array([place]))[0]).astype(int)
        on_a_line = any(float(each).is_integer() for each in place)
        assert picture[y - 1 : y + 2, x - 1 : x + 2].any() == on_a_line, place


@pytest.mark.long
@pytest.mark.parametrize("bend", [(0.0,) * 5, BEND], ids=["straight", "through a lens"])
def test_a_picture_in_which_the_table_was_knocked_does_not_count(bend: tuple[float, ...]) -> None:
    camera = Camera(tilt=30, turn=-20, distance=17, look_at=MIDDLE, distortion=bend)
    still, lens = seen(camera, noise=3.0), lens_of(camera) if any(bend) else None
    alone, knocked = (
        calibrate_table([still] * 4 + [newest], corners()[1], lens)
        for newest in (still, np.roll(still, 2, axis=1))
    )
    assert alone.table is not None and knocked.table is not None, knocked.sentence
    for number, pixels in alone.table.pixels.items():
        assert np.abs(knocked.table.pixels[number] - pixels).max() < 0.1


@pytest.mark.every(3, first=2)
@pytest.mark.parametrize(
    ("cameras", "sentence"),
    [
        # Somebody leans on the table while the pictures are taken.
        ([Camera(distance=16 + 0.3 * k, look_at=MIDDLE) for k in range(3)], "let everything stand still"),
        ([Camera(distance=90, look_at=MIDDLE)], "too little of the picture"),
        ([Camera(distance=16, look_at=(30, 30))], "0 of 2 markers are in view"),
    ],
)
def test_a_table_that_must_be_done_again(cameras: list[Camera], sentence: str) -> None:
    result = calibrate_table([seen(camera) for camera in cameras], corners()[1])
    assert not result.good
    assert result.table is None
    assert sentence in result.sentence


@cache
def tray_pictures() -> tuple[Picture, ...]:
    page, _ = sheet("tray", PAPERS[1])
    camera = Camera((1280, 960), 1000, 8, 5, 13, (3.5, 4.0))
    shown = camera.photograph(printed(page.pdf(), 100), 100, (-0.75, -1.0))
    return tuple(worn((shown * 0.85).astype(np.uint8), 0.7, 2.0, seed) for seed in range(3))


def test_the_tray_is_found_by_its_mat() -> None:
    result = calibrate_tray(tray_pictures(), sheet("tray", PAPERS[1])[1])
    assert result.good, result.sentence
    camera = Camera((1280, 960), 1000, 8, 5, 13, (3.5, 4.0))
    floor = camera.project(np.array([[0.75, 0.75], [6.25, 0.75], [6.25, 7.25], [0.75, 7.25]]))
    assert np.allclose(result.tray.corners * (1280, 960), floor, atol=1.0)
    assert result.tray.die_edge is not None
    assert result.tray.die_edge * 1280 == pytest.approx(1000 / 13 * 16 / 25.4, rel=0.03)


def test_the_tray_may_be_tapped() -> None:
    taps = np.array([[300.0, 200.0], [1000.0, 200.0], [1000.0, 800.0]])
    result = calibrate_tray(tray_pictures(), corners=taps)
    assert result.good
    assert result.tray.die_edge is None


def test_corners_tapped_across_the_tray_are_those_around_it() -> None:
    around = np.array([[300.0, 200.0], [1000.0, 200.0], [1000.0, 800.0], [300.0, 800.0]])
    across = calibrate_tray(tray_pictures(), corners=around[[0, 2, 1, 3]]).tray
    found = across.corners * (1280, 960)
    assert cv2.contourArea(found.astype(np.float32)) == pytest.approx(700 * 600, rel=1e-3)


@pytest.mark.parametrize(
    ("pictures", "sentence"),
    [
        (lambda: [np.zeros((960, 1280, 3), np.uint8)] * 2, "too dark"),
        (lambda: [np.full((960, 1280, 3), 255, np.uint8)] * 2, "too bright"),
        (lambda: [tray_pictures()[0], np.roll(tray_pictures()[0], 200, axis=1) // 2], "Something moves"),
    ],
)
def test_a_tray_that_must_be_done_again(pictures: Callable[[], list[Picture]], sentence: str) -> None:
    taps = np.array([[300.0, 200.0], [1000.0, 200.0], [1000.0, 800.0], [300.0, 800.0]])
    result = calibrate_tray(pictures(), corners=taps)
    assert not result.good
    assert sentence in result.sentence


@pytest.mark.parametrize(("left", "good"), [(-150.0, True), (-450.0, False)])
def test_a_tray_mostly_outside_the_picture_is_refused(left: float, good: bool) -> None:
    taps = np.array([[left, 200.0], [left + 700, 200.0], [left + 700, 800.0], [left, 800.0]])
    result = calibrate_tray(tray_pictures(), corners=taps)
    assert result.good is good
    assert good or "outside the picture" in result.sentence


@pytest.mark.parametrize(
    "taps",
    [
        [[300.0, 200.0], [500.0, 300.0], [700.0, 400.0], [900.0, 500.0]],
        [[300.0, 200.0], [900.0, 200.0], [900.0, 205.0], [300.0, 205.0]],
        [[300.0, 200.0], [300.0, 200.0], [300.0, 200.0]],
    ],
)
def test_a_tray_whose_corners_lie_on_one_line_is_refused(taps: list[list[float]]) -> None:
    result = calibrate_tray(tray_pictures(), corners=np.array(taps))
    assert not result.good
    assert "on one line" in result.sentence


def test_a_long_tray_seen_from_low_down_is_no_line() -> None:
    taps = np.array([[250.0, 500.0], [1050.0, 500.0], [1100.0, 560.0], [200.0, 560.0]])
    assert calibrate_tray(tray_pictures(), corners=taps).good


def test_without_mat_or_taps_the_tray_is_asked_for() -> None:
    assert "tap its corners" in calibrate_tray(tray_pictures()).sentence
    assert (
        "No marker of the tray mat"
        in calibrate_tray([np.full((480, 640, 3), 99, np.uint8)], sheet("tray", PAPERS[1])[1]).sentence
    )
