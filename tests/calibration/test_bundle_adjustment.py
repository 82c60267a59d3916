"""Lens and sheet together: a bent sheet is found as it is, a flat one stays flat; photos show the gain."""

import datetime
from dataclasses import replace
from pathlib import Path

import cv2
import numpy as np
import pytest

from calibration.board_detection import BoardDetection
from calibration.boards import Points
from calibration.lens import Lens
from calibration.lens_calibration import LensResult, calibrate_lens, find_board
from calibration.plane import fit_plane
from calibration.profile import Profile, read_profile, write_profile
from calibration.sheet_shape import SheetShape
from companion.vision.frames import Picture
from tests.bench.inches import GRID as PRINTED
from tests.calibration.test_sheet_shape import CORNERS, GRID, bent
from tests.tabletop import Camera

SIZE = (640, 480)
NOISE = 0.1
"""Pixels."""
VIEWS = [
    Camera(SIZE, 560, tilt, turn, 13, at, (-0.1, 0.02, 0, 0, 0))
    for tilt, turn, at in [
        (45, 0, (3.3, 4.1)),
        (40, 80, (2.0, 3.0)),
        (50, 170, (5.0, 5.0)),
        (35, 260, (2.0, 5.5)),
        (55, 40, (4.5, 3.0)),
        (45, 130, (3.3, 4.1)),
    ]
]
BLANK = np.zeros((SIZE[1], SIZE[0], 3), np.uint8)
PHOTOS = Path(__file__).parents[3] / "shared" / "ruler" / "aruco_board"


def seen(camera: Camera, sheet: SheetShape, seed: int = 0) -> BoardDetection:
    """Return the grid on a sheet as a camera detects it."""
    rows = [camera.project(place[None], height) for place, height in zip(CORNERS, sheet.heights, strict=True)]
    noise = np.random.default_rng(seed).normal(0, NOISE, (len(CORNERS), 2))
    groups = np.repeat(sorted(GRID.markers), 4)
    return BoardDetection(GRID, SIZE, np.vstack(rows) + noise, CORNERS, groups, np.zeros((0, 2)))


def calibrated(sheet: SheetShape, views: int = 6) -> LensResult:
    """Calibrate by some views of a sheet."""
    found = [seen(camera, sheet, number) for number, camera in enumerate(VIEWS[:views])]
    return calibrate_lens([BLANK] * views, GRID, found)


def errors(detection: BoardDetection, lens: Lens) -> Points:
    """Return the errors of all distances between printed corners, in inches."""
    places = fit_plane(detection, lens).to_inches(detection.pixels)
    apart, true = (
        np.linalg.norm(points[:, None] - points[None], axis=2) for points in (places, detection.inches)
    )
    return np.asarray(np.abs(apart - true)[np.triu_indices(len(places), 1)])


@pytest.mark.parametrize("views", [4, 6])
def test_a_bent_sheet_is_found_as_it_is(views: int) -> None:
    result = calibrated(bent(), views)
    assert result.good, result.sentence
    assert result.lens is not None
    assert result.lens.sheet is not None
    plane = np.column_stack([np.ones(len(CORNERS)), CORNERS])
    true = bent().heights - plane @ np.linalg.lstsq(plane, bent().heights, rcond=None)[0]
    assert np.sqrt(np.mean((result.lens.sheet.heights_at(CORNERS) - true) ** 2)) < 0.003
    assert result.lens.matrix[0, 0] == pytest.approx(560, rel=0.01)
    assert "with the sheet's bends; 95 in 100 distances are true to 0.00" in result.sentence


def test_a_flat_sheet_stays_flat() -> None:
    result = calibrated(bent(0.0))
    assert result.good, result.sentence
    assert result.lens is not None
    assert result.lens.sheet is None
    assert "bends" not in result.sentence


def test_distances_on_a_bent_sheet_are_measured_along_it() -> None:
    lens = calibrated(bent()).lens
    assert lens is not None
    new = seen(Camera(SIZE, 560, 50, 210, 12, (3.3, 4.1), (-0.1, 0.02, 0, 0, 0)), bent(), 77)
    with_shape, flat = errors(new, lens), errors(new, replace(lens, sheet=None))
    assert np.percentile(with_shape, 95) < 0.6 * np.percentile(flat, 95)
    plane = fit_plane(new, lens)
    assert (plane.sheet, plane.sheet_changed) == (lens.sheet, False)
    ends = new.pixels[0], new.pixels[-2]
    distance = plane.distance(*ends, NOISE)
    assert abs(distance.inches - np.hypot(*(CORNERS[-2] - CORNERS[0]))) < distance.error


@pytest.mark.every(3)
@pytest.mark.parametrize("camera", VIEWS)
def test_a_sheet_that_is_bent_otherwise_is_told(camera: Camera) -> None:
    lens = calibrated(bent()).lens
    assert lens is not None
    for other in (bent(0.0), bent(-0.02)):
        plane = fit_plane(seen(camera, other, 5), lens)
        assert (plane.sheet, plane.sheet_changed) == (None, True)


def test_the_shape_is_kept_beside_the_lens(tmp_path: Path) -> None:
    lens = calibrated(bent()).lens
    assert lens is not None
    path = tmp_path / "profile.toml"
    write_profile(path, Profile("simulated", SIZE, datetime.datetime(2026, 1, 1), lens))
    kept = read_profile(path).lens
    assert kept is not None
    assert kept.sheet is not None
    assert lens.sheet is not None
    assert np.allclose(kept.sheet.heights_at(CORNERS), lens.sheet.heights_at(CORNERS), atol=1e-5)
    assert (kept.sheet.board, kept.sheet.error) == (GRID.name, pytest.approx(lens.sheet.error))


def photos() -> list[Picture]:
    """Return the photos of the printed grid."""
    return [np.asarray(cv2.imread(str(path)), np.uint8) for path in sorted(PHOTOS.glob("*.jpg"))]


@pytest.mark.slow
@pytest.mark.skipif(not PHOTOS.is_dir(), reason="the photos are private")
@pytest.mark.parametrize(("views", "most"), [(4, 0.010), (8, 0.009)])
def test_on_photos_of_paper_distances_are_true_to_a_hundredth(views: int, most: float) -> None:
    """Hold-out: lens and shape from every third or seventh photo, distances on the others."""
    pictures = photos()
    found = [find_board(picture, PRINTED) for picture in pictures]
    used = list(range(0, len(pictures), len(pictures) // views))[:views]
    result = calibrate_lens([pictures[one] for one in used], PRINTED, [found[one] for one in used])
    assert result.lens is not None, result.sentence
    others = [one for number, one in enumerate(found) if number not in used and one is not None]
    off = np.concatenate([errors(detection, result.lens) for detection in others])
    flat = np.concatenate([errors(detection, replace(result.lens, sheet=None)) for detection in others])
    assert np.percentile(off, 95) < most < np.percentile(flat, 95)
    assert not any(fit_plane(detection, result.lens).sheet_changed for detection in others)
