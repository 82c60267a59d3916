"""A simulated dice tray: it renders rolls, so that everything works without a camera."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

import cv2
import numpy as np

from companion.rendering import Scene, render_scene, tray_scene
from companion.rendering.clutter import ring_of
from companion.rendering.projection import PinholeProjection
from companion.vision.frames import Clock, FrameSource, Picture, monotonic_milliseconds
from companion.vision.tray import Tray

TUMBLING = 600.0
"""Milliseconds a roll takes to come to rest."""

TUMBLING_FRAME = 80.0
"""Milliseconds between two frames of tumbling dice."""

STEPS = round(TUMBLING / TUMBLING_FRAME)
"""Number of frames of tumbling dice."""

NOISE = 1.2
"""Standard deviation of a real sensor's noise, in grey levels: two frames are never quite alike."""

EDGE = 44.0
"""Length of a die's edge, in pixels."""


@dataclass(frozen=True, eq=False)
class SimulatedRoll:
    """Dice that roll and come to rest.

    Attributes:
        scenes: the frames of the roll in order; in the last one the dice rest.
        time: when it began, in milliseconds.
    """

    scenes: tuple[Scene, ...]
    time: float


class SimulatedTray(FrameSource):
    """Renders the tray. `roll` rolls dice at random, `show` lays given faces, `clear` takes all away.

    Pictures are drawn where frames are taken, in the camera's thread: the thread that rolls never waits.
    """

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
        self._rng = np.random.default_rng(seed)
        self._table = int(self._rng.integers(1 << 30))
        self._noise = np.random.default_rng(self._table)
        self._roll = SimulatedRoll((self._scene(()),), 0.0)
        self._drawn: tuple[SimulatedRoll, int, Picture] | None = None
        self.dice: tuple[tuple[int, str], ...] = ()

    @property
    def floor(self) -> Tray:
        """The tray in the frames, as a calibration would find it."""
        return tray_in(self._roll.scenes[-1], EDGE)

    def roll(self, colours: dict[str, int]) -> tuple[tuple[int, str], ...]:
        """Roll dice: how many of each body colour. Returns face and colour of each; they rest in 0.6 s."""
        rolled = [colour for colour, count in colours.items() for _ in range(count)]
        return self.show([(int(self._rng.integers(1, 7)), colour) for colour in rolled])

    def show(self, dice: Iterable[tuple[int, str]]) -> tuple[tuple[int, str], ...]:
        """Roll dice that will come to rest with these faces and body colours."""
        self.dice = tuple(dice)
        tumbling = [self._scene(self._random_faces()) for _ in range(STEPS)]
        self._roll = SimulatedRoll((*tumbling, self._scene(self.dice)), self._clock())
        return self.dice

    def clear(self) -> None:
        """Take all dice away."""
        self.dice = ()
        self._roll = SimulatedRoll((self._scene(()),), self._clock())

    def _take_picture(self) -> Picture | None:
        roll = self._roll
        step = min(int((self._clock() - roll.time) / TUMBLING_FRAME), len(roll.scenes) - 1)
        if self._drawn is None or self._drawn[:2] != (roll, step):
            self._drawn = roll, step, self._draw(roll, step)
        return self._noisy(self._drawn[2])

    def _noisy(self, picture: Picture) -> Picture:
        noise = self._noise.normal(0.0, NOISE, (64, 64, 3)).round().astype(np.int16)
        tiles = -(-picture.shape[0] // 64), -(-picture.shape[1] // 64), 1
        spread = np.tile(noise, tiles)[: picture.shape[0], : picture.shape[1]]
        return np.asarray(cv2.add(picture, spread, dtype=cv2.CV_8U), np.uint8)

    def _draw(self, roll: SimulatedRoll, step: int) -> Picture:
        """A frame of a roll; moving dice are motion-blurred, less as they slow down."""
        picture = render_scene(roll.scenes[step], self._noise).picture
        if step == len(roll.scenes) - 1:
            return picture
        length = max(3, round(28 * (1.0 - step / STEPS)))
        return np.asarray(cv2.blur(picture, (length, 1)), np.uint8)

    def _random_faces(self) -> list[tuple[int, str]]:
        return [(int(self._rng.integers(1, 7)), colour) for _, colour in self.dice]

    def _scene(self, dice: Sequence[tuple[int, str]]) -> Scene:
        return tray_scene(list(dice), self._rng, self._size, EDGE, self._table)


def tray_in(scene: Scene, edge: float) -> Tray:
    """The tray of a rendered scene, as a calibration would find it.

    Args:
        scene: with a tray.
        edge: of a die on the floor, in pixels.
    """
    assert scene.tray is not None, "only a scene with a tray has one to be found"
    corners = PinholeProjection(scene.camera, scene.size).project(ring_of(scene.tray, 0, 0)) / scene.size
    floor = tuple((float(x), float(y)) for x, y in corners)
    return Tray(floor, edge / scene.size[0], scene.camera.focal / scene.size[0])
