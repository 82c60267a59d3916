"""A simulated camera over a dice tray, with any dice of the renderer, and the symbol dice of Rogue."""

from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path

import numpy as np

from companion.rendering import Die, Sensor, render_scene, tray_scene
from companion.vision.faces.files import profile_file
from companion.vision.faces.profile import FaceProfile
from companion.vision.faces.teaching import EXAMPLES_NEEDED, FaceTeacher, example_count, examples_needed
from companion.vision.frames import FrameSource, Picture
from companion.vision.reader import DiceReader
from companion.vision.tray import Tray

NOISE = 0.5
"""Standard deviation of the camera noise, in grey levels."""
SIZE = (640, 480)
TRAY = Tray(((0.1, 0.06), (0.9, 0.06), (0.9, 0.94), (0.1, 0.94)), 44 / 640)
"""Where the tray lies in the picture, and how large a die is."""
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


class SimulatedTrayCamera(FrameSource):
    """Returns pictures of the dice in the tray."""

    def __init__(self, seed: int = 7) -> None:
        super().__init__("dice table")
        self._rng = np.random.default_rng(seed)
        scene = tray_scene([], self._rng, SIZE, table_seed=seed)
        # The tray is lined with plain cloth: felt makes large files.
        tray = replace(scene.tray, floor="plain") if scene.tray is not None else None
        self._empty = replace(scene, ground="plain", tray=tray, sensor=Sensor(blur=0.5))
        self.lay(())

    def lay(self, dice: Sequence[Die]) -> None:
        """Replace the dice in the tray."""
        self.still = render_scene(replace(self._empty, dice=tuple(dice)), self._rng).picture

    def _take_picture(self) -> Picture | None:
        noisy = self.still + self._rng.normal(0.0, NOISE, self.still.shape).astype(np.float32)
        return np.clip(noisy, 0, 255).astype(np.uint8)


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


def scattered(rolled: dict[str, Sequence[int]]) -> list[Die]:
    """Return dice of several kinds at random places that do not overlap."""
    rng = np.random.default_rng(3)
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
    table, teacher = SimulatedTrayCamera(), FaceTeacher(reader, FaceProfile(kind))
    for face, text in enumerate(SIGNS[kind], 1):
        for showing in range(EXAMPLES_NEEDED):
            if example_count(teacher.profile, face) < examples_needed(teacher.profile, face):
                table.lay([symbol_die(kind, face, (20.0 * showing - 10, 8.0), 15.0 + 40 * showing)])
                teacher.show(table.still, face, text)
    teacher.profile.save(profile_file(kind, folder))
    return teacher.profile
