"""Fires three cannons on a simulated table: measures by dragging, and places the paper on the picture.

``python -m tests.e2e.cannon DATA SHOT...`` prints one line of JSON for each kind of shot: the distance, the
figures under the paper, the named ones, and the resulting roll.
"""

import json
import sys
from pathlib import Path
from typing import Any

import numpy as np

from companion.tools.demonstrations.window import prepare_offscreen

SIZE = (800, 480)
TIMEOUT = 30.0
TARGET = (11.2, 6.3)
"""A blue soldier, in inches."""
AIMS: dict[str, tuple[tuple[float, float], float]] = {
    "grape": ((11.4, 6.45), 20.0),
    "rolling": ((10.8, 6.25), 0.0),
    "exploding": ((11.7, 6.6), 0.0),
}
"""Position of each paper's centre, and its rotation in degrees."""


class Gunner:
    """Drags the ruler on the picture of the table."""

    def __init__(self, data: Path) -> None:
        prepare_offscreen(SIZE, data)
        from companion.app.camera.table_camera import TableCamera
        from companion.tools.demonstrations.offscreen import Offscreen
        from companion.tools.demonstrations.simulated_table import PIECES, SimulatedTable
        from companion.vision.sources import CameraThread

        self.table = SimulatedTable(PIECES)
        self.table.calibrated(data / "profile.toml")
        self.camera = CameraThread(self.table)
        self.screen = Offscreen(data, SIZE)
        self.screen.context.table = TableCamera("felt", self._newest, data / "profile.toml")
        self.pointer = self.screen.pointer

    def _newest(self) -> Any:
        frame = self.camera.newest()
        return None if frame is None else frame.picture

    @property
    def measuring(self) -> Any:
        return self.screen.shell.overlay

    def open(self) -> None:
        """Open the picture, and wait until every figure is detected."""
        self.pointer.tap("Camera")
        waited = 0.0
        while self.measuring.table_picture is None or len(self.measuring.table_picture.miniatures) < len(
            self.table.pieces
        ):
            assert waited < TIMEOUT, f"only this was found: {self.measuring.look}"
            self.screen.wait(0.2)
            waited += 0.2

    def place(self, inches: tuple[float, float]) -> tuple[float, float]:
        """Convert a point of the table to window coordinates."""
        view = self.measuring.view
        pixel = self.table.where(np.array([inches]))[0]
        x, y = view.to_window(*view.where((float(pixel[0]), float(pixel[1]))))
        return float(x), float(y)

    def drag(self, handle: int, inches: tuple[float, float]) -> None:
        """Drag one of the ruler's handles to a point of the table."""
        view = self.measuring.view
        start = view.to_window(*view.where(view.ruler.handles[handle]))
        self.pointer.drag(start, self.place(inches))
        self.screen.wait(0.1)

    def fire(self, shot: str) -> dict[str, Any]:
        """Play a shot up to its first roll."""
        from companion.tools.demonstrations.moments import to_the_shot
        from companion.tools.demonstrations.simulated_table import GUN

        shell = self.screen.shell
        shell.show_session(session := to_the_shot(self.screen.context.journal, shot))
        self.screen.wait(0.1)  # until the question is laid out
        self.open()
        self.drag(0, GUN)
        self.drag(1, TARGET)
        self.pointer.tap("Use")
        distance = session.table.entries[-1]
        self.open()
        middle, degrees = AIMS[shot]
        self.drag(0, middle)
        if degrees:
            far, turn = 2.0, np.deg2rad(degrees)
            self.drag(1, (middle[0] + far * np.cos(turn), middle[1] + far * np.sin(turn)))
        under = [miniature.centre for miniature in self.measuring.view.ruler.counted]
        self.pointer.tap("Name")
        named = [f"blue-infantry-{number}" for number in range(1, len(under) + 1)]
        self.screen.driver.give(named)
        told = " ".join(report.text for report in session.table.latest)
        left = session.table.state.pending[0]
        shell.leave_game()
        return {
            "shot": shot,
            "inches": distance.value,
            "by": distance.by,
            "truth": float(np.hypot(TARGET[0] - GUN[0], TARGET[1] - GUN[1])),
            "under": sorted(under),
            "told": told,
            "targets": left.targets,
        }


def main() -> None:
    gunner = Gunner(Path(sys.argv[1]))
    try:
        for shot in sys.argv[2:]:
            print(json.dumps(gunner.fire(shot)), flush=True)
    finally:
        gunner.screen.close()
        gunner.camera.close()


if __name__ == "__main__":
    main()
