"""The live table: where the named figures stand, whom each reaches and sees, how far it moved, in inches."""

from collections.abc import Callable, Mapping, Sequence
from math import atan2, cos, degrees, dist, inf, sin
from time import monotonic
from typing import TYPE_CHECKING, NamedTuple

import numpy as np
from msgspec import Struct

from calibration.plane import TablePlane
from companion.app.camera.kept_table import Area
from companion.games.boards.outlines import TOUCHING, contains, distance, meet, sides
from companion.locale.messages import Message, gettext, joined
from companion.referee.game_view import Reach, Unit
from companion.referee.inches import MeasuredInches, format_inches, is_undecided, margin_to
from companion.vision.miniatures.figures import STAYS, TrackedFigure

if TYPE_CHECKING:
    from companion.app.camera.table_camera import TableCamera

BASE_ERROR = 1.0
"""Pixels: standard error of the middle of a base that the camera found."""
LOOK_SECONDS = 2.5
"""Seconds between two observations of the table while somebody watches it elsewhere."""

Units = Mapping[str, Unit]


class FigureOnTable(Struct, frozen=True):
    """One figure, for a drawing of the table as the camera sees it.

    Attributes:
        unit: id of its piece; empty until somebody names it.
        x: of the middle of its base, in inches to the right.
        y: in inches downwards.
        radius: of its base, in inches.
        sure: whether it is this piece beyond doubt.
        words: how far it has moved and whom it reaches.
        reached: ids of the pieces that it reaches, nearest first.
        hidden: those of them that stand behind terrain.
        barrel: where its barrel points, in degrees from x to y as drawn; None if it has none or nobody said.
    """

    unit: str
    x: float
    y: float
    radius: float
    sure: bool
    words: str
    reached: tuple[str, ...]
    hidden: tuple[str, ...] = ()
    barrel: float | None = None


class TableDrawing(Struct, frozen=True):
    """The table as the camera sees it, to be drawn elsewhere.

    Attributes:
        figures: what stands there.
        terrain: corners of each area that hides what stands behind it, in the inches of the figures.
    """

    figures: tuple[FigureOnTable, ...] = ()
    terrain: tuple[Area, ...] = ()


class InRange(NamedTuple):
    """An enemy within range.

    Attributes:
        unit: its piece.
        gap: the inches between both.
        hidden: whether it stands behind terrain.
    """

    unit: Unit
    gap: MeasuredInches
    hidden: bool


def attack_of(unit: Unit | None) -> Reach:
    """Return how far a piece attacks on level ground; no inch for nobody and for one that cannot."""
    attacks = [reach for reach in (unit.reaches if unit is not None else ()) if reach.kind == "attack"]
    return max(attacks, key=lambda reach: reach.inches, default=Reach("attack", 0.0, ""))


def barrel_of(figure: TrackedFigure, unit: Unit | None) -> float | None:
    """Return where a piece with a barrel points, in degrees; None for others, and since it was turned."""
    reach = attack_of(unit)
    return figure.barrel if reach.to_each_side < 180 and figure.laid == reach.laid else None


def stands_behind(one: TrackedFigure, other: TrackedFigure, terrain: Sequence[Area]) -> bool:
    """Return whether terrain is between two figures; who stands in it or on it sees and is seen over it."""
    ends = one.centre, other.centre
    for area in terrain:
        walls = list(sides(area))
        if any(contains(walls, end) or distance(walls, end) < TOUCHING for end in ends):
            continue
        if any(meet(ends, wall) for wall in walls):
            return True
    return False


def units_of_miniatures(roster: Sequence[Unit]) -> dict[str, Unit]:
    """Return the pieces of a game on an open table by id; none in another game."""
    return {unit.id: unit for unit in roster if unit.reaches or unit.out}


def enemies_reached(
    figure: TrackedFigure,
    figures: Sequence[TrackedFigure],
    units: Units,
    plane: TablePlane | None,
    terrain: Sequence[Area] = (),
) -> list[InRange]:
    """List the enemies in range of a figure, and in its arc where it has one, nearest first.

    Those are among them that may be in range, as the error of the distance decides.
    """
    unit = units.get(figure.name)
    if unit is None:
        return []
    far, found = attack_of(unit).inches, []
    for other in figures:
        enemy = units.get(other.name)
        if enemy is None or enemy.seat == unit.seat or not other.sure or enemy.out:
            continue
        gap = _gap(figure, other, plane)
        if (margin_to(gap, far) >= 0 or is_undecided(gap, far)) and _in_arc(figure, other, unit):
            found.append(InRange(enemy, gap, stands_behind(figure, other, terrain)))
    return sorted(found, key=lambda one: one.gap)


def _in_arc(figure: TrackedFigure, other: TrackedFigure, unit: Unit) -> bool:
    """BR-CAN-2: whether the middle of another base lies in a piece's arc; without a barrel all does."""
    barrel = barrel_of(figure, unit)
    if barrel is None:
        return True
    across, down = np.subtract(other.centre, figure.centre)
    aside = abs((degrees(atan2(down, across)) - barrel + 180) % 360 - 180)
    return bool(aside <= attack_of(unit).to_each_side)


def figure_words(figure: TrackedFigure, reached: Sequence[InRange], units: Units) -> Message:
    """Say how far a figure has moved, and whom it reaches; or that nobody has named it."""
    if not figure.name or not figure.sure:
        return gettext("Name it once; the camera follows it.")
    moved = (
        gettext("Moved {inches}.", inches=format_inches(figure.moved))
        if figure.moved > STAYS
        else gettext("Has not moved.")
    )
    far = attack_of(units.get(figure.name)).inches
    near = [_in_range(one, undecided=is_undecided(one.gap, far)) for one in reached]
    in_range = (
        gettext("In range: {units}.", units=joined(near, "; ")) if near else gettext("In range: nobody.")
    )
    return joined([moved, in_range])


def _in_range(one: InRange, *, undecided: bool) -> Message:
    words = {"unit": one.unit.name, "inches": format_inches(one.gap)}
    if one.hidden:
        return gettext("{unit}, {inches}, behind terrain", **words)
    if undecided:
        return gettext("{unit}, {inches}, too close to call", **words)
    return gettext("{unit}, {inches}", **words)


def _gap(one: TrackedFigure, other: TrackedFigure, plane: TablePlane | None) -> MeasuredInches:
    """The distance between the middles of two bases, with its error."""
    inches = dist(one.centre, other.centre)
    if plane is None:
        return MeasuredInches(inches, inf)
    ends = plane.to_pixels(np.array([one.centre, other.centre]))
    return MeasuredInches(inches, float(plane.distance(ends[0], ends[1], BASE_ERROR).error))


def draw_table(
    figures: Sequence[TrackedFigure], units: Units, plane: TablePlane, terrain: Sequence[Area] = ()
) -> TableDrawing:
    """Return what the camera sees of the figures and the terrain, turned as it sees them."""
    seen = [figure for figure in figures if figure.seen and not (units.get(figure.name) or _NOBODY).out]
    if not seen:
        return TableDrawing()
    turned = _as_seen(plane, np.mean([figure.centre for figure in seen], axis=0))
    areas = tuple(tuple(_place(turned, corner) for corner in area) for area in terrain)
    drawn = []
    for figure in seen:
        reached = enemies_reached(figure, seen, units, plane, terrain) if figure.sure else []
        drawn.append(_drawn(figure, reached, units, turned))
    return TableDrawing(tuple(drawn), areas)


def _drawn(
    figure: TrackedFigure, reached: Sequence[InRange], units: Units, turned: np.ndarray
) -> FigureOnTable:
    barrel = barrel_of(figure, units.get(figure.name)) if figure.sure else None
    if barrel is not None:
        across, down = turned @ (np.cos(np.deg2rad(barrel)), np.sin(np.deg2rad(barrel)))
        barrel = round(degrees(atan2(down, across)), 1)
    return FigureOnTable(
        figure.name if figure.name in units else "",
        *_place(turned, figure.centre),
        round(figure.radius, 2),
        figure.sure and figure.name in units,
        figure_words(figure, reached, units),
        tuple(one.unit.id for one in reached),
        tuple(one.unit.id for one in reached if one.hidden),
        barrel,
    )


def _place(turned: np.ndarray, inches: tuple[float, float]) -> tuple[float, float]:
    x, y = turned @ inches
    return round(float(x), 2), round(float(y), 2)


def _as_seen(plane: TablePlane, middle: np.ndarray) -> np.ndarray:
    """Return the 2 x 2 matrix that turns inches on the table as the picture shows them, y downwards."""
    here, across, down = plane.to_pixels(middle + np.array([[0, 0], [1, 0], [0, 1]]))
    (ax, ay), (dx, dy) = across - here, down - here
    angle, hand = atan2(ay, ax), 1.0 if ax * dy - ay * dx >= 0 else -1.0
    return np.array([[cos(angle), -hand * sin(angle)], [sin(angle), hand * cos(angle)]])


_NOBODY = Unit("", "", "", "")


class LiveTable:
    """Follows the table for those who watch it elsewhere.

    Args:
        clock: returns seconds.
    """

    def __init__(self, clock: Callable[[], float] = monotonic) -> None:
        self._clock = clock
        self._looked = -inf
        self._known: object = None
        self._drawing = TableDrawing()

    def drawing(
        self, camera: "TableCamera | None", asked: object, roster: Callable[[], Sequence[Unit]]
    ) -> TableDrawing:
        """Return the table to draw, computed once for each observation and question."""
        if camera is None or not camera.figures:
            return TableDrawing()
        observed = camera.last_observation()
        known = (observed.figures, observed.terrain, asked)
        if known != self._known:
            units = units_of_miniatures(roster())
            self._known = known
            self._drawing = (
                draw_table(observed.figures, units, observed.plane, observed.terrain)
                if units and observed.plane is not None
                else TableDrawing()
            )
        return self._drawing

    def look(self, camera: "TableCamera | None") -> None:
        """Let the camera observe the table in the background, if figures are known and it is time."""
        if camera is None or not camera.figures or self._clock() - self._looked < LOOK_SECONDS:
            return
        self._looked = self._clock()
        camera.in_background(camera.observe, lambda _: None)
