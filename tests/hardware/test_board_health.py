"""Power, temperature and clock, from the files of a made-up system."""

import datetime
from pathlib import Path

import pytest

from companion.hardware.board_health import check_clock, check_power, check_temperature, checks, throttled


@pytest.mark.parametrize(
    ("bits", "state", "words"),
    [
        (None, "missing", "does not report"),
        (0x0, "ok", "never slowed down"),
        (0x1, "failed", "too low now"),
        (0x50005, "failed", "too low now"),
        (0x50000, "failed", "was too low"),
        (0x8, "failed", "slowed down now"),
        (0x80000, "ok", "slowed down before"),
    ],
)
def test_power(bits: int | None, state: str, words: str) -> None:
    check = check_power(bits)
    assert (check.state, words in check.detail) == (state, True)
    assert check.fix or check.state != "failed"


@pytest.mark.parametrize(("text", "bits"), [("50000\n", 0x50000), ("", None), ("busy\n", None)])
def test_a_pi_reports_its_power_in_a_file(text: str, bits: int | None, tmp_path: Path) -> None:
    file = tmp_path / "sys/devices/platform/soc/soc:firmware/get_throttled"
    file.parent.mkdir(parents=True)
    file.write_text(text)
    assert throttled(tmp_path) == bits


@pytest.mark.parametrize(("degrees", "state"), [(45, "ok"), (75, "ok"), (83, "failed"), (None, "missing")])
def test_temperature(degrees: int | None, state: str, tmp_path: Path) -> None:
    zone = tmp_path / "sys/class/thermal/thermal_zone0"
    zone.mkdir(parents=True)
    if degrees is not None:
        (zone / "temp").write_text(f"{degrees * 1000}\n")
    check = check_temperature(tmp_path)
    assert check.state == state
    assert bool(check.fix) == (degrees is not None and degrees > 70)


@pytest.mark.parametrize(
    ("year", "files", "state"),
    [
        (1970, (), "failed"),
        (2026, ("run/systemd/timesync/synchronized",), "ok"),
        (2026, ("dev/rtc0",), "ok"),
        (2026, (), "missing"),
    ],
)
def test_clock(year: int, files: tuple[str, ...], state: str, tmp_path: Path) -> None:
    for name in files:
        (tmp_path / name).parent.mkdir(parents=True)
        (tmp_path / name).touch()
    assert check_clock(tmp_path, datetime.datetime(year, 11, 22, tzinfo=datetime.UTC)).state == state


def test_a_machine_that_reports_nothing_has_three_calm_rows(tmp_path: Path) -> None:
    assert [check.state for check in checks(tmp_path)] == ["missing", "missing", "missing"]
