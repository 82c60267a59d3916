"""The real firmware at the far end of a pseudo-terminal, real pyserial at this end."""

import queue
import time
from collections.abc import Iterator
from typing import Any

import pytest

from companion.hardware import flashing
from companion.hardware.hub import HubPanel
from companion.hardware.panel import CONFIRM, ChimeNote, LightFrame, LightState, Press, seat_button
from companion.hardware.panel_group import PanelGroup, milliseconds

RING, STRIP, SEAT_PIN, CONFIRM_PIN = 9, 14, 3, 16
"""Pins of the second seat's ring, the strip, the second seat's button and the confirm button."""


class Desk:
    """A companion with a hub that can be plugged in and out."""

    def __init__(self) -> None:
        self.came: queue.Queue[Any] = queue.Queue()
        self.path: str | None = None
        self.hub = HubPanel(self.came.put, find=lambda: self.path, version=flashing.firmware_version())

    def plug(self, pico: Any) -> Any:
        self.path = pico.path
        return pico


@pytest.fixture
def desk() -> Iterator[Any]:
    desk = Desk()
    with PanelGroup([desk.hub]):
        yield desk


def until(true: Any, seconds: Any = 15.0) -> Any:
    """Wait until something is true; say whether it came true in time."""
    ends = time.monotonic() + seconds
    while time.monotonic() < ends:
        if true():
            return True
        time.sleep(0.01)
    return False


def press_until_it_arrives(desk: Any, pico: Any, pin: Any) -> Any:
    """Press a button until it arrives: a busy machine may sample the first press too late."""
    for _ in range(10):
        pico.press(pin)
        try:
            return desk.came.get(timeout=1)
        except queue.Empty:
            continue
    raise AssertionError(f"no press of pin {pin} arrived: {desk.hub.health()}")


def test_it_says_hello_and_is_the_firmware_we_bring(desk: Any, plug_in: Any) -> None:
    desk.plug(plug_in())
    assert until(lambda: len(desk.hub.buttons) == 11)
    health = desk.hub.health()
    assert (health.state, health.fix) == ("ok", "")
    assert flashing.firmware_version() in health.detail and "e66138528327a52f" in health.detail


def test_a_press_and_a_long_press_arrive(desk: Any, plug_in: Any) -> None:
    pico = desk.plug(plug_in())
    assert until(lambda: desk.hub.buttons)
    time.sleep(0.2)  # no finger is there sooner; a button counts once it has been seen up
    assert press_until_it_arrives(desk, pico, SEAT_PIN) == Press(seat_button(1), False, "hub")
    pico.press(CONFIRM_PIN, seconds=0.9)
    assert desk.came.get(timeout=5) == Press(CONFIRM, True, "hub")


def test_lights_are_shown(desk: Any, plug_in: Any) -> None:
    pico = desk.plug(plug_in())
    dark = LightState("000000", "0")
    desk.hub.show(
        LightFrame(
            (dark, LightState("ffc890", "9")), (dark, LightState("000040", "9")), LightState("00ff00", "9")
        )
    )
    assert until(lambda pico=pico: pico.lights(RING) == ["000040"] * 8)
    assert until(lambda: pico.lights(STRIP)[:2] == ["000000", "ffc890"])
    assert pico.lights(STRIP)[-1] == "00ff00"


def test_a_chime_is_played(desk: Any, plug_in: Any) -> None:
    pico = desk.plug(plug_in())
    assert until(lambda: desk.hub.buttons)
    desk.hub.chime((ChimeNote(880, 150), ChimeNote(0, 150), ChimeNote(440, 150)))
    sound = pico.folder / "sound"
    assert until(lambda: sound.exists() and sound.read_text().split() == ["880", "0", "440", "0"])


def test_a_hub_that_loses_its_host_breathes_calmly(desk: Any, plug_in: Any) -> None:
    pico = desk.plug(plug_in())
    desk.hub.show(LightFrame(seats=(LightState("400000", "9"), LightState("000040", "9"))))
    assert until(lambda: pico.lights(RING) == ["000040"] * 8)
    desk.path = None
    desk.hub.close()
    assert until(lambda: pico.lights(RING) == ["000000"] * 8), "dark when the companion takes its leave"
    seen: set[tuple[str, ...]] = set()

    def breathes() -> bool:
        seen.add(tuple(pico.lights(RING)))
        return len(seen) >= 4

    assert until(breathes, 7), "then it breathes"
    assert all(max(bytes.fromhex(colour)) < 32 for ring in seen for colour in ring), "calmly"


@pytest.mark.slow
def test_unplugged_and_plugged_in_again_ten_times_while_a_battle_is_on(desk: Any, plug_in: Any) -> None:
    """Each time under another name, as Linux renumbers; the picture is back and presses count at once."""
    desk.hub._pause = 10  # the first tries are quick anyway; keeps the test short
    battle = LightFrame(seats=(LightState("400000", "9"), LightState("000040", "9")))
    desk.hub.show(battle)
    paths = set()
    for _ in range(10):
        pico = desk.plug(plug_in())
        paths.add(pico.path)
        assert until(lambda: pico.lights(RING) == ["000040"] * 8), desk.hub.health()  # noqa: B023
        time.sleep(0.2)
        assert press_until_it_arrives(desk, pico, SEAT_PIN).button == seat_button(1)
        pico.unplug()
        assert until(lambda: desk.hub.health().state in ("failed", "missing")), desk.hub.health()
    assert desk.came.empty()
    assert desk.hub.reconnects >= 10


def test_called_for_service_it_waits_at_its_prompt_and_then_plays_again(plug_in: Any) -> None:
    pico = plug_in()
    assert flashing.ask_hello(pico.path) is not None
    flashing.enter_service_mode(pico.path)
    assert until((pico.folder / "waiting").exists)
    assert not (pico.folder / "service").exists(), "the next start is for playing again"
    pico.unplug()
    assert flashing.ask_hello(plug_in().path) is not None


def test_a_second_companion_does_not_get_the_port(desk: Any, plug_in: Any) -> None:
    pico = desk.plug(plug_in())
    assert until(lambda: desk.hub.buttons)
    other = HubPanel(lambda _: None, find=lambda: pico.path)
    other.tick(milliseconds())
    assert other.health().state == "failed"
    assert "dialout" in other.health().fix
