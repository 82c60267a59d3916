"""Time until a roll is read, and the time that reading leaves: pytest tests/bench/test_reading_thread.py."""

import time
from collections.abc import Iterator
from dataclasses import replace
from typing import Any

import cv2
import numpy as np
import pytest
from pytest_benchmark.fixture import BenchmarkFixture

from companion.rendering import render_scene, tray_scene
from companion.vision.assignment.assign import ExpectedDice
from companion.vision.detection.network import DiceNetwork
from companion.vision.frames import FrameSource, Picture, monotonic_milliseconds
from companion.vision.reader import DiceReader
from companion.vision.reading_thread import DiceReadingThread
from companion.vision.sources.simulated import EDGE, NOISE, TUMBLING, SimulatedTray, tray_in

pytestmark = pytest.mark.every(3, first=2)

POOLS = [ExpectedDice("attack", 1, 3, ("red",)), ExpectedDice("defence", 1, 2, ("white",))]

STILL = [(6, "red"), (4, "red"), (1, "red"), (5, "white"), (2, "white")]


@pytest.fixture(scope="module")
def tray() -> SimulatedTray:
    cv2.setNumThreads(1)
    return SimulatedTray(seed=3)


class Film(FrameSource):
    """A camera with rendered pictures: an empty tray, a moving roll, and the roll at rest."""

    def __init__(self) -> None:
        super().__init__("film")
        random = np.random.default_rng(5)
        thrown = tray_scene(STILL, random, (640, 480), EDGE)
        self.floor = tray_in(thrown, EDGE)
        self._background = render_scene(replace(thrown, dice=()), random).picture
        self._rolled = render_scene(thrown, random).picture
        self._noise = [
            random.normal(0, NOISE, self._background.shape).round().astype(np.int16) for _ in range(4)
        ]
        self._resting: float | None = None

    def roll(self) -> None:
        """Start a roll that comes to rest after TUMBLING milliseconds."""
        self._resting = monotonic_milliseconds() + TUMBLING

    def clear(self) -> None:
        """Empty the tray."""
        self._resting = None

    def _take_picture(self) -> Picture:
        noise = self._noise[self._frames_given % len(self._noise)]
        return np.asarray(cv2.add(self._now(), noise, dtype=cv2.CV_8U), np.uint8)

    def _now(self) -> Picture:
        left = None if self._resting is None else self._resting - monotonic_milliseconds()
        if left is None:
            return self._background
        if left <= 0:
            return self._rolled
        return np.asarray(cv2.blur(np.roll(self._rolled, int(left), axis=1), (25, 1)), np.uint8)


@pytest.fixture(scope="module")
def film() -> Film:
    cv2.setNumThreads(1)
    return Film()


@pytest.fixture(scope="module")
def eye_on_film(film: Film) -> Iterator[DiceReadingThread]:
    with DiceReadingThread(film, DiceReader(DiceNetwork(), film.floor).read, film.floor) as watching:
        until_seen(watching, lambda: watching.last is not None and watching.last.state.value == "empty")
        yield watching


@pytest.fixture(scope="module")
def reading_thread(tray: SimulatedTray) -> Iterator[DiceReadingThread]:
    with DiceReadingThread(tray, DiceReader(DiceNetwork(), tray.floor).read, tray.floor) as watching:
        until_seen(watching, lambda: watching.last is not None and watching.last.state.value == "empty")
        yield watching


def until_seen(reading_thread: DiceReadingThread, holds: Any, seconds: float = 60.0) -> None:
    end = time.monotonic() + seconds
    while not holds():
        assert time.monotonic() < end, f"the dice reader sees only {reading_thread.last}"
        time.sleep(0.002)


def test_from_settled_to_result(
    benchmark: BenchmarkFixture, film: Film, eye_on_film: DiceReadingThread
) -> None:
    """Measure the time from the first picture at rest to the roll."""

    def roll() -> tuple[tuple[()], dict[str, Any]]:
        film.clear()
        until_seen(eye_on_film, lambda: eye_on_film.last.state.value == "empty")
        eye_on_film.expect(POOLS)
        film.roll()
        time.sleep(TUMBLING / 1000)
        eye_on_film.updates()
        return (), {}

    def is_read() -> None:
        until_seen(eye_on_film, lambda: any(one.roll is not None for one in eye_on_film.updates()))

    benchmark.pedantic(is_read, setup=roll, rounds=12)


def test_a_second_of_the_live_view_while_the_eye_reads(
    benchmark: BenchmarkFixture, tray: SimulatedTray, reading_thread: DiceReadingThread
) -> None:
    """Measure fifteen new pictures, a second of live view, while dice move and are read."""

    def fifteen() -> None:
        first = reading_thread.newest().number
        until_seen(reading_thread, lambda: reading_thread.newest().number >= first + 15)

    benchmark.pedantic(fifteen, setup=lambda: (tray.show(STILL), ((), {}))[1], rounds=8)


def test_a_frame_of_the_simulated_tray(benchmark: BenchmarkFixture, tray: SimulatedTray) -> None:
    assert benchmark(tray.next_frame) is not None


def test_throwing_simulated_dice(benchmark: BenchmarkFixture) -> None:
    """Measure the wait after a touch on the roll button."""
    benchmark(SimulatedTray(seed=4).show, STILL)


@pytest.mark.parametrize("reads", [False, True], ids=["no reading_thread", "beside the dice reader"])
def test_a_moment_of_the_games_thread(
    benchmark: BenchmarkFixture, request: pytest.FixtureRequest, reads: bool
) -> None:
    """Compare the same Python work alone and during repeated readings of dice that stay unsure."""
    if reads:
        watching, tray = request.getfixturevalue("reading_thread"), request.getfixturevalue("tray")
        watching.expect(POOLS)
        tray.show(STILL)
    benchmark.pedantic(lambda: sum(n * n for n in range(20_000)), rounds=60)
