"""Sheets cover, toasts do not; both go away."""

import pytest

from tests.ui.widgets.gallery import NO


@pytest.fixture
def under(screen, heard):
    """A button that fills the window, to feel what comes through."""
    from companion.ui.widgets.buttons import BigButton

    button = BigButton(text="Under")
    button.taps = []
    button.bind(on_tap=heard(button.taps))
    return screen.show(button)


def test_one_tap_puts_the_sheet_away_and_touches_nothing_else(screen, under, heard):
    from companion.ui.widgets.ruling_sheet import RulingSheet

    closed = []
    sheet = RulingSheet(ruling=NO)
    sheet.bind(on_close=heard(closed))
    sheet.open(screen.window)
    screen.frames()
    screen.tap(400, 240)
    assert len(closed) == 1 and sheet.parent is None and not under.taps
    screen.tap(400, 240)
    assert len(under.taps) == 1


def test_touches_go_through_a_toast(screen, under):
    from companion.ui.widgets.toast import Toast

    toast = Toast()
    screen.window.add_widget(toast)
    toast.say("Alaska is taken")
    screen.frames()
    screen.tap(400, 240)
    assert len(under.taps) == 1


def test_a_toast_goes_by_itself(screen, monkeypatch):
    from companion.ui import theme
    from companion.ui.widgets.toast import Toast

    monkeypatch.setattr(theme, "TOAST", 0.05)
    toast = screen.show(Toast())
    toast.say("Alaska is taken")
    assert toast.opacity == 1
    screen.seconds(0.6)
    assert toast.opacity == 0 and toast.text == ""
