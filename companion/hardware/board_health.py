"""Checks the computer: power supply, temperature, clock. Values that it does not report count as missing."""

import datetime
import subprocess
from pathlib import Path

from companion.health import Check
from companion.locale.messages import gettext

ROOT = Path("/")

UNDER_VOLTAGE_NOW, THROTTLED_NOW = 0x1, 0x2 | 0x4 | 0x8
UNDER_VOLTAGE_SINCE, THROTTLED_SINCE = 0x10000, 0x20000 | 0x40000 | 0x80000
"""Bits of a Pi's `get_throttled`; the upper ones count since it was switched on."""

HOT, TOO_HOT = 70.0, 80.0
"""Warning threshold in degrees Celsius: a Pi throttles at 80."""

OLDEST_DATE = 2026
"""A clock that shows an earlier year was never set."""

POWER_FIX = gettext(
    "Use the official power supply (5 V 3 A for a Pi 4, 5 V 5 A for a Pi 5) and a short cable."
)
COOLING_FIX = gettext("Give the Pi air: a fan or a heat sink, and no closed box in the sun.")


def checks(root: Path = ROOT) -> list[Check]:
    """Check power, temperature and clock."""
    return [check_power(throttled(root)), check_temperature(root), check_clock(root)]


def throttled(root: Path = ROOT) -> int | None:
    """Read the throttling flags of a Pi; None on other machines."""
    try:
        for file in sorted((root / "sys/devices/platform").glob("soc*/*firmware*/get_throttled")):
            return int(file.read_text().strip(), 16)
        if root != ROOT:
            return None
        done = subprocess.run(
            ["vcgencmd", "get_throttled"], capture_output=True, text=True, timeout=5, check=False
        )
        return int(done.stdout.strip().removeprefix("throttled="), 16)
    except (OSError, ValueError, subprocess.TimeoutExpired):
        return None


def check_power(bits: int | None) -> Check:
    """Return whether the power supply is strong enough."""
    name = "power"
    if bits is None:
        return Check(name, "missing", gettext("This machine does not report its power supply."))
    if bits & UNDER_VOLTAGE_NOW:
        return Check(name, "failed", gettext("The voltage is too low now."), POWER_FIX)
    if bits & UNDER_VOLTAGE_SINCE:
        return Check(name, "failed", gettext("The voltage was too low since it was switched on."), POWER_FIX)
    if bits & THROTTLED_NOW:
        return Check(name, "failed", gettext("The processor is slowed down now."), COOLING_FIX)
    if bits & THROTTLED_SINCE:
        return Check(
            name, "ok", gettext("The voltage is right; the processor was slowed down before."), COOLING_FIX
        )
    return Check(name, "ok", gettext("The voltage is right, and the processor was never slowed down."))


def check_temperature(root: Path = ROOT) -> Check:
    """Check the temperature of the processor."""
    name = "temperature"
    degrees = [
        value for zone in (root / "sys/class/thermal").glob("thermal_zone*/temp") if (value := _degrees(zone))
    ]
    if not degrees:
        return Check(name, "missing", gettext("This machine does not report its temperature."))
    hottest = max(degrees)
    detail = gettext("{hottest:.0f} degrees Celsius.", hottest=hottest)
    if hottest >= TOO_HOT:
        return Check(name, "failed", detail, COOLING_FIX)
    return Check(name, "ok", detail, COOLING_FIX if hottest >= HOT else "")


def _degrees(file: Path) -> float | None:
    try:
        return int(file.read_text()) / 1000
    except (OSError, ValueError):
        return None


def check_clock(root: Path = ROOT, now: datetime.datetime | None = None) -> Check:
    """Check whether the date can be trusted; it is stored in every saved game."""
    name, fix = "clock", gettext("Connect it to a network once, or fit a clock battery.")
    now = now or datetime.datetime.now().astimezone()
    detail = gettext("It is {time}", time=f"{now:%Y-%m-%d %H:%M %Z}")
    if now.year < OLDEST_DATE:
        return Check(name, "failed", gettext("{detail}: the clock was never set.", detail=detail), fix)
    if (root / "run/systemd/timesync/synchronized").exists():
        return Check(name, "ok", gettext("{detail}, set by the network.", detail=detail))
    if any((root / "dev").glob("rtc*")):
        return Check(name, "ok", gettext("{detail}, kept by its own clock.", detail=detail))
    return Check(
        name,
        "missing",
        gettext("{detail}, but nothing keeps the time while the power is off.", detail=detail),
        fix,
    )
