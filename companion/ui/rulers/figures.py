"""The live table: how far each named figure moves and attacks, and whom the tapped one reaches."""

from collections.abc import Mapping, Sequence
from dataclasses import replace
from math import atan2, degrees, dist
from typing import ClassVar

import numpy as np

from calibration.templates import arc, ring
from companion.app.camera.live_table import InRange, attack_of, barrel_of, enemies_reached, figure_words
from companion.locale.catalogue import shown
from companion.locale.messages import gettext
from companion.referee.game_view import Reach, Unit
from companion.ui.rulers.annotations import Annotation, ColourTone, Polyline, TextMark
from companion.ui.rulers.ruler import Ruler, base_of
from companion.ui.rulers.table_picture import Pixel, TablePicture
from companion.ui.rulers.terrain import terrain_marks
from companion.vision.miniatures.figures import ALIKE, STAYS, TrackedFigure

SHORT = 3
"""Letters of a name's first word on the picture."""


class FiguresRuler(Ruler):
    """Rings around all figures of the side on turn, and lines from the tapped figure to those in its range.

    Attributes:
        pointing: the next tap says where the barrel of the chosen figure points.
        pointed: where it points since that tap, in degrees; None until then.
    """

    title: ClassVar[str] = gettext("Figures")
    names: ClassVar[bool] = False

    def __init__(self, table_picture: TablePicture, units: Mapping[str, Unit]) -> None:
        super().__init__(table_picture)
        self.handles = []
        self.units = units
        self._tapped: Pixel | None = None
        self._name = ""
        self.pointing = False
        self.pointed: float | None = None

    def tap(self, pixel: Pixel) -> None:
        """Choose the figure under the finger, or point the barrel of the chosen one there."""
        chosen, here = self.chosen, self.table_picture.inches(pixel)
        if self.pointing and chosen is not None and here is not None:
            across, down = np.subtract(here, chosen.centre)
            self.pointing, self.pointed = False, degrees(atan2(down, across))
            return
        miniature = self.table_picture.nearest_miniature(pixel)
        self._tapped, self._name = miniature.centre if miniature is not None else None, ""
        chosen = self.chosen
        self._name = chosen.name if chosen is not None else ""

    @property
    def middle_of(self) -> Sequence[Pixel]:
        """The tapped figure, or the middle of the picture."""
        wide, high = self.table_picture.size
        chosen = self.chosen
        return [self.table_picture.pixel(chosen.centre) if chosen else (wide / 2, high / 2)]

    @property
    def chosen(self) -> TrackedFigure | None:
        """The tapped figure, also when it has moved since."""
        if self._name:
            return next((one for one in self.table_picture.figures if one.name == self._name), None)
        if self._tapped is None:
            return None
        near = [(dist(one.centre, self._tapped), one) for one in self.table_picture.figures if one.seen]
        return next((one for gap, one in near if gap <= STAYS), None)

    def choose(self, figure: TrackedFigure) -> None:
        """Choose a figure as a tap does."""
        self._tapped, self._name = figure.centre, figure.name

    @property
    def unnamed(self) -> list[Unit]:
        """The pieces that no figure has the name of beyond doubt; the likeliest for the chosen one first."""
        figures, chosen = self.table_picture.figures, self.chosen
        sure = {figure.name for figure in figures if figure.sure}
        left = [unit for unit in self.units.values() if not unit.out and unit.id not in sure]
        if chosen is None:
            return left
        colour = chosen.colour
        sides = {
            self.units[figure.name].seat
            for figure in figures
            if figure.name in self.units and dist(figure.colour, colour) <= ALIKE
        }
        return sorted(left, key=lambda unit: (unit.id != chosen.name, unit.seat not in sides))

    @property
    def reached(self) -> list[InRange]:
        """The enemies in range of the chosen figure, and in its arc, nearest first; see `enemies_reached`."""
        chosen, picture = self.chosen, self.table_picture
        if chosen is None:
            return []
        return enemies_reached(chosen, picture.figures, self.units, picture.plane, picture.terrain)

    @property
    def arc_of_chosen(self) -> Reach | None:
        """The reach of the chosen figure, if it has a barrel and is set up."""
        chosen = self.chosen
        reach = attack_of(self.units.get(chosen.name)) if chosen is not None and chosen.sure else None
        return reach if reach is not None and reach.to_each_side < 180 and reach.laid >= 0 else None

    @property
    def reading(self) -> str:
        """The name of the chosen figure."""
        chosen = self.chosen
        if chosen is None:
            return gettext("Tap a figure")
        if self.pointing:
            return gettext("Tap where it points")
        unit = self.units.get(chosen.name)
        return gettext("Who is this?") if unit is None or not chosen.sure else unit.name

    @property
    def remark(self) -> str:
        """How far the chosen figure has moved and whom it reaches; without one, what the rings mean."""
        chosen = self.chosen
        if chosen is None:
            return gettext("Thin: how far it moves. Bold: its range.")
        return figure_words(chosen, self.reached, self.units)

    def own_annotations(self) -> Sequence[Annotation]:
        """Terrain, the bases with their names, rings and arcs, and the lines to those in range."""
        marks = terrain_marks(self)
        for figure in self.table_picture.figures:
            marks += self._marks_of(figure)
        chosen = self.chosen
        for reached in self.reached if chosen is not None else ():
            there = next(one for one in self.table_picture.figures if one.name == reached.unit.id)
            assert chosen is not None, "only a chosen figure reaches others"
            ends = [self.table_picture.pixel(one.centre) for one in (chosen, there)]
            marks.append(
                Polyline(np.array(ends), "warning" if reached.hidden else "good", dashed=reached.hidden)
            )
        return marks

    def _is_labelled(self, figure: TrackedFigure) -> bool:
        """Names of all would hide the table: with a figure chosen, only those that matter stand there."""
        chosen = self.chosen
        names = {one.unit.id for one in self.reached}
        return chosen is None or figure is chosen or not figure.sure or figure.name in names

    def _marks_of(self, figure: TrackedFigure) -> list[Annotation]:
        unit = self.units.get(figure.name)
        known = unit is not None and figure.sure
        tone: ColourTone = "quiet" if unit is None else "good" if figure.sure else "warning"
        marks = self.outlined(base_of(figure.base), tone)
        if unit is not None and self._is_labelled(figure):
            word = short_name(unit) if figure.sure else f"{short_name(unit)}?"
            marks.append(TextMark(word, self.table_picture.pixel(figure.centre), tone))
        if unit is not None and known and (unit.figures or figure is self.chosen):
            for reach in unit.reaches:
                moves, barrel = reach.kind == "move", barrel_of(figure, unit)
                outline = (
                    ring(figure.centre, reach.inches)
                    if moves or barrel is None
                    else arc(figure.centre, barrel, reach.inches, reach.to_each_side)
                )
                marks += [
                    replace(line, bold=not moves)
                    for line in self.outlined(outline, "good" if moves else "lamp")
                    if isinstance(line, Polyline)
                ]
        return marks


def short_name(unit: Unit) -> str:
    """Return what fits beside a figure: ``"inf 2"``; the colour of the figure tells its side."""
    words = shown(unit.name).split()[1:] or [unit.name]
    number = words[-1] if words[-1].isdigit() else ""
    return f"{words[0][:SHORT]} {number}".strip()
