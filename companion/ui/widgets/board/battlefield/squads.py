"""Draws squads, leaders, icons and arrows of movement."""

from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from math import hypot
from typing import NamedTuple

from companion.referee.game_view import GameView, Place
from companion.referee.seats import Seat
from companion.ui import theme
from companion.ui.theme import Swatch, px
from companion.ui.widgets.board.battlefield.ground import GROUNDS
from companion.ui.widgets.controls import drawing
from companion.ui.widgets.controls.drawing import Point
from companion.ui.widgets.players.emblem import draw_badge, draw_emblem

LETTERS = {"assault": "A", "engineer": "E", "recon": "R", "support": "S", "tank": "T"}
"""The letter of each kind of unit."""
LEADER = "leader-"
"""Prefix of the kind of a leader in the roster."""
_ORDER = (*GROUNDS, "cover", "start")


class Mark(NamedTuple):
    """A parsed mark of a place."""

    kind: str
    number: int
    owner: str


def read(mark: str) -> Mark:
    """Parse a mark to its kind, number and owner: ``"tank*2:blue"``."""
    kinds, _, owner = mark.partition(":")
    kind, _, count = kinds.partition("*")
    return Mark(kind, int(count or 1), owner)


def leaders(game_view: GameView, place: str) -> Counter[str]:
    """Count the leaders of the squad in a place by kind of unit, from the roster."""
    return Counter(
        mark.removeprefix(LEADER)
        for unit in game_view.roster
        if unit.id == place
        for mark in unit.marks
        if mark.startswith(LEADER)
    )


def units(place: Place, leading: Counter[str]) -> Iterator[tuple[str, bool]]:
    """Yield the units of a place, leaders first: letter, and whether it is a leader."""
    standing = [mark for mark in map(read, place.marks) if mark.kind in LETTERS]
    for mark in standing:
        yield from [(LETTERS[mark.kind], True)] * leading[mark.kind]
    for mark in standing:
        yield from [(LETTERS[mark.kind], False)] * (mark.number - leading[mark.kind])


def signs(place: Place) -> list[Mark]:
    """List the icons of a place: its ground, printed symbols, cover, start flags."""
    marks = [mark for mark in map(read, place.marks) if _is_sign(mark)]
    return sorted(marks, key=lambda mark: _ORDER.index(mark.kind) if mark.kind in _ORDER else len(GROUNDS))


def _is_sign(mark: Mark) -> bool:
    return mark.kind not in LETTERS and mark.kind not in ("leader", "held")


def squad_size(place: Place, radius: float) -> Point:
    """Return width and height of a squad's badge, for units of this radius."""
    count = max(1, place.count)
    across, down = (count, 1) if count < 3 else (2, 2) if count < 5 else (3, 2)
    return across * radius * 1.7 + radius * 0.5, down * radius * 1.7 + radius * 0.4


def draw_squad(
    standing: Sequence[tuple[str, bool]], place: Place, seat: Seat, centre: Point, radius: float
) -> None:
    """Draw a letter for every unit on the owner's colour, a leader's on a star, and the owner's emblem."""
    size = squad_size(place, radius)
    low = (centre[0] - size[0] / 2, centre[1] - size[1] / 2)
    paint = theme.SEAT_COLOURS[seat.colour]
    drawing.rounded_rectangle((low[0], low[1] - px(2)), size, theme.SHADOW, radius=radius * 0.5)
    drawing.rounded_rectangle(low, size, paint.fill, radius=radius * 0.5, edge=paint.edge, line=px(2))
    for (x, y), (letter, leads) in zip(_spots(len(standing), centre, radius), standing, strict=True):
        _draw_unit(letter, (x, y), radius, paint, leads=leads)
    draw_badge(seat, (low[0] - radius * 0.1, low[1] + size[1] - radius * 0.1), radius * 0.62)


def _spots(count: int, centre: Point, radius: float) -> Iterator[Point]:
    across = count if count < 3 else 2 if count < 5 else 3
    down = -(-count // max(1, across))
    for number in range(count):
        column, line = number % across, number // across
        x = centre[0] + (column - (across - 1) / 2) * radius * 1.7
        yield x, centre[1] + ((down - 1) / 2 - line) * radius * 1.7


def _draw_unit(letter: str, at: Point, radius: float, paint: Swatch, *, leads: bool) -> None:
    if leads:
        side = radius * 1.56
        corner = (at[0] - side / 2, at[1] - side / 2)
        drawing.rounded_rectangle(
            corner, (side, side), theme.ACCENT, radius=radius * 0.3, edge=theme.DARK_TEXT, line=px(1)
        )
        star = (at[0] + radius * 0.56, at[1] + radius * 0.62)
        drawing.disc(star, radius * 0.46, theme.DARK_TEXT)
        draw_emblem("star", star, radius * 0.4, theme.ACCENT)
        at = (at[0] - radius * 0.16, at[1] - radius * 0.14)
    colour = theme.DARK_TEXT if leads else paint.text
    drawing.draw_text(letter, at, radius * (1.25 if leads else 1.4), colour, bold=True, anchor=(0.5, 0.5))


def draw_way(start: Point, end: Point, off: float, colour: theme.Rgba) -> None:
    """Draw an arrow between two squads, from and to a distance of their centres."""
    length = hypot(end[0] - start[0], end[1] - start[1])
    if length < off * 2:
        off = length * 0.2
    ux, uy = (end[0] - start[0]) / max(1.0, length), (end[1] - start[1]) / max(1.0, length)
    first = (start[0] + ux * off, start[1] + uy * off)
    tip = (end[0] - ux * off, end[1] - uy * off)
    for paint, grow in ((theme.DARK_TEXT, px(2)), (colour, 0.0)):
        back = (tip[0] - ux * px(16), tip[1] - uy * px(16))
        drawing.stroke([first, back], paint, px(6) + 2 * grow)
        drawing.polygons([list(_head(tip, (ux, uy), grow))], paint, smooth=True)


def _head(tip: Point, along: Point, grow: float) -> Iterable[Point]:
    length, half = px(20) + grow * 2.4, px(12) + grow * 1.6
    x, y = tip[0] + along[0] * grow * 1.4, tip[1] + along[1] * grow * 1.4
    yield x, y
    for side in (1, -1):
        yield (x - along[0] * length - side * along[1] * half, y - along[1] * length + side * along[0] * half)
