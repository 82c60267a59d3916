"""Cost of eight phones: time from an answer to the phones' new state, and of a tap with and without phones.

Goals: a median below 100 ms, and no slower tap in the same run.
"""

import contextlib
import http.client
import json
import socket
import statistics
import threading
import time
from collections.abc import Callable
from typing import Any

import pytest

from companion.games import find_game
from companion.referee.questions import Deploy
from companion.referee.seats import seats_of
from companion.web.service import WebPhones
from tests.ui.conftest import _window, app, screen  # noqa: F401 - fixtures of the one window
from tests.web.conftest import LOOPBACK

PHONES, BLOCK = 8, 6
"""Number of phones, and of consecutive taps with or without them."""
BLOCKS, ONE_OF_EACH = 12, 2
"""Number of blocks of a measurement, and of a test run."""


class Listener(threading.Thread):
    """A phone that records when it receives each state."""

    def __init__(self, address: str) -> None:
        super().__init__(daemon=True)
        host, path = address.removeprefix("http://").split("/", 1)
        line = http.client.HTTPConnection(host, timeout=30)
        line.request("GET", f"/{path}")
        response = line.getresponse()
        cookie = str(response.headers["Set-Cookie"]).split(";")[0]
        response.read()
        self._line = http.client.HTTPConnection(host, timeout=120)
        self._line.request("GET", "/api/live", headers={"Cookie": cookie})
        self._socket = self._line.sock
        self._response = self._line.getresponse()
        self.received: dict[int, float] = {}
        self.start()

    def run(self) -> None:
        with contextlib.suppress(OSError, ValueError, http.client.HTTPException):
            while line := self._response.readline():
                if line.startswith(b'data: {"game"'):
                    self.received.setdefault(json.loads(line[6:])["seq"], time.perf_counter())

    def close(self) -> None:
        with contextlib.suppress(OSError):
            self._socket.shutdown(socket.SHUT_RDWR)
        self.join(5)


@pytest.fixture
def touchscreen(app: Any, screen: Any, tmp_path: Any) -> Any:  # noqa: F811
    """The screen at a question that several taps answer in turn: where to put armies."""
    app.context.phones = WebPhones(tmp_path / "phones", port=0)
    app.start_game(find_game("classic"), seats_of(6), {})
    app.playing.answer("red")
    app.playing.answer_by_chance()
    screen.seconds(0.3)
    assert isinstance(app.playing.question, Deploy)
    return app


def tap(touchscreen: Any, screen: Any) -> tuple[int, float, float]:  # noqa: F811
    """Tap a place; return the new question's number, the time of the release and the duration, in seconds."""
    finger = screen.finger(*touchscreen.home.board.where(touchscreen.playing.question.allowed[0]))
    finger.touch_down()
    screen.frames(drawn=True)
    seq, lifted = touchscreen.playing.seq, time.perf_counter()
    finger.touch_up()
    screen.frames(drawn=True)
    taken = time.perf_counter() - lifted
    assert touchscreen.playing.seq != seq
    return touchscreen.playing.seq, lifted, taken


class Phones:
    """Eight connected phones, or none."""

    def __init__(self, touchscreen: Any, screen: Any) -> None:  # noqa: F811
        self._service, self._screen = touchscreen.context.phones, screen
        self.there: list[Listener] = []

    def come(self) -> None:
        """Switch the service on and connect all phones."""
        self._service.start(LOOPBACK)
        self.there = [Listener(self._service.address) for _ in range(PHONES)]
        self.until(lambda: all(phone.received for phone in self.there))

    def go(self) -> None:
        """Disconnect the phones."""
        for phone in self.there:
            phone.close()
        self.there = []
        self._service.stop()

    def delays(self, seq: int, since: float) -> list[float]:
        """Wait until all phones have a state; return the time of each."""
        self.until(lambda: all(seq in phone.received for phone in self.there))
        return [phone.received[seq] - since for phone in self.there]

    def until(self, reached: Callable[[], bool]) -> None:
        end = time.monotonic() + 20
        while not reached():
            assert time.monotonic() < end, "the phones do not get the state"
            self._screen.frames()
            time.sleep(0.002)


@pytest.mark.long
def test_answer_to_changed_phone_and_tap_with_phones(
    request: pytest.FixtureRequest,
    touchscreen: Any,
    screen: Any,  # noqa: F811
) -> None:
    """Alternate taps without and with phones in one run, so that a busy machine affects both."""
    phones, delays = Phones(touchscreen, screen), []
    taps: dict[bool, list[float]] = {False: [], True: []}
    blocks = ONE_OF_EACH if request.config.getoption("benchmark_disable") else BLOCKS
    for number in range(blocks):
        served = number % 2 == 1
        if served:
            phones.come()
        for _ in range(BLOCK):
            seq, lifted, taken = tap(touchscreen, screen)
            taps[served].append(taken)
            delays += phones.delays(seq, lifted)
            screen.seconds(0.03)
        phones.go()
    without, with_phones = (statistics.median(taps[served]) * 1000 for served in (False, True))
    print(
        f"\nanswer to changed phone: median {statistics.median(delays) * 1000:.1f} ms, "
        f"95% {statistics.quantiles(delays, n=20)[-1] * 1000:.1f} ms of {len(delays)}"
        f"\ntap to next question: {without:.1f} ms without phones, {with_phones:.1f} ms with {PHONES}, "
        f"ratio {with_phones / without:.3f}"
    )
    assert len(delays) == BLOCK * blocks // 2 * PHONES
