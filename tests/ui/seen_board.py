"""A game of Classic in its first turn, with its pieces on a taught board under a camera."""

from collections.abc import Mapping
from typing import Any

from companion.tools.demonstrations.simulated_board import SimulatedBoard
from tests.app.camera.boards_seen import pieces, taught
from tests.ui.conftest import play_unseen


def put_under_camera(
    app: Any, seed: int = 4, house: Mapping[str, Any] | None = None, part: str = "turn"
) -> SimulatedBoard:
    """Put a drawn board, which was taught, under a camera, and play Classic on it to a part of the game."""
    from companion.app.camera.table_camera import TableCamera
    from companion.games import find_game
    from companion.games.boards.board import load_board
    from companion.referee.random_bot import RandomBot
    from companion.referee.seats import seats_of

    board = SimulatedBoard(load_board("classic"))
    profile = app.context.journal.path.parent / "profile.toml"
    app.context.table = TableCamera("drawn", lambda: board.picture, profile)
    app.context.table.boards.keep("classic", taught())
    app.start_game(find_game("classic"), seats_of(3), house or {})
    play_unseen(app, RandomBot(seed), lambda session: session.table.timeline.part == part)
    board.put(pieces(app.playing.table.game_view.places))
    return board
