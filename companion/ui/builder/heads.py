"""The head of the builder's screens: a way back, a title, and what can be done with all of it."""

from collections.abc import Callable
from typing import Any

from kivy.uix.boxlayout import BoxLayout
from kivy.uix.widget import Widget

from companion.ui import theme
from companion.ui.layout import Words, column, row, tall, wide
from companion.ui.widgets.buttons import BigButton

SIDE = 274
"""Width of what stands beside the map or the sheet."""


def headed(back: Callable[[], Any], title: str | Widget, *deeds: Widget) -> BoxLayout:
    """Lay Back, the title and the deeds side by side."""
    words = title if isinstance(title, Widget) else Words(title, theme.TITLE, bold=True, fill=True, lines=1)
    upright = theme.MEASURES.portrait
    button = BigButton(text="" if upright else "Back", icon="back", kind="quiet", on_tap=lambda _: back())
    button.label = "Back"
    wide(button, 60 if upright else 120)
    return tall(row(button, words, *deeds), theme.BUTTON - theme.SMALL)


def laid_out(head: Widget, board: Widget, side: Widget) -> BoxLayout:
    """Lay the head over the board with its side; upright, the side stands below."""
    both = column(board, tall(side, 300)) if theme.MEASURES.portrait else row(board, wide(side, SIDE))
    return column(head, both, pad=theme.SMALL)


def text_button(words: str, deed: Callable[[], Any], *, kind: str = "quiet", icon: str = "") -> BigButton:
    """Make a button of the usual height."""
    button = BigButton(text=words, kind=kind, icon=icon, on_tap=lambda _: deed())
    tall(button, theme.BUTTON)
    return button
