"""Fusion of all checks: what is wrong with each die, or that it is sure."""

import math
from collections.abc import Sequence
from dataclasses import replace

from companion.vision.detection.detector_output import Detection
from companion.vision.dice import DieReading, RejectReason
from companion.vision.fusion.thresholds import Thresholds, is_certain, is_confirmed_die
from companion.vision.tray import Tray
from companion.vision.verification.segmentation_check import MAX_BODY_RATIO, usual_ratio

VIEW_MARGIN = 0.42
"""Edges from the picture's border within which the border cuts into the top face."""

RIM_MARGIN = 0.35
"""Edges from the tray's rim within which a die touches it."""

MIN_GAP = 0.72
"""Edges between the middles of two dice that lie side by side; closer ones lie on each other."""

REASONS: dict[RejectReason, str] = {
    RejectReason.UNCLEAR: "a die cannot be made out",
    RejectReason.LEANING: "a die leans",
    RejectReason.STACKED: "a die lies on another",
    RejectReason.NOT_LEVEL: "a die leans or lies on another",
    RejectReason.AT_THE_RIM: "a die touches the rim of the tray",
    RejectReason.OUT_OF_VIEW: "a die is partly out of view",
    RejectReason.NOT_A_DIE: "something may be a die or not",
}
"""Why a reading with such a die is unsure, a sentence for players."""


def diagnose(
    dice: Sequence[DieReading], thresholds: Thresholds, tray: Tray | None, size: tuple[int, int]
) -> list[DieReading]:
    """Decide for each die whether it is sure, and if not, what is wrong with it.

    Args:
        dice: as all checks describe them.
        thresholds: from where on they are believed.
        tray: where the tray is, if that is known.
        size: width and height of the picture, in pixels.
    """
    confirmed = any(is_confirmed_die(die.detection, die.pips, thresholds, die.pips_in_colour) for die in dice)
    reasons = [
        next(
            (reason for reason, holds in _checks(die, dice, confirmed, thresholds, tray, size) if holds), None
        )
        for die in dice
    ]
    return [
        replace(die, reject_reason=reason, sure=reason is None)
        for die, reason in zip(dice, reasons, strict=True)
    ]


def _checks(
    die: DieReading,
    dice: Sequence[DieReading],
    confirmed: bool,
    thresholds: Thresholds,
    tray: Tray | None,
    size: tuple[int, int],
) -> list[tuple[RejectReason, bool]]:
    """Each reason to reject a die, most severe first; `confirmed` if any detection is a confirmed die."""
    found, others = die.detection, [other for other in dice if other is not die]
    usual = usual_ratio([other.body_ratio for other in others])
    certain = (
        die.symbol_sure
        if die.symbol_sure is not None
        else is_certain(found, die.pips, thresholds, die.pips_in_colour)
    )
    return [
        (RejectReason.NOT_A_DIE, found.objectness < thresholds.min_counted or not confirmed),
        (RejectReason.OUT_OF_VIEW, _border_distance(found, size) < VIEW_MARGIN * found.edge),
        (
            RejectReason.AT_THE_RIM,
            tray is not None and _rim_distance(found, tray, size) < RIM_MARGIN * found.edge,
        ),
        (RejectReason.STACKED, any(_overlap(found, other.detection) for other in others)),
        (RejectReason.NOT_LEVEL, die.body_ratio > MAX_BODY_RATIO * usual),
        (RejectReason.LEANING, found.cocked > thresholds.max_cocked),
        (RejectReason.UNCLEAR, not certain),
    ]


def _border_distance(found: Detection, size: tuple[int, int]) -> float:
    return min(found.centre_x, found.centre_y, size[0] - found.centre_x, size[1] - found.centre_y)


def _rim_distance(found: Detection, tray: Tray, size: tuple[int, int]) -> float:
    return tray.holds((found.centre_x, found.centre_y), size)


def _overlap(one: Detection, other: Detection) -> bool:
    """Whether two dice are nearer to each other than two dice side by side can be."""
    gap = math.hypot(one.centre_x - other.centre_x, one.centre_y - other.centre_y)
    return gap < MIN_GAP * min(one.edge, other.edge)
