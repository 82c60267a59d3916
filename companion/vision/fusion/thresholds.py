"""Decision thresholds: when a face is accepted, and when the die is rejected as unsure; see `diagnosis`."""

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Thresholds:
    """Decision thresholds. A pair holds objectness and face score, both of the network.

    Attributes:
        min_candidate: objectness below which a detection is dropped before it is refined.
        skip_refinement: pair from which the first pass and the verifier's say are enough.
        min_reported: objectness from which a detection makes the picture unsure unless it is read.
        min_counted: objectness from which it is shown as a die, if any die in the picture is confirmed.
        confirmed: objectness from which a detection is a die whatever its face: where the pips show
            the same face, and where it does not.
        confirmed_two: objectness that a two needs for it, though the pips agree: any two spots make a two.
        min_face: probability of a face, of a symbol or of leaning that a confirmed die needs as well.
        both_agree: pair that is accepted if the pips show the same face.
        two_spots: objectness that a two needs though the pips agree, for the same reason.
        max_more_pips: probability of faces with the same pips and more above which agreement is ignored.
        network_alone: pair that is accepted if the pips show nothing.
        min_alone: confidence that it needs then: both scores just enough are too little.
        fewer_pips: pair that is accepted though the pips show a face with fewer of them.
        max_cocked: probability of leaning above which the die is rejected.
        max_symbol: probability of a symbol above which pips are not read.
        min_objection_margin: by how much another face must cost less for the pips to object.
        min_glint_margin: the same where the faces differ only by the pip in the middle.
        min_agreement_margin: by how much every other face must cost more for the pips to agree.
        max_pip_cost: cost of the best face above which the pips show nothing.
    """

    min_candidate: float = 0.15
    skip_refinement: tuple[float, float] = (0.80, 0.96)
    min_reported: float = 0.36
    min_counted: float = 0.45
    confirmed: tuple[float, float] = (0.50, 0.57)
    confirmed_two: float = 0.70
    min_face: float = 0.7
    both_agree: tuple[float, float] = (0.50, 0.70)
    two_spots: float = 0.62
    max_more_pips: float = 0.12
    network_alone: tuple[float, float] = (0.60, 0.82)
    min_alone: float = 0.60
    fewer_pips: tuple[float, float] = (0.75, 0.95)
    max_cocked: float = 0.5
    max_symbol: float = 0.35
    min_objection_margin: float = 0.8
    min_glint_margin: float = 0.3
    min_agreement_margin: float = 0.5
    max_pip_cost: float = 0.5
