"""Fuses network and checks: decides whether each die is sure, and if not, why.

Rejecting rather than guessing is Chow, "On optimum recognition error and reject tradeoff", 1970.
"""

import math
from collections.abc import Sequence
from dataclasses import replace

from companion.locale.messages import gettext
from companion.vision.detection.detector_output import Detection
from companion.vision.dice import DieReading, RejectReason
from companion.vision.tray import Tray

CLEAR, STAYS_CLEAR = (0.80, 0.96), (0.70, 0.95)
"""Objectness and probability of a face from which a detection is clear, and stays so on average with the
verifier's.
"""

MIN_REPORTED = 0.36
"""Objectness from which a detection makes the picture unsure unless it is read."""

MIN_COUNTED = 0.45
"""Objectness from which it is shown as a die, if any die in the picture is confirmed."""

CONFIRMED = 0.62
"""Objectness from which a detection is certainly a die: then weaker ones beside it may be dice too.

Boards, cards and wallpapers look like weak dice; real dice are hardly ever all weak (1 of 386 photos).
"""

CERTAIN, CERTAIN_FACE = 0.50, 0.70
"""Objectness times probability of the face, and that probability, from which a face is certain."""

LEANING = (0.04, 0.11)
"""Probabilities of leaning, beyond what its sides in view explain, above which a die is unclear, and above
which it is not level. Where no side is seen, it may lie upon another die, which the segmentation leaves out.
"""

OUTER_PIPS = 0.27
"""Distance of the outer rows of pips from the middle of the face, in edges."""

PIP_MARGIN = 0.10
"""What lies beyond their middles and must be in view as well, in edges: half a pip."""

RIM_MARGIN = 0.35
"""Distance to the tray's rim, in edges, below which a die touches it."""

REASONS: dict[RejectReason, str] = {
    RejectReason.UNCLEAR: gettext("a die cannot be made out"),
    RejectReason.NOT_LEVEL: gettext("a die leans or lies on another"),
    RejectReason.AT_THE_RIM: gettext("a die touches the rim of the tray"),
    RejectReason.OUT_OF_VIEW: gettext("a die is partly out of view"),
    RejectReason.NOT_A_DIE: gettext("something may be a die or not"),
}
"""For each reason the sentence that players see."""


def diagnose(dice: Sequence[DieReading], tray: Tray, size: tuple[int, int]) -> list[DieReading]:
    """Decide for each die of a picture of `size` (width, height) whether it is sure, and if not, why."""
    confirmed = any(die.detection.objectness >= CONFIRMED for die in dice)
    return [_diagnosed(die, confirmed, tray, size) for die in dice]


def _diagnosed(die: DieReading, confirmed: bool, tray: Tray, size: tuple[int, int]) -> DieReading:
    """The die with its most severe reason to reject it; `confirmed` if any detection is a confirmed die."""
    found = die.detection
    certain = die.symbol_sure if die.symbol_sure is not None else is_certain(die)
    border = min(found.centre_x, found.centre_y, size[0] - found.centre_x, size[1] - found.centre_y)
    inside = tray.holds((found.centre_x, found.centre_y), size)
    checks = {
        RejectReason.NOT_A_DIE: found.objectness < MIN_COUNTED or not confirmed,
        RejectReason.OUT_OF_VIEW: border < _pips_extent(found),
        RejectReason.AT_THE_RIM: inside < RIM_MARGIN * found.edge,
        RejectReason.NOT_LEVEL: die.leaning > LEANING[1],
        RejectReason.UNCLEAR: not certain,
    }
    reason = next((reason for reason, holds in checks.items() if holds), None)
    return replace(die, reject_reason=reason, sure=reason is None)


def _pips_extent(found: Detection) -> float:
    """How far the pips reach sideways or up and down, in pixels: furthest if the die stands on a corner."""
    angle = math.radians(found.angle)
    return (OUTER_PIPS * (abs(math.cos(angle)) + abs(math.sin(angle))) + PIP_MARGIN) * found.edge


def is_certain(die: DieReading) -> bool:
    """Whether a die's face is certain."""
    found = die.detection
    if die.glint or die.leaning > LEANING[0]:
        return False
    return found.face_score >= CERTAIN_FACE and found.objectness * found.face_score >= CERTAIN


def is_clear(found: Detection, limits: tuple[float, float] = CLEAR) -> bool:
    """Whether what is seen of a die needs no more crops."""
    return found.objectness >= limits[0] and found.face_score >= limits[1]
