"""Simulated symbol dice at given positions."""

from collections.abc import Sequence
from dataclasses import replace

import numpy as np

from companion.rendering import Die, render_scene, tray_scene
from companion.vision.frames import Picture
from companion.vision.tray import Tray

ATTACK = ("blank", "blank", "1 hit", "1 hit", "1 hit", "2 hits")
DEFENCE = ("1 block", "1 block", "1 block", "2 blocks", "2 blocks", "hit + block")
FLOOR = Tray(((0.1, 0.06), (0.9, 0.06), (0.9, 0.94), (0.1, 0.94)), 44 / 640)
"""The floor of the simulated tray, and the size of its dice."""


def red(face: int, x: float = 0.0, y: float = 0.0, angle: float = 0.0, **more: object) -> Die:
    return Die(face, "red", "white", position=(x, y), angle=angle, signs=ATTACK, gloss=0.35, **more)  # type: ignore[arg-type]


def blue(face: int, x: float = 0.0, y: float = 0.0, angle: float = 0.0, **more: object) -> Die:
    return Die(face, "blue", "white", position=(x, y), angle=angle, signs=DEFENCE, gloss=0.35, **more)  # type: ignore[arg-type]


def picture_of(dice: Sequence[Die], seed: int = 7) -> Picture:
    """Return a picture of the tray with these dice."""
    chance = np.random.default_rng(seed)
    return render_scene(replace(tray_scene([], chance, table_seed=seed), dice=tuple(dice)), chance).picture
