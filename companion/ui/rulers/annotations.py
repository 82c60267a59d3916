"""What a ruler draws over the picture, in the picture's pixels."""

from dataclasses import dataclass
from typing import Literal

from calibration.boards import Points
from companion.ui.rulers.table_picture import Pixel

ColourTone = Literal["lamp", "good", "warning", "quiet"]
"""Colours by meaning: the ruler itself, within reach, beyond reach, and secondary."""


@dataclass(frozen=True, eq=False)
class Polyline:
    """A line through points of the picture.

    Attributes:
        points: n x 2 pixels.
        tone: its colour.
        closed: whether it is a polygon.
        filled: whether its inside is tinted.
        bold: whether it is thick.
        dashed: whether it has gaps.
    """

    points: Points
    tone: ColourTone = "lamp"
    closed: bool = False
    filled: bool = False
    bold: bool = True
    dashed: bool = False


@dataclass(frozen=True)
class TextMark:
    """Text on the picture, beside a point."""

    text: str
    at: Pixel
    tone: ColourTone = "lamp"


@dataclass(frozen=True)
class Handle:
    """A handle that a finger can drag."""

    at: Pixel
    held: bool = False


Annotation = Polyline | TextMark | Handle
