from pathlib import Path
from typing import Any

import pytest

from companion.hardware.discovery import checks, discover_panels
from companion.hardware.panel import CONFIRM
from companion.hardware.wiring import Wiring


@pytest.mark.filterwarnings("ignore::gpiozero.exc.PinFactoryFallback")
def test_a_machine_with_nothing_attached_gets_two_calm_rows(tmp_path: Path) -> None:
    rows = checks(Wiring(buttons={CONFIRM: 5}, port=str(tmp_path / "none")))
    assert [row.name for row in rows] == ["gpio", "hub"]
    assert rows[1].state == "failed" and "cannot be opened" in rows[1].detail
    assert all(row.fix for row in rows if row.state in ("missing", "failed"))


def test_without_a_profile_no_pin_is_touched(monkeypatch: pytest.MonkeyPatch) -> None:
    def touched(*_: Any) -> None:
        raise AssertionError("a pin was touched")

    monkeypatch.setattr("companion.hardware.gpio.GpioPanel", touched)
    monkeypatch.setattr("companion.hardware.discovery.find_port", lambda _: None)
    assert [row.state for row in checks(None)] == ["missing", "missing"]
    assert [panel.name for panel in discover_panels(touched).panels] == ["hub"]
