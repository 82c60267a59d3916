"""Several panels at once: all show the same lights, and a press on any of them counts."""

import logging
import threading
import time
from collections.abc import Iterable
from typing import Self

from companion.closing import Closing
from companion.hardware.panel import Button, Chime, LightFrame, Panel
from companion.health import Check

TICK_MS = 10
"""Time between two ticks of a panel, in milliseconds."""
RECOVERY_MS = 1000
"""Wait after a panel failed, in milliseconds."""

log = logging.getLogger(__name__)


def milliseconds() -> int:
    """Return the time of a monotonic clock in milliseconds."""
    return time.monotonic_ns() // 1_000_000


class PanelGroup(Closing):
    """Panels that work together, each on a separate thread from `start` to `close`.

    Usable as a context manager, which starts and closes.
    """

    def __init__(self, panels: Iterable[Panel]) -> None:
        self.panels = tuple(panels)
        self._closing = threading.Event()
        self._threads = [
            threading.Thread(target=self._run, args=(panel,), name=panel.name, daemon=True)
            for panel in self.panels
        ]

    @property
    def buttons(self) -> frozenset[Button]:
        """The buttons of all panels."""
        return frozenset().union(*(panel.buttons for panel in self.panels))

    @property
    def present(self) -> bool:
        """Whether any panel certainly has buttons and lights."""
        return any(panel.present for panel in self.panels)

    @property
    def reachable(self) -> bool:
        """Whether any panel can show anything now."""
        return any(panel.reachable for panel in self.panels)

    def start(self) -> None:
        """Start the threads of the panels."""
        for thread in self._threads:
            thread.start()

    def show(self, frame: LightFrame) -> None:
        """Show a frame on all panels; never blocks."""
        for panel in self.panels:
            panel.show(frame)

    def chime(self, chime: Chime) -> None:
        """Play a chime on all panels; never blocks."""
        for panel in self.panels:
            panel.chime(chime)

    def health(self) -> list[Check]:
        """Return the state of each panel."""
        return [panel.health() for panel in self.panels]

    def close(self) -> None:
        """Stop the threads and close the panels; closing twice is fine."""
        self._closing.set()
        for thread in self._threads:
            if thread.is_alive():
                thread.join(timeout=2)
        for panel in self.panels:
            panel.close()

    def __enter__(self) -> Self:
        self.start()
        return self

    def _run(self, panel: Panel) -> None:
        pause = TICK_MS
        while not self._closing.wait(pause / 1000):
            try:
                panel.tick(milliseconds())
                pause = TICK_MS
            except Exception:  # a broken device must not stop the game
                log.exception("The panel %s failed; it is tried again.", panel.name)
                pause = RECOVERY_MS
