"""The tone of a pin with hardware PWM, on a made-up sysfs."""

from pathlib import Path

import pytest

from companion.hardware.hardware_pwm import HardwarePwm, open_pwm

PI_4, PI_5, FAN = "fe20c000.pwm", "1f00098000.pwm", "1f0009c000.pwm"


def sysfs(folder: Path, *, chip: str, channel: int) -> Path:
    """A sysfs with one chip whose channel has been exported."""
    device = folder / "devices" / chip
    device.mkdir(parents=True)
    made = folder / "pwm" / "pwmchip0"
    (made / f"pwm{channel}").mkdir(parents=True)
    (made / "device").symlink_to(device)
    return folder / "pwm"


@pytest.mark.parametrize(
    ("chip", "pin", "channel"), [(PI_4, 18, 0), (PI_4, 13, 1), (PI_5, 18, 2), (PI_5, 12, 0), (PI_5, 19, 3)]
)
def test_the_channel_of_a_pin_plays(tmp_path: Path, chip: str, pin: int, channel: int) -> None:
    root = sysfs(tmp_path, chip=chip, channel=channel)
    pwm = open_pwm(pin, root)
    assert pwm is not None
    pwm.frequency = 1000
    pwm.value = 0.5
    folder = root / "pwmchip0" / f"pwm{channel}"
    read = {name: int((folder / name).read_text()) for name in ("period", "duty_cycle", "enable")}
    assert read == {"period": 1_000_000, "duty_cycle": 500_000, "enable": 1}
    pwm.close()
    assert (folder / "enable").read_text() == "0"


@pytest.mark.parametrize(("chip", "pin"), [(FAN, 18), (PI_4, 17), (PI_5, 26)])
def test_other_pins_and_the_fan_are_left_alone(tmp_path: Path, chip: str, pin: int) -> None:
    assert open_pwm(pin, sysfs(tmp_path, chip=chip, channel=0)) is None


def test_without_permission_there_is_none(tmp_path: Path) -> None:
    root = sysfs(tmp_path, chip=PI_4, channel=1)  # channel 0 cannot be exported: writing makes no folder
    assert open_pwm(18, root) is None


def test_the_duty_never_exceeds_the_period(tmp_path: Path) -> None:
    order: list[tuple[str, int]] = []

    class Noted(HardwarePwm):
        def _write(self, name: str, number: int) -> None:
            order.append((name, number))

    pwm = Noted(tmp_path)
    pwm.frequency = 100
    pwm.value = 0.5
    order.clear()
    pwm.frequency = 2000
    assert order[:2] == [("duty_cycle", 0), ("period", 500_000)]
