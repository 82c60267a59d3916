"""Chooses the widget that shows a game's board."""

from collections.abc import Callable
from typing import Any

from companion.app.labels import seats_with_neutral
from companion.games.boards.board import load_board
from companion.referee.game_view import GameView
from companion.referee.seats import Seat
from companion.ui.widgets.board.battlefield_map import BattlefieldMap
from companion.ui.widgets.board.board_widget import BoardWidget
from companion.ui.widgets.board.roster import Roster
from companion.ui.widgets.board.territory_map import TerritoryMap

TapHandler = Callable[[str], Any]


def board_view(
    game_view: GameView, seats: tuple[Seat, ...], on_place: TapHandler, on_denied: TapHandler
) -> BoardWidget:
    """Make the widget for a game's board.

    Args:
        game_view: what to show.
        seats: all seats.
        on_place: called with the id of a selectable place or unit that was tapped.
        on_denied: called with the id of one that is not selectable.
    """
    touches: dict[str, Any] = {
        "on_place": lambda _, place: on_place(place),
        "on_denied": lambda _, place: on_denied(place),
    }
    if game_view.kind == "territories":
        board = load_board(game_view.board)
        return TerritoryMap(
            board=board, game_view=game_view, seats=seats_with_neutral(game_view, seats), **touches
        )
    view = BattlefieldMap if game_view.kind == "battlefield" else Roster
    return view(game_view=game_view, seats=seats, **touches)
