"""The live table: where the named figures stand, whom each reaches, and how far it has moved, in inches."""

from collections.abc import Callable, Mapping, Sequence
from math import atan2, cos, inf, sin
from time import monotonic
from typing import TYPE_CHECKING

import numpy as np
from msgspec import Struct

from calibration.plane import TablePlane
from companion.locale.messages import Message, gettext, joined
from companion.referee.game_view import Unit
from companion.referee.inches import MeasuredInches, format_inches, is_undecided, margin_to
from companion.vision.tracking.figures import STAYS, TrackedFigure

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
    """

    unit: str
    x: float
    y: float
    radius: float
    sure: bool
    words: str
    reached: tuple[str, ...]


def range_of(unit: Unit) -> float:
    """Return the range of a piece on level ground, in inches."""
    return max((reach.inches for reach in unit.reaches if reach.kind == "attack"), default=0.0)


def units_of_miniatures(roster: Sequence[Unit]) -> dict[str, Unit]:
    """Return the pieces of a game on an open table by id; none in another game."""
    return {unit.id: unit for unit in roster if unit.reaches or unit.out}


def enemies_reached(
    figure: TrackedFigure, figures: Sequence[TrackedFigure], units: Units, plane: TablePlane | None
) -> list[tuple[Unit, MeasuredInches]]:
    """List the enemies in range of a figure with the inches between both, nearest first.

    Those are among them that may be in range, as the error of the distance decides.
    """
    unit = units.get(figure.name)
    if unit is None:
        return []
    far, found = range_of(unit), []
    for other in figures:
        enemy = units.get(other.name)
        if enemy is None or enemy.seat == unit.seat or not other.sure or enemy.out:
            continue
        gap = _gap(figure, other, plane)
        if margin_to(gap, far) >= 0 or is_undecided(gap, far):
            found.append((enemy, gap))
    return sorted(found, key=lambda pair: pair[1])


def figure_words(
    figure: TrackedFigure, reached: Sequence[tuple[Unit, MeasuredInches]], units: Units
) -> Message:
    """Say how far a figure has moved, and whom it reaches; or that nobody has named it."""
    if not figure.name or not figure.sure:
        return gettext("Name it once; the camera follows it.")
    moved = (
        gettext("Moved {inches}.", inches=format_inches(figure.moved))
        if figure.moved > STAYS
        else gettext("Has not moved.")
    )
    far = range_of(units[figure.name]) if figure.name in units else 0.0
    near = [_in_range(unit, gap, undecided=is_undecided(gap, far)) for unit, gap in reached]
    in_range = (
        gettext("In range: {units}.", units=joined(near, "; ")) if near else gettext("In range: nobody.")
    )
    return joined([moved, in_range])


def _in_range(unit: Unit, gap: MeasuredInches, *, undecided: bool) -> Message:
    if undecided:
        return gettext("{unit}, {inches}, too close to call", unit=unit.name, inches=format_inches(gap))
    return gettext("{unit}, {inches}", unit=unit.name, inches=format_inches(gap))


def _gap(one: TrackedFigure, other: TrackedFigure, plane: TablePlane | None) -> MeasuredInches:
    """The distance between the middles of two bases, with its error."""
    inches = one.base.centre_distance(other.base)
    if plane is None:
        return MeasuredInches(inches, inf)
    ends = plane.to_pixels(np.array([one.base.centre, other.base.centre]))
    return MeasuredInches(inches, float(plane.distance(ends[0], ends[1], BASE_ERROR).error))


def figures_on_table(
    figures: Sequence[TrackedFigure], units: Units, plane: TablePlane
) -> tuple[FigureOnTable, ...]:
    """Return the figures that the camera sees, turned as it sees them."""
    seen = [figure for figure in figures if figure.seen and not (units.get(figure.name) or _NOBODY).out]
    if not seen:
        return ()
    turned = _as_seen(plane, np.mean([figure.base.centre for figure in seen], axis=0))
    found = []
    for figure in seen:
        x, y = turned @ figure.base.centre
        reached = enemies_reached(figure, seen, units, plane) if figure.sure else []
        found.append(
            FigureOnTable(
                figure.name if figure.name in units else "",
                round(float(x), 2),
                round(float(y), 2),
                round(figure.base.radius, 2),
                figure.sure and figure.name in units,
                figure_words(figure, reached, units),
                tuple(unit.id for unit, _ in reached),
            )
        )
    return tuple(found)


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
        self._figures: tuple[FigureOnTable, ...] = ()

    def figures(
        self, camera: "TableCamera | None", asked: object, roster: Callable[[], Sequence[Unit]]
    ) -> tuple[FigureOnTable, ...]:
        """Return the figures on the table, computed once for each observation and question.

        Args:
            camera: the camera over the table.
            asked: tells one question from another.
            roster: returns the pieces of the game.
        """
        if camera is None or not camera.figures:
            return ()
        observed = camera.last_observation()
        known = (observed.figures, asked)
        if known != self._known:
            units = units_of_miniatures(roster())
            self._known = known
            self._figures = (
                figures_on_table(observed.figures, units, observed.plane)
                if units and observed.plane is not None
                else ()
            )
        return self._figures

    def look(self, camera: "TableCamera | None") -> None:
        """Let the camera observe the table in the background, if figures are known and it is time."""
        if camera is None or not camera.figures or self._clock() - self._looked < LOOK_SECONDS:
            return
        self._looked = self._clock()
        camera.in_background(camera.observe, lambda _: None)
