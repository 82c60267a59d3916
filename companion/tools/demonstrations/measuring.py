"""Makes the screenshots of measuring: ``python -m companion.tools.demonstrations.measuring FOLDER``."""

import sys
import tempfile
from pathlib import Path
from typing import Any

import numpy as np

from companion.tools.demonstrations.screenshots import keep
from companion.tools.demonstrations.window import prepare_offscreen

SIZE = (800, 480)
TIMEOUT = 60.0
TARGET = (11.2, 6.3)
"""The soldier to aim at, in inches."""


class MeasuringDemonstration:
    """Measures on the simulated table and takes screenshots.

    Args:
        folder: where to save the screenshots.
        data: folder of games and profile.
    """

    def __init__(self, folder: Path, data: Path) -> None:
        from companion.app.camera.table_camera import TableCamera
        from companion.tools.demonstrations.offscreen import Offscreen
        from companion.tools.demonstrations.simulated_table import SimulatedTable
        from companion.tools.demonstrations.skirmish import PIECES
        from companion.vision.sources import CameraThread

        folder.mkdir(parents=True, exist_ok=True)
        self._folder, self._file = folder, data / "profile.toml"
        self.table = SimulatedTable(PIECES)
        self._thread = CameraThread(self.table, frames_per_second=5.0)
        self.screen = Offscreen(data, SIZE)
        self.shell, self.pointer = self.screen.shell, self.screen.pointer
        self.table.calibrated(self._file)
        self.screen.context.table = TableCamera("felt table", self._newest, self._file)

    def _newest(self) -> Any:
        frame = self._thread.newest()
        return None if frame is None else frame.picture

    def close(self) -> None:
        """Close everything."""
        self.screen.close()
        self._thread.close()

    def play(self) -> None:
        """Show the roster, the line with the magnifier, the paper, the arc, and the wizard."""
        from companion.tools.demonstrations.skirmish import GUN, to_the_shot

        session = to_the_shot(self.screen.context.journal)
        self.shell.show_session(session)
        self._picture("measure-tape-on-glass")
        self._open()
        self._drag(0, GUN)
        finger = self._drag(1, TARGET, release=False)
        self._picture("measure-line")
        self._release(finger)
        self.pointer.tap("Arc")
        self._drag(0, GUN)
        self._drag(1, (13.0, 6.9))
        self._picture("measure-arc")
        self.pointer.tap("Line")
        self._drag(0, GUN)
        self._drag(1, TARGET)
        self.pointer.tap("Use")
        self._open()
        self._drag(0, (11.7, 6.6))
        self.pointer.tap("Closer")
        self._picture("measure-paper")
        self.pointer.tap("Name")
        self.screen.wait(0.2)
        for name in ("blue-infantry-1", "blue-infantry-3"):
            self.screen.driver.touch_place(name)
            self.screen.wait(0.3)
        self._picture("battle-risk-roster")
        self._calibrate()

    def _calibrate(self) -> None:
        """Calibrate lens and table, and show each result."""
        from calibration.boards import board_file, charuco_board
        from calibration.sheets.pages import CHARUCO, DICTIONARY
        from companion.app.camera.calibration_steps import OWN_BOARD
        from companion.tools.demonstrations.simulated_table import MARKERS

        self.shell.leave_game()
        self._file.with_name(OWN_BOARD).write_text(board_file(MARKERS))
        self.shell.open_overlay("calibration")
        self._tap("Lens")
        self._tap("Look")
        board = charuco_board(DICTIONARY, CHARUCO)
        for view in range(3):
            self.table.hold(board, view)
            self.overlay.outcome = None
            self._wait_for(lambda: self.overlay.outcome is not None)
        self._picture("measure-lens")
        self.overlay.stop()
        self.table.put(())
        self._tap("Table")
        self._tap("Look")
        self._wait_for(lambda: self.overlay.outcome is not None and not self.overlay.capturing)
        self._picture("measure-table")

    @property
    def overlay(self) -> Any:
        """The open overlay."""
        return self.shell.overlay

    # --- fingers -------------------------------------------------------------------------------------------

    def _open(self) -> None:
        """Open the camera's picture, and wait until every miniature is detected."""
        self.pointer.tap("Camera")
        self._wait_for(lambda: len(self.overlay.table_picture.miniatures) >= len(self.table.pieces))

    def _tap(self, text: str) -> None:
        """Tap after the layout has settled."""
        self.screen.wait(0.3)
        self.pointer.tap(text)
        self.screen.wait(0.3)

    def _wait_for(self, reached: Any) -> None:
        waited = 0.0
        while not reached() and waited < TIMEOUT:
            self.screen.wait(0.2)
            waited += 0.2

    def _drag(self, handle: int, inches: tuple[float, float], *, release: bool = True) -> Any:
        """Drag a handle to a point of the table."""
        from kivy.base import EventLoop

        from companion.ui.pointer import SimulatedTouch

        view = self.overlay.view
        (x, y), pixel = self.table.where(np.array([inches]))[0], view.ruler.handles[handle]
        start, end = (view.to_window(*view.where(at)) for at in (pixel, (float(x), float(y))))
        finger = SimulatedTouch(*start)
        EventLoop.post_dispatch_input("begin", finger)
        for share in (0.5, 1.0):
            now = [a + (b - a) * share for a, b in zip(start, end, strict=True)]
            finger.move((now[0] / SIZE[0], now[1] / SIZE[1]))
            EventLoop.post_dispatch_input("update", finger)
            self.screen.wait(0.0)
        if release:
            self._release(finger)
        return finger

    def _release(self, finger: Any) -> None:
        from kivy.base import EventLoop

        EventLoop.post_dispatch_input("end", finger)
        self.screen.wait(0.2)

    def _picture(self, name: str) -> None:
        """Save a screenshot."""
        keep(self.screen, self._folder / f"{name}.png", smooth=True)


def main() -> None:
    """Take all screenshots."""
    with tempfile.TemporaryDirectory(prefix="companion-") as folder:
        prepare_offscreen(SIZE, Path(folder))
        demonstration = MeasuringDemonstration(Path(sys.argv[1]), Path(folder))
        try:
            demonstration.play()
        finally:
            demonstration.close()


if __name__ == "__main__":
    main()
