"""The panel on the Pi's own pins, through gpiozero.

Buttons are polled every tick: gpiozero's bounce_time loses edges, frequent polling loses none (see
debounce.py).
"""

import logging
from collections.abc import Callable
from typing import Any

from gpiozero import PWMLED, BadPinFactory, DigitalInputDevice, GPIOZeroError, PWMOutputDevice

from companion.hardware.buzzer import Buzzer
from companion.hardware.debounce import LONG, Debouncer
from companion.hardware.hardware_pwm import open_pwm
from companion.hardware.panel import (
    BLANK,
    DARK,
    Button,
    Chime,
    LightFrame,
    LightState,
    OnPress,
    Press,
    held_down,
)
from companion.hardware.wiring import Wiring
from companion.health import Check
from companion.locale.messages import gettext, joined, ngettext

LOUD = 0.5
"""Duty of the buzzer; half is loudest."""

log = logging.getLogger(__name__)


class GpioPanel:
    """Buttons, plain LEDs and a piezo on the header.

    Unavailable pins do not raise: `health` names them with the reason, and everything else works.

    Args:
        wiring: which pin is which.
        on_press: takes the presses.
        factory: gpiozero pin factory; by default the one gpiozero finds (lgpio on a Pi).
    """

    name = "gpio"

    def __init__(self, wiring: Wiring, on_press: OnPress, factory: Any = None) -> None:
        self._on_press = on_press
        self._factory = factory
        self._frame: LightFrame = BLANK
        self._buzzer = Buzzer()
        self._chime: Chime | None = None
        self._missing = ""
        self._faults: list[str] = []
        self._was_pressed = False
        self._open(wiring)

    def _open(self, wiring: Wiring) -> None:
        buttons = {
            button: self._input(gettext("the button {button}", button=button.title), pin)
            for button, pin in wiring.buttons.items()
        }
        self._inputs = {button: device for button, device in buttons.items() if device is not None}
        self._debouncers = {button: Debouncer() for button in self._inputs}
        self._steps = [
            self._lamp(gettext("step light {number}", number=n), pin)
            for n, pin in enumerate(wiring.steps, start=1)
        ]
        self._seats = [
            self._lamp(gettext("seat light {number}", number=n), pin)
            for n, pin in enumerate(wiring.seats, start=1)
        ]
        self._attention = self._lamp(gettext("the attention light"), wiring.attention)
        self._piezo = self._tone(wiring.buzzer)

    def _input(self, what: str, pin: int) -> Any:
        return self._output(
            lambda number, pin_factory: DigitalInputDevice(
                number, pull_up=True, bounce_time=None, pin_factory=pin_factory
            ),
            what,
            pin,
        )

    def _tone(self, pin: int | None) -> Any:
        hardware = None if pin is None or self._factory is not None else open_pwm(pin)
        return hardware or self._output(PWMOutputDevice, gettext("the buzzer"), pin)

    def _lamp(self, what: str, pin: int | None) -> Any:
        return self._output(PWMLED, what, pin)

    def _output(self, make: Callable[..., Any], what: str, pin: int | None) -> Any:
        if pin is None or self._missing:
            return None
        try:
            return make(pin, pin_factory=self._factory)
        except (BadPinFactory, ImportError) as error:
            self._missing = str(error)
        except (GPIOZeroError, OSError) as error:
            self._faults.append(gettext("{part} on pin {pin}: {error}", part=what, pin=pin, error=error))
            log.warning("The panel works without %s on pin %d: %s", what, pin, error)
        return None

    @property
    def buttons(self) -> frozenset[Button]:
        """The buttons whose pins are available."""
        return frozenset(self._inputs)

    @property
    def reachable(self) -> bool:
        """Always."""
        return True

    @property
    def present(self) -> bool:
        """Whether any button was ever pressed; unconnected pins read like released buttons."""
        return self._was_pressed

    def show(self, frame: LightFrame) -> None:
        """Show a frame from the next tick on."""
        self._frame = frame

    def chime(self, chime: Chime) -> None:
        """Play a chime from the next tick on."""
        self._chime = chime

    def tick(self, now: int) -> None:
        """Read the buttons and update the lights once."""
        self._read(now)
        self._set_lights(now)
        self._sound(now)

    def _read(self, now: int) -> None:
        for button, device in self._inputs.items():
            press = self._debouncers[button].sample(now, device.is_active)
            if press:
                self._was_pressed = True
                self._on_press(Press(button, press == LONG, self.name))

    def _set_lights(self, now: int) -> None:
        frame = self._frame
        for lamps, lights in ((self._steps, frame.steps_on(len(self._steps))), (self._seats, frame.seats)):
            for number, lamp in enumerate(lamps):
                _set(lamp, lights[number] if number < len(lights) else DARK, now)
        _set(self._attention, frame.attention, now)

    def _sound(self, now: int) -> None:
        chime, self._chime = self._chime, None
        if chime is not None:
            self._buzzer.play(list(chime), now)
        hertz = self._buzzer.hertz(now)
        if self._piezo is None:
            return
        if hertz and self._piezo.frequency != hertz:
            self._piezo.frequency = hertz
        loud = LOUD if hertz else 0.0
        if self._piezo.value != loud:
            self._piezo.value = loud

    def health(self) -> Check:
        """Count buttons and lights; name buttons held down, and pins that could not be opened."""
        if self._missing:
            return Check(
                self.name,
                "missing",
                gettext("no pins here: {error}", error=self._missing),
                gettext(
                    "On a Raspberry Pi: sudo apt install python3-lgpio, and a venv that sees system packages."
                ),
            )
        if self._faults:
            return Check(
                self.name,
                "failed",
                joined(self._faults, "; "),
                gettext(
                    "Close whatever else uses these pins (pinctrl get shows it), or change the panel profile."
                ),
            )
        return Check(self.name, "ok", self._inventory())

    def _inventory(self) -> str:
        lamps = len([lamp for lamp in (*self._steps, *self._seats, self._attention) if lamp is not None])
        parts = [
            ngettext("{count} button", "{count} buttons", len(self._inputs)),
            ngettext("{count} light", "{count} lights", lamps),
        ]
        down = (button for button, debouncer in self._debouncers.items() if debouncer.down)
        return joined((joined(parts, ", "), held_down(down)), "; ")

    def close(self) -> None:
        """Switch the lights off and release the pins."""
        lamps = (*self._steps, *self._seats, self._attention, self._piezo)
        for device in (*self._inputs.values(), *lamps):
            if device is not None:
                device.close()
        self._inputs = {}
        self._steps, self._seats = [], []
        self._attention = self._piezo = None


def _set(lamp: Any, light: LightState, now: int) -> None:
    """Set a lamp of one colour; the eye sees half the power as nearly full, so the level is squared."""
    if lamp is None:
        return
    power = light.brightness(now) ** 2
    if lamp.value != power:
        lamp.value = power
