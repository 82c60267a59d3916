"""From where on the eye believes: what the network says, what the pips alone say, and what both make of it.

Two readers that share nothing are believed sooner where they agree than either is alone; where the pips
tell another face, nobody is, but for faces of fewer of the same pips: faint ones are easily lost.
"""

from dataclasses import dataclass
from enum import StrEnum

from companion.vision.dice_maps import Candidate
from companion.vision.lattice import WITH_A_MIDDLE, LatticeReading

MORE_PIPS: dict[int, tuple[int, ...]] = {1: (3, 5), 2: (3, 4, 5, 6), 3: (5,), 4: (5, 6), 5: (), 6: ()}
"""For each face those that show its pips and more: a pip may be lost in a glint, hardly ever imagined."""


@dataclass(frozen=True, slots=True)
class Limits:
    """From where on the reader believes.

    Attributes:
        faint: centre score below which a candidate is not even looked at again.
        clear: centre score and face score from which one look is enough.
        noticed: centre score from which a candidate makes the picture unsure unless it is read.
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
    agreed: tuple[float, float] = (0.50, 0.50)
    lost: float = 0.12
    alone: tuple[float, float] = (0.60, 0.82)
    over: tuple[float, float] = (0.75, 0.95)
    cocked: float = 0.35
    symbol: float = 0.35
    disagreement: float = 0.8
    glint: float = 0.3
    agreement: float = 0.5
    explained: float = 0.5


class Opinion(StrEnum):
    """What the pips alone make of a face that the network tells."""

    AGREES = "agrees"
    SILENT = "silent"
    FEWER = "fewer of these pips"
    OBJECTS = "objects"


def opinion(pips: LatticeReading | None, face: int, limits: Limits) -> Opinion:
    """What the pips alone make of a face.

    Args:
        pips: how the lattice reads the die; None if it finds no spot.
        face: what the network tells, 1 to 6.
        limits: from where on it says anything.
    """
    if pips is None or pips.cost > limits.explained:
        return Opinion.SILENT
    others = min(cost for other, cost in enumerate(pips.costs, start=1) if other != face)
    ahead = others - pips.costs[face - 1]
    may_be_glint = face == WITH_A_MIDDLE.get(pips.face)
    if ahead < -(limits.glint if may_be_glint else limits.disagreement):
        return Opinion.FEWER if face in MORE_PIPS[pips.face] and not may_be_glint else Opinion.OBJECTS
    return Opinion.AGREES if ahead >= limits.agreement else Opinion.SILENT


def is_told(candidate: Candidate, pips: LatticeReading | None, limits: Limits) -> bool:
    """Whether a die's face can be told without doubt.

    Args:
        candidate: what the network sees.
        pips: how the lattice reads the die; None if it finds no spot.
        limits: from where on they are believed.
    """
    said = opinion(pips, candidate.face, limits)
    if said is Opinion.OBJECTS or candidate.symbol > limits.symbol:
        return False
    lost = sum(candidate.face_probabilities[other - 1] for other in MORE_PIPS[candidate.face])
    centre, face = limits.over if said is Opinion.FEWER else limits.alone
    if said is Opinion.AGREES and lost <= limits.lost:
        centre, face = limits.agreed
    return candidate.centre_score >= centre and candidate.face_score >= face


def is_a_die(candidate: Candidate, pips: LatticeReading | None, limits: Limits) -> bool:
    """Whether a candidate is a die beyond doubt, whatever its face; then fainter ones beside it may be dice.

    Boards, cards and wallpapers show faint dice where there are none; real dice never lie there all faint.

    Args:
        candidate: what the network sees.
        pips: how the lattice reads the die; None if it finds no spot.
        limits: from where on they are believed.
    """
    agreed, alone = limits.vouching
    needed = agreed if opinion(pips, candidate.face, limits) is Opinion.AGREES else alone
    known = max(candidate.face_score, candidate.cocked, candidate.symbol)
    surely = candidate.centre_score >= limits.clear[0]
    return surely or (candidate.centre_score >= needed and known >= limits.known)
