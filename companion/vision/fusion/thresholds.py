"""From where on the eye believes: what the network says, what the pips alone say, and what both make of it.

Two readers that share nothing are believed sooner where they agree than either is alone; where the pips
tell another face, nobody is, but for faces of fewer of the same pips: faint ones are easily lost.
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
    """From where on the reader believes.

    Attributes:
        faint: centre score below which a detection is not even looked at again.
        clear: centre score and face score from which one look is enough.
        noticed: centre score from which a detection makes the picture unsure unless it is read.
        counted: centre score from which it is shown as a die, if some die in the picture surely is one.
        vouching: centre score from which it is a die beyond doubt, and vouches for fainter ones beside it:
            where the pips alone tell the same face, and where they do not.
        known: how sure it must be besides of a face, of an emblem, or of leaning, unless the centre is clear.
        agreed: centre score and face score from which it can be sure if the pips alone tell the same face.
        lost: probability of faces with the same pips and more above which agreement counts for nothing.
        alone: centre score and face score from which it can be sure if the pips alone tell nothing.
        over: centre score and face score from which it can be sure though the pips alone tell a face of fewer
            of the same pips: faint ones they lose, and the network imagines none.
        cocked: probability of leaning above which it is in trouble.
        symbol: probability of an emblem above which its pips are not trusted.
        disagreement: how much better the lattice must explain another face to be an objection.
        glint: the same where the faces differ by the pip in the middle alone.
        agreement: how much worse it must explain every other face to be a confirmation.
        explained: cost above which the lattice explains too little itself to say anything.
    """

    faint: float = 0.15
    clear: tuple[float, float] = (0.80, 0.96)
    noticed: float = 0.30
    counted: float = 0.40
    vouching: tuple[float, float] = (0.50, 0.57)
    known: float = 0.7
    agreed: tuple[float, float] = (0.50, 0.70)
    lost: float = 0.12
    alone: tuple[float, float] = (0.60, 0.82)
    over: tuple[float, float] = (0.75, 0.95)
    cocked: float = 0.35
    symbol: float = 0.35
    disagreement: float = 0.8
    glint: float = 0.3
    agreement: float = 0.5
    explained: float = 0.5


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
    if pips is None or pips.cost > thresholds.explained:
        return Agreement.SILENT
    others = min(cost for other, cost in enumerate(pips.costs, start=1) if other != face)
    ahead = others - pips.costs[face - 1]
    may_be_glint = face == WITH_A_MIDDLE.get(pips.face)
    if ahead < -(thresholds.glint if may_be_glint else thresholds.disagreement):
        return Agreement.FEWER if face in MORE_PIPS[pips.face] and not may_be_glint else Agreement.OBJECTS
    return Agreement.AGREES if ahead >= thresholds.agreement else Agreement.SILENT


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
    if said is Agreement.OBJECTS or detection.symbol > thresholds.symbol:
        return False
    lost = sum(detection.face_probabilities[other - 1] for other in MORE_PIPS[detection.face])
    centre, face = thresholds.over if said is Agreement.FEWER else thresholds.alone
    if said is Agreement.AGREES and lost <= thresholds.lost:
        centre, face = thresholds.agreed
    return detection.objectness >= centre and detection.face_score >= face


def is_surely_a_die(
    detection: Detection,
    pips: LatticeReading | None,
    thresholds: Thresholds,
    in_colour: Sequence[LatticeReading] = (),
) -> bool:
    """Whether a detection is a die beyond doubt, whatever its face; then fainter ones beside it may be dice.

    Boards, cards and wallpapers show faint dice where there are none; real dice never lie there all faint.

    Args:
        detection: what the network sees.
        pips: how the lattice reads the die; None if it finds no spot.
        thresholds: from where on they are believed.
        in_colour: see `agreement`.
    """
    agreed, alone = thresholds.vouching
    needed = agreed if agreement(pips, detection.face, thresholds, in_colour) is Agreement.AGREES else alone
    known = max(detection.face_score, detection.cocked, detection.symbol)
    surely = detection.objectness >= thresholds.clear[0]
    return surely or (detection.objectness >= needed and known >= thresholds.known)
