"""Dice as drawn faces."""

from typing import Any, ClassVar

from kivy.properties import BooleanProperty, NumericProperty, ObjectProperty, OptionProperty

from companion.dice.faces import PIPS
from companion.ui import theme
from companion.ui.theme import Swatch, px
from companion.ui.widgets.controls import drawing
from companion.ui.widgets.controls.canvas_widget import CanvasWidget, Tappable
from companion.ui.widgets.controls.drawing import Point


def draw_die(
    face: int, pos: Point, side: float, paint: Swatch, *, faint: bool = False, lost: bool = False
) -> None:
    """Draw a die on the open canvas.

    Args:
        face: its face; numbers over 6 (a bonus included) are written in figures.
        pos: its bottom left corner.
        side: its size.
        paint: its colours.
        faint: whether it does not count.
        lost: whether it lost its comparison: darker, with a cross at its corner.
    """
    fade = 0.35 if faint else 0.6 if lost else 1.0
    radius = side * 0.2
    if not faint:
        drawing.rounded_rectangle((pos[0], pos[1] - side * 0.04), (side, side), theme.SHADOW, radius=radius)
    drawing.rounded_rectangle(pos, (side, side), theme.with_alpha(paint.edge, fade), radius=radius)
    rim = max(1.0, side * 0.045)
    inner = (side - 2 * rim, side - 2 * rim)
    drawing.rounded_rectangle(
        (pos[0] + rim, pos[1] + rim), inner, theme.with_alpha(paint.fill, fade), radius=radius - rim
    )
    centre = (pos[0] + side / 2, pos[1] + side / 2)
    text_colour = theme.with_alpha(paint.text, fade)
    if face in PIPS:
        for x, y in PIPS[face]:
            drawing.disc(
                (centre[0] + x * side * 0.26, centre[1] + y * side * 0.26), side * 0.095, text_colour
            )
    else:
        drawing.draw_text(str(face), centre, side * 0.6, text_colour, bold=True, anchor=(0.5, 0.5))
    if lost:
        at = (pos[0] + side * 0.9, pos[1] + side * 0.12)
        drawing.disc(at, side * 0.2, theme.BACKGROUND, theme.WARNING, max(1.5, side * 0.03))
        drawing.draw_icon("cross", at, side * 0.14, theme.WARNING)


class DieFace(Tappable):
    """One die.

    Attributes:
        face: 0 (blank) to 6.
        body: colour of the die, a name in `theme.DIE_COLOURS`.
        bonus: shown on a marker at the corner, such as +1, if not 0.
        unsure: whether the dice reader is unsure: an amber edge and a question mark.
        faint: whether it does not count.
        lost: whether it lost its comparison: struck through.
        chosen: whether its edge is highlighted.
    """

    face = NumericProperty(0)
    body = OptionProperty("white", options=tuple(theme.DIE_COLOURS))
    bonus = NumericProperty(0)
    unsure = BooleanProperty(False)
    faint = BooleanProperty(False)
    lost = BooleanProperty(False)
    chosen = BooleanProperty(False)

    shows: ClassVar[tuple[str, ...]] = (
        "face", "body", "bonus", "unsure", "faint", "lost", "chosen", "pressed", "ruling",
    )  # fmt: skip

    def draw(self) -> None:
        """Draw the die as large as fits, with its markers."""
        frame = px(4)
        side = min(self.size) - 2 * frame
        x, y = self.center_x - side / 2, self.center_y - side / 2
        lit = theme.ACCENT if self.chosen or self.pressed else theme.WARNING if self.unsure else None
        if lit is not None:
            around = side + 2 * px(3)
            drawing.rounded_rectangle(
                (x - px(3), y - px(3)), (around, around), lit, radius=side * 0.2 + px(3)
            )
        faint = self.faint or self.denied
        draw_die(int(self.face), (x, y), side, theme.DIE_COLOURS[self.body], faint=faint, lost=self.lost)
        if self.bonus:
            self._draw_marker(f"{self.bonus:+d}", (x + side, y + side), side, theme.ACCENT)
        elif self.unsure:
            self._draw_marker("?", (x + side, y + side), side, theme.WARNING)

    def _draw_marker(self, text: str, corner: Point, side: float, ground: theme.Rgba) -> None:
        radius = max(side * 0.24, px(11))
        centre = (corner[0] - radius * 0.35, corner[1] - radius * 0.35)
        drawing.disc(centre, radius, ground, theme.DARK_TEXT, px(2))
        drawing.draw_text(text, centre, radius * 1.25, theme.DARK_TEXT, bold=True, anchor=(0.5, 0.5))


class DiceRow(CanvasWidget):
    """Dice side by side, in the order given.

    Attributes:
        faces: their faces.
        body: their colour.
        bonus: marked on the highest die.
        unsure: positions of those the dice reader is not sure of.
        faint: positions of those that do not count.
    """

    faces = ObjectProperty(())
    body = OptionProperty("white", options=tuple(theme.DIE_COLOURS))
    bonus = NumericProperty(0)
    unsure = ObjectProperty(())
    faint = ObjectProperty(())

    shows: ClassVar[tuple[str, ...]] = ()

    def __init__(self, **properties: Any) -> None:
        self.dice: list[DieFace] = []
        super().__init__(**properties)
        self.fbind("faces", self._deal)
        for name in ("body", "bonus", "unsure", "faint"):
            self.fbind(name, self._deal)
        self._deal()

    def _deal(self, *_: Any) -> None:
        """Make the right dice."""
        self.clear_widgets()
        best = self.faces.index(max(self.faces)) if self.faces else -1
        self.dice = [
            DieFace(
                face=face,
                body=self.body,
                bonus=self.bonus if number == best else 0,
                unsure=number in self.unsure,
                faint=number in self.faint,
            )
            for number, face in enumerate(self.faces)
        ]
        for die in self.dice:
            self.add_widget(die)
        self.redraw()

    def draw(self) -> None:
        """Put the dice in the middle, as large as fit."""
        if not self.dice:
            return
        gap = px(theme.SPACE_4)
        side = min(self.height, (self.width + gap) / len(self.dice) - gap)
        left = self.center_x - (len(self.dice) * (side + gap) - gap) / 2
        for number, die in enumerate(self.dice):
            die.size = (side, side)
            die.pos = (left + number * (side + gap), self.center_y - side / 2)
