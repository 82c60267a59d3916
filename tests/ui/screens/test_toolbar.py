"""The tools that are always in reach are never narrower than a finger."""

from typing import Any

import pytest

from companion.games import find_game
from companion.locale import catalogue
from companion.referee.seats import seats_of
from companion.ui import theme


@pytest.mark.every(3)
@pytest.mark.parametrize(
    ("game", "pause", "tools"),
    [
        ("classic", True, ["Why?", "Undo", "Fix", "Pause"]),
        ("classic", False, ["Why?", "Undo", "Fix"]),
        ("battle", True, ["Why?", "Undo", "Fix", "Pause", "Measure"]),  # an open field
    ],
)
@pytest.mark.parametrize("size", [(800, 480), (1280, 720)])
def test_signs_are_as_wide_as_a_finger(
    screen: Any, app: Any, game: str, pause: bool, tools: list[str], size: tuple[int, int]
) -> None:
    from companion.ui.layout import fixed_height, row
    from companion.ui.screens.toolbar import tools as laid
    from companion.ui.widgets.controls.buttons import BigButton

    screen.resize(*size)
    app.start_game(find_game(game), seats_of(2), {})
    shown = laid(app, signs=True, pause=pause)
    screen.show(
        fixed_height(row(shown, BigButton(text="Confirm"), BigButton(text="By hand")), theme.BUTTON_HEIGHT)
    )
    assert [button.label for button in shown.children[::-1]] == tools
    assert all(button.width >= theme.px(theme.TAP_TARGET) for button in shown.children)


def test_the_tools_show_icons_where_a_language_has_longer_words(screen: Any, app: Any) -> None:
    from companion.ui.layout import row
    from companion.ui.screens.toolbar import tools as laid

    app.start_game(find_game("classic"), seats_of(2), {})
    shown = laid(app, advise=lambda: None)
    screen.show(row(shown, size=(272, 48), size_hint=(None, None)))
    assert [button.text for button in shown.children[::-1]] == ["Why?", "", "Undo", "Fix"]
    catalogue.show_in("de")
    try:
        shown = laid(app, advise=lambda: None)
        screen.show(row(shown, size=(272, 48), size_hint=(None, None)))
    finally:
        catalogue.show_in("en")
    assert [button.text for button in shown.children] == [""] * 4
    assert all(button.icon for button in shown.children)
    assert max(button.width for button in shown.children) - min(b.width for b in shown.children) <= 1
