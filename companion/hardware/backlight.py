"""Controls the backlight of a screen through /sys/class/backlight: brightness, on and off."""

import logging
from pathlib import Path

from companion.health import Check
from companion.locale.messages import gettext

FOLDER = Path("/sys/class/backlight")
ON, OFF = "0", "4"
"""Values of bl_power: unblanked, and powered down."""
DIMMEST = 5
"""Smallest brightness in per cent: on a darker screen the setting could not be found again."""

_log = logging.getLogger(__name__)


class Backlight:
    """The backlight of this machine, if it has one; the backlight of an HDMI screen cannot be controlled."""

    def __init__(self, folder: Path = FOLDER) -> None:
        self._device = next(iter(sorted(folder.glob("*"))), None)
        self.problem = ""

    @property
    def present(self) -> bool:
        """Whether there is one."""
        return self._device is not None

    @property
    def percent(self) -> int | None:
        """The brightness, 0 to 100; None without a backlight."""
        brightest, now = self._read("max_brightness"), self._read("brightness")
        return None if not brightest or now is None else round(100 * now / brightest)

    def dim(self, percent: int) -> bool:
        """Set the brightness, at least `DIMMEST`; return whether it was done."""
        brightest = self._read("max_brightness")
        if not brightest:
            return False
        return self._write("brightness", str(max(1, round(brightest * max(percent, DIMMEST) / 100))))

    def switch(self, *, on: bool) -> bool:
        """Switch it on or off; returns whether it was done."""
        return self._write("bl_power", ON if on else OFF)

    def health(self) -> Check:
        """Return whether it is there and may be changed."""
        if self._device is None:
            return Check("backlight", "missing", gettext("This screen has no backlight that can be dimmed."))
        percent = self.percent
        if percent is None or not self.dim(percent):
            return Check(
                "backlight",
                "failed",
                gettext("{name} cannot be changed: {problem}.", name=self._device.name, problem=self.problem),
                gettext("Run deploy/install again: it lets the group video dim the screen."),
            )
        return Check(
            "backlight",
            "ok",
            gettext("{name} at {percent} per cent.", name=self._device.name, percent=percent),
        )

    def _read(self, name: str) -> int | None:
        if self._device is None:
            return None
        try:
            return int((self._device / name).read_text())
        except (OSError, ValueError) as error:
            self.problem = str(error)
            return None

    def _write(self, name: str, value: str) -> bool:
        if self._device is None:
            return False
        try:
            (self._device / name).write_text(value)
        except OSError as error:
            if str(error) != self.problem:
                _log.warning("the backlight cannot be changed: %s", error)
            self.problem = str(error)
            return False
        return True
