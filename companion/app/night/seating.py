"""Seating: the first half of the seats at the bottom edge of the screen, the others opposite."""

from collections.abc import Sequence

from companion.referee.seats import Seat


def sits_opposite(seats: Sequence[Seat], seat: str | None) -> bool:
    """Whether a seat is at the top edge, from where the screen is upside down."""
    near = (len(seats) + 1) // 2
    return seat in [one.id for one in seats[near:]]
