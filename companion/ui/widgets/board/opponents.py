"""The two squads, or the aircraft over a tile, of the open action."""

from typing import Any, ClassVar

from kivy.properties import ObjectProperty

from companion.referee.game_view import GameView, Place, Region
from companion.referee.seats import Seat
from companion.ui import theme
from companion.ui.theme import px
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
from companion.ui.widgets.board.map_icons import draw_map_icon
from companion.ui.widgets.controls import drawing
from companion.ui.widgets.controls.canvas_widget import CanvasWidget
from companion.ui.widgets.players.emblem import draw_badge, seat_named

HEIGHT = 92
"""Height of both sides, in theme pixels."""
NAMES = 58
"""Height of their names above them in portrait, where there is no room beside them, in theme pixels."""
UNIT = 17.0
SIGN = 12.0
BADGE = 0.72
"""How far the owner's emblem reaches beyond a squad's left edge, in radii of a unit."""


def opposing_squads(game_view: GameView) -> bool:
    """Return whether the open action of a battlefield is one side against another."""
    return (
        game_view.kind == "battlefield"
        and bool(game_view.focus)
        and all(id in game_view.places for id in game_view.focus)
    )


def teams_over(
    tile: str, game_view: GameView, first: str | None, second: str | None
) -> tuple[list[Mark], list[Mark]]:
    """Split the aircraft over a tile: the attacker with its team, and the defenders; leaders first.

    Args:
        tile: id of the tile.
        game_view: with the aircraft and the teams.
        first: id of the seat that attacks.
        second: id of the defending seat; if unknown, all who are not in the attacker's team.
    """
    marks = sorted(
        map(read, game_view.places[tile].marks), key=lambda mark: mark.owner not in (first, second)
    )
    leader = first or marks[0].owner
    own = _team(leader, game_view)
    enemies = _team(second, game_view) if second not in (None, leader) else None
    return (
        [mark for mark in marks if mark.owner in own],
        [mark for mark in marks if mark.owner not in own and (enemies is None or mark.owner in enemies)],
    )


def _team(seat: str | None, game_view: GameView) -> set[str | None]:
    """Return a seat with all seats of its team."""
    name = next((standing.team for standing in game_view.standings if standing.seat == seat), "")
    return {seat} | {standing.seat for standing in game_view.standings if name and standing.team == name}


class Opponents(CanvasWidget):
    """The attacker at the left, the defender at the right, an arrow between them.

    Attributes:
        game_view: with both places as its focus.
        seats: all seats.
        first: id of the seat that attacks.
        second: id of the seat that defends, where it is known.
    """

    game_view = ObjectProperty(None, allownone=True)
    seats = ObjectProperty(())
    first = ObjectProperty(None, allownone=True)
    second = ObjectProperty(None, allownone=True)

    shows: ClassVar[tuple[str, ...]] = ("game_view", "seats", "first", "second")

    def draw(self) -> None:
        """Draw both sides."""
        drawing.rounded_rectangle(self.pos, self.size, theme.SURFACE)
        if not isinstance(self.game_view, GameView) or not opposing_squads(self.game_view):
            return
        if len(self.game_view.focus) > 1:
            self._draw_squads()
        else:
            self._draw_aircraft(self.game_view.focus[0])
        middle, reach = self._middle, px(20 if self._above else 34)
        draw_way((self.center_x - reach, middle), (self.center_x + reach, middle), 0, theme.ACCENT)

    @property
    def _above(self) -> bool:
        """Whether the names stand above both sides."""
        return bool(self.height > px(HEIGHT))

    @property
    def _middle(self) -> float:
        """The middle of both sides' height, in pixels."""
        return float(self.y + px(HEIGHT) / 2)

    def _draw_squads(self) -> None:
        for number, id in enumerate(self.game_view.focus[:2]):
            place = self.game_view.places[id]
            seat = seat_named(self.seats, place.owner)
            if seat is not None:
                self._draw_squad(self._region(id), place, seat, right=bool(number))

    def _draw_squad(self, region: Region, place: Place, seat: Seat, *, right: bool) -> None:
        """Draw a squad at the outside, with its zone's name and icons beside it."""
        wide, _ = squad_size(place, px(UNIT))
        off = px(theme.SPACE_24) + wide / 2
        at = (self.right - off if right else self.x + off, self._middle)
        draw_squad(list(units(place, leaders(self.game_view, region.id))), place, seat, at, px(UNIT))
        edge = (
            self.right - off - wide / 2 - px(theme.SPACE_12 + BADGE * UNIT)
            if right
            else self.x + off + wide / 2 + px(theme.SPACE_12)
        )
        self._write(region.name, seat.name, (edge, self.top), right=right)
        for number, mark in enumerate(signs(place)):
            step = px(SIGN) * (1 + 2.2 * number)
            x = edge - step if right else edge + step
            self._draw_mark(mark, (x, self.y + px(SIGN + 5)))

    def _write(self, name: str, owner: str, corner: drawing.Point, *, right: bool) -> None:
        anchor = (1.0 if right else 0.0, 0.5)
        if self._above:
            edge = px(theme.SPACE_12)
            corner = (self.right - edge if right else self.x + edge, corner[1])
        room = abs(self.center_x - corner[0]) - px(theme.SPACE_4 if self._above else 40)
        upper, lower = (corner[0], corner[1] - px(18)), (corner[0], corner[1] - px(44))
        drawing.draw_fitting_text(name, upper, px(theme.SUBTITLE), theme.TEXT, room, bold=True, anchor=anchor)
        drawing.draw_fitting_text(owner, lower, px(theme.BODY), theme.MUTED, room, anchor=anchor)

    def _draw_aircraft(self, tile: str) -> None:
        """Draw the aircraft over a tile: the attacker's team at the left, the defender's at the right."""
        top = (self.center_x, self.top - px(14))
        drawing.draw_text(self._region(tile).name, top, px(theme.CAPTION), theme.MUTED, anchor=(0.5, 0.5))
        for right, team in enumerate(teams_over(tile, self.game_view, self.first, self.second)):
            for number, mark in enumerate(team):
                if len(team) > 1:
                    self._draw_wing(mark, number, len(team), right=bool(right))
                else:
                    self._draw_flyer(mark, right=bool(right))

    def _draw_wing(self, mark: Mark, number: int, count: int, *, right: bool) -> None:
        """Draw one of several aircraft of a team: icon and badge, with the name below."""
        seat = seat_named(self.seats, mark.owner)
        if seat is None:
            return
        step = (self.width / 2 - px(60)) / count
        off = px(theme.SPACE_8) + step * (number + 0.5)
        x = self.right - off if right else self.x + off
        middle = self._middle + px(4)
        self._draw_mark(mark, (x - px(18), middle), px(22))
        draw_badge(seat, (x + px(24), middle), px(15))
        name = (x, self.y + px(13))
        drawing.draw_fitting_text(
            seat.name, name, px(theme.BODY), theme.TEXT, step - px(6), bold=True, anchor=(0.5, 0.5)
        )

    def _draw_flyer(self, mark: Mark, *, right: bool) -> None:
        """Draw the only aircraft of a side at the outside, with badge and name beside it."""
        seat = seat_named(self.seats, mark.owner)
        if seat is None:
            return
        x = self.right - px(60) if right else self.x + px(60)
        self._draw_mark(mark, (x, self._middle), px(28))
        beside = (x - px(44), self._middle) if right else (x + px(44), self._middle)
        draw_badge(seat, (beside[0] + px(-10 if right else 10), beside[1]), px(15))
        if self._above:
            self._write(seat.name, "", (x, self.top - px(theme.CAPTION)), right=right)
            return
        name, anchor = (beside[0] + px(-34 if right else 34), beside[1]), (1.0 if right else 0.0, 0.5)
        room = abs(self.center_x - name[0]) - px(42)
        drawing.draw_fitting_text(
            seat.name, name, px(theme.SUBTITLE), theme.TEXT, room, bold=True, anchor=anchor
        )

    def _draw_mark(self, mark: Mark, at: drawing.Point, radius: float | None = None) -> None:
        draw_map_icon(f"{mark.kind}:{mark.owner}", self.seats, at, radius or px(SIGN), mark.number)

    def _region(self, id: str) -> Region:
        plan: tuple[Region, ...] = self.game_view.plan
        return next(region for region in plan if region.id == id)


def opponents_of(
    game_view: GameView, seats: tuple[Seat, ...], first: str | None, second: str | None = None
) -> Opponents:
    """Make the view of both sides; see `Opponents`."""
    params: dict[str, Any] = {"game_view": game_view, "seats": seats, "first": first, "second": second}
    return Opponents(**params, size_hint_y=None, height=px(HEIGHT + NAMES * theme.METRICS.portrait))
