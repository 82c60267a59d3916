"""What a reading costs, in passes of the network at 480 x 368 as OpenCV runs it on one thread.

    python -m tests.bench.cost

A calibrated roll is three votes at five rendered dice, an uncalibrated picture one reading at any size. The
figures are ratios of processor time, so they hold on a busy machine and roughly on a Pi.
"""

import time
from collections.abc import Callable
from dataclasses import replace
from functools import partial
from statistics import median

import cv2
import numpy as np

from companion.rendering import render_scene, tray_scene
from companion.vision.detection.engine import opencv_engine
from companion.vision.detection.network import SHIPPED, DiceNetwork
from companion.vision.frames import Picture
from companion.vision.reader import DiceReader
from companion.vision.tray import WHOLE_PICTURE

ROLLS = 6
REPEATS = 5
EDGE = 44.0
"""Of the rendered dice, in pixels."""


def roll(seed: int) -> Picture:
    """A tray with five dice."""
    random = np.random.default_rng((51, seed))
    colours = random.choice(["red", "white", "black", "blue", "green"], 5)
    dice = [(int(random.integers(1, 7)), str(colour)) for colour in colours]
    return render_scene(tray_scene(dice, random), random).picture


def seconds(action: Callable[[], object]) -> float:
    """Processor time of an action, the median of several."""
    times = []
    for _ in range(REPEATS):
        started = time.process_time()
        action()
        times.append(time.process_time() - started)
    return median(times)


def votes(reader: DiceReader, picture: Picture) -> None:
    """Three votes, as the tray watcher asks for them."""
    reading = None
    for _ in range(3):
        reading = reader.read(picture, reading)


def main() -> None:
    """Measure and print."""
    cv2.setNumThreads(1)
    model = SHIPPED.read_bytes()
    blank = np.zeros((1, 3, 368, 480), np.float32)
    engine = opencv_engine(model)
    unit = seconds(lambda: engine(blank))
    pictures = [roll(seed) for seed in range(ROLLS)]
    height, width = pictures[0].shape[:2]
    calibrated = replace(WHOLE_PICTURE, die_edge=EDGE / width)
    print(f"one pass {1000 * unit:.0f} ms; {ROLLS} rolls of five dice at {width} x {height}")
    for name, network in (("OpenCV", DiceNetwork(engine=engine)), ("installed engine", DiceNetwork())):
        known, any_size = DiceReader(network, calibrated), DiceReader(network)
        rolls = median(seconds(partial(votes, known, picture)) for picture in pictures)
        searches = median(seconds(partial(any_size.read, picture)) for picture in pictures)
        print(
            f"{name:18} calibrated roll {rolls / unit:.2f} passes, uncalibrated picture {searches / unit:.2f}"
        )


if __name__ == "__main__":
    main()
