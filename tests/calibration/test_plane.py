"""The table's plane: exact on synthetic pictures, within its promise on photos."""

from collections.abc import Callable
from dataclasses import replace
from functools import cache
from pathlib import Path

import cv2
import numpy as np
import pytest

from calibration import plane as plane_module
from calibration.board_detection import BoardDetection, detect_board, detect_markers
from calibration.boards import MarkerBoard, grid_board
from calibration.least_squares import Fit
from calibration.lens import NO_DISTORTION, Lens, RadialDistortion
from calibration.plane import (
    Distance,
    _with_distortion,
    _without_outliers,
    fit_plane,
    plane_from_picture,
)
from calibration.profile import MarkerObservation
from calibration.sheets import PAPERS, sheet
from companion.errors import BoardNotSeen, Unmeasurable
from tests.calibration.printing import printed
from tests.tabletop import Camera, Picture, worn

PER_INCH = 120
LETTER = PAPERS[1]
MIDDLE = (3.6, 4.2)
"""Of the corners sheet, in inches of its board."""


@cache
def corners() -> tuple[Picture, MarkerBoard]:
    page, board = sheet("corners", LETTER)
    assert board is not None
    return printed(page.pdf(), PER_INCH), board


def seen(camera: Camera, blur: float = 0.7, noise: float = 2.0) -> Picture:
    """The corners sheet; its board begins 0.65 and 0.9 inches from the paper's corner."""
    return worn(camera.photograph(corners()[0], PER_INCH, (-0.65, -0.9)), blur, noise)


def errors(camera: Camera, picture: Picture, lens: Lens | None = None) -> np.ndarray:
    """How far measured distances between places all over the sheet are from the truth, in inches."""
    plane, _ = plane_from_picture(picture, corners()[1], lens)
    places = np.random.default_rng(1).uniform((0, 0), (7.2, 8.4), (40, 2))
    found = plane.to_inches(camera.project(places))
    apart = np.linalg.norm(found[:, None] - found[None], axis=2)
    true = np.linalg.norm(places[:, None] - places[None], axis=2)
    return np.abs(apart - true)[np.triu_indices(len(places), 1)]


def lens_of(camera: Camera) -> Lens:
    return Lens(camera.size, camera.matrix, np.array(camera.distortion), 0.1, 10)


@pytest.mark.every(3)
@pytest.mark.parametrize(
    ("camera", "blur", "noise", "promised"),
    [
        # NoDistortion down.
        (Camera(distance=14, look_at=MIDDLE), 0.7, 2.0, 0.006),
        # Oblique, as a camera on a stand beside the board.
        (Camera(tilt=35, turn=20, distance=16, look_at=MIDDLE), 0.7, 2.0, 0.01),
        # Very oblique.
        (Camera(tilt=60, turn=-40, distance=18, look_at=MIDDLE), 0.7, 2.0, 0.02),
        # Out of focus and dim.
        (Camera(tilt=30, distance=16, look_at=MIDDLE), 2.0, 5.0, 0.015),
        # A wide lens, its coefficient found from the four markers.
        (
            Camera(tilt=25, turn=10, distance=13, look_at=MIDDLE, distortion=(-0.2, 0, 0, 0, 0)),
            0.7,
            2.0,
            0.015,
        ),
        # Far away: a marker is 30 pixels wide.
        (Camera(tilt=20, distance=55, look_at=MIDDLE), 0.7, 2.0, 0.03),
    ],
)
def test_distances_are_true(camera: Camera, blur: float, noise: float, promised: float) -> None:
    off = errors(camera, seen(camera, blur, noise))
    assert np.median(off) < promised / 3
    assert np.percentile(off, 95) < promised


def test_a_calibrated_lens_is_used() -> None:
    camera = Camera(tilt=25, turn=10, distance=13, look_at=MIDDLE, distortion=(-0.3, 0.1, 0.001, -0.001, 0))
    picture = seen(camera)
    assert np.percentile(errors(camera, picture, lens_of(camera)), 95) < 0.008


def test_a_lens_is_known_in_pictures_of_another_resolution_but_not_of_another_shape() -> None:
    lens = lens_of(Camera())
    assert np.allclose(lens.for_size((640, 480)).matrix[:2], lens.matrix[:2] / 2)
    with pytest.raises(Unmeasurable, match="of another shape"):
        lens.for_size((1280, 720))


def test_roundness_is_only_believed_where_it_is() -> None:
    straight = Camera(tilt=25, distance=13, look_at=MIDDLE)
    assert not isinstance(fit_plane(detect_board(seen(straight), corners()[1])).distortion, RadialDistortion)
    bent = Camera(tilt=25, distance=13, look_at=MIDDLE, distortion=(-0.2, 0, 0, 0, 0))
    assert isinstance(fit_plane(detect_board(seen(bent), corners()[1])).distortion, RadialDistortion)


@pytest.mark.parametrize(
    "distortion",
    [
        RadialDistortion((1280, 960), -0.12),
        RadialDistortion((1280, 960), 0.05),
        lens_of(Camera(distortion=(-0.2, 0.05, 0, 0, 0))),
    ],
)
def test_bending_undoes_straightening(distortion: RadialDistortion | Lens) -> None:
    pixels = np.random.default_rng(0).uniform((0, 0), (1280, 960), (50, 2))
    assert np.allclose(distortion.distort(distortion.undistort(pixels)), pixels, atol=0.01)


def test_a_covered_marker_is_done_without() -> None:
    camera = Camera(tilt=30, distance=16, look_at=MIDDLE)
    picture = seen(camera)
    hand = camera.project(np.array([[5.0, 6.0], [8.5, 6.0], [8.5, 9.0], [5.0, 9.0]]))
    cv2.fillPoly(picture, [hand.astype(np.int32)], (120, 150, 190))
    detection = detect_board(picture, corners()[1])
    assert detection.parts == 3
    assert np.percentile(errors(camera, picture), 95) < 0.03


def test_a_marker_that_was_pushed_is_left_out() -> None:
    board = grid_board("DICT_6X6_250", 3, 3, 1.5, 0.4)
    pushed = dict(board.markers)
    pushed[4] = pushed[4] + (0.5, 0.2)
    camera = Camera(tilt=30, distance=14, look_at=(2.6, 2.6))
    shown = drawn_board(board)
    detection = detect_board(
        worn(camera.photograph(shown, PER_INCH, (-0.5, -0.5))), MarkerBoard("", board.dictionary, pushed)
    )
    plane = fit_plane(detection)
    # Seen against a file that has one marker elsewhere, the other eight carry the plane.
    assert len(plane.board_points) == 32
    assert np.allclose(plane.to_inches(camera.project(np.array([[1.0, 3.0]]))), [[1.0, 3.0]], atol=0.01)


def drawn_board(board: MarkerBoard) -> Picture:
    """A board of upright markers on white paper with half an inch around it."""
    wide, high = (board.extent[1] + 1.0) * PER_INCH
    paper = np.full((round(high), round(wide), 3), 255, np.uint8)
    for number, places in board.markers.items():
        (left, top), (right, _), *_ = np.rint((places + 0.5) * PER_INCH).astype(int)
        marker = cv2.aruco.generateImageMarker(board.opencv_dictionary, number, right - left)
        paper[top : top + right - left, left:right] = marker[..., None]
    return paper


def test_another_board_than_the_file_says_is_refused() -> None:
    board = corners()[1]
    swapped = dict(zip(board.markers, reversed(board.markers.values()), strict=True))
    with pytest.raises(BoardNotSeen, match="do not lie as the corners sheet"):
        fit_plane(
            detect_board(
                seen(Camera(distance=14, look_at=MIDDLE)),
                MarkerBoard("corners sheet", board.dictionary, swapped),
            )
        )


def test_no_board_and_too_little_of_it_are_refused() -> None:
    board = corners()[1]
    empty = np.full((480, 640, 3), 200, np.uint8)
    with pytest.raises(
        BoardNotSeen, match=r"No marker of the corners sheet \(Letter\) \(DICT_4X4_50\) is in view"
    ):
        detect_board(empty, board)
    camera = Camera(distance=14, look_at=MIDDLE)
    picture = seen(camera)
    picture[:, 500:] = 200
    picture[500:] = 200
    with pytest.raises(BoardNotSeen, match=r"Only 1 of the 4 markers .* at least 2 are needed"):
        detect_board(picture, board)
    others = grid_board("DICT_4X4_50", 2, 2, 1.0, 0.5)
    with pytest.raises(BoardNotSeen, match=r"4 markers of the same dictionary have other ids"):
        detect_board(seen(camera), others)


NINE = grid_board("DICT_6X6_250", 3, 3, 1.5, 0.5)


def observed(board: MarkerBoard, to_pixels: Callable[[np.ndarray], np.ndarray]) -> BoardDetection:
    """Corners exactly where a map of the board, n x 2 inches, puts them in the picture."""
    pixels = {number: to_pixels(corners) for number, corners in board.markers.items()}
    return MarkerObservation(board, pixels).detection((1280, 960))


def test_markers_on_both_sides_of_the_horizon_make_no_plane() -> None:
    """Their middle would be seen infinitely far away."""

    def beyond(inches: np.ndarray) -> np.ndarray:
        x, y = (inches - NINE.extent.mean(axis=0)).T
        return np.column_stack([640 + 100 * x / y, 480 - 100 / y])

    with pytest.raises(BoardNotSeen, match="lie in one line"):
        fit_plane(observed(NINE, beyond))


@pytest.mark.parametrize("side", [20.0, 100.0])
@pytest.mark.parametrize(("pushed", "kept"), [(2.5, (9, 9)), (5.5, (8, 9)), (14.0, (8, 8))])
def test_how_far_off_a_marker_may_be(pushed: float, kept: tuple[int, int], side: float) -> None:
    """All corners together by a pixel or three hundredths of a side; here those of one marker are off."""
    exact = observed(NINE, lambda inches: 100 + side / 1.5 * inches)
    pixels = exact.pixels + pushed * (exact.groups == 4)[:, None] * (0.8, 0.6)
    inliers, _ = _without_outliers(replace(exact, pixels=pixels), NO_DISTORTION)
    assert inliers.parts == kept[side > 50]


@pytest.mark.parametrize(
    ("bend", "ratio", "used"),
    [
        # (the coefficient in standard deviations, the error by that without; whether it is used)
        (5.1, 0.79, True),
        (-5.1, 0.79, True),
        (4.9, 0.79, False),
        (50.0, 0.81, False),
    ],
)
def test_roundness_must_be_clear_and_pay(
    bend: float, ratio: float, used: bool, monkeypatch: pytest.MonkeyPatch
) -> None:
    def fit(parameters: int, error: float, last: float) -> Fit:
        """Uncorrelated parameters with a standard deviation of 1 each, where the error is this."""
        jacobian = error * np.eye(72, parameters)
        residuals = np.full(72, error * np.sqrt((72 - parameters) / 72))
        return Fit(np.array([0.0] * (parameters - 1) + [last]), residuals, jacobian)

    bent = fit(9, 0.3 * ratio, bend)
    monkeypatch.setattr(plane_module, "levenberg_marquardt", lambda *_: bent)
    found = _with_distortion(observed(NINE, lambda inches: 100 * inches), fit(8, 0.3, 0.0))
    assert found is (bent if used else None)


def test_above_the_horizon_there_is_no_table() -> None:
    camera = Camera(tilt=75, distance=22, look_at=MIDDLE, focal=700)
    plane = fit_plane(detect_board(seen(camera), corners()[1]))
    with pytest.raises(Unmeasurable, match="above the table's horizon"):
        plane.to_inches(np.array([[640.0, 2.0]]))
    assert np.isnan(plane.to_pixels(np.array([[3.0, 300.0], [3.0, -300.0]]))).any()


@pytest.mark.parametrize("height", [0.5, 1.25])
def test_heights_are_allowed_for(height: float) -> None:
    camera = Camera(tilt=40, turn=15, distance=18, look_at=MIDDLE)
    plane = fit_plane(detect_board(seen(camera), corners()[1]), lens_of(camera))
    places = np.array([[1.0, 1.0], [6.0, 7.0]])
    tops = camera.project(places, height)
    assert np.allclose(plane.to_inches(tops, height), places, atol=0.02)
    assert np.allclose(plane.to_pixels(places, height), tops, atol=1.0)
    true = float(np.hypot(*(places[1] - places[0])))
    assert plane.distance(tops[0], tops[1], height=height).inches == pytest.approx(true, abs=0.02)


def test_heights_need_a_lens() -> None:
    camera = Camera(distance=14, look_at=MIDDLE)
    plane = fit_plane(detect_board(seen(camera), corners()[1]))
    with pytest.raises(Unmeasurable, match="calibrated lens"):
        plane.to_inches(np.array([[600.0, 400.0]]), height=1.0)


@pytest.mark.slow
def test_the_error_is_honest() -> None:
    """Of many distances about 95 in 100 are within the error that is given with them."""
    chance, within = np.random.default_rng(3), []
    for number in range(6):
        camera = Camera(tilt=10.0 * number, turn=60.0 * number, distance=17, look_at=MIDDLE)
        plane = fit_plane(detect_board(seen(camera, noise=3.0), corners()[1]))
        for start, end in chance.uniform((0, 0), (7.2, 8.4), (40, 2, 2)):
            pixels = camera.project(np.array([start, end])) + chance.normal(0, 0.3, (2, 2))
            measured = plane.distance(pixels[0], pixels[1])
            within.append(abs(measured.inches - np.hypot(*(end - start))) <= measured.error)
    assert np.mean(within) > 0.93


@pytest.mark.parametrize(
    ("inches", "words"),
    [(0.0, "0 in"), (0.5, "1/2 in"), (3.3, "3 5/16 in"), (3.99, "4 in"), (10.75, "10 3/4 in")],
)
def test_inches_in_words(inches: float, words: str) -> None:
    assert Distance(inches, 0.01).sixteenths == words


@pytest.mark.long
@pytest.mark.parametrize(
    "outer_only",
    [True, pytest.param(False, marks=pytest.mark.slow)],
    ids=["four outer markers", "all markers"],
)
def test_distances_on_the_marker_photos(shared: Path, outer_only: bool) -> None:
    """All in-plane distances between marker corners: the promise of the issue, on photos."""
    full = grid_board("DICT_6X6_1000", 4, 5, 3.75 / 2.54, 0.5 / 2.54)
    outer = {number: full.markers[number] for number in (0, 3, 16, 19)}
    board = MarkerBoard("outer", full.dictionary, outer) if outer_only else full
    photos = sorted((shared / "ruler" / "aruco_board").glob("*.jpg"))[:: 12 if outer_only else 3]
    off = []
    for photo in photos:
        picture = np.asarray(cv2.imread(str(photo)), np.uint8)
        plane, _ = plane_from_picture(picture, board)
        found = detect_markers(picture, full.opencv_dictionary)
        measured = plane.to_inches(np.vstack(list(found.values())))
        true = np.vstack([full.markers[number] for number in found])
        apart = [np.linalg.norm(points[:, None] - points[None], axis=2) for points in (measured, true)]
        off.append(np.abs(apart[0] - apart[1])[np.triu_indices(len(true), 1)])
    assert np.median(np.concatenate(off)) < 0.007
    assert np.percentile(np.concatenate(off), 95) < 0.02
