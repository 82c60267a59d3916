"""The map of a battlefield in the making: photographs under the zones, links over them, squares beside."""

from functools import partial
from typing import Any

import cv2
from kivy.graphics import Color, Mesh
from kivy.graphics.texture import Texture

from companion.games.rogue.battlefield import Tile
from companion.games.rogue.geometry import TILE, Point
from companion.referee.scene import Place, Region
from companion.ui import theme
from companion.ui.builder.workbench import Picture, Workbench, square_at
from companion.ui.theme import px
from companion.ui.widgets import ink
from companion.ui.widgets.battlefield.squads import Mark
from companion.ui.widgets.battlefield_map import BattlefieldMap
from companion.ui.widgets.icons import draw_icon
from companion.ui.widgets.signs import draw_sign
from companion.ui.widgets.territory.view import View


class BuilderMap(BattlefieldMap):
    """A battlefield that is being built.

    Args:
        bench: the workbench.
        linked: links between zones are drawn.
        free: squares beside the tiles are shown, to lay a tile there.

    Attributes:
        named: names are written even where there is little room.
        calls_chosen: names are written on what is chosen.
    """

    labelled = True

    def __init__(
        self, bench: Workbench, *, linked: bool = False, free: bool = False, **properties: Any
    ) -> None:
        self.bench, self.linked, self.free, self.named = bench, linked, free, False
        self.calls_chosen = False
        self._textures: dict[str, tuple[Picture, Texture]] = {}
        super().__init__(scene=bench.scene(free=free), **properties)

    @property
    def names_shown(self) -> bool:
        """Whether names are written: where there is room, and while zones are being named."""
        return self.named or super().names_shown

    def show(self) -> None:
        """Show the workbench as it is now."""
        self.scene = self.bench.scene(free=self.free)
        self._redraw()

    def draw_ground(self) -> None:
        """Draw the photographs between tiles and zones, then the links."""
        super().draw_ground()
        if self.linked:
            for one, other in links(self.bench):
                ends = [self._view.to_screen(self.bench.field.centre(zone)) for zone in (one, other)]
                ink.stroke(ends, theme.INK, px(7))
                ink.stroke(ends, theme.LAMP, px(3.5))

    def draw_pieces(self) -> None:
        """Draw what stands there, and the names of what is chosen."""
        super().draw_pieces()
        if self.calls_chosen and not self.names_shown:
            for region in self.plan:
                if region.id in self.chosen:
                    self._call(region)

    def _call(self, region: Region) -> None:
        """Write a name in full at the foot of a zone, on dark ground, within the map."""
        width, high = ink.text_width(region.name, px(theme.CAPTION), bold=True) + px(10), px(22)
        x, _ = self._view.to_screen(region.centre)
        foot = min(y for _, y in self._placed(region))
        low = (min(max(x - width / 2, self.x), self.right - width), max(foot, self.y))
        ink.panel(low, (width, high), theme.INK, radius=px(5))
        at = (low[0] + width / 2, low[1] + high / 2)
        ink.write(region.name, at, px(theme.CAPTION), theme.LAMP, bold=True, anchor=(0.5, 0.5))

    def _lit(self, place: str) -> bool:  # noqa: ARG002 - nothing is dimmed while it is built
        return True

    def _draw_zone(self, region: Region, place: Place) -> None:
        tile = self.bench.field.home[region.id]
        picture = self.bench.pictures.get(tile.id)
        if picture is None:
            super()._draw_zone(region, place)
        else:
            draw_photograph(region.outline, self._view, tile, self._texture(tile.id, picture))
            self._draw_signs(region, place)

    def _texture(self, tile: str, picture: Picture) -> Texture:
        known = self._textures.get(tile)
        if known is None or known[0] is not picture:
            known = self._textures[tile] = (picture, picture_texture(picture))
        return known[1]

    def _draw_mark(self, mark: Mark, at: ink.Point, radius: float) -> None:
        """Write the player's number on a start flag."""
        draw_sign(
            f"{mark.kind}:{mark.owner}", self.seats, at, radius, mark.number if mark.kind == "cover" else 1
        )
        if mark.kind == "start":
            spot = (at[0] + radius * 0.7, at[1] - radius * 0.7)
            ink.disc(spot, radius * 0.72, theme.INK)
            ink.write(str(mark.number), spot, radius * 1.25, theme.TEXT, bold=True, anchor=(0.5, 0.5))

    def _draw_tile(self, region: Region, place: Place) -> None:
        if square_at(region.id) is None:
            super()._draw_tile(region, place)
        else:
            draw_icon("plus", self._view.to_screen(region.centre), px(16), theme.MUTED)


def links(bench: Workbench) -> list[tuple[str, str]]:
    """List every link once."""
    return [
        (zone.id, near)
        for zone in bench.field.zones.values()
        for near in zone.neighbours
        if zone.id < near and near in bench.field.zones
    ]


def picture_texture(picture: Picture) -> Texture:
    """Make a texture of a BGR picture, its top at the top."""
    high, wide = picture.shape[:2]
    texture = Texture.create(size=(wide, high), colorfmt="rgb")
    flipped = cv2.flip(cv2.cvtColor(picture, cv2.COLOR_BGR2RGB), 0)
    texture.blit_buffer(flipped.tobytes(), colorfmt="rgb", bufferfmt="ubyte")
    return texture


def draw_photograph(outline: tuple[Point, ...], view: View, tile: Tile, texture: Texture) -> None:
    """Fill an outline on the battlefield with what the photograph of its tile shows there."""
    Color(1, 1, 1, 1)
    share = partial(_share, tile)
    for corners, indices in ink.tessellated((tuple(outline),)):
        vertices: list[float] = []
        for x, y in zip(corners[::4], corners[1::4], strict=True):
            vertices += [*view.to_screen((x, y)), *share((x, y))]
        Mesh(vertices=vertices, indices=indices, mode="triangle_fan", texture=texture)


def _share(tile: Tile, point: Point) -> Point:
    """Return where a point of the battlefield lies on the photograph of a tile, 0 to 1 from bottom left."""
    x, y = point[0] - TILE * tile.at[0], point[1] - TILE * tile.at[1]
    for _ in range(-tile.turned % 4):
        x, y = y, TILE - x
    return x / TILE, y / TILE
