"""What a ruler draws over the picture, in the picture's pixels."""

from dataclasses import dataclass
from typing import Literal

from calibration.boards import Points
from companion.ui.rulers.table_picture import Pixel

Tone = Literal["lamp", "good", "warning", "quiet"]
"""Colours by what they mean: the thing itself, within, beyond, and beside the point."""


@dataclass(frozen=True, eq=False)
class Polyline:
    """A line through points of the picture.

    Attributes:
        points: n x 2 pixels.
        tone: its colour.
        closed: it ends where it begins.
        filled: what it encloses is tinted.
        bold: it is drawn thick.
    """

    points: Points
    tone: Tone = "lamp"
    closed: bool = False
    filled: bool = False
    bold: bool = True


@dataclass(frozen=True)
class TextMark:
    """Words on the picture, beside a point."""

    text: str
    at: Pixel
    tone: Tone = "lamp"


@dataclass(frozen=True)
class Handle:
    """What a finger grabs."""

    at: Pixel
    held: bool = False


Annotation = Polyline | TextMark | Handle
