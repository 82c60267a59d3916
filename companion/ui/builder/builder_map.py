"""The map of a battlefield in the making: photographs under the zones, links over them, squares beside."""

from typing import Any

from companion.referee.game_view import Place, Region
from companion.ui import theme
from companion.ui.builder.workbench import Workbench, square_at
from companion.ui.theme import px
from companion.ui.widgets import ink
from companion.ui.widgets.battlefield.squads import Mark
from companion.ui.widgets.battlefield_map import BattlefieldMap
from companion.ui.widgets.icons import draw_icon
from companion.ui.widgets.signs import draw_sign
from companion.vision.frames import Picture


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
        super().__init__(game_view=bench.game_view(free=free), **properties)

    @property
    def names_shown(self) -> bool:
        """Whether names are written: where there is room, and while zones are being named."""
        return self.named or super().names_shown

    def show(self) -> None:
        """Show the workbench as it is now."""
        self.game_view = self.bench.game_view(free=self.free)
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

    def photograph_of(self, tile: str) -> Picture | None:
        """Return the photograph that lies on the workbench."""
        return self.bench.pictures.get(tile)

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
