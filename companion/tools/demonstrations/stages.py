"""What stands before the cameras of the demonstrations, with the verbs that need it."""

import datetime
import os
from dataclasses import replace
from pathlib import Path
from typing import Any

import numpy as np
from kivy.base import EventLoop

from calibration.boards import board_file, charuco_board
from calibration.profile import Profile, TrayObservation, write_profile
from calibration.sheets.pages import CHARUCO, DICTIONARY
from companion.app.camera.calibration_steps import OWN_BOARD
from companion.app.camera.dice_tray import DiceTray, open_tray
from companion.app.camera.table_camera import TableCamera
from companion.data_folder import VARIABLE
from companion.games import find_game
from companion.games.boards.board import load_board
from companion.games.rogue.deck import save_card
from companion.games.rogue.symbol_dice import DICE
from companion.referee.seats import seats_of
from companion.tools.demonstrations.script_player import SIZE, ScriptPlayer, scripts
from companion.tools.demonstrations.simulated_board import CORNERS as BOARD_CORNERS
from companion.tools.demonstrations.simulated_board import SimulatedBoard
from companion.tools.demonstrations.simulated_table import MARKERS, PIECES, SimulatedTable
from companion.tools.demonstrations.simulated_tray import (
    SIGNS,
    TRAY,
    SimulatedTrayCamera,
    scattered,
    symbol_die,
    teach,
)
from companion.ui.pointer import SimulatedTouch
from companion.ui.widgets.dice.symbol_die import SymbolKey
from companion.vision.detection.network import DiceNetwork
from companion.vision.reader import DiceReader
from companion.vision.reading_thread import DiceReadingThread
from companion.vision.sources import CameraThread
from companion.vision.tracking.tray_watcher import TrayState

NOISE = 8
"""Maximum difference between two pictures of the same dice, in grey levels."""


class TableStage(ScriptPlayer):
    """A camera over a table with markers and a small battle; measures and calibrates."""

    smooth = True

    def __init__(
        self, data: Path, size: tuple[int, int] = SIZE, folder: Path = Path(), seed: int = 1, *_: object
    ) -> None:
        super().__init__(data, size, folder, seed)
        self.table, self._file = SimulatedTable(PIECES), data / "profile.toml"
        self._thread = CameraThread(self.table, frames_per_second=5.0)
        self.table.calibrated(self._file)
        self.screen.context.table = TableCamera("felt table", self._newest, self._file)

    def _newest(self) -> Any:
        frame = self._thread.newest()
        return None if frame is None else frame.picture

    def close(self) -> None:
        """Close everything."""
        super().close()
        self._thread.close()

    def do_camera(self) -> None:
        """Open the camera's picture, and wait until every miniature is detected."""
        self.pointer.tap("Camera")
        self.wait_for(
            lambda: (
                self.overlay.table_picture is not None
                and len(self.overlay.table_picture.miniatures) >= len(self.table.pieces)
            )
        )

    def do_drag(self, text: str) -> None:
        """Drag a handle of the ruler to a point in inches: `1 11.2,6.3`, or `... and hold`."""
        handle, place, *hold = text.split()
        inches = np.array([[float(side) for side in place.split(",")]])
        view = self.overlay.view
        x, y = self.table.where(inches)[0]
        start = view.to_window(*view.where(view.ruler.handles[int(handle)]))
        end = view.to_window(*view.where((float(x), float(y))))
        self._finger = SimulatedTouch(*start)
        EventLoop.post_dispatch_input("begin", self._finger)
        for share in (0.5, 1.0):
            now = [a + (b - a) * share for a, b in zip(start, end, strict=True)]
            wide, high = EventLoop.window.size
            self._finger.move((now[0] / wide, now[1] / high))
            EventLoop.post_dispatch_input("update", self._finger)
            self.screen.wait(0.0)
        if not hold:
            self.do_release()

    def do_release(self) -> None:
        """Lift the finger that dragged and holds."""
        EventLoop.post_dispatch_input("end", self._finger)
        self.screen.wait(0.2)

    def do_tap_figure(self, text: str) -> None:
        """Tap the figure at a point in inches: `2.9,7.3`."""
        view = self.overlay.view
        inches = np.array([[float(side) for side in text.split(",")]])
        x, y = self.table.where(inches)[0]
        self.pointer.tap_at(*view.to_window(*view.where((float(x), float(y)))))
        self.screen.wait(0.2)

    def do_name_figures(self) -> None:
        """Name every figure, the pieces of each side in their order."""
        self.wait_for(lambda: len(self.overlay.table_picture.figures) >= len(self.table.pieces))
        for piece in self.table.pieces:
            self.do_tap_figure(f"{piece.at[0]},{piece.at[1]}")
            mine = (unit for unit in self.overlay.view.ruler.unnamed if unit.seat == piece.colour)
            self.pointer.tap(next(unit.name for unit in mine if (unit.arm == "cannon") == piece.gun))
            self.screen.wait(0.2)

    def do_own_board(self) -> None:
        """Have the board of the markers on the table, and not of the printed sheet."""
        self._file.with_name(OWN_BOARD).write_text(board_file(MARKERS))

    def do_turn_the_board(self) -> None:
        """Hold the chessboard before the camera in three ways."""
        board = charuco_board(DICTIONARY, CHARUCO)
        self.wait_for(lambda: self.overlay.outcome is not None)  # before the board has come
        for view in range(3):
            self.table.hold(board, view)
            self.overlay.outcome = None
            self.wait_for(lambda: self.overlay.outcome is not None)

    def do_stop_looking(self) -> None:
        """Stop a step of the calibration, and clear the table."""
        self.overlay.stop()
        self.table.put(())

    def do_see_the_table(self) -> None:
        """Wait until the table has been looked at."""
        self.wait_for(lambda: self.overlay.outcome is not None and not self.overlay.capturing)


class BoardStage(ScriptPlayer):
    """A camera over a drawn board with pieces; teaches it, and compares it with the record."""

    smooth = True

    def __init__(
        self, data: Path, size: tuple[int, int] = SIZE, folder: Path = Path(), seed: int = 1, *_: object
    ) -> None:
        super().__init__(data, size, folder, seed)
        self.table = SimulatedBoard(load_board("classic"))
        self.screen.context.table = TableCamera("board", lambda: self.table.picture, data / "profile.toml")

    def do_begin(self) -> None:
        """Begin a game of Classic for three."""
        self.shell.start_game(find_game("classic"), seats_of(3), {})

    def do_find_corners(self) -> None:
        """Put the rings on the corners of the board, and look."""
        self.wait_for(lambda: self.overlay.view.ruler is not None)
        self.overlay.view.ruler.handles = list(BOARD_CORNERS)
        self.pointer.tap("Look")
        self.wait_for(lambda: self.overlay.step == "lines")

    def do_lay_what_is_taught(self) -> None:
        """Lay three pieces of each player where the lesson asks for them."""
        self.table.put({place: (colour, 3) for colour, place in self.overlay.lesson.places.items()})
        self.screen.wait(0.5)

    def do_look(self) -> None:
        """Look, and wait until it is known what was seen."""
        self.pointer.tap("Look")
        self.wait_for(lambda: self.overlay.step == "done")

    def do_keep_a_photo_of(self, place: str) -> None:
        """Keep the photo of a place as it lies."""
        self.shell.board_watch.keep_photos(self.overlay.found.seen, [place], "agreement")
        camera = self.shell.context.table
        self.wait_for(lambda: camera is not None and len(camera.photos) > 0)

    def do_lay_all_but(self, place: str) -> None:
        """Lay the pieces of the record on the board, but for one place."""
        places = self.session.table.game_view.places
        seats = {seat.id: seat.colour for seat in self.session.seats}
        held = {id: at for id, at in places.items() if at.owner in seats and id != place}
        self.table.put({id: (seats[at.owner or ""], at.count) for id, at in held.items()})

    def do_compare(self) -> None:
        """Ask whether the table agrees."""
        self.pointer.tap("Does the table agree?")
        self.do_see_the_board()

    def do_see_the_board(self) -> None:
        """Wait until the board has been looked at."""
        self.wait_for(lambda: self.overlay.found is not None)


class SymbolDiceStage(ScriptPlayer):
    """A camera over a tray with the symbol dice of Rogue; teaches and rolls them.

    Attributes:
        table: the simulated camera.
        tray: the dice tray that it films.
        folder_of_faces: where taught dice are saved.
    """

    def __init__(
        self, data: Path, size: tuple[int, int] = SIZE, folder: Path = Path(), seed: int = 1, *_: object
    ) -> None:
        network = DiceNetwork()
        self.table = SimulatedTrayCamera()
        reading = DiceReadingThread(self.table, DiceReader(network, TRAY).read, TRAY)
        self.tray = DiceTray(reading, network=network, floor=TRAY)
        super().__init__(data, size, folder, seed, self.tray)
        observation = TrayObservation(np.array(TRAY.corners), TRAY.die_edge)
        calibrated = Profile("dice table", (640, 480), datetime.datetime.now(datetime.UTC), tray=observation)
        write_profile(data / "profile.toml", calibrated)
        self.screen.context.table = TableCamera(
            "dice table", lambda: self.tray.picture, data / "profile.toml"
        )
        self.folder_of_faces = data / "faces"

    @property
    def state(self) -> TrayState | None:
        """The state of the tray that the dice reader has detected."""
        return self.tray.tray_update.state if self.tray.tray_update is not None else None

    def is_seen(self) -> bool:
        """Whether the camera's newest picture shows the current dice."""
        newest = self.tray.picture
        return newest is not None and bool(np.abs(newest.astype(float) - self.table.still).max() < NOISE)

    def show(self, kind: str, face: int, position: tuple[float, float], angle: float) -> None:
        """Put a die in the tray, and tap the face it shows."""
        self.table.lay([symbol_die(kind, face, position, angle)])
        self.wait_for(self.is_seen)
        self.overlay.result = None
        keys = [key for key in self.overlay.walk() if isinstance(key, SymbolKey)]
        self.pointer.touch(next(key for key in keys if key.label == SIGNS[kind][face - 1]))
        self.wait_for(lambda: self.overlay.result is not None)
        self.screen.wait(0.2)

    def do_clear(self) -> None:
        """Take all dice out of the tray."""
        self.table.lay([])

    def do_teach(self, text: str) -> None:
        """Show a face of an upgraded defence die: its number, the place in millimetres, degrees."""
        face, place, degrees = text.split()
        x, y = map(float, place.split(","))
        self.show("upgraded defence", int(face), (x, y), float(degrees))

    def do_learn_all(self) -> None:
        """Teach the reader every face of all dice, without the screen."""
        reader = DiceReader(DiceNetwork(), TRAY)
        self.tray.set_face_profiles([teach(kind, reader, self.folder_of_faces) for kind in DICE])

    def do_throw(self) -> None:
        """Throw the dice that are asked for, with their best faces, and wait until they are read."""
        home: Any = self.shell.home
        self.do_clear()
        self.wait_for(lambda: self.state is TrayState.EMPTY)
        self.table.lay(self._asked_dice())
        self.wait_for(lambda: not home.pad.doubtful and any(home.pad.dice.values()))

    def do_throw_with_a_strange_die(self) -> None:
        """Throw them, the last one with a symbol that the reader was not taught."""
        home: Any = self.shell.home
        self.wait_for(lambda: self.state is TrayState.EMPTY)
        *dice, last = self._asked_dice()
        self.table.lay([*dice, replace(last, signs=("3 hits",) * 6)])
        self.wait_for(lambda: home.pad.doubtful)

    def _asked_dice(self) -> list[Any]:
        home: Any = self.shell.home
        return scattered({pool.name: range(7 - pool.most, 7) for pool in home.question.pools})


STAGES: dict[str, type[ScriptPlayer]] = {
    "": ScriptPlayer,
    "table": TableStage,
    "symbol dice": SymbolDiceStage,
    "board": BoardStage,
}
"""The player of each stage."""


def perform(name: str, folder: Path, data: Path, size: tuple[int, int] = SIZE) -> list[Path]:
    """Play a demonstration.

    Args:
        name: of the script.
        folder: where to save the pictures.
        data: an empty folder for games.
        size: of the window, in pixels; `prepare_offscreen` was called with it.

    Returns:
        The pictures, in the order they were taken.
    """
    script = scripts()[name]
    folder.mkdir(parents=True, exist_ok=True)
    os.environ[VARIABLE] = str(data)
    for card in script.cards:
        save_card(card)
    tray = open_tray(script.camera) if script.camera else None
    player = STAGES[script.stage](data, size, folder, script.seed, tray)
    try:
        player.play(script.touches)
    finally:
        player.close()
    return player.pictures
