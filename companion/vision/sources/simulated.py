"""A dice tray that is not there: it renders rolls, so that everything works without a camera."""

from collections.abc import Iterable, Sequence

import cv2
import numpy as np

from calibration.render import render_scene, tray_scene
from companion.vision.frames import Clock, FrameSource, Picture, monotonic_milliseconds

TUMBLING = 600.0
"""Milliseconds a roll takes to come to rest."""

TUMBLING_FRAME = 80.0
"""Milliseconds between two positions of tumbling dice."""

NOISE = 1.2
"""Standard deviation of a real sensor's noise, in grey levels: two frames are never quite alike."""


class SimulatedTray(FrameSource):
    """Renders the tray. `roll` throws dice by chance, `show` lays given faces, `clear` takes all away."""

    def __init__(
        self,
        clock: Clock = monotonic_milliseconds,
        size: tuple[int, int] = (640, 480),
        seed: int | None = None,
    ) -> None:
        """An empty tray.

        Args:
            clock: tells the time in milliseconds.
            size: width and height of the frames, in pixels.
            seed: the same seed gives the same rolls in the same places.
        """
        super().__init__("simulated", clock)
        self._size = size
        self._chance = np.random.default_rng(seed)
        self._table = int(self._chance.integers(1 << 30))
        self._rest = self._rendered(())
        self._tumble: list[Picture] = []
        self._thrown_at = -TUMBLING
        self.dice: tuple[tuple[int, str], ...] = ()

    def roll(self, colours: dict[str, int]) -> tuple[tuple[int, str], ...]:
        """Throw dice: how many of each body colour. Returns face and colour of each; they rest in 0.6 s."""
        thrown = [colour for colour, count in colours.items() for _ in range(count)]
        return self.show([(int(self._chance.integers(1, 7)), colour) for colour in thrown])

    def show(self, dice: Iterable[tuple[int, str]]) -> tuple[tuple[int, str], ...]:
        """Throw dice that will come to rest with these faces and body colours."""
        self.dice = tuple(dice)
        steps = round(TUMBLING / TUMBLING_FRAME)
        self._tumble = [self._tumbling(step / steps) for step in range(steps)]
        self._rest = self._rendered(self.dice)
        self._thrown_at = self._clock()
        return self.dice

    def clear(self) -> None:
        """Take all dice away."""
        self.dice = ()
        self._rest = self._rendered(())
        self._tumble = []

    def _take_picture(self) -> Picture | None:
        step = int((self._clock() - self._thrown_at) / TUMBLING_FRAME)
        picture = self._tumble[step] if 0 <= step < len(self._tumble) else self._rest
        noise = self._chance.normal(0.0, NOISE, (64, 64, 3))
        tiles = -(-picture.shape[0] // 64), -(-picture.shape[1] // 64), 1
        noisy = picture + np.tile(noise, tiles)[: picture.shape[0], : picture.shape[1]]
        return np.clip(noisy, 0, 255).astype(np.uint8)

    def _tumbling(self, part: float) -> Picture:
        """Dice somewhere on their way, smeared by speed, the slower the nearer to rest."""
        somewhere = [(int(self._chance.integers(1, 7)), colour) for _, colour in self.dice]
        length = max(3, round(28 * (1.0 - part)))
        smear = np.zeros((length, length), np.float32)
        cv2.line(smear, (0, length // 2), (length - 1, length // 2), 1.0)
        return np.asarray(cv2.filter2D(self._rendered(somewhere), -1, smear / smear.sum()), np.uint8)

    def _rendered(self, dice: Sequence[tuple[int, str]]) -> Picture:
        scene = tray_scene(list(dice), self._chance, size=self._size, table_seed=self._table)
        return render_scene(scene, self._chance).picture
