"""A simulated camera over a dice tray, with any dice of the renderer, including symbol dice."""

from collections.abc import Sequence
from dataclasses import replace

import numpy as np

from companion.rendering import Die, Sensor, render_scene, tray_scene
from companion.vision.frames import FrameSource, Picture

NOISE = 0.5
"""Standard deviation of the camera noise, in grey levels."""
SIZE = (640, 480)


class SimulatedTrayCamera(FrameSource):
    """Returns pictures of the dice in the tray.

    Args:
        seed: selects table and light.
    """

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
