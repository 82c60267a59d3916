"""Who sits where: the first half of the seats near the screen's foot, the others opposite."""

from collections.abc import Sequence

from companion.referee.seats import Seat


def sits_opposite(seats: Sequence[Seat], seat: str | None) -> bool:
    """Tell whether a seat is at the far side, from where the screen stands on its head."""
    near = (len(seats) + 1) // 2
    return seat in [one.id for one in seats[near:]]
