"""A paper template laid over the picture in true size, with the miniatures under it."""

from collections.abc import Sequence
from math import atan2, cos, degrees, hypot, radians, sin
from typing import ClassVar, Literal

import numpy as np

from calibration.boards import Points
from calibration.templates import TemplateOutline as Outline
from calibration.templates import ring
from companion.locale.messages import capitalised, gettext
from companion.referee.inches import format_inches
from companion.referee.questions import Template
from companion.ui.rulers.annotations import Annotation
from companion.ui.rulers.ruler import Ruler, counted_words
from companion.ui.rulers.table_picture import Pixel, TablePicture
from companion.vision.miniatures.detection import Miniature

TemplateForm = Literal["triangle", "rectangle", "circle"]
NAMES: dict[TemplateForm, str] = {
    "triangle": gettext("Triangle"),
    "rectangle": gettext("Strip"),
    "circle": gettext("Circle"),
}


def outline_of(shape: Template) -> Outline:
    """The corners of a shape around its middle, along x; a triangle's tip points backwards."""
    long, wide = shape.length / 2, shape.width / 2
    if shape.form == "circle":
        return Outline(shape.form, ring((0.0, 0.0), long))
    if shape.form == "triangle":
        return Outline(shape.form, np.array([[-long, 0.0], [long, -wide], [long, wide]]))
    return Outline(shape.form, np.array([[-long, -wide], [long, -wide], [long, wide], [-long, wide]]))


def shape_of(outline: Outline) -> Template:
    """The shape with this outline, in a question's form."""
    corners = len(outline.outline)
    form: TemplateForm = "triangle" if corners == 3 else "rectangle" if corners == 4 else "circle"
    return Template(form, outline.length, outline.width)


class TemplateRuler(Ruler):
    """A shape that is dragged by its middle and turned by its end."""

    title: ClassVar[str] = gettext("Paper")

    def __init__(self, table_picture: TablePicture, shape: Template) -> None:
        super().__init__(table_picture)
        self.shape = shape
        self.degrees = 0.0
        self.middle: Pixel = table_picture.inches(
            (table_picture.size[0] / 2, table_picture.size[1] * 0.55)
        ) or (0.0, 0.0)
        self._place()

    def lay(self, shape: Template) -> None:
        """Use another shape at the same place."""
        self.shape = shape
        self._place()

    def grab(self, pixel: Pixel) -> bool:
        """Grab a handle, or the paper anywhere."""
        if super().grab(pixel):
            return True
        at = self.table_picture.inches(pixel)
        if at is None or hypot(at[0] - self.middle[0], at[1] - self.middle[1]) > self.shape.length / 2:
            return False
        self.held = 0
        self._offset = (self.handles[0][0] - pixel[0], self.handles[0][1] - pixel[1])
        return True

    def move(self, handle: int, pixel: Pixel) -> None:
        """Move it by its middle, or rotate it by its end."""
        at = self.table_picture.inches(pixel)
        if at is None:
            return
        if handle == 0:
            self.middle = at
        else:
            self.degrees = degrees(atan2(at[1] - self.middle[1], at[0] - self.middle[0]))
        self._place()

    def turn(self, by: float) -> None:
        """Turn it by this many degrees."""
        self.degrees += by
        self._place()

    def _place(self) -> None:
        """Put one handle at its middle and, unless it is a circle, one beyond its end."""
        self.handles = [self.table_picture.pixel(self.middle)]
        if self.shape.form != "circle":
            far = self.shape.length / 2 + 0.6
            turn = radians(self.degrees)
            end = (self.middle[0] + far * cos(turn), self.middle[1] + far * sin(turn))
            self.handles.append(self._inside(self.table_picture.pixel(end)))

    @property
    def outline(self) -> Points:
        """The paper on the table, n x 2 inches."""
        return outline_of(self.shape).laid(self.middle, self.degrees)

    @property
    def counted(self) -> list[Miniature]:
        """The miniatures whose bases it touches."""
        return self.table_picture.covered_by(self.outline)

    @property
    def reading(self) -> str:
        """How many miniatures are under it."""
        return capitalised(counted_words(len(self.counted)))

    @property
    def remark(self) -> str:
        """How large it is."""
        length, width = format_inches(self.shape.length), format_inches(self.shape.width)
        if self.shape.form == "circle":
            return gettext("Circle, {length} across. Tap miniatures in or out.", length=length)
        if self.shape.form == "rectangle":
            return gettext(
                "Strip, {length} by {width}. Tap miniatures in or out.", length=length, width=width
            )
        return gettext("Triangle, {length} by {width}. Tap miniatures in or out.", length=length, width=width)

    def own_annotations(self) -> Sequence[Annotation]:
        """The paper."""
        return self.outlined(self.outline, filled=True)
