"""The hub's logic on a work bench: no machine, the clock turned by hand."""

import gc
import inspect
import tracemalloc
from pathlib import Path
from typing import Any

import pytest
from hypothesis import HealthCheck, given
from hypothesis import settings as hypothesis_settings
from hypothesis import strategies as st

from companion.hardware.link import read_hello
from companion.hardware.wire import HUB_BEATS_MS, PROTOCOL, SILENCE_MS, LineReader, encode
from tests.firmware.bench_board import BenchBoard

CONFIRM, SEAT_2 = 0, 6
"""Numbers of the confirm button and of the second seat's, in the order in which they are read."""
RED, DARK = ["400000", "9"], ["000000", "0"]


class Bench:
    """A hub and the host's end of its line."""

    def __init__(self, on_pico: Any, **changes: Any) -> None:
        self.board = BenchBoard(**changes)
        self.hub = on_pico("hub").Hub(self.board, "471a8b6c")
        self.reader = LineReader()

    def run(self, milliseconds: Any, step: Any = 5) -> Any:
        heard = []
        for _ in range(0, milliseconds, step):
            self.board.clock += step
            self.hub.turn()
            sent, self.board.outbox = self.board.outbox, b""
            heard += self.reader.feed(sent)
        return heard

    def say(self, *message: Any) -> None:
        self.board.inbox += encode(list(message))


@pytest.fixture
def bench(on_pico: Any) -> Any:
    return Bench(on_pico)


def last_state(heard: Any) -> Any:
    return [message for message in heard if message[0] == "state"][-1]


def test_it_says_hello_again_and_again_until_a_host_speaks(bench: Any) -> None:
    hellos = [message for message in bench.run(3000) if message[0] == "hello"]
    assert len(hellos) == 3
    hello = read_hello(hellos[0])
    assert (hello.protocol, hello.identity, hello.version) == (PROTOCOL, "e66138528327a52f", "471a8b6c")
    assert (hello.steps, hello.seats, len(hello.panel)) == (8, 6, 5)
    bench.say("lights", 1, [], [], DARK)
    assert [message for message in bench.run(1500) if message[0] == "hello"] == []


def test_a_hub_without_a_strip_or_a_panel_says_so(on_pico: Any) -> None:
    bench = Bench(on_pico, STRIP=None, PANEL_BUTTONS={}, SEAT_BUTTONS=[2, 3], SEAT_RINGS=[8, 9])
    hello = read_hello(next(message for message in bench.run(10) if message[0] == "hello"))
    assert (hello.steps, hello.seats, hello.panel) == (0, 2, ())


def test_its_heart_beats(bench: Any) -> None:
    states = [message for message in bench.run(2000) if message[0] == "state"]
    assert 2000 // HUB_BEATS_MS - 1 <= len(states) <= 2000 // HUB_BEATS_MS + 1
    assert [state[1] for state in states] == list(range(1, len(states) + 1))
    assert bench.board.beats == 400, "and the watchdog is fed at every turn"


def test_a_press_is_told_at_once(bench: Any) -> None:
    bench.run(100)
    bench.board.pressed = {SEAT_2}
    heard = bench.run(60)
    assert last_state(heard)[5][1] == [0, 0, 1]
    bench.board.pressed = set()
    heard = bench.run(60)
    assert last_state(heard)[5][1] == [1, 0, 0]


def test_the_picture_is_shown_and_acknowledged(bench: Any) -> None:
    bench.say("lights", 7, [DARK, RED], [RED], RED)
    heard = bench.run(300)
    assert last_state(heard)[2] == 7
    assert [max(colour) > 0 for colour in bench.board.strip] == [False, True] + [False] * 6 + [True]
    assert [max(colour) > 0 for colour in bench.board.rings] == [True] + [False] * 5


def test_after_two_seconds_of_silence_it_breathes_and_comes_back_with_the_host(bench: Any) -> None:
    bench.say("lights", 1, [RED], [RED], RED)
    bench.run(SILENCE_MS - 10)
    assert bench.hub.host and max(bench.board.strip[0]) > 0
    bench.run(20)
    assert not bench.hub.host and max(bench.board.strip[0]) == 0
    seen = set()
    for _ in range(40):
        bench.run(100)
        assert len(set(bench.board.rings)) == 1, "all seats in step"
        seen.add(bench.board.rings[0])
    assert len(seen) == 4 and max(map(max, seen)) < 32, "four calm levels"
    bench.say("lights", 2, [RED], [RED], RED)
    bench.run(10)
    assert bench.hub.host and max(bench.board.strip[0]) > 0


def test_a_chime_is_played_once(bench: Any) -> None:
    bench.say("chime", 1, [[880, 100], [0, 50], [440, 100]])
    heard = []
    for _ in range(60):
        bench.run(5)
        heard.append(bench.board.hertz)
    assert sorted(set(heard)) == [0, 440, 880]
    assert heard.count(880) == 20


def test_called_for_service(bench: Any) -> None:
    bench.say("service")
    bench.run(5)
    assert bench.board.services == 1


@pytest.mark.parametrize(
    "message",
    [
        ["lights"],
        ["lights", 1, [], []],
        ["lights", -1, [], [], DARK],
        ["lights", 1, [["ff0000", "x"]], [], DARK],
        ["lights", 1, [["zz0000", "9"]], [], DARK],
        ["lights", 1, {}, [], DARK],
        ["lights", 1, [], [], "dark"],
        ["lights", 1, [], [], [["ff0000"], "9"]],
        ["chime", 1, [[880]]],
        ["chime", 1, [[10, 100]]],  # lower than a piezo can
        ["chime", 1, [[880, 99999]]],  # longer than anybody can bear
        ["chime", 1, [[880, 1]] * 33],
        ["service", 1],
        ["lignts", 1],
    ],
)
def test_well_framed_nonsense_is_counted_and_does_nothing(bench: Any, message: Any) -> None:
    bench.run(10)
    bench.say(*message)
    state = last_state(bench.run(500))
    assert state[3] == 1
    assert bench.board.services == 0 and bench.board.hertz == 0 and not bench.hub.host


@given(noise=st.binary(max_size=2000))
@hypothesis_settings(suppress_health_check=[HealthCheck.function_scoped_fixture])
def test_noise_never_stops_it(on_pico: Any, noise: Any) -> None:
    bench = Bench(on_pico)
    bench.board.inbox = noise + b"\n"
    bench.say("lights", 9, [], [RED], DARK)
    bench.run(600)
    assert bench.hub.host
    assert max(bench.board.rings[0]) > 0


def test_a_flood_does_not_make_it_grow(bench: Any) -> None:
    bench.board.inbox = b"\xff" * 50_000
    bench.run(500)
    tracemalloc.start()
    for _ in range(200):
        bench.board.inbox = b"\xff\x00[[[" * 2000
        bench.run(20)
    gc.collect()  # of what is in circles
    # Only what the firmware holds: other threads of the tests allocate meanwhile.
    flash = Path(inspect.getfile(type(bench.hub))).parent  # the tests of the line may have loaded it first
    own = tracemalloc.take_snapshot().filter_traces([tracemalloc.Filter(True, f"{flash}/*")])
    tracemalloc.stop()
    held = sum(trace.size for trace in own.traces)
    assert 0 < held < 20_000, own.statistics("lineno")[:5]


@pytest.mark.parametrize(
    ("lights", "milliamperes"),
    [
        ([], 0),
        ([(0, 0, 0)] * 8, 8),  # dark, but awake
        ([(255, 255, 255)], 61),  # three colours at 20, and 1
        ([(255, 0, 0)] * 10, 210),
        ([(1, 0, 0)], 2),  # rounded up
    ],
)
def test_current(on_pico: Any, lights: Any, milliamperes: int) -> None:
    assert on_pico("power").milliamperes(lights) == milliamperes


COLOURS = st.tuples(*[st.integers(0, 255)] * 3)


@given(lights=st.lists(COLOURS, max_size=60), budget=st.integers(0, 3000))
@hypothesis_settings(suppress_health_check=[HealthCheck.function_scoped_fixture])
def test_the_budget_is_kept(on_pico: Any, lights: Any, budget: Any) -> None:
    power = on_pico("power")
    dimmed = power.within(lights, budget)
    assert len(dimmed) == len(lights)
    assert power.milliamperes(dimmed) <= max(budget, len(lights) * power.IDLE_MA)
    assert all(d <= full for a, b in zip(dimmed, lights, strict=True) for d, full in zip(a, b, strict=True))
    if power.milliamperes(lights) <= budget:
        assert dimmed == lights, "what can be afforded is not dimmed"


def test_everything_white_stays_within_the_cable(bench: Any, on_pico: Any) -> None:
    white = ["ffffff", "9"]
    bench.say("lights", 1, [white] * 8, [white] * 6, white)
    bench.run(10)
    every = bench.board.strip + [colour for colour in bench.board.rings for _ in range(8)]
    assert 300 < on_pico("power").milliamperes(every) <= 350
