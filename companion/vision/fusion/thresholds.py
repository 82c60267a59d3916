"""Decision thresholds: when a face is accepted, and when the die is rejected as unsure.

Two classifiers that share nothing look at each die: the network and the pip lattice. Where both agree, lower
scores are enough than for the network alone; where the lattice reads another face, the die is rejected. A
lattice that reads fewer of the same pips objects less: faint pips are easily lost. Rejecting rather than
guessing is Chow, "On optimum recognition error and reject tradeoff", 1970.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from enum import StrEnum

from companion.vision.detection.detector_output import Detection
from companion.vision.verification.pip_lattice import WITH_A_MIDDLE, LatticeReading

MORE_PIPS: dict[int, tuple[int, ...]] = {1: (3, 5), 2: (3, 4, 5, 6), 3: (5,), 4: (5, 6), 5: (), 6: ()}
"""For each face those that show its pips and more: a pip may be lost in a glint, hardly ever imagined."""


@dataclass(frozen=True, slots=True)
class Thresholds:
    """Decision thresholds. A pair holds objectness and face score, both of the network.

    Attributes:
        min_candidate: objectness below which a detection is dropped before it is refined.
        skip_refinement: pair from which the first pass is enough.
        min_reported: objectness from which a detection makes the picture unsure unless it is read.
        min_counted: objectness from which it is shown as a die, if any die in the picture is confirmed.
        confirmed: objectness from which a detection is a die whatever its face: where the pip lattice reads
            the same face, and where it does not.
        min_face: probability of a face, of a symbol or of leaning that a confirmed die needs as well.
        both_agree: pair that is accepted if the lattice reads the same face.
        two_spots: objectness that a two needs though the lattice agrees: any two spots make a two.
        max_more_pips: probability of faces with the same pips and more above which agreement is ignored.
        network_alone: pair that is accepted if the lattice reads nothing.
        fewer_pips: pair that is accepted though the lattice reads fewer of the same pips.
        max_cocked: probability of leaning above which the die is rejected.
        max_symbol: probability of a symbol above which pips are not read.
        min_objection_margin: by how much another face must cost less for the lattice to object.
        min_glint_margin: the same where the faces differ only by the pip in the middle.
        min_agreement_margin: by how much every other face must cost more for the lattice to agree.
        max_lattice_cost: cost of the best face above which the lattice reads nothing.
    """

    min_candidate: float = 0.15
    skip_refinement: tuple[float, float] = (0.80, 0.96)
    min_reported: float = 0.30
    min_counted: float = 0.40
    confirmed: tuple[float, float] = (0.50, 0.57)
    min_face: float = 0.7
    both_agree: tuple[float, float] = (0.50, 0.70)
    two_spots: float = 0.55
    max_more_pips: float = 0.12
    network_alone: tuple[float, float] = (0.60, 0.82)
    fewer_pips: tuple[float, float] = (0.75, 0.95)
    max_cocked: float = 0.35
    max_symbol: float = 0.35
    min_objection_margin: float = 0.8
    min_glint_margin: float = 0.3
    min_agreement_margin: float = 0.5
    max_lattice_cost: float = 0.5


class Agreement(StrEnum):
    """What the pips alone make of a face that the network tells."""

    AGREES = "agrees"
    SILENT = "silent"
    FEWER = "fewer of these pips"
    OBJECTS = "objects"


def agreement(
    pips: LatticeReading | None,
    face: int,
    thresholds: Thresholds,
    in_colour: Sequence[LatticeReading] = (),
) -> Agreement:
    """What the pips alone make of a face: they agree where any channel does, and object where two do.

    Where one channel sees a glint instead of the pip in the middle, the others count for nothing.

    Args:
        pips: how the lattice reads the die's grey levels; None if it finds no spot.
        face: what the network tells, 1 to 6.
        thresholds: from where on it says anything.
        in_colour: how it reads the red and the green channel, where these were asked.
    """
    each = [_agreement(one, face, thresholds) for one in (pips, *in_colour)]
    said = set(each)
    if len(said) == 1:
        return each[0]
    if pips is not None and Agreement.OBJECTS in said and face == WITH_A_MIDDLE.get(pips.face):
        return Agreement.OBJECTS
    if Agreement.AGREES in said:
        return Agreement.AGREES
    if each.count(Agreement.OBJECTS) > 1:
        return Agreement.OBJECTS
    return Agreement.SILENT if Agreement.SILENT in said else Agreement.FEWER


def _agreement(pips: LatticeReading | None, face: int, thresholds: Thresholds) -> Agreement:
    if pips is None or pips.cost > thresholds.max_lattice_cost:
        return Agreement.SILENT
    others = min(cost for other, cost in enumerate(pips.costs, start=1) if other != face)
    ahead = others - pips.costs[face - 1]
    may_be_glint = face == WITH_A_MIDDLE.get(pips.face)
    if ahead < -(thresholds.min_glint_margin if may_be_glint else thresholds.min_objection_margin):
        return Agreement.FEWER if face in MORE_PIPS[pips.face] and not may_be_glint else Agreement.OBJECTS
    return Agreement.AGREES if ahead >= thresholds.min_agreement_margin else Agreement.SILENT


def is_certain(
    detection: Detection,
    pips: LatticeReading | None,
    thresholds: Thresholds,
    in_colour: Sequence[LatticeReading] = (),
) -> bool:
    """Whether a die's face can be told without doubt.

    Args:
        detection: what the network sees.
        pips: how the lattice reads the die; None if it finds no spot.
        thresholds: from where on they are believed.
        in_colour: see `agreement`.
    """
    said = agreement(pips, detection.face, thresholds, in_colour)
    if said is Agreement.OBJECTS or detection.symbol > thresholds.max_symbol:
        return False
    lost = sum(detection.face_probabilities[other - 1] for other in MORE_PIPS[detection.face])
    centre, face = thresholds.fewer_pips if said is Agreement.FEWER else thresholds.network_alone
    if said is Agreement.AGREES and lost <= thresholds.max_more_pips:
        centre, face = thresholds.both_agree
        if detection.face == 2:
            centre = max(centre, thresholds.two_spots)
    return detection.objectness >= centre and detection.face_score >= face


def is_confirmed_die(
    detection: Detection,
    pips: LatticeReading | None,
    thresholds: Thresholds,
    in_colour: Sequence[LatticeReading] = (),
) -> bool:
    """Whether a detection is a die whatever its face; then fainter ones beside it may be dice as well.

    Boards, cards and wallpapers show faint dice where there are none; real dice are never all faint.

    Args:
        detection: what the network sees.
        pips: how the lattice reads the die; None if it finds no spot.
        thresholds: from where on they are believed.
        in_colour: see `agreement`.
    """
    agreed, alone = thresholds.confirmed
    needed = agreed if agreement(pips, detection.face, thresholds, in_colour) is Agreement.AGREES else alone
    known = max(detection.face_score, detection.cocked, detection.symbol)
    surely = detection.objectness >= thresholds.skip_refinement[0]
    return surely or (detection.objectness >= needed and known >= thresholds.min_face)
