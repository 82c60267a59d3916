"""Frames are fewer while nobody touches the screen."""

from collections.abc import Callable, Iterator
from typing import Any

import pytest

FULL, CALM = 6000.0, 3000.0


@pytest.fixture
def limited(screen: Any) -> Iterator[Callable[[float], Any]]:
    """Return what lowers a frame rate."""
    from kivy.clock import Clock

    from companion.ui.frame_rate import FrameRate

    rates, usual = [], Clock._max_fps

    def limit(full: float) -> Any:
        Clock._max_fps = full
        rates.append(FrameRate(screen.window, CALM, 0.0))
        screen.frames(2)
        return Clock

    yield limit
    for rate in rates:
        rate.close()
    Clock._max_fps = usual


def test_it_is_lower_until_the_screen_is_touched(screen: Any, limited: Callable[[float], Any]) -> None:
    clock = limited(FULL)
    assert clock._max_fps == CALM
    finger = screen.finger(10, 10)
    finger.touch_down()
    assert clock._max_fps == FULL
    finger.touch_up()
    screen.frames(2)
    assert clock._max_fps == CALM


def test_no_limit_stays_no_limit(limited: Callable[[float], Any]) -> None:
    assert limited(0.0)._max_fps == 0.0
