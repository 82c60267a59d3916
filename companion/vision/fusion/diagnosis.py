"""Fuses all checks: decides whether each die is sure, and if not, why.

Two independent classifiers look at each die: the network and the pattern of pips. Where both agree, lower
scores are enough than for the network alone; where the pips show another face, the die is rejected. Pips that
show a face with fewer pips count less: faint pips are easily lost. Rejecting rather than
guessing is Chow, "On optimum recognition error and reject tradeoff", 1970.
"""

import math
from collections.abc import Sequence
from dataclasses import replace
from enum import StrEnum

from companion.locale.messages import gettext
from companion.vision.detection.detector_output import Detection
from companion.vision.dice import DieReading, RejectReason
from companion.vision.fusion.thresholds import Thresholds
from companion.vision.tray import Tray
from companion.vision.verification.pip_patterns import WITH_A_MIDDLE, PipReading
from companion.vision.verification.segmentation_check import MAX_BODY_RATIO, level_ratio, usual_ratio

OUTER_PIPS = 0.27
"""Distance of the outer rows of pips from the middle of the face, in edges."""

PIP_MARGIN = 0.15
"""What lies beyond their middles and must be in view as well, in edges: half a pip, and some of the face."""

RIM_MARGIN = 0.35
"""Distance to the tray's rim, in edges, below which a die touches it."""

MIN_GAP = 0.72
"""Smallest distance of the centres of two dice side by side, in edges; closer dice are stacked."""

MORE_PIPS: dict[int, tuple[int, ...]] = {1: (3, 5), 2: (3, 4, 5, 6), 3: (5,), 4: (5, 6), 5: (), 6: ()}
"""For each face the faces that contain its pips and more: a pip is easily missed, and hardly ever
imagined.
"""

REASONS: dict[RejectReason, str] = {
    RejectReason.UNCLEAR: gettext("a die cannot be made out"),
    RejectReason.LEANING: gettext("a die leans"),
    RejectReason.STACKED: gettext("a die lies on another"),
    RejectReason.NOT_LEVEL: gettext("a die leans or lies on another"),
    RejectReason.AT_THE_RIM: gettext("a die touches the rim of the tray"),
    RejectReason.OUT_OF_VIEW: gettext("a die is partly out of view"),
    RejectReason.NOT_A_DIE: gettext("something may be a die or not"),
}
"""For each reason the sentence that players see."""


class Agreement(StrEnum):
    """How the pips compare with the face that the network reads."""

    AGREES = "agrees"
    SILENT = "silent"
    FEWER = "fewer of these pips"
    OBJECTS = "objects"


def diagnose(
    dice: Sequence[DieReading], thresholds: Thresholds, tray: Tray | None, size: tuple[int, int]
) -> list[DieReading]:
    """Decide for each die whether it is sure, and if not, why.

    Args:
        dice: with the results of all checks.
        thresholds: scores from which a die is sure.
        tray: where the tray is, if that is known.
        size: width and height of the picture, in pixels.
    """
    confirmed = any(is_confirmed_die(die, thresholds) for die in dice)
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
    known = tray.known if tray is not None else ()
    usual = usual_ratio([level_ratio(other, known) for other in others])
    certain = die.symbol_sure if die.symbol_sure is not None else is_certain(die, thresholds)
    return [
        (
            RejectReason.NOT_A_DIE,
            found.objectness < thresholds.min_counted or not confirmed or die.goes_on,
        ),
        (RejectReason.OUT_OF_VIEW, _border_distance(found, size) < _pips_extent(found)),
        (
            RejectReason.AT_THE_RIM,
            tray is not None and _rim_distance(found, tray, size) < RIM_MARGIN * found.edge,
        ),
        (RejectReason.STACKED, any(_overlap(found, other.detection) for other in others)),
        (RejectReason.NOT_LEVEL, level_ratio(die, known) > MAX_BODY_RATIO * usual),
        (RejectReason.LEANING, found.cocked > thresholds.max_cocked),
        (RejectReason.UNCLEAR, not certain),
    ]


def _border_distance(found: Detection, size: tuple[int, int]) -> float:
    return min(found.centre_x, found.centre_y, size[0] - found.centre_x, size[1] - found.centre_y)


def _pips_extent(found: Detection) -> float:
    """How far the pips reach sideways or up and down, in pixels: furthest if the die stands on a corner."""
    angle = math.radians(found.angle)
    return (OUTER_PIPS * (abs(math.cos(angle)) + abs(math.sin(angle))) + PIP_MARGIN) * found.edge


def _rim_distance(found: Detection, tray: Tray, size: tuple[int, int]) -> float:
    return tray.holds((found.centre_x, found.centre_y), size)


def _overlap(one: Detection, other: Detection) -> bool:
    """Whether two dice are nearer to each other than two dice side by side can be."""
    gap = math.hypot(one.centre_x - other.centre_x, one.centre_y - other.centre_y)
    return gap < MIN_GAP * min(one.edge, other.edge)


def agreement(die: DieReading, thresholds: Thresholds) -> Agreement:
    """How the pips compare with the network's face: they agree if any channel agrees.

    They object if two channels object. If one channel sees a glint instead of the middle pip, the others are
    ignored.
    """
    face = die.detection.face
    each = [_agreement(one, face, thresholds) for one in (die.pips, *die.pips_in_colour)]
    said = set(each)
    if len(said) == 1:
        return each[0]
    if die.pips is not None and Agreement.OBJECTS in said and face == WITH_A_MIDDLE.get(die.pips.face):
        return Agreement.OBJECTS
    if Agreement.AGREES in said:
        return Agreement.AGREES
    if each.count(Agreement.OBJECTS) > 1:
        return Agreement.OBJECTS
    return Agreement.SILENT if Agreement.SILENT in said else Agreement.FEWER


def _agreement(pips: PipReading | None, face: int, thresholds: Thresholds) -> Agreement:
    if pips is None or pips.cost > thresholds.max_pip_cost:
        return Agreement.SILENT
    others = min(cost for other, cost in enumerate(pips.costs, start=1) if other != face)
    ahead = others - pips.costs[face - 1]
    may_be_glint = face == WITH_A_MIDDLE.get(pips.face)
    if ahead < -(thresholds.min_glint_margin if may_be_glint else thresholds.min_objection_margin):
        return Agreement.FEWER if face in MORE_PIPS[pips.face] and not may_be_glint else Agreement.OBJECTS
    return Agreement.AGREES if ahead >= thresholds.min_agreement_margin else Agreement.SILENT


def is_certain(die: DieReading, thresholds: Thresholds) -> bool:
    """Whether a die's face is certain."""
    detection, said = die.detection, agreement(die, thresholds)
    if said is Agreement.OBJECTS or die.glint or detection.symbol > thresholds.max_symbol:
        return False
    lost = sum(detection.face_probabilities[other - 1] for other in MORE_PIPS[detection.face])
    objectness, face = thresholds.fewer_pips if said is Agreement.FEWER else thresholds.network_alone
    confidence = thresholds.min_alone
    if said is Agreement.AGREES and lost <= thresholds.max_more_pips:
        objectness, face = thresholds.both_agree
        confidence = 0.0
        if detection.face == 2:
            objectness = max(objectness, thresholds.two_spots)
    return (
        detection.objectness >= objectness
        and detection.face_score >= face
        and detection.confidence >= confidence
    )


def is_confirmed_die(die: DieReading, thresholds: Thresholds) -> bool:
    """Whether a detection is certainly a die, whatever its face: then weaker ones beside it may be dice too.

    Boards, cards and wallpapers look like weak dice; real dice are never all weak.
    """
    detection = die.detection
    agreed, alone = thresholds.confirmed
    needed = agreed if agreement(die, thresholds) is Agreement.AGREES else alone
    if detection.face == 2 and detection.face_score >= thresholds.min_face:
        needed = max(needed, thresholds.confirmed_two)
    known = max(detection.face_score, detection.cocked, detection.symbol)
    surely = detection.objectness >= thresholds.skip_refinement[0]
    return surely or (detection.objectness >= needed and known >= thresholds.min_face)
