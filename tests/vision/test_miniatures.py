"""Figures against the empty table: found, snapped to, and counted under templates."""

from functools import cache

import cv2
import numpy as np
import pytest

from calibration.lens import Lens
from calibration.plane import TablePlane, plane_in
from calibration.templates import EXPLODING, ROLLING
from companion.errors import Unmeasurable
from companion.vision.miniatures import (
    Figure,
    figure_at,
    figures_under,
    find_figures,
    in_picture,
    snapped,
    tapped,
)
from tests.calibration.test_plane import MIDDLE, corners, lens_of, seen
from tests.tabletop import Camera, Picture, worn

CAMERA = Camera(tilt=35, turn=10, distance=17, look_at=MIDDLE)
FIGURES = {
    "red": ((1.0, 3.0), 0.3, 0.8, (40, 40, 200)),
    "blue": ((3.5, 4.2), 0.4, 1.0, (190, 80, 30)),
    "yellow": ((6.0, 4.0), 0.25, 0.6, (40, 210, 230)),
}
"""Middle, radius of the base and height in inches, and colour of each."""


@cache
def empty() -> Picture:
    return seen(CAMERA, blur=0.5, noise=0)


def with_figures(names: tuple[str, ...], light: float = 1.0) -> Picture:
    """Upright cones on round bases, from far to near."""
    picture = empty().copy()
    for middle, radius, height, colour in sorted(
        (FIGURES[name] for name in names), key=lambda one: one[0][1]
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
    return plane_in(empty(), corners()[1], lens)[0]


def found(*names: str, light: float = 1.0) -> list[Figure]:
    return find_figures(with_figures(names, light), worn(empty(), 0.6, 2.0, 9), plane())


@pytest.mark.parametrize("light", [1.0, 0.75], ids=["same light", "a cloud came"])
def test_figures_are_found_with_their_bases(light: float) -> None:
    figures = found("red", "blue", "yellow", light=light)
    assert len(figures) == 3
    for figure, (middle, radius, _, colour) in zip(figures, FIGURES.values(), strict=True):
        assert np.hypot(*np.subtract(figure.middle, middle)) < 0.12
        assert figure.radius == pytest.approx(radius, abs=0.06)
        assert np.allclose(figure.colour, np.array(colour) * light, atol=12)


def test_an_empty_table_has_no_figures() -> None:
    assert found() == []
    assert found(light=0.8) == []


def test_without_a_lens_figures_are_found_too() -> None:
    figures = find_figures(with_figures(("red",)), worn(empty(), 0.6), plane(with_lens=False))
    assert len(figures) == 1
    assert np.hypot(*np.subtract(figures[0].middle, FIGURES["red"][0])) < 1.0


def test_another_size_of_picture_is_refused() -> None:
    with pytest.raises(Unmeasurable, match="another size"):
        find_figures(empty()[::2], empty(), plane())


def test_distances_are_from_middle_or_from_base() -> None:
    one, other = Figure((0, 0), 0.5, (0, 0, 0)), Figure((3, 4), 0.25, (0, 0, 0))
    assert one.from_middle_to(other) == 5.0
    assert one.from_base_to(other) == 4.25
    assert one.from_base_to(Figure((0.6, 0), 0.5, (0, 0, 0))) == 0.0


def test_a_finger_snaps_to_the_base_it_means() -> None:
    figures = found("red", "blue", "yellow")
    head = CAMERA.project(np.array([FIGURES["blue"][0]]), 0.9)[0]
    assert figure_at((head[0], head[1]), figures, plane(), 20) == 1
    foot = CAMERA.project(np.array([FIGURES["blue"][0]]))[0]
    assert np.hypot(*np.subtract(snapped((head[0], head[1]), figures, plane(), 20), foot)) < 8
    nowhere = (30.0, 30.0)
    assert snapped(nowhere, figures, plane(), 20) == nowhere
    assert figure_at(nowhere, [], plane(), 20) is None


def test_a_figure_may_be_tapped_in() -> None:
    pixel = CAMERA.project(np.array([[2.0, 2.0]]))[0]
    figure = tapped((pixel[0], pixel[1]), plane(), 0.4)
    assert np.allclose(figure.middle, (2.0, 2.0), atol=0.02)
    assert figure_at((pixel[0] + 5, pixel[1]), [figure], plane(), 20) == 0


@pytest.mark.parametrize(
    ("outline", "by", "under"),
    [
        (ROLLING.laid((4.5, 4.1)), "middle", [1, 2]),
        (ROLLING.laid((3.0, 3.3)), "touch", [0]),
        (EXPLODING.laid((3.5, 5.4)), "touch", [1]),
        (EXPLODING.laid((3.5, 5.4)), "middle", []),
    ],
)
def test_figures_under_a_template(outline: np.ndarray, by: str, under: list[int]) -> None:
    assert figures_under(outline, found("red", "blue", "yellow"), by) == under


def test_a_template_is_drawn_in_true_scale() -> None:
    outline = ROLLING.laid((3.5, 4.0), 20)
    drawn = in_picture(outline, plane())
    assert len(drawn) >= 4 * 10
    corners_drawn = CAMERA.project(outline)
    assert all(np.hypot(*(drawn - corner).T).min() < 0.5 for corner in corners_drawn)
