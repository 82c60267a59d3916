"""Sheets cover, toasts do not; both go away."""

from typing import Any

import pytest

from companion.referee.ruling import Reason, Ruling
from tests.ui.overflow import Overflow
from tests.ui.widgets.gallery import NO


@pytest.fixture
def under(screen: Any, heard: Any) -> Any:
    """A button that fills the window, to feel what comes through."""
    from companion.ui.widgets.controls.buttons import BigButton

    button = BigButton(text="Under")
    button.taps = []
    button.bind(on_tap=heard(button.taps))
    return screen.show(button)


def test_one_tap_puts_the_sheet_away_and_touches_nothing_else(screen: Any, under: Any, heard: Any) -> None:
    from companion.ui.widgets.controls.ruling_popup import RulingPopup

    closed: list[Any] = []
    sheet = RulingPopup(ruling=NO)
    sheet.bind(on_close=heard(closed))
    sheet.open(screen.window)
    screen.frames()
    screen.tap(400, 240)
    assert len(closed) == 1 and sheet.parent is None and not under.taps
    screen.tap(400, 240)
    assert len(under.taps) == 1


def test_touches_go_through_a_toast(screen: Any, under: Any) -> None:
    from companion.ui.widgets.controls.toast import Toast

    toast = Toast()
    screen.window.add_widget(toast)
    toast.say("Alaska is taken")
    screen.frames()
    screen.tap(400, 240)
    assert len(under.taps) == 1


def test_a_toast_goes_by_itself(screen: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    from companion.ui import theme
    from companion.ui.widgets.controls.toast import Toast

    monkeypatch.setattr(theme, "TOAST_SECONDS", 0.05)
    toast = screen.show(Toast())
    toast.say("Alaska is taken")
    assert toast.opacity == 1
    screen.seconds(0.6)
    assert toast.opacity == 0 and toast.text == ""


LONG = "These words go on and on, so that nobody would read them to their end. "


@pytest.mark.parametrize(
    ("reasons", "length", "shown", "rules"),
    [
        # all of it fits
        (1, 1, 1, True),
        # the rules' own words are the first to go
        (3, 1, 3, False),
        (2, 3, 2, False),
        # then the last reasons
        (6, 2, 3, False),
    ],
)
def test_what_is_allowed_instead_is_said_however_long_the_reasons(
    screen: Any, monkeypatch: pytest.MonkeyPatch, reasons: int, length: int, shown: int, rules: bool
) -> None:
    from companion.ui.widgets.controls import drawing
    from companion.ui.widgets.controls.ruling_popup import RulingPopup

    write, said = drawing.draw_text, []
    monkeypatch.setattr(
        drawing, "draw_text", lambda text, *at, **how: said.append(text) or write(text, *at, **how)
    )
    overflow = Overflow(monkeypatch.setattr)
    why = [f"Reason {number}. " + LONG * (length - 1) for number in range(reasons)]
    no = Ruling(False, tuple(Reason("CL-ATK-2", each) for each in why), "Attack from Siam.")
    sheet = screen.show(RulingPopup(ruling=no, texts={"CL-ATK-2": LONG * 3}))
    screen.frames()
    assert "Attack from Siam." in said
    assert len(set(said) & set(why)) == shown
    assert (LONG * 3 in said) is rules
    assert overflow.found(sheet) == []
