import queue
import threading
import time
from typing import Any

import pytest

from companion.hardware.panel import CONFIRM, ChimeNote, LightFrame, LightState, seat_button
from companion.hardware.panel_group import PanelGroup
from companion.hardware.simulated import SimulatedPanel

FRAME = LightFrame(attention=LightState("ffffff", "9"))


class Broken(SimulatedPanel):
    """A panel that raises at every tick."""

    def __init__(self) -> None:
        super().__init__(lambda _: None, seats=0, name="broken")
        self.ticked = threading.Event()

    def tick(self, _: Any) -> None:
        self.ticked.set()
        raise RuntimeError("a wire came off")


@pytest.fixture
def came() -> Any:
    return queue.Queue()


def test_all_show_the_same_and_any_is_heard(came: Any) -> None:
    left, right = (SimulatedPanel(came.put, seats=2, name=name) for name in ("left", "right"))
    with PanelGroup([left, right]) as panels:
        panels.show(FRAME)
        panels.chime((ChimeNote(880, 50),))
        time.sleep(0.1)
        right.hold(CONFIRM)
        time.sleep(0.1)
        right.release(CONFIRM)
        press = came.get(timeout=2)
        assert (press.panel, press.button) == ("right", CONFIRM)
        assert left.frame == right.frame == FRAME
        assert left.chimes == right.chimes
        assert panels.buttons >= {CONFIRM, seat_button(1)}
        assert [check.name for check in panels.health()] == ["left", "right"]
    assert left.frame != FRAME, "dark after closing"
    panels.close()


@pytest.mark.expects_errors
def test_a_panel_that_fails_takes_nothing_with_it(came: Any, caplog: pytest.LogCaptureFixture) -> None:
    broken, whole = Broken(), SimulatedPanel(came.put)
    with PanelGroup([broken, whole]):
        assert broken.ticked.wait(2)
        whole.press(CONFIRM)
        assert came.get(timeout=2).button == CONFIRM
    assert "The panel broken failed" in caplog.text


def test_no_panel_at_all_is_fine() -> None:
    with PanelGroup([]) as panels:
        panels.show(FRAME)
        assert panels.buttons == frozenset()


def test_a_button_that_is_not_there_cannot_be_pressed(came: Any) -> None:
    with pytest.raises(KeyError):
        SimulatedPanel(came.put, seats=2).press(seat_button(2))
