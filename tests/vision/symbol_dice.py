"""Drawn dice with bursts and shields, lying where a test puts them."""

from collections.abc import Sequence
from dataclasses import replace

import numpy as np

from companion.rendering import Die, render_scene, tray_scene
from companion.vision.frames import Picture
from companion.vision.tray import Tray

ATTACK = ("blank", "blank", "1 hit", "1 hit", "1 hit", "2 hits")
DEFENCE = ("1 block", "1 block", "1 block", "2 blocks", "2 blocks", "hit + block")
FLOOR = Tray(((0.1, 0.06), (0.9, 0.06), (0.9, 0.94), (0.1, 0.94)), 44 / 640)
"""Where the drawn tray's floor is, and how large its dice look."""


def red(face: int, x: float = 0.0, y: float = 0.0, angle: float = 0.0, **more: object) -> Die:
    return Die(face, "red", "white", position=(x, y), angle=angle, signs=ATTACK, gloss=0.35, **more)  # type: ignore[arg-type]


def blue(face: int, x: float = 0.0, y: float = 0.0, angle: float = 0.0, **more: object) -> Die:
    return Die(face, "blue", "white", position=(x, y), angle=angle, signs=DEFENCE, gloss=0.35, **more)  # type: ignore[arg-type]


def picture_of(dice: Sequence[Die], seed: int = 7) -> Picture:
    """The tray with these dice on it."""
    chance = np.random.default_rng(seed)
    return render_scene(replace(tray_scene([], chance, table_seed=seed), dice=tuple(dice)), chance).picture
