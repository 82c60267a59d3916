"""What a reading costs, in passes of the network at 480 x 368 as OpenCV runs it on one thread, and in memory.

    python -m tests.bench.cost

A calibrated roll is three votes on five rendered dice, an uncalibrated picture one reading at any size, an
empty tray the whole watcher at 20 frames a second. Times are processor times; those of readings are ratios,
which hold on a busy machine and roughly on a Pi. Each engine runs in a separate process, to measure memory.
"""

import argparse
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from dataclasses import replace
from functools import partial
from pathlib import Path
from statistics import median

import cv2
import numpy as np

from companion.rendering import render_scene, tray_scene
from companion.vision.detection.network import SHIPPED, DiceNetwork, onnxruntime_engine, opencv_engine
from companion.vision.frames import Frame, Picture
from companion.vision.reader import DiceReader
from companion.vision.tracking.die_size_estimation import reader_for
from companion.vision.tracking.tray_watcher import TrayWatcher
from companion.vision.tray import WHOLE_PICTURE, Tray

ENGINES = {"OpenCV": opencv_engine, "ONNX Runtime": onnxruntime_engine}

ROLLS = 6
REPEATS = 5
EDGE = 44.0
"""Edge of the rendered dice, in pixels."""

FPS = 20
FRAMES = 400
"""Number of frames of the empty tray: 20 seconds."""

LIGHT = {"steady light": 0.0, "lamps that flicker by 5 %": 0.05}


def roll(seed: int, dice: int = 5) -> Picture:
    """Return a picture of a tray with dice."""
    random = np.random.default_rng((51, seed))
    colours = random.choice(["red", "white", "black", "blue", "green"], dice)
    shown = [(int(random.integers(1, 7)), str(colour)) for colour in colours]
    return render_scene(tray_scene(shown, random), random).picture


def seconds(action: Callable[[], object]) -> float:
    """Return the median processor time of several runs of an action, in seconds."""
    times = []
    for _ in range(REPEATS):
        started = time.process_time()
        action()
        times.append(time.process_time() - started)
    return median(times)


def votes(reader: DiceReader, picture: Picture) -> None:
    """Read a picture three times, as the tray watcher does for a vote."""
    reading = None
    for _ in range(3):
        reading = reader.read(picture, reading)


def memory() -> int:
    """Return the memory use of this process, in megabytes."""
    lines = Path("/proc/self/status").read_text().splitlines()
    return next(int(line.split()[1]) for line in lines if line.startswith("VmRSS:")) // 1024


def empty_frames(flicker: float) -> Iterator[Frame]:
    """Yield pictures of an empty tray with camera noise, under flickering lamps."""
    empty, random = roll(1, 0), np.random.default_rng(2)
    height, width = empty.shape[:2]
    noise = random.normal(0, 2.0, (height + 64, width + 64, 3)).astype(np.float32)
    for number in range(FRAMES):
        down, right = random.integers(0, 64, 2)
        bands = 1 + flicker * np.sin(2 * np.pi * (np.arange(height) / 200 + 0.37 * number))
        seen = bands[:, None, None] * empty + noise[down : down + height, right : right + width]
        yield Frame(np.clip(seen, 0, 255).astype(np.uint8), 1000.0 * number / FPS, "cost", number + 1)


def empty_tray(network: DiceNetwork, tray: Tray | None, flicker: float) -> float:
    """Return the share of a core that the watcher uses for an empty tray."""
    watcher, used = TrayWatcher(reader_for(network, tray), tray), 0.0
    for frame in empty_frames(flicker):
        started = time.process_time()
        watcher.update(frame)
        used += time.process_time() - started
    return used * FPS / FRAMES


def measure(name: str) -> None:
    """Measure one engine and print."""
    cv2.setNumThreads(1)
    model, pictures = SHIPPED.read_bytes(), [roll(seed) for seed in range(ROLLS)]
    calibrated = replace(WHOLE_PICTURE, die_edge=EDGE / pictures[0].shape[1])
    before = memory()
    network = DiceNetwork(load=ENGINES[name])
    known, any_size = DiceReader(network, calibrated), DiceReader(network)
    votes(known, pictures[0])
    tracked = memory()
    any_size.read(pictures[0])
    print(f"{name}: {tracked} MB, {tracked - before} of them for the reader; uncalibrated {memory()} MB")
    engine = opencv_engine(model)
    unit = seconds(partial(engine, np.zeros((1, 3, 368, 480), np.float32)))
    rolls = median(seconds(partial(votes, known, picture)) for picture in pictures)
    searches = median(seconds(partial(any_size.read, picture)) for picture in pictures)
    print(f"  one pass {1000 * unit:.0f} ms, calibrated roll {rolls / unit:.2f} passes", end="")
    print(f", uncalibrated picture {searches / unit:.2f}")
    for light, flicker in LIGHT.items():
        shares = [100 * empty_tray(network, tray, flicker) for tray in (calibrated, None)]
        print(f"  empty tray, {light}: {shares[0]:.0f} % of a core, not calibrated {shares[1]:.0f} %")


def main() -> None:
    """Measure all engines, or the one named on the command line."""
    parser = argparse.ArgumentParser(
        prog="python -m tests.bench.cost", description="Measure what reading costs."
    )
    parser.add_argument("--engine", choices=ENGINES, help="only this one")
    asked = parser.parse_args().engine
    if asked is not None:
        measure(asked)
        return
    for name in ENGINES:
        subprocess.run([sys.executable, "-m", "tests.bench.cost", "--engine", name], check=True)


if __name__ == "__main__":
    main()
