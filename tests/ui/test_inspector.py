"""The inspector sees what is small, close, faint, unnamed or overlapping, and is silent if nothing is."""

from collections.abc import Callable
from fractions import Fraction
from typing import Any

import pytest

from companion.ui import theme
from tests.ui.overflow import Overflow

Made = Callable[[], Any]
FIXED: dict[str, Any] = {"size_hint": (None, None)}


def words(text: str, *, size: float = theme.BODY, colour: theme.Rgba = theme.TEXT) -> Any:
    from companion.ui.layout import TextLabel

    return TextLabel(text, size, colour, fill=True)


def button(text: str, wide: float = 120, high: float = 60, **how: Any) -> Any:
    from companion.ui.widgets.controls.buttons import BigButton

    return BigButton(text=text, kind="quiet", size=(wide, high), pos=(100, 100), **FIXED, **how)


def beside(*parts: Any, gap: float = theme.TARGET_GAP) -> Any:
    from companion.ui.layout import row

    return row(*parts, gap=gap, size=(300, 60), pos=(100, 100), **FIXED)


def lettered(text: str) -> Any:
    """A label as wide as its words."""
    from companion.ui.layout import TextLabel

    return TextLabel(text, size_hint_x=None, width=60)


def wounds() -> Any:
    """A chart of wounds; its last bars are low, and far from its title."""
    from companion.ui.widgets.dice.wounds_chart import WoundsChart

    chances = tuple(Fraction(share, 100) for share in (60, 30, 9, 1))
    return WoundsChart(title="Wounds", chances=chances, mean=Fraction(1, 2), **FIXED, size=(300, 120))


@pytest.mark.parametrize(
    ("make", "wrong"),
    [
        (wounds, ""),
        (lambda: button("Undo"), ""),
        (lambda: button("Undo", 120, 44), "is only 120 x 44"),
        (lambda: beside(button("Undo"), button("Fix")), ""),
        (lambda: beside(button("Undo"), button("Fix"), gap=8), "8 pixels apart"),
        (lambda: beside(words("Pale", colour=theme.BORDER)), "'Pale' stands out by"),
        (lambda: beside(words("Bright")), ""),
        (lambda: beside(words("Small print", size=18)), "is written 18.0 pixels high"),
        (lambda: beside(words("14 armies")), ""),
        (lambda: beside(words("14")), "'14' has no name"),
        (lambda: beside(lettered("14"), lettered("armies"), gap=8), ""),
        (lambda: beside(words("14"), words(""), words("", size=30), words("armies")), "'14' has no name"),
    ],
)
def test_what_is_wrong_is_seen(screen: Any, monkeypatch: pytest.MonkeyPatch, make: Made, wrong: str) -> None:
    from tests.ui.inspector import Inspector

    inspector = Inspector(Overflow(monkeypatch.setattr))
    shown = screen.show(make())
    screen.frames(3)
    found = inspector.inspect(shown)
    assert [each for each in found if wrong and wrong in each] or found == []
    assert bool(found) == bool(wrong)


def test_an_edge_like_the_ground_is_seen(screen: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    from tests.ui.inspector import Inspector

    inspector = Inspector(Overflow(monkeypatch.setattr))
    monkeypatch.setattr(theme, "EDGE", theme.BORDER)
    shown = screen.show(button("Undo"))
    screen.frames(3)
    assert [each for each in inspector.inspect(shown) if "The edge of" in each]


def test_words_written_over_others_are_seen(screen: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    from kivy.uix.floatlayout import FloatLayout

    from tests.ui.inspector import Inspector

    inspector = Inspector(Overflow(monkeypatch.setattr))
    shown = FloatLayout(size=(300, 60), pos=(100, 100), **FIXED)
    for text in ("Attack", "Fortify"):
        shown.add_widget(words(text))
    screen.show(shown)
    screen.frames(3)
    assert "'Fortify' and 'Attack' lie on each other" in inspector.inspect(shown)
