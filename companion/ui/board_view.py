"""Which view shows a scene's board."""

from collections.abc import Callable
from typing import Any

from companion.app.labels import everyone
from companion.games.boards.board import load_board
from companion.referee.scene import Scene
from companion.referee.seats import Seat
from companion.ui.widgets.battlefield_map import BattlefieldMap
from companion.ui.widgets.finger_board import FingerBoard
from companion.ui.widgets.roster import Roster
from companion.ui.widgets.territory_map import TerritoryMap

Touch = Callable[[str], Any]


def board_view(scene: Scene, seats: tuple[Seat, ...], on_place: Touch, on_denied: Touch) -> FingerBoard:
    """Make the view of a scene's board.

    Args:
        scene: what to show.
        seats: all seats.
        on_place: called with the id of a place or unit that was touched and may be.
        on_denied: called with one that may not.
    """
    touches: dict[str, Any] = {
        "on_place": lambda _, place: on_place(place),
        "on_denied": lambda _, place: on_denied(place),
    }
    if scene.kind == "territories":
        board = load_board(scene.board)
        return TerritoryMap(board=board, scene=scene, seats=everyone(scene, seats), **touches)
    view = BattlefieldMap if scene.kind == "battlefield" else Roster
    return view(scene=scene, seats=seats, **touches)
