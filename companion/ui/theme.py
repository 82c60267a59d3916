"""Colours, type sizes, spacing and durations of the user interface.

Sizes are in theme pixels: pixels of the 800x480 screen of seven inches, where a millimetre is 5.2 pixels.
`px` converts them to pixels of the window. Colours are red, green, blue and alpha from 0 to 1.
"""

import re
from dataclasses import dataclass
from math import hypot
from pathlib import Path
from typing import Protocol, TypeAlias
from weakref import WeakSet

from kivy import kivy_data_dir
from kivy.event import EventDispatcher
from kivy.properties import BooleanProperty, NumericProperty

from companion.dice.colours import DICE_COLOURS
from companion.icons import palette, typeface
from companion.icons.palette import SEAT_PAINTS, Paint
from companion.referee.seats import Colour

Rgba: TypeAlias = tuple[float, float, float, float]


def rgba(code: str, alpha: float = 1.0) -> Rgba:
    """Parse a hexadecimal colour code, such as ``"f2c879"``."""
    red, green, blue = (int(code[at : at + 2], 16) / 255 for at in (0, 2, 4))
    return red, green, blue, alpha


def with_alpha(colour: Rgba, alpha: float) -> Rgba:
    """Return the colour with this alpha, 0 (invisible) to 1."""
    return (*colour[:3], alpha)


def blend(first: Rgba, second: Rgba, share: float) -> Rgba:
    """Mix two colours linearly; `share` is the weight of the second, 0 to 1."""
    red, green, blue, alpha = (a + (b - a) * share for a, b in zip(first, second, strict=True))
    return red, green, blue, alpha


# --- colours -----------------------------------------------------------------------------------------------

BACKGROUND = rgba("181c20")
"""Background of the window."""
SURFACE = rgba("252b30")
"""Background of cards and panels."""
SURFACE_RAISED = rgba("333b41")
"""Background of what can be touched on a panel."""
BORDER = rgba("4b555c")
"""Thin lines around panels."""
EDGE = rgba("89949c")
"""Edges of touch targets: contrast of 3:1 with their background (WCAG 2.1, 1.4.11)."""
TEXT = rgba(palette.LIGHT)
"""Main text."""
MUTED = rgba("c6bda9")
"""Secondary text."""
ACCENT = rgba("f3c673")
"""Warm yellow: marks what to touch now."""
ACCENT_BRIGHT = rgba("fff2cc")
"""Brightest highlight: outline of a selectable territory."""
DARK_TEXT = rgba(palette.DARK)
"""Text and lines on light backgrounds."""
PARCHMENT = rgba("e4d5b0")
"""Light background."""
DISABLED = rgba("2a3035")
"""Background of a disabled button, which explains itself when tapped."""
DISABLED_TEXT = rgba("a9a495")
DANGER = rgba("9c2f25")
SUCCESS = rgba("8cc28f")
WARNING = rgba("f0a35e")
SEA = rgba("1c2f3b")
SEA_DEEP = rgba("14232d")
SHORE = rgba("2c4654")
SCRIM = rgba("0b0d0f", 0.72)
"""Covers everything behind a popup."""
SHADOW = rgba("000000", 0.35)
CARD_PAPER = rgba("f0e6cc")


@dataclass(frozen=True)
class Swatch:
    """One seat's colour.

    Attributes:
        fill: the colour of the player's pieces.
        text: of text and icons on it.
        edge: of the outline, visible on the table and on parchment.
    """

    fill: Rgba
    text: Rgba
    edge: Rgba


def _swatch(paint: Paint) -> Swatch:
    return Swatch(*map(rgba, paint))


SEAT_COLOURS: dict[Colour, Swatch] = {name: _swatch(paint) for name, paint in SEAT_PAINTS.items()}
"""Colours of each seat."""

UNOWNED = _swatch(palette.UNOWNED)
"""Colours of territories without an owner."""

DIE_COLOURS: dict[str, Swatch] = {
    name: Swatch(rgba(paint.fill), DARK_TEXT if paint.dark_pips else TEXT, rgba(paint.edge))
    for name, paint in DICE_COLOURS.items()
}
"""Colours of dice, by the colour names of the dice reader."""

CONTINENT_TINTS: dict[str, Rgba] = {
    "yellow": rgba("faf351"),
    "red": rgba("da7c84"),
    "blue": rgba("8fb8fc"),
    "brown": rgba("f4c29f"),
    "green": rgba("6ba52e"),
    "purple": rgba("af8ab1"),
    "teal": rgba("7bf5f6"),
}
"""Colours of continents' names and shallow water, by the colour names of boards.

Any two differ for every kind of colour vision, mostly by how light they are.
"""

LIGHT_COLOURS: dict[str, Rgba] = {"off": rgba("30363b")}

CONTRAST_PAIRS: dict[str, tuple[Rgba, Rgba]] = {
    "text on the table": (TEXT, BACKGROUND),
    "text on a panel": (TEXT, SURFACE),
    "text on raised": (TEXT, SURFACE_RAISED),
    "muted on the table": (MUTED, BACKGROUND),
    "muted on a panel": (MUTED, SURFACE),
    "muted on raised": (MUTED, SURFACE_RAISED),
    "denied": (DISABLED_TEXT, DISABLED),
    "ink on lamp light": (DARK_TEXT, ACCENT),
    "ink on parchment": (DARK_TEXT, PARCHMENT),
    "ink on card paper": (DARK_TEXT, CARD_PAPER),
    "text on danger": (TEXT, DANGER),
    "lamp on the table": (ACCENT, BACKGROUND),
    "lamp on a panel": (ACCENT, SURFACE),
    "good on a panel": (SUCCESS, SURFACE),
    "warning on a panel": (WARNING, SURFACE),
    "warning on the table": (WARNING, BACKGROUND),
    "text on the sea": (TEXT, SEA),
    "muted on the sea": (MUTED, SEA),
    **{f"{name} continent on the sea": (tint, SEA) for name, tint in CONTINENT_TINTS.items()},
    "nobody's land": (UNOWNED.text, UNOWNED.fill),
    **{f"{name} seat": (paint.text, paint.fill) for name, paint in SEAT_COLOURS.items()},
    **{f"{name} die": (paint.text, paint.fill) for name, paint in DIE_COLOURS.items()},
}
"""Every pair of text colour and background colour on the screen; tests check their contrast."""


def luminance(colour: Rgba) -> float:
    """Return the relative luminance of a colour, 0 (black) to 1 (white)."""
    red, green, blue = (
        part / 12.92 if part <= 0.04045 else ((part + 0.055) / 1.055) ** 2.4 for part in colour[:3]
    )
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue


def contrast(first: Rgba, second: Rgba) -> float:
    """Return the contrast ratio of two opaque colours (WCAG 2.1), 1 (equal) to 21 (black and white)."""
    darker, lighter = sorted((luminance(first), luminance(second)))
    return (lighter + 0.05) / (darker + 0.05)


# --- sizes -------------------------------------------------------------------------------------------------

_SHORT_SIDE = 480
_MAX_SHORT_SIDE = 680
"""Maximum short side of a window in theme pixels: more would show too much at once."""
_WIDE = 960
"""Window width from which more is shown beside the board, in theme pixels."""
_PIXELS_PER_MM = 5.2
"""Pixel density of the 800x480 screen of seven inches."""
_MM_PER_INCH = 25.4
DEFAULT_INCHES = {(800, 480): 7.0, (1024, 600): 10.1, (1280, 720): 7.0, (1280, 800): 10.1, (1920, 1080): 15.6}
"""Diagonals of common panels in inches, by their pixels, for screens that do not report their size."""


class Scalable(Protocol):
    """A widget whose layout depends on the size of the window."""

    def rescale(self) -> None:
        """Adapt to the new size."""


class Metrics(EventDispatcher):
    """Scale of the user interface for the size of the window.

    A physically larger screen shows more; a screen with more pixels per inch shows the same more sharply.

    Attributes:
        unit: pixels per theme pixel.
        portrait: the window is in portrait.
        wide: more is shown beside the board.
        inches: diagonal of the screen; 0 if unknown.
    """

    unit = NumericProperty(1.0)
    portrait = BooleanProperty(False)
    wide = BooleanProperty(False)
    inches = NumericProperty(0.0)

    def __init__(self) -> None:
        self._measured: WeakSet[Scalable] = WeakSet()
        super().__init__()

    def follow(self, widget: "Scalable") -> None:
        """Notify a widget of every new unit while it exists.

        `bind` would compare it with all bound widgets, dead ones too, and a long session creates many.
        """
        self._measured.add(widget)

    def on_unit(self, *_: object) -> None:
        """Notify all widgets."""
        for widget in tuple(self._measured):
            widget.rescale()

    def fit(self, width: float, height: float) -> None:
        """Set unit and orientation for a window of this many pixels."""
        short, long = sorted((width, height))
        inches = self.inches or DEFAULT_INCHES.get((round(long), round(short)))
        least, most = short / _MAX_SHORT_SIDE, short / _SHORT_SIDE
        same = hypot(short, long) / (inches * _MM_PER_INCH * _PIXELS_PER_MM) if inches else least
        self.portrait = height > width
        self.unit = min(most, max(least, same, 1.0))
        self.wide = width > height and width / self.unit >= _WIDE


METRICS = Metrics()


def px(size: float) -> float:
    """Convert theme pixels to pixels of this window, rounded."""
    return round(size * float(METRICS.unit))


CAPTION = 21
"""Small print: capitals of 16 minutes of arc at 60 cm, the minimum for comfortable reading."""
BODY = 21
"""4 mm: the minimum for important text."""
SUBTITLE = 26
TITLE = 34
DISPLAY = 44
FAR = 42
"""Capitals of 5.6 mm (0.7 of the size): 16 minutes of arc at 1.2 m, across the table, where ISO 9241-303:2011
asks for capitals of at least 16 minutes of arc."""
DISTANT = 48
"""Capitals of 33 pixels, readable from across the table."""
NAME = 88

SPACE_4 = 4
SPACE_8 = 8
SPACE_12 = 12
SPACE_16 = 16
SPACE_24 = 24
TARGET_GAP = 11
"""A little over 2 mm: the gap between two touch targets."""

TAP_TARGET = 48
"""A little over 9 mm: the minimum size of a touch target."""
BUTTON_HEIGHT = 60
"""Height of a big button."""
STRIP_HEIGHT = 48
"""Height of the strips at the top and the bottom."""
CORNER_RADIUS = 10
LINE_WIDTH = 2

FONT = str(typeface.FONT)
FONT_BOLD = str(typeface.FONT_BOLD)
_OTHER = Path(kivy_data_dir) / "fonts"
_OTHER_LETTERS = re.compile(
    "[\u0100-\u0151\u0154-\u015f\u0162-\u0177\u0179-\u017c\u0180-\u0191\u0193-\u1fff\u2212\u2264\u2265]"
)
"""Letters and signs that Cabin has not: Latin ones of other languages than the five, Greek, Cyrillic."""


def font_of(text: str, *, bold: bool = False) -> str:
    """Return the font of a text: Cabin, or Kivy's Roboto where a name has letters that Cabin has not."""
    if _OTHER_LETTERS.search(text):
        return str(_OTHER / ("Roboto-Bold.ttf" if bold else "Roboto-Regular.ttf"))
    return FONT_BOLD if bold else FONT


# --- motion, in seconds ------------------------------------------------------------------------------------

PRESS_SECONDS = 0.08
SETTLE_SECONDS = 0.22
PULSE_SECONDS = 1.8
PULSES = 4
"""Times that allowed places pulse when a question opens."""
HOLD_SECONDS = 0.9
REPEAT_DELAY = 0.4
TOAST_SECONDS = 4.0
CHANGE_SECONDS = 0.5
"""Duration of counting numbers up or down and of fading a conquered territory to its new colour."""
HAND_OVER_SECONDS = 2.0
AMBIENT_SECONDS = 15.0
"""Idle time until a band along the edge shows who plays."""
COMPUTER_SECONDS = 1.5
"""Time that the computer's answer is shown before the game continues, if no piece is moved."""


class Motion:
    """How much the screen animates.

    Attributes:
        less: show changes at once, without animation.
    """

    less = False


MOTION = Motion()
