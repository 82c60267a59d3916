"""Shared layouts: a scroll bar stands beside what it scrolls."""

from typing import Any

import pytest
from kivy.uix.widget import Widget

from companion.ui.layout import BAR_GAP, BAR_WIDTH, column, fixed_height, scrollable
from companion.ui.theme import px


@pytest.mark.parametrize(("rows", "bar"), [(2, False), (40, True)])
def test_a_scroll_bar_covers_no_content(screen: Any, rows: int, bar: bool) -> None:
    content = column(*(fixed_height(Widget(), 40) for _ in range(rows)))
    view = scrollable(content, size=(300, 300), size_hint=(None, None))
    screen.show(view)
    screen.frames(2)
    beside = px(BAR_WIDTH + BAR_GAP) if bar else 0
    assert content.width == pytest.approx(view.width - beside)
