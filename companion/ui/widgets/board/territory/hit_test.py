"""Hit testing: finds the territory that a touch on the map selects."""

from collections.abc import Collection
from math import hypot

from companion.games.boards.board import Board
from companion.ui.theme import px
from companion.ui.widgets.board.territory.viewport import Viewport
from companion.ui.widgets.controls.drawing import Point

REACH = 30.0
"""Touch margin around the centre of an allowed disc: nearly 6 mm, in theme pixels."""
FINGER = 24.0
"""Touch margin around a coast, at sea: half of 9 mm, in theme pixels."""
OVER_BORDER = 8.0
"""Touch margin of allowed land into neighbouring land that is not allowed, in theme pixels."""
ALLOWED = 0.7
"""Factor on the distance to an allowed disc: between two discs the allowed one is preferred."""


def territory_under(
    board: Board, view: Viewport, point: Point, allowed: Collection[str] | None, radius: float
) -> str | None:
    """Return the territory that a touch selects: the nearest allowed one within the margins.

    People aim at the discs, so the nearest disc is tried first, then the land, then the nearest coast.

    Args:
        board: the board.
        view: of the board.
        point: the touch, in pixels.
        allowed: selectable ids; None for all.
        radius: of the discs, in pixels.

    Returns:
        Its id; None on the open sea.
    """
    may = board.ids if allowed is None else frozenset(allowed)
    at, unit = view.to_board(point), 1 / view.scale
    reach = max(px(REACH), radius) * unit
    return _disc_under(board, at, may, reach, radius * unit) or _land_under(board, at, may, unit)


def territory_on(board: Board, at: Point, radius: float) -> str | None:
    """Return the territory whose disc of this radius, or else whose land, contains a point of the board."""
    return _disc_under(board, at, frozenset(), 0.0, radius) or board.land_at(*at, tolerance=0.0)


def _disc_under(board: Board, at: Point, allowed: frozenset[str], reach: float, radius: float) -> str | None:
    """Return the nearest disc; a disc that is not allowed must contain the point."""
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
