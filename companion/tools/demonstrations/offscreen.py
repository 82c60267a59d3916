"""Runs the whole app without a display: a window drawn offscreen, a simulated pointer, and screenshots.

Call `companion.ui.kivy_setup.prepare_kivy` and make SDL draw offscreen before importing this.
"""

from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from time import monotonic, sleep
from typing import Any

from kivy.base import EventLoop
from kivy.core.window import Window

from companion.app.app_context import AppContext
from companion.app.camera.dice_tray import DiceTray
from companion.app.night.panel_controller import Presses
from companion.games import GAMES
from companion.hardware.panel_group import PanelGroup
from companion.journal.journal import Journal
from companion.referee.dice_roller import DiceRoller
from companion.tools.editors.screens import EDITOR_SCREENS
from companion.ui import theme
from companion.ui.app import SCREENS
from companion.ui.pointer import Pointer
from companion.ui.shell import Shell
from companion.ui.ui_driver import UiDriver

ALL_SCREENS = {**SCREENS, **EDITOR_SCREENS}
"""Every screen by name."""
FRAME = 1 / 30
"""Minimum duration of a frame in seconds, as on a real screen."""


@contextmanager
def without_drawing(window: Any) -> Iterator[None]:
    """Advance frames without drawing; the next frame draws all changes."""
    window.on_draw = window.on_flip = lambda *_: None
    try:
        yield
    finally:
        del window.on_draw, window.on_flip


class Offscreen:
    """The shell on an offscreen window.

    Args:
        data: folder of the games.
        size: of the window, in pixels.
        tray: the dice tray, if any.
        seed: of shuffles and of dice rolled by the companion.
        panels: buttons and lights, already started.
        presses: queue of their button presses.
        guard_seconds: how long touches are ignored after a new question; 0 for simulated players.
    """

    def __init__(
        self,
        data: Path,
        size: tuple[int, int],
        tray: DiceTray | None = None,
        seed: int = 1,
        panels: PanelGroup | None = None,
        presses: Presses | None = None,
        guard_seconds: float = 0.0,
    ) -> None:
        EventLoop.ensure_window()
        EventLoop.status = "started"
        Window.clearcolor = theme.BACKGROUND
        Window.size = size
        theme.METRICS.fit(*size)
        journal = Journal.open(data / "games.sqlite")
        self.context = AppContext(
            journal, GAMES, DiceRoller(seed), tray, panels or PanelGroup(()), presses or Presses()
        )
        self.shell = Shell(self.context, ALL_SCREENS, guard_seconds=guard_seconds, show_turns=False)
        Window.add_widget(self.shell)
        self.pointer = Pointer(self.wait)
        self.driver = UiDriver(self.shell, self.pointer, self.wait)
        self.wait(0.0)

    def wait(self, seconds: float) -> None:
        """Wait this many seconds, at least three frames. None is drawn: that is most of the work."""
        end = monotonic() + seconds
        with without_drawing(Window):
            for _ in range(3):
                EventLoop.idle()
            while (left := end - monotonic()) > 0:
                sleep(min(left, FRAME))
                EventLoop.idle()

    def picture(self, path: Path) -> None:
        """Save a screenshot as PNG after animations have ended."""
        self.wait(0.6)
        for _ in range(2):
            EventLoop.idle()
        Path(Window.screenshot(name=str(path))).rename(path)

    def close(self) -> None:
        """Close everything."""
        self.shell.close()
        Window.remove_widget(self.shell)
        if self.context.tray is not None:
            self.context.tray.close()
        self.context.journal.close()
