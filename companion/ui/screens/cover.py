"""Covers: screens over the game with a title and a way back."""

from typing import TYPE_CHECKING

from kivy.uix.boxlayout import BoxLayout
from kivy.uix.widget import Widget

from companion.ui import theme
from companion.ui.layout import Words, column, row, tall, wide
from companion.ui.widgets.buttons import BigButton

if TYPE_CHECKING:
    from companion.ui.stage import Stage


def covered(stage: "Stage", title: str, *content: Widget) -> BoxLayout:
    """Lay a title with Back above the content; upright, Back is a sign, to leave room for the title."""
    upright = theme.MEASURES.portrait
    back = BigButton(text="" if upright else "Back", icon="back", kind="quiet", on_tap=lambda _: stage.back())
    back.label = "Back"
    words = Words(title, theme.LEAD if upright else theme.TITLE, bold=True, fill=True)
    head = row(wide(back, 60 if upright else 130), words, gap=theme.GAP)
    return column(tall(head, theme.BUTTON - theme.SMALL), *content, pad=theme.SMALL)
