"""The editor's map: photographs under the zones, links over them, free squares beside them."""

from typing import Any

from companion.referee.game_view import Place, Region
from companion.tools.editors.battlefield_draft import BattlefieldDraft, square_at
from companion.ui import theme
from companion.ui.theme import px
from companion.ui.widgets.board.battlefield.squads import Mark
from companion.ui.widgets.board.battlefield_map import BattlefieldMap
from companion.ui.widgets.board.map_icons import draw_map_icon
from companion.ui.widgets.controls import drawing
from companion.vision.frames import Picture


class EditorMap(BattlefieldMap):
    """The map of a battlefield being edited.

    Args:
        draft: the battlefield.
        linked: draw links between zones.
        free: show free squares, where tiles can be placed.

    Attributes:
        named: draw names at every zoom.
        calls_chosen: draw the names of chosen zones.
    """

    labelled = True

    def __init__(
        self, draft: BattlefieldDraft, *, linked: bool = False, free: bool = False, **properties: Any
    ) -> None:
        self.draft, self.linked, self.free, self.named = draft, linked, free, False
        self.calls_chosen = False
        super().__init__(game_view=draft.game_view(free=free), **properties)

    @property
    def names_shown(self) -> bool:
        """Whether names are drawn: if the zoom allows, and while zones are being named."""
        return self.named or super().names_shown

    def show(self) -> None:
        """Show the current battlefield."""
        self.game_view = self.draft.game_view(free=self.free)
        self._redraw()

    def draw_ground(self) -> None:
        """Draw the photographs, tiles and zones, then the links."""
        super().draw_ground()
        if self.linked:
            for one, other in links(self.draft):
                ends = [self._view.to_screen(self.draft.field.centre(zone)) for zone in (one, other)]
                drawing.stroke(ends, theme.DARK_TEXT, px(7))
                drawing.stroke(ends, theme.ACCENT, px(3.5))

    def draw_pieces(self) -> None:
        """Draw the marks, and the names of chosen zones."""
        super().draw_pieces()
        if self.calls_chosen and not self.names_shown:
            for region in self.plan:
                if region.id in self.chosen:
                    self._call(region)

    def _call(self, region: Region) -> None:
        """Write a full name at the bottom of a zone, on a dark background, inside the map."""
        width, high = drawing.text_width(region.name, px(theme.CAPTION), bold=True) + px(10), px(22)
        x, _ = self._view.to_screen(region.centre)
        foot = min(y for _, y in self._placed(region))
        low = (min(max(x - width / 2, self.x), self.right - width), max(foot, self.y))
        drawing.rounded_rectangle(low, (width, high), theme.DARK_TEXT, radius=px(5))
        at = (low[0] + width / 2, low[1] + high / 2)
        drawing.draw_text(region.name, at, px(theme.CAPTION), theme.ACCENT, bold=True, anchor=(0.5, 0.5))

    def _lit(self, place: str) -> bool:  # noqa: ARG002 - nothing is dimmed in the editor
        return True

    def photograph_of(self, tile: str) -> Picture | None:
        """Return the photograph of a tile in the draft."""
        return self.draft.pictures.get(tile)

    def _draw_mark(self, mark: Mark, at: drawing.Point, radius: float) -> None:
        """Write the player's number on a start flag."""
        draw_map_icon(
            f"{mark.kind}:{mark.owner}", self.seats, at, radius, mark.number if mark.kind == "cover" else 1
        )
        if mark.kind == "start":
            spot = (at[0] + radius * 0.7, at[1] - radius * 0.7)
            drawing.disc(spot, radius * 0.72, theme.DARK_TEXT)
            drawing.draw_text(str(mark.number), spot, radius * 1.25, theme.TEXT, bold=True, anchor=(0.5, 0.5))

    def _draw_tile(self, region: Region, place: Place) -> None:
        if square_at(region.id) is None:
            super()._draw_tile(region, place)
        else:
            drawing.draw_icon("plus", self._view.to_screen(region.centre), px(16), theme.MUTED)


def links(draft: BattlefieldDraft) -> list[tuple[str, str]]:
    """List all links without duplicates."""
    return [
        (zone.id, near)
        for zone in draft.field.zones.values()
        for near in zone.neighbours
        if zone.id < near and near in draft.field.zones
    ]
