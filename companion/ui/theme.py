"""Colours, type, spacing and motion of the screen: a calm war-room table under a warm lamp.

Every size is written for the 800x480 screen of seven inches, where a millimetre is 5.2 pixels, and grows with
the window: `px` turns such a size into pixels. Colours are red, green, blue and alpha from 0 to 1.
"""

from dataclasses import dataclass
from pathlib import Path
from typing import Protocol, TypeAlias
from weakref import WeakSet

from kivy.event import EventDispatcher
from kivy.properties import BooleanProperty, NumericProperty

from companion.referee.seats import Colour

Rgba: TypeAlias = tuple[float, float, float, float]


def rgba(code: str, alpha: float = 1.0) -> Rgba:
    """Read a colour from its hexadecimal code, such as ``"f2c879"``."""
    red, green, blue = (int(code[at : at + 2], 16) / 255 for at in (0, 2, 4))
    return red, green, blue, alpha


def faded(colour: Rgba, alpha: float) -> Rgba:
    """Return the colour as transparent as `alpha` says (0 is invisible)."""
    return (*colour[:3], alpha)


def mixed(one: Rgba, other: Rgba, share: float) -> Rgba:
    """Mix two colours; `share` is how much of the other one there is, 0 to 1."""
    red, green, blue, alpha = (a + (b - a) * share for a, b in zip(one, other, strict=True))
    return red, green, blue, alpha


def times(one: Rgba, other: Rgba) -> Rgba:
    """Let light of one colour fall on another."""
    red, green, blue, alpha = (a * b for a, b in zip(one, other, strict=True))
    return red, green, blue, alpha


# --- colours -----------------------------------------------------------------------------------------------

TABLE = rgba("181c20")
"""The table under everything."""
PANEL = rgba("252b30")
"""Cards and sheets lying on the table."""
RAISED = rgba("333b41")
"""What can be touched on a panel."""
EDGE = rgba("4b555c")
"""Thin lines around panels."""
TEXT = rgba("f6eedd")
"""Words that matter."""
MUTED = rgba("c6bda9")
"""Words beside them."""
LAMP = rgba("f3c673")
"""Warm light: what to touch now."""
GLOW = rgba("fff2cc")
"""The lamp at its brightest: around land that can be picked."""
INK = rgba("1e1710")
"""Words and lines on light ground."""
PARCHMENT = rgba("e4d5b0")
"""Light ground."""
DENIED = rgba("2a3035")
"""Ground of what cannot be done now, yet explains itself when tapped."""
DENIED_TEXT = rgba("a9a495")
DANGER = rgba("9c2f25")
GOOD = rgba("8cc28f")
WARNING = rgba("f0a35e")
SEA = rgba("1c2f3b")
SEA_DEEP = rgba("14232d")
SHORE = rgba("2c4654")
SHADE = rgba("0b0d0f", 0.72)
"""Laid over everything behind a sheet."""
SHADOW = rgba("000000", 0.35)
CARD_PAPER = rgba("f0e6cc")


@dataclass(frozen=True)
class Paint:
    """One seat's colour.

    Attributes:
        fill: the colour of the player's pieces.
        text: words and signs on it.
        edge: the outline that sets it off from the table as well as from parchment.
    """

    fill: Rgba
    text: Rgba
    edge: Rgba


def _paint(fill: str, text: Rgba, edge: str) -> Paint:
    return Paint(rgba(fill), text, rgba(edge))


SEATS: dict[Colour, Paint] = {
    "red": _paint("b3302b", TEXT, "f0a69c"),
    "blue": _paint("2560a4", TEXT, "9cc4ee"),
    "green": _paint("2a7242", TEXT, "9fd6ac"),
    "yellow": _paint("ecc742", INK, "fff0b0"),
    "black": _paint("23262a", TEXT, "a7adb3"),
    "purple": _paint("75429c", TEXT, "d0aeea"),
    "orange": _paint("e5852c", INK, "ffd3a2"),
    "white": _paint("f2eee4", INK, "9a9488"),
    "brown": _paint("744524", TEXT, "d3a880"),
    "gray": _paint("98a0a6", INK, "d8dde1"),
}
"""What each seat colour looks like."""

NOBODY = _paint("cdbf9c", INK, "f1e6c8")
"""Land that nobody holds."""

DICE: dict[str, Paint] = {
    "red": _paint("b3302b", TEXT, "e58f86"),
    "white": _paint("f4f0e6", INK, "bdb6a6"),
    "black": _paint("26292d", TEXT, "8d949b"),
    "blue": _paint("2560a4", TEXT, "8db8e6"),
    "green": _paint("2a7242", TEXT, "8fca9d"),
    "yellow": _paint("ecc742", INK, "b8932a"),
    "orange": _paint("e5852c", INK, "a85f1c"),
    "purple": _paint("75429c", TEXT, "c29fdf"),
    "brown": _paint("744524", TEXT, "c5996f"),
    "grey": _paint("98a0a6", INK, "666d73"),
    "bone": _paint("e6d7b2", INK, "a8966b"),
}
"""Bodies of dice, by the colour names the eye uses."""

CONTINENTS: dict[str, Rgba] = {
    "yellow": rgba("e3bf62"),
    "red": rgba("d98a76"),
    "blue": rgba("86b2dc"),
    "brown": rgba("c79a6b"),
    "green": rgba("8fc08c"),
    "purple": rgba("bd9ad0"),
    "teal": rgba("7cc6bd"),
}
"""Tints of continents, by the colour names of boards: their names and the shallow water around them."""

LAMPS: dict[str, Rgba] = {"off": rgba("30363b")}

PAIRS: dict[str, tuple[Rgba, Rgba]] = {
    "text on the table": (TEXT, TABLE),
    "text on a panel": (TEXT, PANEL),
    "text on raised": (TEXT, RAISED),
    "muted on the table": (MUTED, TABLE),
    "muted on a panel": (MUTED, PANEL),
    "muted on raised": (MUTED, RAISED),
    "denied": (DENIED_TEXT, DENIED),
    "ink on lamp light": (INK, LAMP),
    "ink on parchment": (INK, PARCHMENT),
    "ink on card paper": (INK, CARD_PAPER),
    "text on danger": (TEXT, DANGER),
    "lamp on the table": (LAMP, TABLE),
    "lamp on a panel": (LAMP, PANEL),
    "good on a panel": (GOOD, PANEL),
    "warning on a panel": (WARNING, PANEL),
    "warning on the table": (WARNING, TABLE),
    "text on the sea": (TEXT, SEA),
    "muted on the sea": (MUTED, SEA),
    **{f"{name} continent on the sea": (tint, SEA) for name, tint in CONTINENTS.items()},
    "nobody's land": (NOBODY.text, NOBODY.fill),
    **{f"{name} seat": (paint.text, paint.fill) for name, paint in SEATS.items()},
    **{f"{name} die": (paint.text, paint.fill) for name, paint in DICE.items()},
}
"""Every pair of words and ground that the screen uses, words first."""


def luminance(colour: Rgba) -> float:
    """Return the relative luminance of a colour, 0 (black) to 1 (white)."""
    red, green, blue = (
        part / 12.92 if part <= 0.04045 else ((part + 0.055) / 1.055) ** 2.4 for part in colour[:3]
    )
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue


def contrast(one: Rgba, other: Rgba) -> float:
    """Return how far two opaque colours stand apart, 1 (not at all) to 21 (black and white)."""
    darker, lighter = sorted((luminance(one), luminance(other)))
    return (lighter + 0.05) / (darker + 0.05)


# --- sizes -------------------------------------------------------------------------------------------------

_SHORT_SIDE = 480


class Measured(Protocol):
    """What depends on the measures of the window."""

    def measure(self) -> None:
        """Take the new measures."""


class Measures(EventDispatcher):
    """How large things are in this window.

    Attributes:
        unit: pixels for one pixel of the 800x480 screen.
        portrait: the window stands upright.
    """

    unit = NumericProperty(1.0)
    portrait = BooleanProperty(False)

    def __init__(self) -> None:
        self._measured: WeakSet[Measured] = WeakSet()
        super().__init__()

    def follow(self, widget: "Measured") -> None:
        """Tell a widget of every new unit for as long as it lives.

        `bind` would compare it with all others, those long gone among them, and a night makes many widgets.
        """
        self._measured.add(widget)

    def on_unit(self, *_: object) -> None:
        """Tell everybody."""
        for widget in tuple(self._measured):
            widget.measure()

    def fit(self, width: float, height: float) -> None:
        """Fit all sizes to a window of so many pixels."""
        self.portrait = height > width
        self.unit = min(width, height) / _SHORT_SIDE


MEASURES = Measures()


def px(size: float) -> float:
    """Turn a size written for the 800x480 screen into pixels of this window."""
    return round(size * float(MEASURES.unit))


CAPTION = 17
"""Names on the map and small print that can be done without."""
BODY = 21
"""4 mm: the smallest size for words that matter."""
LEAD = 26
TITLE = 34
FIGURE = 44

HAIR = 4
SMALL = 8
GAP = 12
WIDE = 16
BROAD = 24

TAP = 48
"""9 mm and a little: nothing to be touched is smaller."""
BUTTON = 60
"""Height of a big button."""
STRIP = 48
"""Height of the strips at the top and the bottom."""
RADIUS = 10
LINE = 2

_FONTS = Path(__file__).parent / "fonts"
FONT = str(_FONTS / "Cabin-Medium.otf")
FONT_BOLD = str(_FONTS / "Cabin-Bold.otf")

# --- motion, in seconds ------------------------------------------------------------------------------------

PRESS = 0.08
SETTLE = 0.22
PULSE = 1.8
HOLD = 0.9
REPEAT = 0.4
TOAST = 4.0
