"""Small pictures share a texture, each in a place of its own."""

from itertools import combinations
from random import Random
from typing import Any

import pytest

SIDE, TEXT = 1024, (1.0, 1.0, 1.0, 1.0)


pytestmark = pytest.mark.usefixtures("screen")


@pytest.fixture
def atlas() -> Any:
    from companion.ui.widgets.controls.texture_atlas import TextureAtlas

    return TextureAtlas()


def box(texture: Any) -> tuple[int, int, int, int]:
    """Left, bottom, right and top of a picture on its page."""
    across, up = texture.tex_coords[::2], texture.tex_coords[1::2]
    left, low, right, top = (round(share * SIDE) for share in (min(across), min(up), max(across), max(up)))
    return left, low, right, top


def apart(one: tuple[int, ...], other: tuple[int, ...]) -> bool:
    """Whether there is a pixel between two boxes."""
    return one[2] < other[0] or other[2] < one[0] or one[3] < other[1] or other[3] < one[1]


def pixels(texture: Any) -> bytes:
    """The pixels of a texture, drawn on black."""
    from kivy.graphics import Color, Fbo, Rectangle

    with (board := Fbo(size=texture.size)):
        Color(*TEXT)
        Rectangle(texture=texture, size=texture.size)
    board.draw()
    return bytes(board.pixels)


def test_pictures_on_one_page_have_room_between_them(atlas: Any) -> None:
    chance = Random(5)
    sizes = [(chance.randint(1, 90), chance.randint(1, 64)) for _ in range(900)]
    pictures = [atlas.add(size, bytes(size[0] * size[1] * 4)) for size in sizes]
    pages: dict[int, list[tuple[int, int, int, int]]] = {}
    for picture, size in zip(pictures, sizes, strict=True):
        assert picture.size == size
        pages.setdefault(picture.id, []).append(box(picture))
    assert 1 < len(pages) < 6
    for boxes in pages.values():
        assert all(apart(*pair) for pair in combinations(boxes, 2))
        assert all(right <= SIDE and top <= SIDE for _, _, right, top in boxes)


@pytest.mark.parametrize(("size", "shared"), [((512, 64), True), ((513, 10), False), ((10, 65), False)])
def test_a_large_picture_has_a_texture_of_its_own(atlas: Any, size: Any, shared: bool) -> None:
    first = atlas.add((4, 4), bytes(64))
    assert (atlas.add(size, bytes(size[0] * size[1] * 4)).id == first.id) is shared


@pytest.mark.parametrize("text", ["Alaska", "7", "Wo liegt\nKamtschatka?"])
def test_words_look_as_a_label_paints_them(text: str) -> None:
    from kivy.core.text import Label

    from companion.ui import theme
    from companion.ui.widgets.controls.drawing import text_texture

    drawn = text_texture(text, 21.0, TEXT, True)
    font = theme.FONT_BOLD
    label = Label(text=text, font_size=21.0, font_name=font, color=TEXT, halign="left", line_height=1.05)
    label.refresh()
    assert drawn.size == label.texture.size
    assert pixels(drawn) == pixels(label.texture)
    assert len(set(pixels(drawn))) > 9
