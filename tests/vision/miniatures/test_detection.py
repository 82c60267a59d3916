"""Miniatures against the empty table: found, and measured between bases."""

from functools import cache

import cv2
import numpy as np
import pytest

from calibration.lens import Lens
from calibration.plane import TablePlane, plane_from_picture
from companion.errors import Unmeasurable
from companion.vision.miniatures.detection import Miniature, foreground_mask, look_at_table
from tests.calibration.test_plane import MIDDLE, corners, lens_of, seen
from tests.tabletop import Camera, Picture, worn

CAMERA = Camera(tilt=35, turn=10, distance=17, look_at=MIDDLE)
MINIATURES = {
    "red": ((1.0, 3.0), 0.3, 0.8, (40, 40, 200)),
    "blue": ((3.5, 4.2), 0.4, 1.0, (190, 80, 30)),
    "yellow": ((6.0, 4.0), 0.25, 0.6, (40, 210, 230)),
}
"""Middle, radius of the base and height in inches, and colour of each."""


@cache
def empty() -> Picture:
    return seen(CAMERA, blur=0.5, noise=0)


def with_miniatures(names: tuple[str, ...], light: float = 1.0) -> Picture:
    """Upright cones on round bases, from far to near."""
    picture = empty().copy()
    for middle, radius, height, colour in sorted(
        (MINIATURES[name] for name in names), key=lambda one: one[0][1]
    ):
        around = np.linspace(0, 2 * np.pi, 60)
        rim = np.array(middle) + radius * np.column_stack([np.cos(around), np.sin(around)])
        shape = np.vstack([CAMERA.project(rim), CAMERA.project(np.array([middle]), height)])
        hull = cv2.convexHull(shape.astype(np.float32)).reshape(-1, 2)
        cv2.fillPoly(picture, [np.rint(hull * 16).astype(np.int32)], colour, cv2.LINE_AA, shift=4)
    return worn((picture * light).astype(np.uint8), 0.6, 2.0)


@cache
def plane(with_lens: bool = True) -> TablePlane:
    lens: Lens | None = lens_of(CAMERA) if with_lens else None
    return plane_from_picture(empty(), corners()[1], lens)[0]


def found(*names: str, light: float = 1.0) -> list[Miniature]:
    return list(look_at_table(with_miniatures(names, light), worn(empty(), 0.6, 2.0, 9), plane()).miniatures)


@pytest.mark.parametrize("light", [1.0, 0.75], ids=["same light", "a cloud came"])
def test_figures_are_found_with_their_bases(light: float) -> None:
    miniatures = found("red", "blue", "yellow", light=light)
    assert len(miniatures) == 3
    for miniature, (middle, radius, _, colour) in zip(miniatures, MINIATURES.values(), strict=True):
        assert np.hypot(*np.subtract(miniature.centre, middle)) < 0.12
        assert miniature.radius == pytest.approx(radius, abs=0.06)
        assert np.allclose(miniature.colour, np.array(colour) * light, atol=12)


def test_an_empty_table_has_no_figures() -> None:
    assert found() == []
    assert found(light=0.8) == []


def test_without_a_lens_figures_are_found_too() -> None:
    miniatures = look_at_table(
        with_miniatures(("red",)), worn(empty(), 0.6), plane(with_lens=False)
    ).miniatures
    assert len(miniatures) == 1
    assert np.hypot(*np.subtract(miniatures[0].centre, MINIATURES["red"][0])) < 1.0


def test_another_size_of_picture_is_refused() -> None:
    with pytest.raises(Unmeasurable, match="another size"):
        look_at_table(empty()[::2], empty(), plane())


def test_distances_are_from_middle_or_from_base() -> None:
    one, other = Miniature((1, 2), 0.5, (0, 0, 0)), Miniature((4, 6), 0.25, (0, 0, 0))
    assert one.base_distance(other) == 4.25
    assert one.base_distance(Miniature((1.6, 2), 0.5, (0, 0, 0))) == 0.0


@pytest.mark.parametrize("seed", range(3))
def test_rows_and_columns_of_a_table_are_alike(seed: int) -> None:
    """A camera that is turned sees the same things: nothing is smoothed along one way only."""
    chance = np.random.default_rng(seed)
    bare = chance.integers(60, 200, (12, 16, 3)).repeat(10, 0).repeat(10, 1).astype(np.uint8)
    now = bare.copy()
    for _ in range(6):
        top, left = chance.integers(0, (110, 150))
        now[top : top + int(chance.integers(2, 14)), left : left + int(chance.integers(2, 14))] = (
            chance.integers(0, 255, 3)
        )
    upright = foreground_mask(now, bare)
    turned = foreground_mask(np.swapaxes(now, 0, 1).copy(), np.swapaxes(bare, 0, 1).copy())
    assert upright.any() and np.array_equal(upright, turned.T)
    darker = np.clip(now * 0.8, 0, 255).astype(np.uint8)
    assert (foreground_mask(darker, bare) != upright).mean() < 0.02, "a cloud came"


@pytest.mark.parametrize(
    ("colour", "seen"),
    [
        # (grey or tinted otherwise than the table; lightness counts about a third)
        ((200, 200, 200), False),
        ((110, 110, 110), False),
        ((85, 85, 85), True),
        ((200, 200, 175), False),
        ((200, 200, 145), True),
        ((180, 200, 200), False),
        ((165, 200, 200), True),
    ],
)
def test_how_far_a_thing_differs_from_the_table(colour: tuple[int, int, int], seen: bool) -> None:
    empty = np.full((120, 160, 3), 200, np.uint8)
    picture = empty.copy()
    picture[40:80, 60:100] = colour
    assert foreground_mask(picture, empty).any() == seen
