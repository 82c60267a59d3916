"""The canvas for drawing a tile's zones: tap corners, and tap the first again to close the zone."""

from collections.abc import Iterator
from itertools import pairwise
from math import dist
from typing import Any, ClassVar

from kivy.graphics import Color, Rectangle
from kivy.graphics.texture import Texture
from kivy.properties import ObjectProperty

from companion.games.boards.outlines import Point, contains, nearest_on, sides
from companion.games.rogue.battlefield import Tile
from companion.games.rogue.geometry import TILE, middle, near
from companion.tools.editors.battlefield_draft import BattlefieldDraft
from companion.ui import theme
from companion.ui.theme import px
from companion.ui.widgets.board.battlefield import ground
from companion.ui.widgets.board.battlefield.photograph import picture_texture
from companion.ui.widgets.board.battlefield.squads import read
from companion.ui.widgets.board.territory.viewport import Viewport
from companion.ui.widgets.controls import drawing
from companion.ui.widgets.controls.canvas_widget import Draggable

SLIP = 8.0
"""Maximum movement of a tap, in theme pixels."""
TOUCH_RADIUS = 24.0
"""Touch margin around a corner, in theme pixels."""
EDGE = 18.0
"""Touch margin around the edge of a zone or of the tile, in theme pixels."""


class TileCanvas(Draggable):
    """One enlarged tile, not rotated.

    Attributes:
        corners: corners of the zone being drawn, in tile units.
        selected: id of the selected zone.
        held: the corner of it that was touched last, or None.

    Events:
        on_zone: a zone was completed; gets its corners.
        on_select: a zone was touched; gets its id.
        on_corner: a corner was added or removed.
        on_move: a corner of the selected zone was dragged; gets its old and its new place.
        on_edge: the middle of an edge of the selected zone was touched; gets the point.
    """

    corners = ObjectProperty(())
    selected = ObjectProperty(None, allownone=True)
    held = ObjectProperty(None, allownone=True)
    dragged = ObjectProperty(None, allownone=True)

    shows: ClassVar[tuple[str, ...]] = ("corners", "selected", "held", "dragged")
    __events__ = ("on_zone", "on_select", "on_corner", "on_move", "on_edge")

    def __init__(self, draft: BattlefieldDraft, tile: str, **properties: Any) -> None:
        self.draft, self._name = draft, tile
        self._texture: tuple[object, Texture] | None = None
        super().__init__(**properties)
        self.fbind("corners", lambda *_: self.dispatch("on_corner"))

    @property
    def tile(self) -> Tile:
        """The tile."""
        return self.draft.field.tile(self._name)

    @property
    def view(self) -> Viewport:
        """The mapping between tile units and the screen."""
        inset = px(14)
        room = (self.width - 2 * inset, self.height - 2 * inset)
        return Viewport((TILE, TILE), (self.x + inset, self.y + inset), room)

    def where(self, corner: Point) -> Point:
        """Return a point of the tile, in coordinates of the window."""
        x, y = self.to_window(*self.view.to_screen(corner))
        return float(x), float(y)

    # --- fingers -------------------------------------------------------------------------------------------

    def start_drag(self, touch: Any) -> bool:
        """Remember the corner under the finger, if there is one."""
        touch.ud[self] = None if self.corners else self._handle(self._outline, touch.pos)
        return True

    def drag(self, touch: Any) -> None:
        """Drag the corner under the finger."""
        if touch.ud[self] is not None and dist(touch.pos, touch.opos) > px(SLIP):
            self.held = touch.ud[self]
            self.dragged, _ = self.snapped((float(touch.x), float(touch.y)), but=self.held)

    def end_drag(self, touch: Any) -> None:
        """Move the dragged corner, or handle a tap on a corner, an edge or a zone."""
        if self.dragged is not None:
            corner, to = self.held, self.dragged
            self.held, self.dragged = None, None
            self.dispatch("on_move", corner, to)
        elif touch.ud[self] is not None:
            self.held = touch.ud[self]
        else:
            self._tapped((float(touch.x), float(touch.y)))

    @property
    def _outline(self) -> tuple[Point, ...]:
        """The corners of the selected zone."""
        return next((zone.polygon for zone in self.tile.zones if zone.id == self.selected), ())

    @property
    def _middles(self) -> tuple[Point, ...]:
        """The midpoints of its edges, in whole tile units."""
        outline = self._outline
        ends = zip(outline, (*outline[1:], *outline[:1]), strict=True)
        return tuple(_whole(((ax + bx) / 2, (ay + by) / 2)) for (ax, ay), (bx, by) in ends)

    def _handle(self, points: tuple[Point, ...], at: Point) -> Point | None:
        """Return the nearest handle within the touch margin, if any."""
        close = [point for point in points if dist(self.view.to_screen(point), at) <= px(TOUCH_RADIUS)]
        return min(close, key=lambda point: dist(self.view.to_screen(point), at), default=None)

    def _tapped(self, at: Point) -> None:
        edge = None if self.corners else self._handle(self._middles, at)
        if edge is not None:
            self.dispatch("on_edge", edge)
            return
        corner, snapped = self.snapped(at)
        if (
            self.corners
            and dist(self.view.to_screen(self.corners[0]), at) <= px(TOUCH_RADIUS)
            and len(self.corners) > 2
        ):
            self.finish()
            return
        zone = next((zone.id for zone in self.tile.zones if contains(sides(zone.polygon), corner)), None)
        if not self.corners and zone is not None and (not snapped or self.selected):
            self.held, self.selected = None, zone
            self.dispatch("on_select", zone)
        elif corner not in self.corners:
            self.selected = None
            self.corners = (*self.corners, corner)

    def finish(self) -> None:
        """Complete the zone."""
        corners, self.corners = list(self.corners), ()
        self.dispatch("on_zone", corners)

    def take_back(self) -> None:
        """Remove the last corner."""
        self.corners = self.corners[:-1]

    def snapped(self, at: Point, but: Point | None = None) -> tuple[Point, bool]:
        """Return the point of the tile for a touch, in whole units, and whether it snapped to something.

        Args:
            at: the touch, in pixels.
            but: a corner to ignore with its edges: the dragged one.
        """
        view = self.view
        known = [corner for corner in (*self.corners, *self._corners_there()) if not _same(corner, but)]
        nearest = min(known, key=lambda corner: dist(view.to_screen(corner), at))
        if dist(view.to_screen(nearest), at) <= px(TOUCH_RADIUS):
            return nearest, True
        free = view.to_board(at)
        feet = [
            nearest_on(edge, free) for edge in self._edges_there() if not any(_same(end, but) for end in edge)
        ]
        foot = min(feet, key=lambda point: dist(view.to_screen(point), at))
        if dist(view.to_screen(foot), at) <= px(EDGE):
            return _whole(foot), True
        return _whole(free), False

    def _corners_there(self) -> Iterator[Point]:
        yield from ((0.0, 0.0), (TILE, 0.0), (TILE, TILE), (0.0, TILE))
        for zone in self.tile.zones:
            yield from zone.polygon

    def _edges_there(self) -> Iterator[tuple[Point, Point]]:
        border = ((0.0, 0.0), (TILE, 0.0), (TILE, TILE), (0.0, TILE))
        for outline in (border, *(zone.polygon for zone in self.tile.zones if zone.polygon)):
            yield from pairwise((*outline, outline[0]))

    # --- drawing -------------------------------------------------------------------------------------------

    def draw(self) -> None:
        """Draw the tile, its zones, and the zone being drawn."""
        view = self.view
        low, high = view.to_screen((0, 0)), view.to_screen((TILE, TILE))
        self._draw_paper(low, (high[0] - low[0], high[1] - low[1]))
        for zone in sorted(self.tile.zones, key=lambda zone: zone.id == self.selected):
            if not zone.polygon:
                continue
            outline = [view.to_screen(self._dragged_position(corner)) for corner in zone.polygon]
            if self._name not in self.draft.pictures:
                ground.fill(zone.polygon, view, ground.ground_of([read(mark).kind for mark in zone.terrain]))
            chosen = zone.id == self.selected
            drawing.stroke(outline, theme.DARK_TEXT, px(5), closed=True)
            drawing.stroke(
                outline, theme.ACCENT if chosen else theme.TEXT, px(4 if chosen else 2), closed=True
            )
            drawing.draw_fitting_text(
                zone.name, view.to_screen(middle(zone.polygon)), px(theme.BODY),
                theme.DARK_TEXT if self._name not in self.draft.pictures else theme.TEXT, px(150),
                bold=True, anchor=(0.5, 0.5),
            )  # fmt: skip
        self._draw_handles(view)
        self._draw_making(view)

    def _dragged_position(self, corner: Point) -> Point:
        """Return where to draw a corner; it follows the finger if it or a coinciding corner is dragged."""
        moving = self.dragged is not None and self.held is not None and near(corner, self.held)
        return self.dragged if moving else corner

    def _draw_handles(self, view: Viewport) -> None:
        """Draw the handles: corners as discs, middles of edges as plus signs."""
        if self.corners:
            return
        for halfway in self._middles if self.dragged is None else ():
            at = view.to_screen(halfway)
            drawing.disc(at, px(9), theme.DARK_TEXT, theme.ACCENT, px(1.5))
            drawing.draw_icon("plus", at, px(5), theme.ACCENT)
        for corner in self._outline:
            held = corner == self.held
            at = view.to_screen(self.dragged if held and self.dragged is not None else corner)
            drawing.disc(
                at, px(14 if held else 11), theme.DANGER if held else theme.ACCENT, theme.DARK_TEXT, px(2.5)
            )

    def _draw_paper(self, pos: Point, size: Point) -> None:
        picture = self.draft.pictures.get(self._name)
        if picture is None:
            drawing.rounded_rectangle(pos, size, theme.PARCHMENT, radius=0, edge=theme.ACCENT, line=px(3))
            for share in (0.25, 0.5, 0.75):
                x, y = pos[0] + size[0] * share, pos[1] + size[1] * share
                drawing.stroke(
                    [(x, pos[1]), (x, pos[1] + size[1])], theme.with_alpha(theme.DARK_TEXT, 0.14), px(1)
                )
                drawing.stroke(
                    [(pos[0], y), (pos[0] + size[0], y)], theme.with_alpha(theme.DARK_TEXT, 0.14), px(1)
                )
            return
        if self._texture is None or self._texture[0] is not picture:
            self._texture = (picture, picture_texture(picture))
        Color(1, 1, 1, 1)
        Rectangle(texture=self._texture[1], pos=pos, size=size)

    def _draw_making(self, view: Viewport) -> None:
        placed = [view.to_screen(corner) for corner in self.corners]
        if len(placed) > 1:
            drawing.stroke(placed, theme.DARK_TEXT, px(7))
            drawing.stroke(placed, theme.DANGER, px(4))
        for number, at in enumerate(placed):
            drawing.disc(at, px(13 if number == 0 else 9), theme.DANGER, theme.TEXT, px(3))


def _same(corner: Point, other: Point | None) -> bool:
    return other is not None and near(corner, other)


def _whole(point: Point) -> Point:
    x, y = (float(min(TILE, max(0.0, round(part)))) for part in point)
    return x, y
