"""The base of all widgets: the events that a class names."""

from companion.ui.widgets.controls.canvas_widget import CanvasWidget


class Bell(CanvasWidget):
    """A widget with an event."""

    __events__ = ("on_ring",)


class LoudBell(Bell):
    """One whose class hears its event itself."""

    rung = 0

    def on_ring(self) -> None:
        self.rung += 1


def test_events_need_no_listener_and_reach_those_there_are() -> None:
    heard: list[Bell] = []
    Bell().dispatch("on_ring")
    bell = LoudBell(on_ring=heard.append)
    bell.dispatch("on_ring")
    assert heard == [bell] and bell.rung == 1
