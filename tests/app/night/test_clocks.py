"""Thinking time counts for the seat that is waited for, and for nobody in a pause."""

import pytest

from companion.app.night.clocks import SeatClocks, clock_face


class Time:
    """A clock that goes on when it is told to."""

    def __init__(self) -> None:
        self.now = 100.0

    def __call__(self) -> float:
        return self.now


@pytest.fixture
def time() -> Time:
    return Time()


@pytest.fixture
def clocks(time: Time) -> SeatClocks:
    return SeatClocks(("red", "blue"), {"blue": 5.0, "gone": 9.0}, time)


def test_the_running_clock_shows_steps(clocks: SeatClocks, time: Time) -> None:
    assert clocks.face == ""
    clocks.turn_to("red")
    for later, face in ((7.0, "0:00"), (52.0, "0:50"), (10.0, "1:00"), (11.0, "1:20")):
        time.now += later
        assert clocks.face == face


def test_only_the_seat_that_is_waited_for_spends_time(clocks: SeatClocks, time: Time) -> None:
    time.now += 3
    clocks.turn_to("red")
    time.now += 4
    clocks.turn_to("blue")
    time.now += 2
    assert clocks.spent() == {"red": 4.0, "blue": 7.0}
    assert clocks.running == "blue"


@pytest.mark.parametrize("nobody", [None, "gone"])
def test_nobody_spends_time_while_nobody_is_waited_for(
    clocks: SeatClocks, time: Time, nobody: str | None
) -> None:
    clocks.turn_to("red")
    clocks.turn_to(nobody)
    time.now += 60
    assert clocks.running is None
    assert clocks.spent() == {"red": 0.0, "blue": 5.0}


def test_a_pause_costs_nobody_anything(clocks: SeatClocks, time: Time) -> None:
    clocks.turn_to("red")
    time.now += 1
    clocks.pause()
    time.now += 600
    assert clocks.paused
    assert clocks.spent()["red"] == 1.0
    clocks.turn_to("blue")
    time.now += 600
    clocks.unpause()
    time.now += 2
    assert clocks.spent() == {"red": 1.0, "blue": 7.0}


@pytest.mark.parametrize(
    ("seconds", "face"),
    [(0, "0:00"), (59.9, "0:59"), (245, "4:05"), (3599, "59:59"), (3600, "1:00:00"), (4350, "1:12:30")],
)
def test_a_clock_is_read_as_people_read_it(seconds: float, face: str) -> None:
    assert clock_face(seconds) == face
