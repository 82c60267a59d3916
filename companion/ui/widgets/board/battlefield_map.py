"""The battlefield map: tiles with their zones, and the squads in them."""

from contextlib import suppress
from math import dist, sqrt
from pathlib import Path
from typing import Any, ClassVar

from kivy.clock import Clock
from kivy.graphics import (
    Color,
    PopMatrix,
    PushMatrix,
    Rectangle,
    Scale,
    StencilPop,
    StencilPush,
    StencilUnUse,
    StencilUse,
    Translate,
)

from companion.errors import BrokenFile
from companion.games.boards.outlines import area, contains, distance, sides
from companion.locale.messages import applied
from companion.referee.game_view import GameView, Place, Region
from companion.ui import theme
from companion.ui.theme import METRICS, px
from companion.ui.widgets.board.battlefield import ground
from companion.ui.widgets.board.battlefield.arrangement import Arrangement, arranged
from companion.ui.widgets.board.battlefield.photograph import Textures, draw_photograph
from companion.ui.widgets.board.battlefield.squads import (
    Mark,
    draw_squad,
    draw_way,
    leaders,
    read,
    signs,
    squad_size,
    units,
)
from companion.ui.widgets.board.board_widget import BoardWidget
from companion.ui.widgets.board.map_icons import draw_map_icon
from companion.ui.widgets.board.territory.viewport import Viewport
from companion.ui.widgets.board.touch_model import Rings
from companion.ui.widgets.controls import drawing
from companion.ui.widgets.controls.canvas_widget import awaits_layout
from companion.ui.widgets.controls.drawing import Point
from companion.ui.widgets.players.emblem import seat_named
from companion.vision.frames import Picture
from companion.vision.sources.picture_files import load_picture

DIM = 0.62
"""Opacity of the dark tint on places that cannot be selected."""
UNIT = 12.5
"""Radius of one unit, in theme pixels."""
SIGN = 9.5
"""Radius of a sign, in theme pixels."""
BESIDE, LEANING = 12.0, 4.0
"""Touch margin around a selectable zone, in theme pixels; the second is for a finger on another selectable
zone next to a much smaller one.
"""
MUCH = 2.0
"""Ratio of areas from which a zone is much smaller."""
RIM = 4.0
"""Margin around the board for the highlight at its edge, in theme pixels."""
NAMED_FROM = 1.6
"""Zoom from which names are written."""
NOWHERE = Place(None, 0)


class BattlefieldMap(BoardWidget):
    """Zones with their ground; squads as badges with a letter for every unit.

    Attributes:
        labelled: whether names of the tiles are written even if no tile can be touched.
    """

    labelled: ClassVar[bool] = False

    def __init__(self, **properties: Any) -> None:
        self._photographs: dict[str, Picture] = {}
        self._textures = Textures()
        self._seen: GameView | None = None
        self._walked: tuple[str, str] | None = None
        super().__init__(**properties)
        self._drawn, self._shift, self._grow = self._view, Translate(0, 0), Scale(1, 1, 1)
        self._redraw = Clock.create_trigger(self._draw, -1)
        for name in ("pos", "size"):
            self.fbind(name, self._fit)
        self.fbind("game_view", self._follow)
        for name in ("seats", "selectable", "pointed", "chosen", "doubtful", "advised", "arrow"):
            self.fbind(name, self._redraw)
        METRICS.follow(self)
        self._follow()
        self._fit()

    def rescale(self) -> None:
        """Draw again in the new measures of the window."""
        self._fit()

    @property
    def plan(self) -> tuple[Region, ...]:
        """The ground of every place."""
        return self.game_view.plan if isinstance(self.game_view, GameView) else ()

    @property
    def ready(self) -> bool:
        """Whether there is a battlefield."""
        return bool(self.plan)

    def ground(self) -> dict[str, tuple[Point, Rings]]:
        """Return the centre and the outline of each zone and tile."""
        return {region.id: (region.centre, (region.outline,)) for region in self.plan}

    def place_at(self, point: Point) -> str | None:
        """Return the zone at a point: preferably a selectable one, under or beside it."""
        at, allowed = self._view.to_board(point), self.selectable or ()
        under = [region for region in self.plan if contains(sides(region.outline), at)]
        under.sort(key=lambda region: (region.id not in allowed, region.tile))
        if under and under[0].id in allowed:
            much = area(under[0].outline) / MUCH
            others = [region for region in self.plan if region.id in allowed and area(region.outline) < much]
            return self._beside(at, others, LEANING) or under[0].id
        others = [region for region in self.plan if region.id in allowed]
        return self._beside(at, others, BESIDE) or (under[0].id if under else None)

    def _beside(self, at: Point, regions: list[Region], most: float) -> str | None:
        """Return the nearest of some regions, where it is no further than so many theme pixels."""
        gaps = {region.id: distance(sides(region.outline), at) * self._view.scale for region in regions}
        nearest = min(gaps, key=gaps.__getitem__, default=None)
        return nearest if nearest is not None and gaps[nearest] <= px(most) else None

    def _region(self, place: str) -> Region:
        return next(region for region in self.plan if region.id == place)

    def _follow(self, *_: Any) -> None:
        """Show the new state; a squad that moved since the last state gets a trail."""
        before, self._seen = self._seen, self.game_view
        if not isinstance(self.game_view, GameView):
            return
        if before is None or before.plan != self.game_view.plan:
            self._walked = self._model = None
            self._read_photographs()
            self._fit()
        elif before.places != self.game_view.places:
            self._walked = moved_between(before, self.game_view)
        self._redraw()

    def _fit(self, *_: Any) -> None:
        corners = [corner for region in self.plan for corner in region.outline] or [(1.0, 1.0)]
        size = (max(x for x, _ in corners), max(y for _, y in corners))
        rim = px(RIM)
        room = (self.width - 2 * rim, self.height - self._band(size) - 2 * rim)
        self._set_view(Viewport(size, (self.x + rim, self.y + rim), room))

    def _band(self, size: Point) -> float:
        """Return the height of the band at the top that stays free for the button."""
        beside = (self.width - self.height * size[0] / size[1]) / 2
        return 0.0 if beside > px(theme.TAP_TARGET + 12) else float(px(theme.TAP_TARGET - 8))

    def _set_view(self, view: Viewport) -> None:
        """Set the view; under a moving finger the drawing is transformed, not redrawn."""
        super()._set_view(view)
        if not self._touches or self._drawn.room != view.room:
            self._redraw()
            return
        share, (x, y), (left, low) = view.scale / self._drawn.scale, view.origin, self._drawn.origin
        self._shift.xy = (x - left * share, y - low * share)
        self._grow.xyz = (share, share, 1)

    def on_touch_up(self, touch: Any) -> bool:
        """Redraw sharply once no finger moves the board."""
        taken = super().on_touch_up(touch)
        if not self._touches and self._drawn != self._view:
            self._redraw()
        return taken

    def _offer_whole(self, offered: bool) -> None:
        """Add the corner button that zooms in, and back to the whole board."""
        super()._offer_whole(offered=self.ready)
        self._whole.icon = "whole" if offered else "plus"

    def reset_view(self) -> None:
        """Show the whole board; if it is shown already, zoom to the selectable places."""
        self._toggle_zoom(self.center)

    # --- drawing -------------------------------------------------------------------------------------------

    def _draw(self, *_: Any) -> None:
        if awaits_layout(self):
            self._redraw()
            return
        self.canvas.before.clear()
        if not self.ready or min(self.size) < 2:
            return
        with self.canvas.before:
            StencilPush()
            Rectangle(pos=self.pos, size=self.size)
            StencilUse()
            Color(*theme.BACKGROUND)
            Rectangle(pos=self.pos, size=self.size)
            PushMatrix()
            self._drawn, self._shift, self._grow = self._view, Translate(0, 0), Scale(1, 1, 1)
            self.draw_ground()
            self._draw_ways()
            self.draw_pieces()
            PopMatrix()
            StencilUnUse()
            Rectangle(pos=self.pos, size=self.size)
            StencilPop()

    @property
    def names_shown(self) -> bool:
        """Whether there is room for the names of zones."""
        return self._view.zoom >= NAMED_FROM

    def draw_ground(self) -> None:
        """Draw tiles, zones with their ground, and the edges of both."""
        for region in self.plan:
            if region.tile:
                ground.veil(region.outline, self._view, theme.SURFACE)
            elif region.outline:
                self._draw_zone(region, self._place(region.id))
        for region in sorted(self.plan, key=lambda region: region.tile):
            self._draw_edge(region)
        for region in self.plan:
            self._draw_light(region)

    def _place(self, id: str) -> Place:
        place = self.game_view.places.get(id)
        return place if isinstance(place, Place) else NOWHERE

    def _read_photographs(self) -> None:
        """Read the photographs of the tiles; a tile with a broken one is drawn without it."""
        self._photographs = {}
        for region in self.plan:
            if region.photograph:
                with suppress(BrokenFile):
                    self._photographs[region.id] = load_picture(Path(region.photograph))

    def photograph_of(self, tile: str) -> Picture | None:
        """Return the photograph of a tile, if there is one."""
        return self._photographs.get(tile)

    def _tile_under(self, region: Region) -> Region | None:
        return next(
            (tile for tile in self.plan if tile.tile and contains(sides(tile.outline), region.centre)), None
        )

    def _draw_earth(self, region: Region, place: Place) -> None:
        """Fill a zone with its tile's photograph, or else with its ground."""
        tile = self._tile_under(region)
        picture = self.photograph_of(tile.id) if tile is not None else None
        if tile is not None and picture is not None:
            texture = self._textures.of(tile.id, picture)
            draw_photograph(region.outline, tile.outline, self._view, texture)
            return
        kinds = [mark.kind for mark in map(read, place.marks)]
        ground.fill(region.outline, self._view, ground.ground_of(kinds))

    def _draw_zone(self, region: Region, place: Place) -> None:
        self._draw_earth(region, place)
        seat = seat_named(self.seats, place.owner)
        if seat is not None:
            ground.veil(
                region.outline, self._view, theme.with_alpha(theme.SEAT_COLOURS[seat.colour].fill, 0.42)
            )
        self._draw_signs(region, place)
        if not self._lit(region.id):
            ground.veil(region.outline, self._view, theme.with_alpha(theme.BACKGROUND, DIM))

    def _lit(self, place: str) -> bool:
        return self.selectable is None or place in self.selectable or place in self.game_view.focus

    def _draw_edge(self, region: Region) -> None:
        outline = self._placed(region)
        if region.tile:
            drawing.stroke(outline, theme.DARK_TEXT, px(4), closed=True)
        elif outline:
            drawing.stroke(outline, theme.with_alpha(theme.DARK_TEXT, 0.6), px(1.6), closed=True)

    def _draw_light(self, region: Region) -> None:
        """Highlight selectable zones, and outline chosen ones."""
        outline = self._placed(region)
        if not outline:
            return
        if self.selectable is not None and region.id in self.selectable:
            drawing.stroke(outline, theme.with_alpha(theme.ACCENT_BRIGHT, 0.3), px(8), closed=True)
            drawing.stroke(outline, theme.ACCENT_BRIGHT, px(3), closed=True)
        if region.id == self.pointed or region.id in (*self.chosen, *self.doubtful, *self.advised):
            drawing.stroke(outline, theme.DARK_TEXT, px(9), closed=True)
            drawing.stroke(outline, theme.ACCENT, px(6), closed=True)

    def _draw_ways(self) -> None:
        """Draw the arrow of the open attack, else the trail of the squad that has just moved."""
        known = [place for place in self.game_view.focus if any(region.id == place for region in self.plan)]
        open_way = known if len(known) > 1 else self.arrow
        ends = open_way or self._walked
        if ends is not None:
            start, end = (self._view.to_screen(self._region(place).centre) for place in ends[:2])
            colour = theme.ACCENT if open_way else theme.with_alpha(theme.TEXT, 0.85)
            draw_way(start, end, self._unit * 1.6, colour)

    def draw_pieces(self) -> None:
        """Draw squads, aircraft, and names once there is room for them."""
        named = self.names_shown
        for region in self.plan:
            place = self._place(region.id)
            if region.tile:
                self._draw_tile(region, place)
                continue
            seat = seat_named(self.seats, place.owner)
            if seat is not None and place.count:
                standing = list(units(place, leaders(self.game_view, region.id)))
                draw_squad(standing, place, seat, self._arranged(region).squad, self._unit)
            if named:
                self._write_name(region)

    @property
    def _unit(self) -> float:
        return px(UNIT) * min(1.7, sqrt(self._view.zoom))

    @property
    def _sign(self) -> float:
        return px(SIGN) * min(1.7, sqrt(self._view.zoom))

    def _arranged(self, region: Region) -> Arrangement:
        """Arrange the squad and the icons of a zone."""
        place = self._place(region.id)
        squad = squad_size(place, self._unit) if place.count else None
        centre, size = self._view.to_screen(region.centre), self._extent(region)
        return arranged(centre, size, squad, len(signs(place)), self._sign)

    def _extent(self, region: Region) -> Point:
        """Return width and height of a region, in pixels."""
        across, down = ([corner[axis] for corner in region.outline] or [0.0] for axis in (0, 1))
        return (max(across) - min(across)) * self._view.scale, (max(down) - min(down)) * self._view.scale

    def _draw_signs(self, region: Region, place: Place) -> None:
        for mark, at in zip(signs(place), self._arranged(region).signs, strict=True):
            self._draw_mark(mark, at, self._sign)

    def _draw_mark(self, mark: Mark, at: Point, radius: float) -> None:
        draw_map_icon(f"{mark.kind}:{mark.owner}", self.seats, at, radius, mark.number)

    def _write_name(self, region: Region) -> None:
        """Write a zone's name below what stands there."""
        laid, place = self._arranged(region), self._place(region.id)
        feet = [y - self._sign for _, y in laid.signs]
        feet += [laid.squad[1] - squad_size(place, self._unit)[1] / 2] if place.count else []
        x, y = self._view.to_screen(region.centre)
        low = min(feet, default=y) - px(theme.CAPTION) * 0.75 if feet else y
        name = drawing.ellipsize(
            region.name, px(theme.CAPTION), max(px(70), self._extent(region)[0]), bold=True
        )
        for off, colour in ((px(1.5), theme.DARK_TEXT), (0.0, theme.TEXT)):
            at = (x + off, low - off)
            drawing.draw_text(name, at, px(theme.CAPTION), colour, bold=True, anchor=(0.5, 0.5))

    def _draw_tile(self, region: Region, place: Place) -> None:
        """Draw the aircraft over a tile, and its name if useful."""
        size = self._sign * 1.5
        if place.marks:
            x, y = self._free_corner(region, size)
            for number, mark in enumerate(map(read, place.marks)):
                self._draw_mark(mark, (x + size * 2.2 * (number - (len(place.marks) - 1) / 2), y), size)
        if self.labelled or (self.selectable is not None and region.id in self.selectable):
            low = self._view.to_screen((min(x for x, _ in region.outline), min(y for _, y in region.outline)))
            name = applied(lambda words: words.removeprefix("tile "), region.name)
            width = drawing.text_width(name, px(theme.CAPTION), bold=True) + px(10)
            drawing.rounded_rectangle(low, (width, px(22)), theme.DARK_TEXT, radius=px(5))
            at = (low[0] + width / 2, low[1] + px(11))
            drawing.draw_text(name, at, px(theme.CAPTION), theme.TEXT, bold=True, anchor=(0.5, 0.5))

    def _free_corner(self, tile: Region, size: float) -> Point:
        """Return the point near a corner or an edge of a tile that is farthest from all squads."""
        across, down = ([corner[axis] for corner in self._placed(tile)] for axis in (0, 1))
        wide, high = size * (1.3 + 1.1 * (len(self._place(tile.id).marks) - 1)), size * 1.3
        spots = [
            (x, y)
            for x in (min(across) + wide, sum(across) / len(across), max(across) - wide)
            for y in (max(down) - high, sum(down) / len(down), min(down) + high)
        ]
        zones = [region for region in self.plan if not region.tile and self._place(region.id).count]
        squads = [self._arranged(region).squad for region in zones]
        return max(spots, key=lambda spot: min((dist(spot, squad) for squad in squads), default=0.0))

    def _placed(self, region: Region) -> list[Point]:
        return [self._view.to_screen(corner) for corner in region.outline]


def moved_between(before: GameView, after: GameView) -> tuple[str, str] | None:
    """Return origin and target of a seat's units between two states, if that is the only change."""
    changed = [
        (place, after.places[place].owner or before.places[place].owner, _more(before, after, place))
        for place in after.places
        if place in before.places and _more(before, after, place)
    ]
    if len(changed) != 2 or changed[0][1] != changed[1][1] or changed[0][2] != -changed[1][2]:
        return None
    (one, _, more), (other, _, _) = changed
    return (one, other) if more < 0 else (other, one)


def _more(before: GameView, after: GameView, place: str) -> int:
    return after.places[place].count - before.places[place].count
