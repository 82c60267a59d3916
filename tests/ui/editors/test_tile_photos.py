"""Photographs of tiles lie under the map, turned as the tiles are, while it is built and played."""

from pathlib import Path
from typing import Any

import cv2
import numpy as np
import pytest

from companion.editors.battlefield_draft import SIDE, BattlefieldDraft
from companion.editors.tile_photos import own_photographs

pytestmark = pytest.mark.usefixtures("data_folder")

RED, GREEN, BLUE, WHITE = (30, 30, 220), (30, 200, 30), (220, 30, 30), (240, 240, 240)
NEAR = 40
"""How far a colour may be off after JPEG and drawing."""


@pytest.fixture
def draft() -> BattlefieldDraft:
    """Tile 2A, turned by a quarter, with a photograph of four colours: one zone all over it."""
    picture = np.zeros((SIDE, SIDE, 3), np.uint8)
    half = SIDE // 2
    picture[:half, :half], picture[:half, half:] = RED, GREEN
    picture[half:, :half], picture[half:, half:] = BLUE, WHITE
    draft = BattlefieldDraft()
    draft.call("Four colours")
    draft.builder.add_tile("2A", (0, 0), 1)
    draft.draw_zone("2A", [(0.0, 0.0), (100.0, 0.0), (100.0, 100.0), (0.0, 100.0)])
    draft.pictures["2A"] = picture
    draft.save()
    return draft


def test_the_map_of_a_game_finds_them_by_the_name_of_its_board(draft: BattlefieldDraft) -> None:
    assert set(own_photographs(draft.field.id)) == {"2A"}
    assert own_photographs("compound") == {} == own_photographs("four")


def test_they_lie_as_the_tile_is_turned(screen: Any, draft: BattlefieldDraft, tmp_path: Path) -> None:
    from companion.ui.widgets.battlefield_map import BattlefieldMap

    board = screen.show(BattlefieldMap(game_view=draft.game_view(), photographs=own_photographs))
    shown = cv2.imread(str(screen.picture(tmp_path / "map.png")))
    assert shown is not None
    for corner, colour in (((25, 75), BLUE), ((75, 75), RED), ((25, 25), WHITE), ((75, 25), GREEN)):
        x, y = board._view.to_screen(corner)
        assert np.abs(shown[shown.shape[0] - 1 - round(y), round(x)].astype(int) - colour).max() < NEAR
