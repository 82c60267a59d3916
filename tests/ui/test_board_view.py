"""Every kind of board has its view."""

from typing import Any

import pytest

from companion.referee.game_view import GameView
from companion.referee.seats import seats_of
from companion.ui.board_view import board_view


@pytest.mark.usefixtures("screen")
@pytest.mark.parametrize(
    ("kind", "view"),
    [("territories", "TerritoryMap"), ("battlefield", "BattlefieldMap"), ("field", "Roster")],
)
def test_every_kind_of_board_has_its_view(kind: Any, view: str) -> None:
    board = "classic" if kind == "territories" else ""
    shown = board_view(GameView(kind, board, {}, ()), seats_of(2), print, print)
    assert type(shown).__name__ == view
