"""Who fights whom: the two squads, or the aircraft over a tile, that the open action is about."""

from typing import Any, ClassVar

from kivy.properties import ObjectProperty

from companion.referee.scene import Place, Region, Scene
from companion.referee.seats import Seat
from companion.ui import theme
from companion.ui.theme import px
from companion.ui.widgets import ink
from companion.ui.widgets.battlefield.squads import (
    Mark,
    draw_squad,
    draw_way,
    leaders,
    read,
    signs,
    squad_size,
    units,
)
from companion.ui.widgets.drawn import Drawn
from companion.ui.widgets.emblem import draw_badge, seat_named
from companion.ui.widgets.signs import draw_sign

HEIGHT = 92
"""Height in which both sides can be read, in theme pixels."""
UNIT = 15.0
SIGN = 12.0


def two_sides(scene: Scene) -> bool:
    """Tell whether the open action of a battlefield is one side against another."""
    return scene.kind == "battlefield" and bool(scene.focus) and all(id in scene.places for id in scene.focus)


class Sides(Drawn):
    """The attacker at the left, the defender at the right, an arrow between them.

    Attributes:
        scene: where they stand; its focus says who.
        seats: all seats.
        first: id of the seat that attacks.
        second: id of the seat that defends, where it is known.
    """

    scene = ObjectProperty(None, allownone=True)
    seats = ObjectProperty(())
    first = ObjectProperty(None, allownone=True)
    second = ObjectProperty(None, allownone=True)

    shows: ClassVar[tuple[str, ...]] = ("scene", "seats", "first", "second")

    def draw(self) -> None:
        """Draw both sides."""
        ink.panel(self.pos, self.size, theme.PANEL)
        if not isinstance(self.scene, Scene) or not two_sides(self.scene):
            return
        if len(self.scene.focus) > 1:
            self._draw_squads()
        else:
            self._draw_aircraft(self.scene.focus[0])
        middle = self.center_y
        draw_way((self.center_x - px(34), middle), (self.center_x + px(34), middle), 0, theme.LAMP)

    def _draw_squads(self) -> None:
        for number, id in enumerate(self.scene.focus[:2]):
            place = self.scene.places[id]
            seat = seat_named(self.seats, place.owner)
            if seat is not None:
                self._draw_squad(self._region(id), place, seat, right=bool(number))

    def _draw_squad(self, region: Region, place: Place, seat: Seat, *, right: bool) -> None:
        """Draw a squad at the outside, its zone's name and signs beside it."""
        wide, _ = squad_size(place, px(UNIT))
        off = px(theme.BROAD) + wide / 2
        at = (self.right - off if right else self.x + off, self.center_y)
        draw_squad(list(units(place, leaders(self.scene, region.id))), place, seat, at, px(UNIT))
        edge = (
            self.right - off - wide / 2 - px(theme.GAP) if right else self.x + off + wide / 2 + px(theme.GAP)
        )
        self._write(region.name, seat.name, (edge, self.top), right=right)
        for number, mark in enumerate(signs(place)):
            step = px(SIGN) * (1 + 2.2 * number)
            x = edge - step if right else edge + step
            self._draw_mark(mark, (x, self.y + px(SIGN + 5)))

    def _write(self, name: str, owner: str, corner: ink.Point, *, right: bool) -> None:
        anchor = (1.0 if right else 0.0, 0.5)
        room = abs(self.center_x - corner[0]) - px(40)
        upper, lower = (corner[0], corner[1] - px(18)), (corner[0], corner[1] - px(44))
        ink.write_fitting(name, upper, px(theme.LEAD), theme.TEXT, room, bold=True, anchor=anchor)
        ink.write_fitting(owner, lower, px(theme.BODY), theme.MUTED, room, anchor=anchor)

    def _draw_aircraft(self, tile: str) -> None:
        """Draw the aircraft over a tile: the attacker's at the left, the defender's at the far right."""
        order = (self.first, self.second)
        marks = sorted(
            map(read, self.scene.places[tile].marks),
            key=lambda mark: order.index(mark.owner) if mark.owner in order else len(order),
        )
        top = (self.center_x, self.top - px(14))
        ink.write(self._region(tile).name, top, px(theme.CAPTION), theme.MUTED, anchor=(0.5, 0.5))
        for number, mark in enumerate(marks):
            self._draw_flyer(mark, number, len(marks))

    def _draw_flyer(self, mark: Mark, number: int, count: int) -> None:
        seat = seat_named(self.seats, mark.owner)
        if seat is None:
            return
        right = number > 0
        share = (number - 1) / max(1, count - 1)
        x = self.right - px(60) - share * (self.width / 2 - px(90)) if right else self.x + px(60)
        self._draw_mark(mark, (x, self.center_y), px(28))
        beside = (x - px(44), self.center_y) if right else (x + px(44), self.center_y)
        draw_badge(seat, (beside[0] + px(-10 if right else 10), beside[1]), px(15))
        name, anchor = (beside[0] + px(-34 if right else 34), beside[1]), (1.0 if right else 0.0, 0.5)
        room = abs(self.center_x - name[0]) - px(42)
        ink.write_fitting(seat.name, name, px(theme.LEAD), theme.TEXT, room, bold=True, anchor=anchor)

    def _draw_mark(self, mark: Mark, at: ink.Point, radius: float | None = None) -> None:
        draw_sign(f"{mark.kind}:{mark.owner}", self.seats, at, radius or px(SIGN), mark.number)

    def _region(self, id: str) -> Region:
        plan: tuple[Region, ...] = self.scene.plan
        return next(region for region in plan if region.id == id)


def sides_of(scene: Scene, seats: tuple[Seat, ...], first: str | None, second: str | None = None) -> Sides:
    """Make the view of both sides; see `Sides` for what is told."""
    told: dict[str, Any] = {"scene": scene, "seats": seats, "first": first, "second": second}
    return Sides(**told, size_hint_y=None, height=px(HEIGHT))
