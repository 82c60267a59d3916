"""How soon a roll is known, and what the eye leaves to others: pytest tests/bench/test_eye_thread.py."""

import time
from collections.abc import Iterator

import cv2
import pytest
from pytest_benchmark.fixture import BenchmarkFixture

from companion.vision.eye import Eye
from companion.vision.network import DiceNetwork
from companion.vision.reader import DiceReader
from companion.vision.roles import Pool
from companion.vision.sources.simulated import TUMBLING, SimulatedTray

POOLS = [Pool("attack", 1, 3, ("red",)), Pool("defence", 1, 2, ("white",))]

STILL = [(6, "red"), (4, "red"), (1, "red"), (5, "white"), (2, "white")]


@pytest.fixture(scope="module")
def tray() -> SimulatedTray:
    cv2.setNumThreads(1)
    return SimulatedTray(seed=3)


@pytest.fixture(scope="module")
def eye(tray: SimulatedTray) -> Iterator[Eye]:
    with Eye(tray, DiceReader(DiceNetwork(), tray.floor).read, tray.floor) as watching:
        until_seen(watching, lambda: watching.last is not None and watching.last.state.value == "empty")
        yield watching


def until_seen(eye: Eye, holds, seconds: float = 60.0) -> None:
    end = time.monotonic() + seconds
    while not holds():
        assert time.monotonic() < end, f"the eye sees only {eye.last}"
        time.sleep(0.002)


def test_from_settled_to_result(benchmark: BenchmarkFixture, tray: SimulatedTray, eye: Eye) -> None:
    def roll() -> tuple[tuple, dict]:
        tray.clear()
        until_seen(eye, lambda: eye.last.state.value in ("taken away", "empty"))
        eye.expect(POOLS)
        tray.show(STILL)
        time.sleep(TUMBLING / 1000)
        eye.sightings()
        return (), {}

    def is_read() -> None:
        until_seen(eye, lambda: any(one.roll is not None for one in eye.sightings()))

    benchmark.pedantic(is_read, setup=roll, rounds=8)


def test_a_second_of_the_live_view_while_the_eye_reads(
    benchmark: BenchmarkFixture, tray: SimulatedTray, eye: Eye
) -> None:
    """Fifteen new pictures: what the live view shows in a second, while dice tumble and are read."""

    def fifteen() -> None:
        first = eye.newest().number
        until_seen(eye, lambda: eye.newest().number >= first + 15)

    benchmark.pedantic(fifteen, setup=lambda: (tray.show(STILL), ((), {}))[1], rounds=8)


def test_a_frame_of_the_simulated_tray(benchmark: BenchmarkFixture, tray: SimulatedTray) -> None:
    assert benchmark(tray.next_frame) is not None


def test_throwing_simulated_dice(benchmark: BenchmarkFixture) -> None:
    """What a touch on the roll button waits for."""
    benchmark(SimulatedTray(seed=4).show, STILL)


@pytest.mark.parametrize("reads", [False, True], ids=["no eye", "beside the eye"])
def test_a_moment_of_the_games_thread(benchmark: BenchmarkFixture, request, reads: bool) -> None:
    """The same piece of Python work, alone and while dice that can never be sure are read again and again."""
    if reads:
        watching, tray = request.getfixturevalue("eye"), request.getfixturevalue("tray")
        watching.expect(POOLS)
        tray.show(STILL)
    benchmark.pedantic(lambda: sum(n * n for n in range(20_000)), rounds=60)
