"""The panel on the screen: its lights, and every button with what it does now."""

from time import monotonic
from typing import Any, ClassVar

from kivy.clock import Clock
from kivy.properties import BooleanProperty, DictProperty, ObjectProperty

from companion.hardware.panel import (
    ASK,
    BLANK,
    BUTTON_FACES,
    NEXT,
    PANEL_BUTTONS,
    UNDO,
    Button,
    ButtonRole,
    LightFrame,
    LightState,
    seat_button,
)
from companion.hardware.panel_group import PanelGroup
from companion.hardware.signals import Meanings
from companion.hardware.simulated import SimulatedPanel
from companion.locale.catalogue import shown
from companion.locale.messages import gettext, joined
from companion.referee.seats import Seat
from companion.ui import theme
from companion.ui.theme import px
from companion.ui.widgets.controls import drawing
from companion.ui.widgets.controls.canvas_widget import CanvasWidget
from companion.ui.widgets.players.emblem import draw_badge

LINES = 2
HEIGHT = 56
"""Height of the strip, in theme pixels."""
LIGHTS = 12
"""Height of the lights along its upper edge."""
FRAME_SECONDS = 1 / 8
"""Seconds between two frames of the lights: one digit of a blink pattern."""
BLINKING = theme.PULSES * theme.PULSE_SECONDS
"""Seconds for which they blink after a change; then they stand, since each blink draws the whole window."""
LONG = 0.8
"""Seconds after which a finger on a drawn button counts as a long press."""

ICON_BUTTONS = (UNDO, ASK)
"""Buttons without text: they always do the same."""


class Lights(CanvasWidget):
    """Steps at the left, the whole table's light in the middle, seats at the right, each in its pattern."""

    frame = ObjectProperty(BLANK)
    shows: ClassVar[tuple[str, ...]] = ("frame",)

    def __init__(self, **properties: Any) -> None:
        self._drawn: tuple[float, ...] = ()
        self._changed = monotonic()
        super().__init__(**properties)
        # The clock holds methods weakly and lambdas strongly: a lambda would keep the shell in memory.
        Clock.schedule_interval(self._blink, FRAME_SECONDS)

    def _blink(self, _elapsed: float) -> None:
        """Draw only what changed: a drawn frame costs most of a core on a Pi."""
        if self.get_root_window() is not None and self._brightness() != self._drawn:
            self.redraw()

    def on_frame(self, *_: object) -> None:
        """Blink anew."""
        self._changed = monotonic()

    def _brightness(self) -> tuple[float, ...]:
        """The current brightness of every light."""
        frame = self.frame
        return tuple(map(self._bright, (*frame.steps, *frame.seats, frame.attention)))

    def _bright(self, light: LightState) -> float:
        now = monotonic()
        return light.peak if now - self._changed > BLINKING else light.brightness(int(now * 1000))

    def draw(self) -> None:
        """Draw every light with its current brightness."""
        frame: LightFrame = self.frame
        self._drawn = self._brightness()
        third = self.width * 0.46
        self._bars(frame.steps, self.x, third)
        self._bars(frame.seats, self.right - third, third)
        self._bars((frame.attention,), self.center_x - self.width * 0.03, self.width * 0.06)

    def _bars(self, lights: tuple[LightState, ...], left: float, width: float) -> None:
        share = width / max(1, len(lights))
        for number, light in enumerate(lights):
            lit = theme.blend(theme.LIGHT_COLOURS["off"], theme.rgba(light.colour), self._bright(light))
            at, size = (left + number * share + px(2), self.y + px(2)), (share - px(4), self.height - px(4))
            drawing.rounded_rectangle(at, size, lit, radius=px(4))


class PanelStrip(CanvasWidget):
    """The current meaning of every button of the panel.

    Attributes:
        frame: what the lights do.
        meanings: meaning of every press, as in `companion.hardware.signals.meanings`.
        seats: who plays, round the table.
        touchable: whether the drawn buttons can be pressed, since there is no other panel.

    Events:
        on_press: a drawn button was pressed; gets the button and whether it was held.
    """

    frame = ObjectProperty(BLANK)
    meanings = DictProperty({})
    seats = ObjectProperty(())
    touchable = BooleanProperty(False)

    shows: ClassVar[tuple[str, ...]] = ("meanings", "seats", "touchable", "parent")
    __events__ = ("on_press",)

    def __init__(self, **properties: Any) -> None:
        self._lights = Lights()
        self._spans: list[tuple[float, float, Button]] = []
        super().__init__(**properties)
        self.add_widget(self._lights)
        self.fbind("frame", lambda _, frame: setattr(self._lights, "frame", frame))

    def show(self, frame: LightFrame, meanings: Meanings, seats: tuple[Seat, ...]) -> None:
        """Show lights and meanings."""
        self.frame, self.meanings, self.seats = frame, meanings, seats

    def lay(self, corner: drawing.Point, width: float) -> float:
        """Set position and width; return the height in pixels."""
        self.size_hint, self.size, self.pos = (None, None), (width, px(HEIGHT)), corner
        return px(HEIGHT)

    def draw(self) -> None:
        """Draw the lights above one cell for every button with a meaning, if it is visible."""
        if self.parent is None:
            return
        drawing.rounded_rectangle(self.pos, self.size, theme.SURFACE, radius=0)
        self._lights.size = (self.width - px(theme.SPACE_8), px(LIGHTS))
        self._lights.pos = (self.x + px(theme.SPACE_4), self.top - px(LIGHTS))
        cells = self._cells()
        signs = [button for button, text in cells if not text]
        sign = px(theme.TAP_TARGET)
        share = (self.width - sign * len(signs)) / max(1, len(cells) - len(signs))
        self._spans, left = [], self.x
        for button, text in cells:
            width = share if text else sign
            self._draw_cell(button, text, left, width)
            self._spans.append((left, left + width, button))
            left += width

    def _cells(self) -> list[tuple[Button, str]]:
        """List the buttons to show with their texts; constant buttons have only an icon."""
        seats = (seat_button(number) for number in range(len(self.seats)))
        told = [button for button in PANEL_BUTTONS if button not in ICON_BUTTONS]
        cells = [(button, text) for button in (*told, *seats) if (text := self._words(button))]
        if not cells:
            return [(button, text) for button in ICON_BUTTONS if (text := self._words(button))]
        return cells + [(button, "") for button in ICON_BUTTONS if (button, False) in self.meanings]

    def _words(self, button: Button) -> str:
        pressed, held = (self.meanings.get((button, long)) for long in (False, True))
        if held is None or (pressed is not None and button in (NEXT, *ICON_BUTTONS)):
            return pressed.text if pressed is not None else ""
        second = gettext("hold: {action}", action=held.text)
        return second if pressed is None else joined([pressed.text, second], "\n")

    def _draw_cell(self, button: Button, text: str, left: float, width: float) -> None:
        radius = (self.height - px(LIGHTS)) / 2 - px(4)
        centre = (left + px(theme.SPACE_4) + radius, self.y + (self.height - px(LIGHTS)) / 2)
        if button.role is ButtonRole.SEAT:
            draw_badge(self.seats[button.seat], centre, radius)
        else:
            face = BUTTON_FACES[button.role]
            drawing.disc(centre, radius, theme.rgba(face.colour), theme.TEXT, px(2))
            drawing.draw_icon(face.icon, centre, radius * 0.56, theme.TEXT)
        start, size = centre[0] + radius + px(6), px(theme.BODY)
        space = left + width - start - px(6)
        lines = fitting_lines(text, size, space)
        for number, line in enumerate(lines):
            at = (start, centre[1] + (len(lines) - 1 - 2 * number) * size * 0.5)
            drawing.draw_text(line, at, size, theme.TEXT)

    # --- fingers -------------------------------------------------------------------------------------------

    def on_touch_down(self, touch: Any) -> bool:
        """Grab the finger; widgets behind do not get the touch."""
        if not self.collide_point(*touch.pos):
            return False
        if self.touchable:
            touch.grab(self)
            touch.ud[self] = monotonic()
        return True

    def on_touch_up(self, touch: Any) -> bool:
        """Tell which button was pressed."""
        if touch.grab_current is not self:
            return bool(super().on_touch_up(touch))
        touch.ungrab(self)
        for left, right, button in self._spans:
            if left <= touch.x < right and self.collide_point(*touch.pos):
                self.dispatch("on_press", button, monotonic() - touch.ud[self] >= LONG)
        return True


def fitting_lines(text: str, size: float, space: float) -> list[str]:
    """Return both meanings of a button, else the first, in at most two lines; empty if neither fits."""
    both = shown(text).splitlines()
    for lines in (both, drawing.wrap_text(both[0], size, space)) if both else ():
        if len(lines) <= LINES and all(drawing.text_width(line, size) <= space for line in lines):
            return lines
    return []


def strip_of(panels: PanelGroup) -> PanelStrip:
    """Make the strip of some panels; a simulated panel gets its presses from it."""
    simulated = [panel for panel in panels.panels if isinstance(panel, SimulatedPanel)]
    strip = PanelStrip(touchable=bool(simulated))
    for panel in simulated:
        strip.bind(on_press=lambda _, button, held, panel=panel: panel.press(button, long=held))
    return strip
