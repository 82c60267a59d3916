from collections.abc import Iterator
from typing import Any

import pytest
from gpiozero import BadPinFactory
from gpiozero.pins.mock import MockFactory, MockPWMPin

from companion.hardware.gpio import GpioPanel
from companion.hardware.panel import CONFIRM, DARK, END, LightFrame, LightState
from companion.hardware.wiring import Wiring
from tests.hardware.rigs import GpioRig

WIRING = Wiring(buttons={CONFIRM: 5, END: 6}, steps=(4, 17), attention=26)


def ignore(press: Any) -> None:
    """Nobody listens."""


@pytest.fixture
def factory() -> Iterator[Any]:
    made = MockFactory(pin_class=MockPWMPin)
    yield made
    made.reset()


def test_a_pin_that_is_taken_is_named_and_the_rest_works(factory: Any) -> None:
    first = GpioPanel(Wiring(buttons={END: 6}), ignore, factory)
    second = GpioPanel(WIRING, ignore, factory)
    health = second.health()
    assert health.state == "failed"
    assert "the button end on pin 6" in health.detail
    assert second.buttons == {CONFIRM}
    first.close()
    second.close()


def test_pins_are_free_again_after_closing(factory: Any) -> None:
    for _ in range(2):
        panel = GpioPanel(WIRING, ignore, factory)
        assert panel.health().state == "ok"
        panel.close()


def test_a_machine_without_pins_is_fine() -> None:
    class NoPins:
        def reserve_pins(self, *_: Any) -> None:
            raise BadPinFactory("Unable to load any default pin factory!")

        def release_all(self, *_: Any) -> None:
            """Nothing was reserved."""

    panel = GpioPanel(WIRING, ignore, NoPins())
    panel.show(LightFrame(attention=LightState("ffffff", "9")))
    panel.tick(0)
    assert panel.health().state == "missing"
    assert "python3-lgpio" in panel.health().fix
    assert panel.buttons == frozenset()
    panel.close()


def test_dim_is_seen_as_dim() -> None:
    rig = GpioRig(WIRING)
    rig.panel.show(LightFrame(steps=(LightState("ffffff", "9"), LightState("ffffff", "3"))))
    rig.advance(20)
    assert rig.brightness("steps", 0) == pytest.approx(1)
    assert rig.brightness("steps", 1) == pytest.approx(1 / 3)
    rig.panel.show(LightFrame(steps=(DARK, DARK)))
    rig.advance(20)
    assert rig.brightness("steps", 0) == 0
    rig.panel.close()


def test_a_button_held_down_shows_in_the_doctors_row() -> None:
    rig = GpioRig(WIRING)
    rig.advance(50)
    rig.set_button(CONFIRM, True)
    rig.advance(50)
    assert rig.panel.health().detail.endswith("held down now: confirm")
    rig.panel.close()
