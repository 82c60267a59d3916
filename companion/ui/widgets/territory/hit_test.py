"""Hit testing: which territory a finger on the map means."""

from collections.abc import Collection
from math import hypot

from companion.games.boards.board import Board
from companion.ui.theme import px
from companion.ui.widgets.drawing import Point
from companion.ui.widgets.territory.viewport import Viewport

REACH = 30.0
"""A finger that far off the middle of a disc still means the disc: nearly 6 mm, in theme pixels."""
FINGER = 24.0
"""A finger that far off a coast, at sea, still means the territory: half of 9 mm."""
OVER_BORDER = 8.0
"""A finger that far over the border, on land that is not allowed, still means allowed land beside it."""
ALLOWED = 0.7
"""By how much the distance to an allowed disc is shortened: between two discs the allowed one wins."""


def territory_under(
    board: Board, view: Viewport, point: Point, allowed: Collection[str] | None, radius: float
) -> str | None:
    """Tell which territory a finger means: the nearest that is allowed, where it is near at all.

    People aim at the discs, so the nearest disc comes first, then the land, then the nearest coast.

    Args:
        board: the board.
        view: how it lies on the screen.
        point: where the finger is, in pixels.
        allowed: ids that may be picked; None if all may be.
        radius: of the discs, in pixels.

    Returns:
        Its id; nothing on the open sea.
    """
    may = board.ids if allowed is None else frozenset(allowed)
    at, unit = view.to_board(point), 1 / view.scale
    reach = max(px(REACH), radius) * unit
    return _disc_under(board, at, may, reach, radius * unit) or _land_under(board, at, may, unit)


def territory_on(board: Board, at: Point, radius: float) -> str | None:
    """Return the territory whose disc of a radius, or else whose land, lies at a point of the board."""
    return _disc_under(board, at, frozenset(), 0.0, radius) or board.land_at(*at, tolerance=0.0)


def _disc_under(board: Board, at: Point, allowed: frozenset[str], reach: float, radius: float) -> str | None:
    """The nearest disc; one that is not allowed must lie right under the finger."""
    near = []
    for territory in board.territories:
        distance, may = hypot(territory.label[0] - at[0], territory.label[1] - at[1]), territory.id in allowed
        if distance <= (reach if may else radius):
            near.append((distance * (ALLOWED if may else 1.0), territory.id))
    return min(near)[1] if near else None


def _land_under(board: Board, at: Point, allowed: frozenset[str], unit: float) -> str | None:
    found = board.land_at(*at, tolerance=px(FINGER) * unit)
    if found is None or found in allowed:
        return found
    over = OVER_BORDER if board.territory(found).contains(*at) else FINGER
    near = [(board.territory(id).distance(*at), id) for id in allowed]
    distance, nearest = min(near, default=(0.0, found))
    return nearest if distance <= px(over) * unit else found
