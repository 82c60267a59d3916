"""Inches as on a tape: rounded to the nearest sixteenth, and as text."""

from fractions import Fraction

STEPS = 16
"""Steps of the tape in one inch."""


def to_sixteenth(inches: float) -> float:
    """Round a distance to the nearest sixteenth of an inch, exact halves up."""
    return int(inches * STEPS + 0.5) / STEPS


def format_inches(inches: float) -> str:
    """Format a distance to the nearest sixteenth: ``"1 3/16 in"``, ``"1/2 in"``, ``"2 in"``."""
    whole, part = divmod(Fraction(to_sixteenth(inches)), 1)
    parts = [str(number) for number in (whole, part) if number]
    return f"{' '.join(parts) or '0'} in"
