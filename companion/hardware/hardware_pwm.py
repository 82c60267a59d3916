"""A pin with hardware PWM through the kernel's sysfs: a stable tone even on a busy processor.

It needs ``dtoverlay=pwm,pin=18,func=2`` in config.txt. The interface is described in the kernel's
Documentation/ABI/testing/sysfs-class-pwm.
"""

import logging
from pathlib import Path

_log = logging.getLogger(__name__)

SYSFS = Path("/sys/class/pwm")
CHANNELS = {
    "fe20c000.pwm": {12: 0, 13: 1, 18: 0, 19: 1},  # Raspberry Pi 4
    "1f00098000.pwm": {12: 0, 13: 1, 18: 2, 19: 3},  # Raspberry Pi 5 (RP1); another of its chips is the fan's
}
"""Channel of each pin, by the name of the device."""
NANOSECONDS = 1_000_000_000


class HardwarePwm:
    """One channel with the two attributes of gpiozero's PWMOutputDevice that a buzzer needs.

    Raises:
        OSError: it may not be used.
    """

    def __init__(self, channel: Path) -> None:
        self._channel = channel
        self._hertz = 440
        self._value = 0.0
        self._apply()

    @property
    def frequency(self) -> int:
        """The frequency in hertz."""
        return self._hertz

    @frequency.setter
    def frequency(self, hertz: int) -> None:
        self._hertz = hertz
        self._apply()

    @property
    def value(self) -> float:
        """Share of each period in which the pin is high, 0 to 1; 0 is silence."""
        return self._value

    @value.setter
    def value(self, share: float) -> None:
        self._value = share
        self._apply()

    def close(self) -> None:
        """Switch the tone off."""
        self.value = 0.0

    def _apply(self) -> None:
        period = NANOSECONDS // self._hertz
        # A duty longer than the period is refused, so it is set to 0 before the period changes.
        self._write("duty_cycle", 0)
        self._write("period", period)
        self._write("duty_cycle", round(period * self._value))
        self._write("enable", int(self._value > 0))

    def _write(self, name: str, number: int) -> None:
        (self._channel / name).write_text(str(number))


def open_pwm(pin: int, sysfs: Path = SYSFS) -> HardwarePwm | None:
    """Open the hardware PWM of a pin (BCM number); None if this machine has none for it."""
    for chip in sorted(sysfs.glob("pwmchip*")):
        channel = CHANNELS.get((chip / "device").resolve().name, {}).get(pin)
        if channel is None:
            continue
        folder = chip / f"pwm{channel}"
        try:
            if not folder.exists():
                (chip / "export").write_text(str(channel))
            return HardwarePwm(folder)
        except OSError as error:
            _log.info("the buzzer does not use hardware PWM: %s", error)
    return None
