"""The picture that rulers measure in: miniatures are picked, added and counted under templates."""

import numpy as np
import pytest

from calibration.templates import EXPLODING, ROLLING
from companion.ui.rulers.ruler import project_outline
from companion.ui.rulers.table_picture import TablePicture
from tests.vision.miniatures.test_detection import CAMERA, MINIATURES, found, plane

SIZE = (640, 480)
COLOURS = ("red", "blue", "yellow")
REACH = 20.0


def table(*colours: str) -> TablePicture:
    return TablePicture(SIZE, plane(), found(*colours), reach=REACH)


def test_a_miniature_is_picked_by_a_tap_near_it() -> None:
    picture = table(*COLOURS)
    x, y = CAMERA.project(np.array([MINIATURES["blue"][0]]), 0.9)[0]
    assert picture.nearest_miniature((x, y)) is picture.found[1]
    assert picture.nearest_miniature((30.0, 30.0)) is None
    assert table().nearest_miniature((x, y)) is None
    assert TablePicture(SIZE, None, picture.found, reach=REACH).nearest_miniature((x, y)) is None


def test_a_miniature_may_be_tapped_in() -> None:
    picture = table()
    x, y = CAMERA.project(np.array([[2.0, 2.0]]))[0]
    picture.tap((x, y))
    (added,) = picture.miniatures
    assert np.allclose(added.centre, (2.0, 2.0), atol=0.02)
    assert picture.nearest_miniature((x + 5, y)) is added


@pytest.mark.parametrize(
    ("outline", "under"),
    [
        (ROLLING.laid((4.5, 4.1)), [1, 2]),
        (ROLLING.laid((3.0, 3.3)), [0]),
        (EXPLODING.laid((3.5, 5.4)), [1]),
        (EXPLODING.laid((3.5, 6.4)), []),
    ],
)
def test_miniatures_under_a_template(outline: np.ndarray, under: list[int]) -> None:
    picture = table(*COLOURS)
    assert picture.covered_by(outline) == [picture.found[place] for place in under]


def test_a_template_is_drawn_in_true_scale() -> None:
    outline = ROLLING.laid((3.5, 4.0), 20)
    drawn = project_outline(outline, plane())
    assert len(drawn) >= 4 * 10
    corners_drawn = CAMERA.project(np.asarray(outline, np.float64))
    assert all(np.hypot(*(drawn - corner).T).min() < 0.5 for corner in corners_drawn)
