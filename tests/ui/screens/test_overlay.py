"""The head of every cover: its title is never cut, and Back leads back."""

from typing import Any

import pytest

from companion.games import every_game
from companion.ui.screens.overlay import overlay_layout
from tests.ui.sizes import SIZES

TITLES = (
    "Standings",
    "Fix the board: tap what is wrong",
    *(f"House rules of {game.title}" for game in every_game()),
)


@pytest.mark.parametrize("size", SIZES)
@pytest.mark.parametrize("title", TITLES)
def test_a_title_is_read_in_full(
    screen: Any, app: Any, monkeypatch: pytest.MonkeyPatch, title: str, size: tuple[int, int]
) -> None:
    from kivy.uix.widget import Widget

    from tests.ui.overflow import Overflow

    overflow = Overflow(monkeypatch.setattr)
    screen.resize(*size)
    shown = screen.show(overlay_layout(app, title, Widget()))
    screen.frames(2)
    assert overflow.found(shown) == []
