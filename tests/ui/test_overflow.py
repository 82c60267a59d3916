"""The watch over cut words sees what is cut, and is silent if nothing is."""

from typing import Any

import pytest

from companion.ui import theme
from tests.ui.overflow import Overflow


def widgets() -> dict[str, Any]:
    from kivy.uix.boxlayout import BoxLayout
    from kivy.uix.widget import Widget

    from companion.ui.layout import TextLabel, column, fixed_height, fixed_width, grid, row
    from companion.ui.widgets.board.legend_row import LegendRow
    from companion.ui.widgets.controls.buttons import BigButton, ChoiceCard

    def button(text: str) -> Any:
        return BigButton(text=text)

    fixed: dict[str, Any] = {"size_hint": (None, None)}
    high = BoxLayout(orientation="vertical", size=(200, 100), **fixed)
    high.add_widget(fixed_height(Widget(), 80))
    high.add_widget(fixed_height(Widget(), 80))
    return {
        "a button that fits": BigButton(text="Undo", size=(200, 60), **fixed),
        "a button too narrow": BigButton(text="Back to attacks", size=(70, 60), **fixed),
        "words that fit": column(TextLabel("One line"), size=(200, 60), **fixed),
        "words too high": column(
            fixed_height(TextLabel("One line after another", fill=True), 30), size=(60, 90), **fixed
        ),
        "words cut with dots": column(
            TextLabel("A very long line", fill=True, lines=1), size=(60, 30), **fixed
        ),
        "a card as high as it needs": ChoiceCard(title="Peru", detail="9 to 8", size=(200, 80), **fixed),
        "a card too low": ChoiceCard(title="Peru", detail="9 to 8, " * 9, size=(200, 60), **fixed),
        "a column too full": high,
        "a long word in a row": row(
            *map(button, ("Yes", "Abenteuerlustigere", "No")), size=(360, 60), **fixed
        ),
        "a long word where others are as wide as a finger": row(
            fixed_width(button("Abenteuerlustigere"), 48), size=(300, 60), **fixed
        ),
        "long words in columns": grid(
            *(ChoiceCard(title="Abenteuerlustigere") for _ in range(3)), across=3, size=(450, 300), **fixed
        ),
        "signs with long meanings": grid(
            *(LegendRow(mark=mark) for mark in ("rough", "mineral", "cut-off")),
            across=3,
            size=(450, 150),
            **fixed,
        ),
        "a broken word": column(
            fixed_height(TextLabel("Considering", fill=True), 80), size=(60, 90), **fixed
        ),
        "a narrow label with a long word": row(
            fixed_width(TextLabel("Considering", fill=True), 60), size=(300, 60), **fixed
        ),
        "a title too long for large letters": row(
            TextLabel("House rules of a game of armies and dice", theme.TITLE, bold=True, fill=True),
            size=(300, 52),
            **fixed,
        ),
        "a title of one line that has to shrink": row(
            TextLabel("House rules of a game", theme.TITLE, fill=True, lines=1), size=(260, 52), **fixed
        ),
    }


@pytest.mark.parametrize(
    ("name", "cut"),
    [
        ("a button that fits", False),
        ("a button too narrow", True),
        ("words that fit", False),
        ("words too high", True),
        ("words cut with dots", True),
        ("a card as high as it needs", False),
        ("a card too low", True),
        ("a column too full", True),
        ("a long word in a row", False),
        ("a long word where others are as wide as a finger", False),
        ("long words in columns", False),
        ("signs with long meanings", False),
        ("a broken word", True),
        ("a narrow label with a long word", False),
        ("a title too long for large letters", False),
        ("a title of one line that has to shrink", False),
    ],
)
def test_what_is_cut_is_seen(screen: Any, monkeypatch: pytest.MonkeyPatch, name: str, cut: bool) -> None:
    overflow = Overflow(monkeypatch.setattr)
    shown = screen.show(widgets()[name])
    screen.frames(3)
    assert bool(overflow.found(shown)) == cut


def test_what_is_drawn_after_it_was_removed_is_seen(screen: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    from kivy.uix.widget import Widget

    overflow = Overflow(monkeypatch.setattr)
    shown, painter = screen.show(Widget()), Widget()
    with painter.canvas:
        shown.add_widget(Widget())
    assert overflow.found(shown) == []
    painter.canvas.clear()
    shown.clear_widgets()
    assert overflow.found(shown) == ["Widget: 1 widgets that were removed are still drawn"]
