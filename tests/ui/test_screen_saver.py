"""A screen that nobody touches goes dark; the touch that wakes it presses nothing."""

import gc
from types import SimpleNamespace
from typing import Any

import pytest

SOON, NEVER = 0.05, 600.0


@pytest.fixture
def button(screen: Any) -> Any:
    """A button over the whole window that counts its taps."""
    from companion.ui.widgets.controls.buttons import BigButton

    taps: list[Any] = []
    button = screen.show(BigButton(text="Attack", on_tap=taps.append))
    button.taps = taps
    return button


def test_it_goes_dark_by_itself_and_a_touch_only_wakes_it(screen: Any, button: Any) -> None:
    from companion.ui.screen_saver import ScreenSaver

    sleep = ScreenSaver(screen.window, SOON)
    screen.until(lambda: sleep.blanked)
    sleep._after = NEVER
    screen.tap_on(button)
    assert not sleep.blanked
    assert button.taps == []
    screen.tap_on(button)
    assert len(button.taps) == 1
    sleep._timer.cancel()


def test_a_touch_puts_it_off(screen: Any, button: Any) -> None:
    from companion.ui.screen_saver import ScreenSaver

    sleep = ScreenSaver(screen.window, NEVER)
    before = sleep._timer
    screen.tap_on(button)
    assert len(button.taps) == 1
    assert not before.is_triggered and sleep._timer.is_triggered
    sleep._timer.cancel()


def test_it_falls_asleep_once(screen: Any) -> None:
    from companion.ui.screen_saver import ScreenSaver

    sleep = ScreenSaver(screen.window, NEVER)
    sleep.blank()
    sleep.blank()
    assert sleep.blanked
    sleep.wake()
    assert not sleep.blanked
    sleep._timer.cancel()


def test_the_backlight_goes_off_and_on_with_it(screen: Any) -> None:
    from companion.ui.screen_saver import ScreenSaver

    switched: list[bool] = []
    light: Any = SimpleNamespace(switch=lambda *, on: switched.append(on))
    saver = ScreenSaver(screen.window, NEVER, light)
    saver.blank()
    assert saver.wake_only() and not saver.wake_only()
    saver.blank()
    saver.close()
    assert switched == [False, True, False, True]


def test_it_never_goes_dark_where_players_say_so(screen: Any) -> None:
    from companion.ui.screen_saver import ScreenSaver

    saver = ScreenSaver(screen.window, 0.0)
    assert not saver._timer.is_triggered
    saver.set_delay(SOON)
    screen.until(lambda: saver.blanked)
    saver.close()


@pytest.mark.long
def test_a_saver_that_is_gone_does_not_wake(screen: Any) -> None:
    """One of a test that had ended once darkened the window of another."""
    from companion.ui.screen_saver import ScreenSaver

    windows: list[Any] = []
    window = SimpleNamespace(bind=lambda **_: None, unbind=lambda **_: None, add_widget=windows.append)
    saver: Any = ScreenSaver(window, SOON)
    saver = None  # noqa: F841
    gc.collect()
    screen.seconds(2 * SOON)
    assert windows == []
