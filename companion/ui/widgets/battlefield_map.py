"""The board of squads: tiles that players laid and drew themselves, zones on them, and who stands where."""

from collections.abc import Iterator
from math import sqrt
from typing import Any

from kivy.clock import Clock
from kivy.graphics import Color, Rectangle, StencilPop, StencilPush, StencilUnUse, StencilUse

from companion.referee.scene import Place, Region, Scene
from companion.referee.seats import Seat
from companion.ui import theme
from companion.ui.theme import MEASURES, Rgba, px
from companion.ui.widgets import ink
from companion.ui.widgets.emblem import draw_emblem, seat_named
from companion.ui.widgets.finger_board import FingerBoard
from companion.ui.widgets.ink import Point
from companion.ui.widgets.signs import draw_sign
from companion.ui.widgets.territory.view import View

GROUNDS: dict[str, Rgba] = {
    "water": theme.rgba("2f6d8c"),
    "building": theme.rgba("8d7f73"),
    "woods": theme.rgba("5d7a4b"),
    "rocky": theme.rgba("8b8577"),
    "bridge": theme.rgba("a98f63"),
    "road": theme.rgba("b5ad9c"),
}
"""Colour of each kind of ground; each is told by its sign as well."""
PLAIN = theme.rgba("c6b98d")
DIM = 0.55
TOKEN = 13.0
"""Radius of the letter of one unit, in theme pixels."""
LETTERS = {"assault": "A", "engineer": "E", "recon": "R", "support": "S", "tank": "T"}
"""What stands for each kind of unit."""


class BattlefieldMap(FingerBoard):
    """Zones in the colours of their ground, squads as badges with a letter for every unit."""

    def __init__(self, **properties: Any) -> None:
        super().__init__(**properties)
        self._redraw = Clock.create_trigger(self._draw, -1)
        for name in ("pos", "size"):
            self.fbind(name, self._fit)
        for name in ("scene", "seats", "selectable", "pointed", "chosen"):
            self.fbind(name, self._redraw)
        MEASURES.bind(unit=self._on_unit)
        self._fit()

    def _on_unit(self, *_: Any) -> None:
        self._fit()

    @property
    def plan(self) -> tuple[Region, ...]:
        """The ground of every place."""
        return self.scene.plan if isinstance(self.scene, Scene) else ()

    @property
    def ready(self) -> bool:
        """Whether there is a battlefield."""
        return bool(self.plan)

    def where(self, place: str) -> Point:
        """Return where the middle of a zone or tile is now, in coordinates of the window."""
        x, y = self.to_window(*self._view.to_screen(self._region(place).centre))
        return float(x), float(y)

    def place_at(self, point: Point) -> str | None:
        """Tell which zone a finger means: one that may be touched first, then the smallest under it."""
        at = self._view.to_board(point)
        under = [region for region in self.plan if _contains(region.outline, at)]
        under.sort(key=lambda region: (region.id not in (self.selectable or ()), region.tile))
        return under[0].id if under else None

    def _region(self, place: str) -> Region:
        return next(region for region in self.plan if region.id == place)

    def _fit(self, *_: Any) -> None:
        corners = [corner for region in self.plan for corner in region.outline] or [(1.0, 1.0)]
        size = (max(x for x, _ in corners), max(y for _, y in corners))
        self._look(View(size, tuple(self.pos), tuple(self.size)))

    def _look(self, view: View) -> None:
        super()._look(view)
        self._redraw()

    # --- drawing -------------------------------------------------------------------------------------------

    def _draw(self, *_: Any) -> None:
        self.canvas.before.clear()
        if not self.ready or min(self.size) < 2:
            return
        if self._view.board == (1.0, 1.0):
            self._fit()
            return
        with self.canvas.before:
            StencilPush()
            Rectangle(pos=self.pos, size=self.size)
            StencilUse()
            Color(*theme.SEA_DEEP)
            Rectangle(pos=self.pos, size=self.size)
            self._draw_ground()
            self._draw_lines()
            self._draw_pieces()
            StencilUnUse()
            Rectangle(pos=self.pos, size=self.size)
            StencilPop()

    def _draw_ground(self) -> None:
        for region in self.plan:
            if not region.tile:
                place = self.scene.places.get(region.id, Place(None, 0))
                ink.shape([self._placed(region)], self._ground(region, place))
        for region in self.plan:
            self._draw_edge(region)

    def _ground(self, region: Region, place: Place) -> Rgba:
        colour = next((GROUNDS[mark] for mark in place.marks if mark in GROUNDS), PLAIN)
        seat = seat_named(self.seats, place.owner)
        if seat is not None:
            colour = theme.mixed(colour, theme.SEATS[seat.colour].fill, 0.4)
        return colour if self._lit(region.id) else theme.mixed(theme.TABLE, colour, DIM)

    def _lit(self, place: str) -> bool:
        return self.selectable is None or place in self.selectable or place in self.scene.focus

    def _draw_edge(self, region: Region) -> None:
        outline = self._placed(region)
        if region.tile:
            ink.stroke(outline, theme.INK, px(4), closed=True)
        else:
            ink.stroke(outline, theme.faded(theme.INK, 0.55), px(1.6), closed=True)
        if self.selectable is not None and region.id in self.selectable:
            ink.stroke(outline, theme.GLOW, px(3), closed=True)
        if region.id == self.pointed or region.id in self.chosen:
            ink.stroke(outline, theme.LAMP, px(6), closed=True)

    def _draw_lines(self) -> None:
        focus = [place for place in self.scene.focus if any(region.id == place for region in self.plan)]
        if len(focus) > 1:
            ends = [self._view.to_screen(self._region(place).centre) for place in focus[:2]]
            ink.stroke(ends, theme.INK, px(7))
            ink.stroke(ends, theme.LAMP, px(4))

    def _draw_pieces(self) -> None:
        for region in self.plan:
            place = self.scene.places.get(region.id)
            if place is None:
                continue
            centre = self._view.to_screen(region.centre)
            if region.tile:
                self._draw_aircraft(region, place)
            elif place.count:
                self._draw_signs(place, (centre[0], centre[1] - self._token * 2.1))
                self._draw_squad(place, centre)
            else:
                self._draw_signs(place, centre)

    @property
    def _token(self) -> float:
        return px(TOKEN) * min(1.6, sqrt(self._view.zoom))

    def _draw_squad(self, place: Place, centre: Point) -> None:
        """Draw the owner's emblem over a letter for every unit; a leader has a star."""
        seat = seat_named(self.seats, place.owner)
        letters = list(_letters(place))
        radius = self._token
        if seat is None:
            return
        paint = theme.SEATS[seat.colour]
        across = min(2, len(letters))
        down = (len(letters) + 1) // 2
        size = (across * radius * 1.5 + radius * 1.3, max(1, down) * radius * 1.35 + radius * 0.5)
        left, low = centre[0] - size[0] / 2, centre[1] - size[1] / 2
        ink.panel((left, low), size, paint.fill, radius=radius * 0.5, edge=paint.edge, line=px(2))
        draw_emblem(seat.emblem, (left + radius * 0.75, centre[1]), radius * 0.55, paint.text)
        for number, letter in enumerate(letters):
            x = left + radius * 2.0 + (number % 2) * radius * 1.4
            y = low + size[1] - radius * (0.9 + 1.3 * (number // 2))
            ink.write(letter, (x, y), radius * 1.35, paint.text, bold=True, anchor=(0.5, 0.5))
        if any(mark.startswith("leader") for mark in place.marks):
            self._star((left, low + size[1]), seat)

    def _star(self, at: Point, seat: Seat) -> None:
        ink.disc(at, self._token * 0.6, theme.INK)
        draw_emblem("star", at, self._token * 0.5, theme.LAMP)
        del seat

    def _draw_signs(self, place: Place, at: Point) -> None:
        signs = [mark for mark in place.marks if _is_sign(mark)]
        radius = self._token * 0.68
        for number, mark in enumerate(signs):
            x = at[0] + (number - (len(signs) - 1) / 2) * radius * 2.3
            kind, count, owner = _read(mark)
            draw_sign(f"{kind}:{owner}", self.seats, (x, at[1]), radius, count)

    def _draw_aircraft(self, region: Region, place: Place) -> None:
        high = max(y for _, y in region.outline)
        left = min(x for x, _ in region.outline)
        corner = self._view.to_screen((left, high))
        for number, mark in enumerate(place.marks):
            kind, count, owner = _read(mark)
            at = (corner[0] + self._token * (1.4 + 2.4 * number), corner[1] - self._token * 1.4)
            draw_sign(f"{kind}:{owner}", self.seats, at, self._token, count)

    def _placed(self, region: Region) -> list[Point]:
        return [self._view.to_screen(corner) for corner in region.outline]


def _letters(place: Place) -> Iterator[str]:
    for kind, count, _ in map(_read, place.marks):
        if kind in LETTERS:
            yield from LETTERS[kind] * count


def _read(mark: str) -> tuple[str, int, str]:
    """Read a mark: what it is, how many, and whose: ``"tank*2:blue"``."""
    kinds, _, owner = mark.partition(":")
    kind, _, count = kinds.partition("*")
    return kind, int(count or 1), owner


def _is_sign(mark: str) -> bool:
    kind = _read(mark)[0]
    return kind not in LETTERS and kind not in ("leader", "held", "road")


def _contains(outline: tuple[Point, ...], at: Point) -> bool:
    """Tell whether a point lies within an outline, by the crossings of a ray to its right."""
    inside = False
    x, y = at
    for (ax, ay), (bx, by) in zip(outline, (*outline[1:], *outline[:1]), strict=True):
        if (ay > y) != (by > y) and x < ax + (y - ay) * (bx - ax) / (by - ay):
            inside = not inside
    return inside
