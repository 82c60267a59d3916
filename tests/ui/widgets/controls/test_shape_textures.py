"""Shapes painted once: a fill, an edge as wide as asked, round corners, nothing around."""

from typing import Any

import numpy as np
import pytest

from companion.icons.sheets import icon_sheet

pytestmark = pytest.mark.usefixtures("screen")

RED, BLUE, NOTHING = (1.0, 0.0, 0.0, 1.0), (0.0, 0.0, 1.0, 1.0), (0.0, 0.0, 0.0, 0.0)


def drawn(size: tuple[int, int], draw: Any) -> np.ndarray:
    """What is drawn on black, red, green and blue of each pixel, the lowest row first."""
    from kivy.graphics import ClearBuffers, ClearColor, Fbo

    with (board := Fbo(size=size)):
        ClearColor(0, 0, 0, 1)
        ClearBuffers()
        draw()
    board.draw()
    return np.frombuffer(board.pixels, np.uint8).reshape(size[1], size[0], 4)[..., :3].astype(int)


@pytest.mark.parametrize("line", [1, 2, 3])
@pytest.mark.parametrize(("pos", "size"), [((5, 5), (40, 20)), ((4.6, 5.4), (40.3, 19.8))])
def test_a_rectangle_has_its_edge_within(line: int, pos: Any, size: Any) -> None:
    from companion.ui.widgets.controls.drawing import rounded_rectangle

    seen = drawn((60, 40), lambda: rounded_rectangle(pos, size, RED, radius=6, edge=BLUE, line=line))
    across = seen[15]
    assert across[:5].max() == 0 and across[45:].max() == 0
    assert (across[5 : 5 + line] == (0, 0, 255)).all() and (across[45 - line : 45] == (0, 0, 255)).all()
    assert (across[5 + line : 45 - line] == (255, 0, 0)).all()
    corner = seen[5:11, 5:11].max(axis=2)
    assert corner[0, 0] == 0 and corner[1, 1] < 128 and corner[3, 3] > 200


@pytest.mark.parametrize("size", [(1, 30), (30, 1), (2, 2), (3, 9), (9, 9), (60, 200), (0, 5), (30, -2)])
def test_a_rectangle_of_any_size_fills_it_and_no_more(size: tuple[int, int]) -> None:
    from companion.ui.widgets.controls.drawing import rounded_rectangle

    seen = drawn((80, 220), lambda: rounded_rectangle((10, 10), size, RED, radius=50))[..., 0]
    width, height = max(0, size[0]), max(0, size[1])
    inside = seen[10 : 10 + height, 10 : 10 + width]
    assert seen.sum() == inside.sum()
    if min(size) > 0:
        assert inside[height // 2, width // 2] > 200 and inside[height // 2].mean() > 180


@pytest.mark.parametrize("radius", [4.0, 9.3, 40.0])
def test_a_disc_is_as_large_as_asked(radius: float) -> None:
    from companion.ui.widgets.controls.drawing import disc, ring

    seen = drawn((100, 100), lambda: disc((50, 50), radius, RED))
    assert seen[..., 0].sum() / 255 == pytest.approx(3.1416 * radius**2, rel=0.05)
    edged = drawn((100, 100), lambda: disc((50, 50), radius, RED, BLUE, 2))
    assert edged.sum() == pytest.approx(seen.sum(), rel=0.02)
    assert (edged[50, 50] == (255, 0, 0)).all() and edged[50, round(50 + radius) - 2, 2] > 150
    hollow = drawn((100, 100), lambda: ring((50, 50), radius - 1, BLUE, 2))
    assert hollow[50, 50].max() == 0 and hollow.sum() == pytest.approx(edged[..., 2].sum(), rel=0.02)


def test_shapes_fade() -> None:
    from companion.ui.widgets.controls.drawing import rounded_rectangle

    seen = drawn((40, 40), lambda: rounded_rectangle((5, 5), (30, 30), (1, 0, 0, 0.5), edge=NOTHING, line=3))
    assert seen[20, 6].max() == 0 and abs(seen[20, 20, 0] - 128) <= 1


@pytest.mark.parametrize("sheet", ["buttons", "marks", "emblems", "figures"])
def test_every_icon_looks_otherwise_and_fits(sheet: str) -> None:
    from companion.ui.widgets.controls.shape_textures import icon_texture

    icons = [icon for icon in icon_sheet(sheet).values() if icon.letter is None]
    seen = [icon_texture(icon, 20.0) for icon in icons]
    drawings = {(icon.shapes, icon.strokes, icon.circles) for icon in icons}
    assert len({bytes(picture.pixels) for picture in seen}) == len(drawings)
    assert all(max(picture.pixels[3::4]) == 255 for picture in seen)
    assert all(max(picture.pixels[: 4 * picture.width][3::4]) == 0 for picture in seen), "none is cut off"


@pytest.mark.parametrize("radius", [0.0, -3.0])
def test_a_disc_without_room_draws_nothing(radius: float) -> None:
    from companion.ui.widgets.controls.drawing import disc

    assert drawn((20, 20), lambda: disc((10, 10), radius, RED, BLUE, 2)).max() == 0
