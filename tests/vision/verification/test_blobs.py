"""Round spots are found where they are, as large and as strong as they are; streaks are none."""

import cv2
import numpy as np
import pytest

from companion.vision.verification.blobs import Blobs, find_blobs, to_grey


def patch(*discs: tuple[float, float, float, float], floor: float = 120.0, side: int = 96) -> np.ndarray:
    """A grey patch with discs: middle x and y, radius, and grey levels by which they differ."""
    fine = np.full((8 * side, 8 * side), floor, np.float32)
    for x, y, radius, contrast in discs:
        middle = round(8 * x + 3.5), round(8 * y + 3.5)
        cv2.circle(fine, middle, round(8 * radius), (floor + contrast,), -1)
    return np.asarray(cv2.resize(fine, (side, side), interpolation=cv2.INTER_AREA), np.float32)


def found(
    picture: np.ndarray, least: float = 2.0, most: float = 6.0, contrast: float = 10.0
) -> tuple[Blobs, Blobs]:
    """Dark and bright spots of one patch."""
    return find_blobs(picture[None], least, most, [contrast])[0]


@pytest.mark.parametrize("radius", [2.5, 3.5, 5.0])
@pytest.mark.parametrize("contrast", [-60.0, 40.0])
@pytest.mark.parametrize("place", [(48.0, 40.0), (30.3, 55.7)])
def test_a_spot_is_found_with_place_size_and_contrast(
    place: tuple[float, float], contrast: float, radius: float
) -> None:
    dark, bright = found(patch((*place, radius, contrast)))
    right, wrong = (dark, bright) if contrast < 0 else (bright, dark)
    assert right.dark is (contrast < 0) and wrong.dark is not right.dark
    assert right.points[0] == pytest.approx(place, abs=0.3)
    assert right.radii[0] == pytest.approx(radius, rel=0.3)
    assert right.strengths[0] == pytest.approx(0.74 * abs(contrast), rel=0.1)


def test_spots_come_the_strongest_first() -> None:
    dark, bright = found(patch((20, 20, 4, -20), (60, 20, 4, -60), (20, 60, 4, 40), (60, 60, 4, -40)))
    assert [tuple(np.rint(point)) for point in dark.points[:3]] == [(60, 20), (60, 60), (20, 20)]
    assert tuple(np.rint(bright.points[0])) == (20, 60)
    assert len(dark) == len(dark.points) == len(dark.strengths)
    assert list(dark.strengths) == sorted(dark.strengths, reverse=True)


@pytest.mark.parametrize(("contrast", "count"), [(14.0, 0), (30.0, 1)])
def test_weak_spots_are_left_out(contrast: float, count: int) -> None:
    dark, bright = found(patch((48, 48, 4, contrast)), contrast=20.0)
    assert (len(dark), len(bright)) == (0, count)


@pytest.mark.parametrize(("radius", "count"), [(0.8, 0), (4.0, 1), (14.0, 0)])
def test_only_spots_between_two_sizes_are_found(radius: float, count: int) -> None:
    dark, _ = found(patch((48, 48, radius, -60)), least=3.0, most=5.0)
    assert len([strength for strength in dark.strengths if strength > 30]) == count


def test_a_streak_is_no_spot() -> None:
    picture = np.full((96, 96), 120, np.float32)
    picture[46:51, 10:86] = 40
    dark, _ = found(picture)
    assert all(abs(x - 48) > 30 for x, _ in dark.points), "but its ends may be"


def test_several_patches_are_looked_at_at_once() -> None:
    patches = np.stack([patch((20, 20, 4, -50)), patch(), patch((60, 30, 4, -50), (20, 70, 4, -40))])
    dark = [each for each, _ in find_blobs(patches, 2.0, 6.0, [10.0, 10.0, 33.0])]
    assert [len([one for one in each.strengths if one > 25]) for each in dark] == [1, 0, 1]


def test_grey_levels() -> None:
    picture = np.full((2, 3, 3), (100, 0, 0), np.uint8)
    assert to_grey(picture).dtype == np.float32
    assert to_grey(picture)[0, 0] == pytest.approx(11, abs=1)
