"""Photographs of tiles lie under the map, turned as the tiles are, while it is built and played."""

from pathlib import Path
from typing import Any

import cv2
import numpy as np
import pytest

from companion.games.rogue.battlefield import Battlefield
from companion.games.rogue.battlefield_files import load_battlefield
from companion.games.rogue.game_view import regions
from companion.referee.game_view import GameView
from companion.tools.editors.battlefield_draft import SIDE, BattlefieldDraft

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


def photographed(field: Battlefield) -> set[str]:
    return {region.id for region in regions(field) if region.photograph}


def test_a_game_names_the_photographs_of_its_tiles(draft: BattlefieldDraft) -> None:
    assert photographed(draft.field) == {"2A"}
    assert photographed(load_battlefield("compound")) == set()


def test_they_lie_as_the_tile_is_turned(screen: Any, draft: BattlefieldDraft, tmp_path: Path) -> None:
    from companion.ui.widgets.board.battlefield_map import BattlefieldMap

    plan = tuple(regions(draft.field))
    board = screen.show(
        BattlefieldMap(game_view=GameView(kind="battlefield", board="", places={}, standings=(), plan=plan))
    )
    shown = cv2.imread(str(screen.picture(tmp_path / "map.png")))
    assert shown is not None
    for corner, colour in (((25, 75), BLUE), ((75, 75), RED), ((25, 25), WHITE), ((75, 25), GREEN)):
        x, y = board._view.to_screen(corner)
        assert np.abs(shown[shown.shape[0] - 1 - round(y), round(x)].astype(int) - colour).max() < NEAR
