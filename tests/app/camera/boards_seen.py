"""Looks at a board as they come from the camera: written by hand, and of a drawn board that was taught."""

from collections.abc import Mapping
from functools import cache

import numpy as np

from companion.app.camera.taught_boards import board_shape
from companion.games.boards.board import load_board
from companion.referee.game_view import Place
from companion.tools.demonstrations.simulated_board import CORNERS, Pieces, SimulatedBoard
from companion.vision.board.changes import Change
from companion.vision.board.model import BoardModel
from companion.vision.board.seen import BoardSeen, PlaceSeen
from companion.vision.board.teaching import teach_board, teach_seat

BOX = (0, 0, 8, 8)


def place_seen(
    place: str,
    owner: str | None,
    *,
    occupied: bool | None = True,
    sure: float = 0.9,
    pieces: float = 1.0,
    whose: Mapping[str, float] | None = None,
) -> PlaceSeen:
    """What is seen on a place: pieces of an owner."""
    return PlaceSeen(place, occupied, owner, sure, BOX, pieces, whose or {})


def empty(place: str, sure: float = 0.9) -> PlaceSeen:
    """An empty place."""
    return place_seen(place, None, occupied=False, sure=sure, pieces=0.0)


def unsure(place: str) -> PlaceSeen:
    """A place about which nothing is sure."""
    return place_seen(place, None, occupied=None, sure=0.0)


def look(*places: PlaceSeen, hidden: tuple[str, ...] = (), lost: bool = False) -> BoardSeen:
    """A look at the board."""
    picture = np.zeros((16, 16, 3), np.uint8)
    return BoardSeen(places, False, False, frozenset(hidden), picture, lost)


def change(place: str, gained: float, owner: str | None = "red", sure: float = 0.9) -> Change:
    """Pieces that came to a place."""
    return Change(place, owner, gained, sure, BOX, gained)


COLOURS = ("red", "blue", "green")


@cache
def taught() -> BoardModel:
    """The drawn board of Classic, taught with three pieces of each colour on large territories."""
    table = SimulatedBoard(load_board("classic"))
    model = teach_board(table.picture, board_shape("classic"), np.array(CORNERS))
    places = dict(zip(COLOURS, ("brazil", "ukraine", "china"), strict=True))
    table.put({place: (colour, 3) for colour, place in places.items()})
    picture = table.picture
    for colour, place in places.items():
        model = teach_seat(picture, model, colour, place, 3)
    return model


def pieces(places: Mapping[str, Place]) -> Pieces:
    """The pieces of a record, at most eight on a place."""
    return {id: (at.owner, min(at.count, 8)) for id, at in places.items() if at.owner and at.count}
