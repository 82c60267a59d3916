"""Makes the screenshots of symbol dice: ``python -m companion.tools.demonstrations.symbol_dice FOLDER``."""

import datetime
import os
import sys
import tempfile
from collections.abc import Callable, Sequence
from dataclasses import replace
from pathlib import Path
from typing import Any

import numpy as np

from calibration.profile import Profile, TrayObservation, write_profile
from companion.data_folder import VARIABLE
from companion.games.rogue.symbol_dice import DICE
from companion.rendering import Die
from companion.tools.demonstrations.window import prepare_offscreen
from companion.vision.detection.network import DiceNetwork
from companion.vision.faces.files import profile_file
from companion.vision.faces.profile import FaceProfile
from companion.vision.faces.teaching import EXAMPLES_NEEDED, FaceTeacher, example_count, examples_needed
from companion.vision.reader import DiceReader
from companion.vision.tracking.tray_watcher import TrayState
from companion.vision.tray import Tray

SIZE = (800, 480)
EMPTY = (TrayState.EMPTY, TrayState.TAKEN_AWAY)
NOISE = 8
"""Maximum difference between two pictures of the same dice, in grey levels."""
TRAY = Tray(((0.1, 0.06), (0.9, 0.06), (0.9, 0.94), (0.1, 0.94)), 44 / 640)
TIMEOUT = 60.0
"""Maximum duration of a step, in seconds."""
SIGNS: dict[str, tuple[str, ...]] = {
    "regular attack": ("blank", "blank", "1 hit", "1 hit", "1 hit", "2 hits"),
    "upgraded attack": ("blank", "1 hit", "1 hit", "2 hits", "2 hits", "2 hits"),
    "regular defence": ("blank", "blank", "1 block", "1 block", "1 block", "2 blocks"),
    "upgraded defence": ("1 block", "1 block", "1 block", "2 blocks", "2 blocks", "1 hit"),
}
"""Faces of our simulated dice: the rules do not list the game's own faces."""
BODIES = {
    "regular attack": ("red", "white"),
    "upgraded attack": ("orange", "black"),
    "regular defence": ("white", "black"),
    "upgraded defence": ("blue", "white"),
}
"""Colours of body and symbols of each kind of dice."""


def symbol_die(kind: str, face: int, position: tuple[float, float], angle: float) -> Die:
    """Return a simulated die of Rogue.

    Args:
        kind: regular or upgraded, attack or defence.
        face: number of the face on top, from 1.
        position: x and y in millimetres from the centre of the tray.
        angle: rotation, in degrees.
    """
    body, drawing = BODIES[kind]
    return Die(face, body, drawing, position=position, angle=angle, gloss=0.35, signs=SIGNS[kind])


def scattered(rolled: dict[str, Sequence[int]], seed: int = 3) -> list[Die]:
    """Return dice of several kinds at random places that do not overlap."""
    rng = np.random.default_rng(seed)
    fields = [(x, y) for y in (-38.0, 0.0, 38.0) for x in (-66.0, -33.0, 0.0, 33.0, 66.0)]
    places = rng.permutation(np.array(fields))
    dice = [(kind, face) for kind, faces in rolled.items() for face in faces]
    return [
        symbol_die(kind, face, (float(x + rng.uniform(-5, 5)), float(y + rng.uniform(-5, 5))),
                   float(rng.uniform(0, 90)))
        for (kind, face), (x, y) in zip(dice, places, strict=False)
    ]  # fmt: skip


def teach(kind: str, reader: DiceReader, folder: Path) -> FaceProfile:
    """Teach the reader all faces of a kind of dice, and save the profile in a folder."""
    from companion.tools.demonstrations.simulated_tray import SimulatedTrayCamera

    table, teacher = SimulatedTrayCamera(), FaceTeacher(reader, FaceProfile(kind))
    for face, text in enumerate(SIGNS[kind], 1):
        for showing in range(EXAMPLES_NEEDED):
            if example_count(teacher.profile, face) < examples_needed(teacher.profile, face):
                table.lay([symbol_die(kind, face, (20.0 * showing - 10, 8.0), 15.0 + 40 * showing)])
                teacher.show(table.still, face, text)
    teacher.profile.save(profile_file(kind, folder))
    return teacher.profile


class SymbolDiceDemonstration:
    """Teaches dice in the wizard, and rolls them in a battle.

    Args:
        data: folder of games and dice profiles.
        size: of the window, in pixels.
    """

    def __init__(self, data: Path, size: tuple[int, int] = SIZE) -> None:
        from companion.app.camera.dice_tray import DiceTray
        from companion.app.camera.table_camera import TableCamera
        from companion.tools.demonstrations.offscreen import Offscreen
        from companion.tools.demonstrations.simulated_tray import SimulatedTrayCamera
        from companion.vision.reading_thread import DiceReadingThread

        network = DiceNetwork()
        self.table = SimulatedTrayCamera()
        self.tray = DiceTray(
            DiceReadingThread(self.table, DiceReader(network, TRAY).read, TRAY),
            network=network,
            floor=TRAY,
        )
        self.screen = Offscreen(data, size, self.tray)
        self.shell, self.pointer = self.screen.shell, self.screen.pointer
        observation = TrayObservation(np.array(TRAY.corners), TRAY.die_edge)
        calibrated = Profile("dice table", (640, 480), datetime.datetime.now(datetime.UTC), tray=observation)
        write_profile(data / "profile.toml", calibrated)
        self.screen.context.table = TableCamera(
            "dice table", lambda: self.tray.picture, data / "profile.toml"
        )
        self.folder = data / "faces"

    def close(self) -> None:
        """Close everything."""
        self.screen.close()

    @property
    def overlay(self) -> Any:
        """The open overlay."""
        return self.shell.overlay

    @property
    def state(self) -> TrayState | None:
        """The state of the tray that the dice reader has detected."""
        return self.tray.tray_update.state if self.tray.tray_update is not None else None

    def wait_for(self, reached: Callable[[], object]) -> None:
        """Wait until a condition is true.

        Raises:
            TimeoutError: it takes longer than `TIMEOUT`.
        """
        waited = 0.0
        while not reached():
            if waited > TIMEOUT:
                raise TimeoutError(f"It never came to it; the screen says: {self.pointer.texts()}")
            self.screen.wait(0.1)
            waited += 0.1

    def is_seen(self) -> bool:
        """Whether the camera's newest picture shows the current dice."""
        newest = self.tray.picture
        return newest is not None and bool(np.abs(newest.astype(float) - self.table.still).max() < NOISE)

    def show(self, kind: str, face: int, position: tuple[float, float], angle: float) -> None:
        """Put a die in the tray, and tap the face it shows."""
        from companion.ui.widgets.dice.symbol_die import SymbolKey

        self.table.lay([symbol_die(kind, face, position, angle)])
        self.wait_for(self.is_seen)
        self.overlay.result = None
        keys = [key for key in self.overlay.walk() if isinstance(key, SymbolKey)]
        self.pointer.touch(next(key for key in keys if key.label == SIGNS[kind][face - 1]))
        self.wait_for(lambda: self.overlay.result is not None)
        self.screen.wait(0.2)

    def wizard(self, keep: Callable[[str], None]) -> None:
        """Choose dice, and show some of their faces."""
        kind = "upgraded defence"
        self.table.lay([])
        self.shell.open_overlay("faces")
        self.screen.wait(0.3)
        self.pointer.tap("Upgraded defence")
        self.show(kind, 1, (-20.0, 5.0), 20.0)
        self.show(kind, 1, (15.0, -8.0), 65.0)
        self.show(kind, 2, (5.0, 10.0), 40.0)
        self.show(kind, 4, (-8.0, 2.0), 75.0)
        keep("faces-shown")
        self.shell.show_home()

    def battle(self, keep: Callable[[str], None]) -> None:
        """Roll in a fight of squads: first with one unclear die, then with all dice clear."""
        from companion.tools.demonstrations.rogue import at_the_dice, session_at

        reader = DiceReader(DiceNetwork(), TRAY)
        self.tray.set_face_profiles([teach(kind, reader, self.folder) for kind in DICE])
        self.table.lay([])
        self.shell.show_session(session_at(self.screen, at_the_dice, 3))
        home: Any = self.shell.home
        dice = scattered({pool.name: range(7 - pool.most, 7) for pool in home.question.pools})
        self.wait_for(lambda: self.state in (TrayState.EMPTY, TrayState.TAKEN_AWAY))
        # The last die has a symbol that the reader was not taught.
        self.table.lay([*dice[:-1], replace(dice[-1], signs=("3 hits",) * 6)])
        self.wait_for(lambda: home.pad.doubtful)
        keep("symbol-dice-unsure")
        self.table.lay([])
        self.wait_for(lambda: self.state is TrayState.TAKEN_AWAY)
        self.table.lay(dice)
        self.wait_for(lambda: not home.pad.doubtful and any(home.pad.dice.values()))
        keep("symbol-dice-read")


def main() -> None:
    """Take all screenshots."""
    folder = Path(sys.argv[1])
    folder.mkdir(parents=True, exist_ok=True)
    with tempfile.TemporaryDirectory(prefix="companion-") as data:
        os.environ[VARIABLE] = data
        from companion.tools.demonstrations.screenshots import keep

        size = tuple(int(side) for side in sys.argv[2].split("x")) if len(sys.argv) > 2 else SIZE
        prepare_offscreen((size[0], size[1]), Path(data))
        demonstration = SymbolDiceDemonstration(Path(data), (size[0], size[1]))
        try:
            for part in (demonstration.wizard, demonstration.battle):
                part(lambda name: keep(demonstration.screen, folder / f"{name}.png"))
        finally:
            demonstration.close()


if __name__ == "__main__":
    main()
