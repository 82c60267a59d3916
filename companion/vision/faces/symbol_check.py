"""Reads dice with symbols instead of pips, by the faces that the table has taught."""

from collections.abc import Sequence
from dataclasses import replace

from companion.dice.colours import DICE_COLOURS
from companion.vision.dice import DieReading
from companion.vision.faces.profile import FaceMatch, FaceProfile, best_match, upright_face
from companion.vision.frames import Picture
from companion.vision.fusion.diagnosis import is_certain

MAX_SYMBOL = 0.35
"""Probability of a symbol above which there is a drawing for certain, and pips are not read."""


def check_symbols(
    picture: Picture, dice: Sequence[DieReading], profiles: Sequence[FaceProfile]
) -> list[DieReading]:
    """The dice, each with face, kind and title of the symbol on top if the table has taught it.

    Args:
        picture: height x width x 3, BGR.
        dice: with their colours.
        profiles: of dice whose faces carry something else than pips.
    """
    matches = [_match(picture, die, profiles) for die in dice]
    return [_with_match(die, match) for die, match in zip(dice, matches, strict=True)]


def _with_match(die: DieReading, match: FaceMatch | None) -> DieReading:
    if match is None:
        return die
    confidence = min(die.detection.objectness, match.score, 1.0)
    return replace(
        die,
        face=match.value,
        confidence=confidence,
        kind=match.kind,
        title=match.title,
        symbol_sure=match.sure,
    )


def _match(picture: Picture, die: DieReading, profiles: Sequence[FaceProfile]) -> FaceMatch | None:
    """The best matching symbol on a die; None if the die shows pips."""
    fitting = [profile for profile in profiles if not profile.colours or die.colour in profile.colours]
    if die.detection.symbol > MAX_SYMBOL:
        # Certainly a symbol: the lamp may have changed the body's colour.
        near = set(DICE_COLOURS[die.colour].near)
        fitting = fitting or [profile for profile in profiles if not near.isdisjoint(profile.colours)]
    has_pips = not any(profile.complete for profile in fitting)
    # Four pips look like a six that was taught: where pips are certain, no example counts.
    if not fitting or (has_pips and is_certain(die)):
        return None
    best = best_match(fitting, upright_face(picture, die.detection))
    return None if best is None or (has_pips and not best.sure) else best
