"""A board as a small picture shows its land where it lies, in the tints of its continents."""

import numpy as np
import pytest

from companion.games.boards.board import board_names, load_board
from companion.ui import theme
from companion.ui.widgets.board.territory.board_picture import TINTED, board_picture

ROOM = (160.0, 90.0)
SEA, TINT = (0.1, 0.2, 0.3, 1.0), (0.8, 0.3, 0.3, 1.0)
LIKE = 4
"""Shades by which a colour may be another."""


@pytest.mark.usefixtures("screen")
@pytest.mark.parametrize("name", board_names())
def test_land_lies_where_its_armies_stand(name: str) -> None:
    board = load_board(name)
    texture = board_picture(board, ROOM, SEA, TINT)
    assert texture.size == (round(board.width * ROOM[1] / board.height), ROOM[1])
    rows = np.frombuffer(texture.pixels, np.uint8).reshape(*reversed(texture.size), 4)[..., :3].astype(int)
    colours = {each.id: theme.CONTINENT_TINTS.get(each.colour, theme.SHORE) for each in board.continents}
    hit = 0
    for territory in board.territories:
        x, y = (int(at * ROOM[1] / board.height) for at in territory.label)
        wanted = np.array(theme.blend(colours[territory.continent], TINT, TINTED)[:3]) * 255
        hit += bool(np.abs(rows[y, x] - wanted).max() < LIKE)
    assert hit > 0.8 * len(board.territories), "discs beside small islands stand in the sea"
    assert np.abs(rows[0, 0] - np.array(SEA[:3]) * 255).max() < LIKE


@pytest.mark.usefixtures("screen")
def test_cards_of_one_look_share_a_picture() -> None:
    board = load_board("classic")
    assert board_picture(board, ROOM, SEA, TINT) is board_picture(board, ROOM, SEA, TINT)
