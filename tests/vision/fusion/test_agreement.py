"""Two readers that agree are believed sooner than one alone; where they differ none is."""

from dataclasses import replace

import pytest

from companion.vision.detection.detector_output import Detection
from companion.vision.dice import DieReading
from companion.vision.fusion.diagnosis import (
    MORE_PIPS,
    Agreement,
    agreement,
    is_certain,
    is_confirmed_die,
)
from companion.vision.fusion.thresholds import Thresholds
from companion.vision.verification.pip_patterns import PipReading


def seen(centre: float, score: float, symbol: float = 0.0) -> Detection:
    """A five, seen with these scores."""
    rest = (1 - score - symbol) / 5
    return Detection(50, 50, 40, 0, centre, (rest, rest, rest, rest, score, rest), 0.0, symbol)


def pips(*costs: float) -> PipReading:
    """Pips that explain faces one to six at these costs."""
    best = min(costs)
    return PipReading(costs.index(best) + 1, best, costs, (32.0, 32.0), 8.0, True)


def read(detection: Detection, pips: PipReading | None, in_colour: tuple[PipReading, ...] = ()) -> DieReading:
    """The record of a detection, with what its pips tell."""
    die = DieReading.from_detection(detection, (100, 100), "red")
    return replace(die, pips=pips, pips_in_colour=in_colour)


FIVE = pips(3, 3, 2, 1.5, 0.1, 2)
FOUR = pips(3, 3, 2, 0.1, 1.5, 2)
THREE = pips(3, 3, 0.1, 2, 2, 2)
FOUR_OR_FIVE = pips(3, 3, 2, 0.2, 0.3, 2)
FOUR_RATHER_THAN_FIVE = pips(3, 3, 2, 0.0, 0.4, 2)
SIX_RATHER_THAN_FIVE = pips(3, 3, 2, 2, 0.4, 0.0)
SIX = pips(3, 3, 2, 2, 1.5, 0.1)
NOTHING = pips(3, 3, 2, 2, 1.2, 2)

TWO = pips(3, 0.1, 3, 3, 3, 3)

AGREEMENTS = [
    # the same face, and clearly so
    (FIVE, Agreement.AGREES),
    # another face, and clearly so
    (FOUR, Agreement.OBJECTS),
    # a little better without the pip in the middle, where a glint may stand
    (FOUR_RATHER_THAN_FIVE, Agreement.OBJECTS),
    # a little better as a face that no glint makes a five
    (SIX_RATHER_THAN_FIVE, Agreement.SILENT),
    # fewer of the same pips, which may be faint
    (THREE, Agreement.FEWER),
    # two faces explain the spots
    (FOUR_OR_FIVE, Agreement.SILENT),
    # no face explains them
    (NOTHING, Agreement.SILENT),
    # no spots
    (None, Agreement.SILENT),
]


@pytest.mark.parametrize(("found", "said"), AGREEMENTS)
def test_what_the_pips_make_of_a_five(found: PipReading | None, said: Agreement) -> None:
    assert agreement(read(seen(0.9, 0.9), found), Thresholds()) is said


CHANNELS = [
    # any channel that agrees is enough
    (THREE, (FIVE,), Agreement.AGREES),
    # but for a glint that may stand for the pip in the middle
    (FOUR, (FIVE,), Agreement.OBJECTS),
    (None, (NOTHING, FIVE), Agreement.AGREES),
    # two together object, one alone does not
    (FOUR, (FOUR, FOUR_RATHER_THAN_FIVE), Agreement.OBJECTS),
    (SIX, (SIX, NOTHING), Agreement.OBJECTS),
    (SIX, (NOTHING, NOTHING), Agreement.SILENT),
    (SIX, (THREE,), Agreement.FEWER),
]


@pytest.mark.parametrize(("found", "in_colour", "said"), CHANNELS)
def test_what_the_channels_make_of_a_five_together(
    found: PipReading | None, in_colour: tuple[PipReading, ...], said: Agreement
) -> None:
    assert agreement(read(seen(0.9, 0.9), found, in_colour), Thresholds()) is said


@pytest.mark.parametrize(("objectness", "sure"), [(0.53, False), (0.60, False), (0.64, True)])
def test_two_spots_alone_make_no_die(objectness: float, sure: bool) -> None:
    # The plug of a USB stick was a sure two: its two holes fit the pattern.
    plug = replace(seen(objectness, 0.0), face_probabilities=(0.02, 0.9, 0.02, 0.02, 0.02, 0.02))
    assert is_certain(read(plug, TWO), Thresholds()) is sure


@pytest.mark.parametrize(("objectness", "confirmed"), [(0.69, False), (0.71, True)])
def test_two_spots_confirm_no_other_dice(objectness: float, confirmed: bool) -> None:
    # Two spots on a hand at the other end of the table were a sure two.
    spots = replace(seen(objectness, 0.0), face_probabilities=(0.02, 0.9, 0.02, 0.02, 0.02, 0.02))
    assert is_confirmed_die(read(spots, TWO), Thresholds()) is confirmed


TOLD = [
    # clear enough alone, and with the pips' word, but never against it
    (seen(0.9, 0.97), None, True),
    (seen(0.9, 0.97), FIVE, True),
    (seen(0.9, 0.97), FOUR, False),
    # pips that they do not find need a clear sight
    (seen(0.8, 0.96), THREE, True),
    (seen(0.7, 0.96), THREE, False),
    (seen(0.8, 0.93), THREE, False),
    # a doubtful face, or a doubtful die: only if both readers agree
    (seen(0.9, 0.7), FIVE, True),
    (seen(0.9, 0.7), None, False),
    (seen(0.9, 0.7), FOUR_OR_FIVE, False),
    (seen(0.55, 0.97), FIVE, True),
    # glints fool network and pips alike: a face needs 0.70 even where both agree
    (seen(0.95, 0.69), FIVE, False),
    (seen(0.95, 0.70), FIVE, True),
    (seen(0.55, 0.97), NOTHING, False),
    # read by the network alone: both scores just enough are too little (the side of a die seen aslant: 0.595)
    (seen(0.63, 0.94), NOTHING, False),
    (seen(0.63, 0.96), NOTHING, True),
    (seen(0.70, 0.86), NOTHING, True),
    # too doubtful whatever the pips say
    (seen(0.45, 0.97), FIVE, False),
    (seen(0.9, 0.45), FIVE, False),
    # a drawing whose spots look like pips
    (seen(0.9, 0.61, symbol=0.38), FIVE, False),
]


def test_a_face_whose_middle_pip_may_be_a_glint_is_not_sure() -> None:
    die = read(seen(0.99, 0.99), FIVE)
    assert is_certain(die, Thresholds()) and not is_certain(replace(die, glint=True), Thresholds())


def test_both_may_have_lost_the_same_pip() -> None:
    two = Detection(50, 50, 40, 0, 0.9, (0.0, 0.75, 0.25, 0.0, 0.0, 0.0), 0.0, 0.0)
    other = Detection(50, 50, 40, 0, 0.9, (0.25, 0.75, 0.0, 0.0, 0.0, 0.0), 0.0, 0.0)
    pips_of_two = pips(1.5, 0.1, 1.2, 3, 3, 4)
    assert not is_certain(read(two, pips_of_two), Thresholds())
    assert is_certain(read(other, pips_of_two), Thresholds())


@pytest.mark.parametrize(("detection", "found", "told"), TOLD)
def test_who_is_believed(detection: Detection, found: PipReading | None, told: bool) -> None:
    assert is_certain(read(detection, found), Thresholds()) is told


def five_and_more(lost: float) -> Detection:
    """A three of which the network holds a five for likely as well."""
    return Detection(50, 50, 40, 0, 0.9, (0.0, 0.0, 0.75, 0.0, lost, 0.0), 0.0, 0.0)


LIMITS = Thresholds(
    max_more_pips=0.25,
    max_symbol=0.25,
    both_agree=(0.5, 0.5),
    two_spots=0.625,
    network_alone=(0.75, 0.875),
    fewer_pips=(0.875, 0.9375),
)
"""Limits that floating point hits exactly: each is still enough."""

AT_THE_LIMIT = [
    (five_and_more(0.25), THREE, True),
    (five_and_more(0.26), THREE, False),
    (seen(0.5, 0.5), FIVE, True),
    (seen(0.49, 0.5), FIVE, False),
    (seen(0.5, 0.49), FIVE, False),
    (seen(0.75, 0.875), None, True),
    (seen(0.74, 0.875), None, False),
    (seen(0.75, 0.87), None, False),
    (seen(0.875, 0.9375), THREE, True),
    (seen(0.87, 0.9375), THREE, False),
    (seen(0.875, 0.93), THREE, False),
    (seen(0.9, 0.5, symbol=0.25), FIVE, True),
    (seen(0.9, 0.5, symbol=0.26), FIVE, False),
]


@pytest.mark.parametrize(("detection", "found", "sure"), AT_THE_LIMIT)
def test_a_score_at_its_limit_is_enough(detection: Detection, found: PipReading | None, sure: bool) -> None:
    assert is_certain(read(detection, found), LIMITS) is sure


MARGINS = Thresholds(
    max_pip_cost=0.5, min_agreement_margin=0.5, min_objection_margin=1.0, min_glint_margin=0.25
)

AT_THE_MARGIN = [
    # a five by half a cost more than any other
    (pips(3, 3, 2, 1.0, 0.5, 2), Agreement.AGREES),
    (pips(3, 3, 2, 0.99, 0.5, 2), Agreement.SILENT),
    # the best face costs half, no more
    (pips(3, 3, 2, 1.5, 0.51, 2), Agreement.SILENT),
    # another face costs less by exactly the margin
    (pips(3, 3, 2, 2, 1.25, 0.25), Agreement.SILENT),
    (pips(3, 3, 2, 2, 1.26, 0.25), Agreement.OBJECTS),
    (pips(3, 3, 0.25, 2, 1.25, 2), Agreement.SILENT),
    (pips(3, 3, 0.25, 2, 1.26, 2), Agreement.FEWER),
    # the same without the pip in the middle
    (pips(3, 3, 2, 0.25, 0.5, 2), Agreement.SILENT),
    (pips(3, 3, 2, 0.25, 0.51, 2), Agreement.OBJECTS),
]


@pytest.mark.parametrize(("found", "said"), AT_THE_MARGIN)
def test_costs_at_their_margin(found: PipReading, said: Agreement) -> None:
    assert agreement(read(seen(0.9, 0.9), found), MARGINS) is said


CONFIRMED = Thresholds(confirmed=(0.5, 0.625), min_face=0.75, skip_refinement=(0.875, 0.96))


@pytest.mark.parametrize(
    ("detection", "found", "is_one"),
    [
        (seen(0.875, 0.3), None, True),
        (seen(0.87, 0.3), None, False),
        (seen(0.625, 0.75), None, True),
        (seen(0.62, 0.75), None, False),
        (seen(0.625, 0.74), None, False),
        (seen(0.5, 0.75), FIVE, True),
        (seen(0.49, 0.75), FIVE, False),
        (replace(seen(0.625, 0.2), cocked=0.75), None, True),
        (seen(0.625, 0.1, symbol=0.75), None, True),
    ],
)
def test_a_die_at_its_limit_is_confirmed(
    detection: Detection, found: PipReading | None, is_one: bool
) -> None:
    assert is_confirmed_die(read(detection, found), CONFIRMED) is is_one


def test_the_less_is_known_the_more_is_needed() -> None:
    limits = Thresholds()
    objectness, face = zip(
        limits.both_agree, limits.network_alone, limits.fewer_pips, (1.0, 1.0), strict=True
    )
    assert list(objectness) == sorted(set(objectness)) and list(face) == sorted(set(face))
    shown = (0, limits.min_candidate, limits.min_reported, limits.min_counted, *limits.confirmed, 1)
    assert list(shown) == sorted(set(shown))
    assert limits.both_agree[0] < limits.network_alone[0] < limits.two_spots < limits.skip_refinement[0] < 1
    assert limits.network_alone[1] < limits.skip_refinement[1] < 1 and limits.confirmed[1] < limits.min_face
    assert 0 < limits.max_more_pips < limits.max_cocked <= 0.5 and 0 < limits.max_symbol < 0.5
    assert 0 < limits.min_glint_margin < limits.min_agreement_margin < limits.min_objection_margin < 1
    assert limits.min_face < 1 and 0 < limits.max_pip_cost < 1
    alone = limits.network_alone
    assert alone[0] * alone[1] < limits.min_alone < limits.confirmed_two < limits.skip_refinement[0]


DICE = [
    # clear enough alone, or with the pips' word
    (seen(0.58, 0.9), None, True),
    (seen(0.52, 0.9), None, False),
    (seen(0.52, 0.9), FIVE, True),
    (seen(0.48, 0.9), FIVE, False),
    # perhaps something, and nobody knows what; a drawing is known to be one
    (seen(0.7, 0.4), None, False),
    (seen(0.7, 0.1, symbol=0.8), None, True),
    # so clear that its face does not matter
    (seen(0.9, 0.4), None, True),
]


@pytest.mark.parametrize(("detection", "found", "is_one"), DICE)
def test_what_is_a_die_whatever_lies_beside_it(
    detection: Detection, found: PipReading | None, is_one: bool
) -> None:
    assert is_confirmed_die(read(detection, found), Thresholds()) is is_one


PIPS = {1: "c", 2: "d", 3: "cd", 4: "de", 5: "cde", 6: "dem"}
"""The pips of each face: the one in the middle, the pairs on either diagonal, the pair at the sides."""


@pytest.mark.parametrize("face", range(1, 7))
def test_faces_with_the_same_pips_and_more(face: int) -> None:
    more = {other for other in PIPS if other != face and set(PIPS[face]) < set(PIPS[other])}
    assert set(MORE_PIPS[face]) == more
