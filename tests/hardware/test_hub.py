"""The hub's panel when the line misbehaves; the port is a list of what it does at each tick."""

import itertools
import logging
import termios
from pathlib import Path
from typing import Any

import pytest

from companion.hardware.hub import CHUNK, FIRST_PAUSE_MS, MAX_PAUSE_MS, HubPanel, find_port
from companion.hardware.panel import CONFIRM, LightFrame, LightState
from companion.hardware.wire import PROTOCOL, SILENCE_MS, encode

HELLO = encode(["hello", PROTOCOL, "e661", "471a8b6c", 3, 1, ["confirm"]])


def state(number: Any, presses: Any = 0) -> Any:
    return encode(["state", number, 0, 0, [[presses, 0, 0]], [[0, 0, 0]]])


class ScriptedPort:
    """A port that gives these bytes or raises these errors, one each tick, then nothing."""

    def __init__(self, *words: Any) -> None:
        self.text = list(words)
        self.sent = b""
        self.closed = 0

    def read(self, size: Any) -> Any:
        word = self.text.pop(0) if self.text else b""
        if isinstance(word, Exception):
            raise word
        assert size <= CHUNK
        return word

    def write(self, data: Any) -> Any:
        self.sent += data
        return len(data)

    def close(self) -> None:
        self.closed += 1


class Desk:
    """A hub panel and the ports it will be given, one after the other."""

    def __init__(
        self, *ports: Any, path: Any = "/dev/serial/by-id/usb-MicroPython-if00", version: Any = ""
    ) -> None:
        self.ports = list(ports)
        self.opened: list[Any] = []
        self.told: list[Any] = []
        self.path = path
        self.panel = HubPanel(self.told.append, lambda: self.path, self.open, version)

    def open(self, path: Any) -> Any:
        self.opened.append(path)
        port = self.ports.pop(0)
        if isinstance(port, Exception):
            raise port
        return port

    def run(self, until: Any, start: Any = 0, step: Any = 10) -> None:
        for now in range(start, until, step):
            self.panel.tick(now)


@pytest.mark.parametrize(
    "error",
    [
        OSError(5, "Input/output error"),  # the cable is pulled
        termios.error(5, "Input/output error"),  # in the middle of a setting
        TypeError("an integer is required"),  # pyserial's port was closed under a read
    ],
)
def test_unplugging_is_survived_and_plugging_in_again_noticed(error: Any) -> None:
    first, second = ScriptedPort(HELLO, state(1), error), ScriptedPort(HELLO, state(1, 9), state(2, 10))
    desk = Desk(first, second)
    desk.run(1000)
    assert len(desk.opened) == 2
    assert first.closed == 1
    assert [press.button for press in desk.told] == [CONFIRM]
    assert desk.panel.health().state == "ok"
    assert desk.panel.reconnects == 1


def test_tries_grow_apart() -> None:
    desk = Desk(*[PermissionError(13, "Permission denied")] * 99)
    moments = []
    for now in range(0, 30_000, 10):
        before = len(desk.opened)
        desk.panel.tick(now)
        moments += [now] if len(desk.opened) > before else []
    pauses = [b - a for a, b in itertools.pairwise(moments)]
    assert pauses[:5] == [FIRST_PAUSE_MS * 2**n for n in range(5)]
    assert pauses[-1] == MAX_PAUSE_MS
    assert "dialout" in desk.panel.health().fix


def test_a_hub_that_says_nothing_is_let_go() -> None:
    port = ScriptedPort()
    desk = Desk(port, *[ScriptedPort() for _ in range(9)])
    desk.run(SILENCE_MS + 20)
    assert port.closed == 1
    assert "sends no valid messages" in desk.panel.health().detail
    assert PROTOCOL and b'["hello",1]' in port.sent


def test_a_hub_that_talks_nonsense_at_full_speed_is_let_go_too() -> None:
    port = ScriptedPort(*[b"\xf0garbage\n" * 100] * 300)
    desk = Desk(port, *[ScriptedPort() for _ in range(9)])
    desk.run(SILENCE_MS + 20)
    assert port.closed == 1
    assert desk.panel.counts.damaged > 10_000


def test_nothing_plugged_in() -> None:
    desk = Desk(path=None)
    desk.run(1000)
    health = desk.panel.health()
    assert (health.state, health.detail) == ("missing", "no hub is plugged in")
    assert desk.panel.buttons == frozenset()


@pytest.mark.parametrize(
    ("hello", "state", "words"),
    [
        (HELLO, "ok", "this companion brings 11111111"),
        (encode(["hello", 7, "e661", "471a8b6c"]), "failed", "speaks protocol 7, this companion 1"),
    ],
)
def test_a_hub_with_other_firmware_says_so(hello: Any, state: str, words: str) -> None:
    desk = Desk(ScriptedPort(hello), version="11111111")
    desk.run(50)
    health = desk.panel.health()
    assert health.state == state
    assert words in health.detail
    assert "companion flash" in health.fix


def test_closing_darkens_the_lights() -> None:
    port = ScriptedPort(HELLO)
    desk = Desk(port)
    desk.panel.show(LightFrame(attention=LightState("ffffff", "9")))
    desk.run(600)
    desk.panel.close()
    desk.panel.close()
    assert b'[["000000","0"]]' not in port.sent
    assert b'[],[],["000000","0"]]' in port.sent.splitlines()[-1]
    assert port.closed == 1


def test_trouble_is_logged_once(caplog: pytest.LogCaptureFixture) -> None:
    caplog.set_level(logging.INFO)
    Desk(path=None).run(20_000)
    assert [record.getMessage() for record in caplog.records] == ["Hub: no hub is plugged in."]


def test_a_port_that_is_named_is_taken() -> None:
    assert find_port("/dev/serial/by-id/mine") == "/dev/serial/by-id/mine"


def test_ports_are_found_by_their_own_names(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("companion.hardware.hub.BY_ID", tmp_path)
    for name in ("usb-FTDI_cable-if00", "usb-MicroPython_Board_in_FS_mode_e661-if00"):
        (tmp_path / name).touch()
    assert find_port() == str(tmp_path / "usb-MicroPython_Board_in_FS_mode_e661-if00")
