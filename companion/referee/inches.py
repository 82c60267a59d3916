"""Inches as on a tape: rounded to the nearest sixteenth, and as text."""

from fractions import Fraction
from math import isfinite

from companion.locale.catalogue import WithCentimetres
from companion.locale.messages import Catalogue, Message, gettext, message

STEPS = 16
"""Steps of the tape in one inch."""
CENTIMETRES = 2.54
"""Centimetres in one inch."""


def to_sixteenth(inches: float) -> float:
    """Round a distance to the nearest sixteenth of an inch, exact halves up."""
    return int(inches * STEPS + 0.5) / STEPS


def format_inches(inches: float) -> Message:
    """Format a distance to the nearest sixteenth: ``"1 3/16 in"``, ``"1/2 in"``, ``"2 in"``.

    Readers who want centimetres too read ``"2 in (5.1 cm)"``.
    """
    rounded = to_sixteenth(inches)
    whole, part = divmod(Fraction(rounded), 1)
    parts = [str(number) for number in (whole, part) if number]
    said = gettext("{inches} in", inches=" ".join(parts) or "0")
    return message(said.english, _with_centimetres, (said, rounded))


def _with_centimetres(catalogue: Catalogue, said: Message, inches: float) -> str:
    if not isinstance(catalogue, WithCentimetres):
        return said.translated(catalogue)
    both = gettext("{inches} ({centimetres:.1f} cm)", inches=said, centimetres=inches * CENTIMETRES)
    return both.translated(catalogue)


class MeasuredInches(float):
    """A distance with its error, as a camera measures it.

    Attributes:
        error: in inches; 95 of 100 distances lie within it of the truth.
    """

    error: float

    def __new__(cls, inches: float, error: float) -> "MeasuredInches":
        """Make a distance with its error."""
        made = super().__new__(cls, inches)
        made.error = error
        return made


CLOSE = 3.0
"""Within this many times its error of a limit, a measurement says by how much it is on one side."""

FINEST = 0.005
"""Inches: no error is stated smaller than this."""


def margin_to(inches: float, limit: float) -> float:
    """Return by how much a distance is within a limit; the ruling rounds, so half a sixteenth more counts."""
    return limit + 0.5 / STEPS - inches


def is_undecided(inches: float, limit: float | None) -> bool:
    """Return whether a distance is so near to a limit that its error decides; without an error never."""
    return (
        limit is not None
        and isinstance(inches, MeasuredInches)
        and abs(margin_to(inches, limit)) <= inches.error
    )


def margin_text(inches: float, limit: float | None) -> str:
    """Say by how much a distance is in range or too far, where its error is near: ``"in range by ..."``.

    Returns:
        Nothing if the distance has no error or no limit, or is far from it; "too close to call" if the
        error decides.
    """
    if limit is None or not isinstance(inches, MeasuredInches):
        return ""
    margin, error = margin_to(inches, limit), max(inches.error, FINEST)
    if not isfinite(error) or abs(margin) > CLOSE * inches.error:
        return ""
    if is_undecided(inches, limit):
        return gettext("too close to call, sure to {error:.2f} in", error=error)
    if margin > 0:
        return gettext("in range by {margin:.2f} in, sure to {error:.2f}", margin=margin, error=error)
    return gettext("too far by {margin:.2f} in, sure to {error:.2f}", margin=-margin, error=error)
