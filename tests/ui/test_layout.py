"""Shared layouts: a scroll bar stands beside what it scrolls, and nothing is seen outside its list."""

from pathlib import Path
from typing import Any

import pytest
from kivy.uix.widget import Widget

from companion.locale.messages import gettext
from companion.ui.layout import BAR_GAP, BAR_WIDTH, TextLabel, column, fixed_height, scrollable
from companion.ui.theme import px


@pytest.mark.parametrize(("rows", "bar"), [(2, False), (40, True)])
def test_a_scroll_bar_covers_no_content(screen: Any, rows: int, bar: bool) -> None:
    content = column(*(fixed_height(Widget(), 40) for _ in range(rows)))
    view = scrollable(content, size=(300, 300), size_hint=(None, None))
    screen.show(view)
    screen.frames(2)
    beside = px(BAR_WIDTH + BAR_GAP) if bar else 0
    assert content.width == pytest.approx(view.width - beside)


def test_a_message_too_long_for_its_line_is_cut(screen: Any) -> None:
    """Kivy makes texts of the class of the label's own, which must not be a message."""
    label = TextLabel(gettext("Red and blue"), lines=1, size_hint=(None, None))
    label.width = 40
    screen.show(label)
    screen.frames(2)
    assert label.is_shortened


def test_nothing_of_a_scrolled_list_is_seen_outside_it(screen: Any, tmp_path: Path) -> None:
    """Kivy's smooth shapes draw their edges with a stencil of their own, and so outside the list's."""
    import cv2

    from companion.ui.widgets.board.map_icons import draw_map_icon
    from companion.ui.widgets.controls.buttons import BigButton, HoldButton
    from companion.ui.widgets.controls.canvas_widget import CanvasWidget
    from companion.ui.widgets.players.event_row import EventRow

    class Icons(CanvasWidget):
        """An icon of the map, as lists show them."""

        def draw(self) -> None:
            draw_map_icon("capital", (), self.center, 20.0)

    rows = [BigButton(text="Key"), HoldButton(text="Held"), EventRow(text="Told", seat=None), Icons()]
    content = column(*(fixed_height(row, 60) for row in rows))
    view = scrollable(content, size=(300, 100), size_hint=(None, None), pos=(100, 150))
    screen.show(view)
    for place in (0.0, 0.3, 0.6, 1.0):
        view.scroll_y = place
        picture = cv2.imread(str(screen.picture(tmp_path / f"{place}.png"))).astype(int)
        outside = picture.copy()
        outside[480 - 250 - 2 : 480 - 150 + 2, 98:402] = picture[0, 0]
        assert (outside == picture[0, 0]).all(), f"something shines through where it is scrolled to {place}"
