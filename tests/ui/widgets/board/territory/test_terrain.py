"""The painted board: land in its owner's colour, empty land with a breath of its continent's."""

from typing import Any

import numpy as np
import pytest

from companion.games.boards.board import load_board
from companion.referee.seats import COLOURS, Colour, seats_of
from companion.ui import theme
from companion.ui.widgets.board.territory.pattern import emblem_colour, land_colour, land_texture
from companion.ui.widgets.board.territory.terrain import BORDER_CASING, BORDER_LINE
from companion.ui.widgets.players.emblem import owner_colours

SEATS = seats_of(2)


@pytest.fixture
def terrain(screen: Any) -> Any:  # noqa: ARG001 - it draws on the window's textures
    from companion.ui.widgets.board.territory.geometry import borders_of, lands_of
    from companion.ui.widgets.board.territory.terrain import TerrainLayer
    from companion.ui.widgets.board.territory.viewport import Viewport

    board = load_board("classic")
    view = Viewport((board.width, board.height), (0.0, 0.0), (520.0, 384.0))
    return TerrainLayer(board, lands_of(board), borders_of(board), view)


def light(terrain: Any, place: str, owner: str | None, *, lit: bool = True) -> tuple[float, ...]:
    terrain.paint(place, owner_colours(SEATS, owner), lit)
    return tuple(terrain._light[place].rgba)


def test_owned_land_lies_in_plain_light(terrain: Any) -> None:
    assert light(terrain, "peru", "red") == pytest.approx((1, 1, 1, 1))


def test_empty_land_takes_a_breath_of_its_continents_colour(terrain: Any) -> None:
    board = load_board("classic")
    lights = {
        continent.id: {light(terrain, place, None) for place in continent.territories}
        for continent in board.continents
    }
    assert all(len(same) == 1 for same in lights.values()), "one tint for all of a continent"
    assert len({next(iter(same)) for same in lights.values()}) == len(board.continents)
    assert all(max(next(iter(same))[:3]) <= 1 for same in lights.values())


@pytest.mark.parametrize("colour", [*COLOURS, None])
def test_land_that_cannot_be_picked_is_darker(colour: Colour | None) -> None:
    lit, dim = land_colour(colour), land_colour(colour, lit=False)
    assert theme.luminance(dim) < theme.luminance(lit) / 2


@pytest.mark.parametrize("colour", [*COLOURS, None])
@pytest.mark.parametrize("lit", [True, False])
def test_a_border_keeps_two_to_one_against_the_land_on_both_sides(colour: Colour | None, lit: bool) -> None:
    ground = land_colour(colour, lit=lit)
    lines = [theme.blend(ground, line, line[3]) for line in (BORDER_CASING, BORDER_LINE)]
    assert max(theme.contrast(line, ground) for line in lines) >= 2.0


@pytest.mark.parametrize("colour", [*COLOURS, None])
def test_lit_land_is_outlined_against_dim_neighbours(colour: Colour | None) -> None:
    assert theme.contrast(theme.ACCENT_BRIGHT, land_colour(colour, lit=False)) >= 4.5


@pytest.mark.parametrize("colour", COLOURS)
@pytest.mark.parametrize(("lit", "least"), [(True, 4.3), (False, 3.0)])
def test_the_emblems_in_land_stand_out(colour: Colour, lit: bool, least: float) -> None:
    assert theme.contrast(emblem_colour(colour, lit=lit), land_colour(colour, lit=lit)) >= least


def test_only_what_has_changed_is_painted_again(terrain: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    boxes: list[Any] = []
    monkeypatch.setattr(type(terrain), "_paint_within", lambda _, box: boxes.append(box))
    terrain.repaint()
    assert boxes == []
    light(terrain, "peru", "red")
    terrain.repaint()
    terrain.repaint()
    ((left, bottom, right, top),) = boxes
    assert 0 < right - left < 100 and 0 < top - bottom < 100, "no more than Peru"


def test_everything_that_waits_for_the_next_frame_is_painted_in_it(terrain: Any) -> None:
    terrain.canvas.draw()
    for place in ("peru", "japan"):
        light(terrain, place, "red")
        terrain.repaint()
    window = terrain._window
    assert window.width > 400, "from Peru to Japan"
    terrain.canvas.draw()
    light(terrain, "peru", "blue")
    terrain.repaint()
    assert window.width < 100, "Japan is painted"


def test_borders_drawn_on_nothing_look_as_if_drawn_on_the_land(terrain: Any) -> None:
    from kivy.graphics import ClearBuffers, ClearColor, Fbo, PopMatrix

    from companion.ui.widgets.board.territory.geometry import borders_of

    terrain.canvas.draw()
    drawn = pixels(terrain._above)
    land, terrain._above = (0.2, 0.6, 0.4, 1.0), Fbo(size=terrain.canvas.size)
    with terrain._above:
        ClearColor(*land)
        ClearBuffers()
    terrain._move_with_view(terrain._above)
    terrain._draw_borders(borders_of(load_board("classic")))
    terrain._above.add(PopMatrix())
    terrain.set_view(terrain._view)
    terrain._above.draw()
    kept = 1 - drawn[..., 3:] / 255
    assert 0 < kept.mean() < 1
    assert np.abs(drawn + kept * 255 * np.array(land) - pixels(terrain._above))[..., :3].max() < 3


def test_a_change_of_owner_draws_neither_shores_nor_borders_again(terrain: Any) -> None:
    from kivy.graphics import Callback

    drawn: list[str] = []
    terrain._below.add(Callback(lambda _: drawn.append("below")))
    terrain._above.add(Callback(lambda _: drawn.append("above")))
    terrain.canvas.draw()
    light(terrain, "peru", "red")
    terrain.repaint()
    terrain.canvas.draw()
    assert sorted(drawn) == ["above", "below"]


def pixels(picture: Any) -> Any:
    """Return the colours of a picture, rows from the foot."""
    width, height = picture.size
    return np.frombuffer(picture.texture.pixels, np.uint8).reshape(height, width, 4).astype(float)


@pytest.mark.usefixtures("screen")
def test_every_owner_has_a_weave_of_its_own() -> None:
    grounds = {land_colour(colour) for colour in (None, *COLOURS)}
    assert len(grounds) == len(COLOURS) + 1
    worn = owner_colours(SEATS, "red")
    assert land_texture(worn) is land_texture(worn), "woven once"
    plain, woven = land_texture(("red", None)), land_texture(worn)
    assert plain.pixels != woven.pixels, "the emblem shows"
    assert plain.wrap == woven.wrap == "repeat"
