"""The files of the appliance are what systemd, udev, polkit and cloud-init take."""

import shutil
import subprocess
from configparser import RawConfigParser
from pathlib import Path

import pytest

from companion.app.machine.update_service import UNIT

APPLIANCE = Path(__file__).parents[2] / "deploy" / "appliance"
SERVICE = APPLIANCE / "table-companion.service"
UPDATE_SERVICE = APPLIANCE / "table-companion-update.service"


def tool(name: str) -> str:
    found = shutil.which(name)
    if found is None:
        pytest.skip(f"{name} is not installed here")
    return found


@pytest.mark.parametrize("service", [SERVICE, UPDATE_SERVICE], ids=lambda path: path.stem)
def test_systemd_knows_every_line_of_the_service(tmp_path: Path, service: Path) -> None:
    # The program is not installed here, so another one stands in its place.
    text = service.read_text(encoding="utf-8")
    copy = tmp_path / service.name
    for program in ("venv/bin/companion", "deploy/fall-back"):
        text = text.replace(f"/opt/table-companion/current/{program}", "/bin/true")
    copy.write_text(text)
    done = subprocess.run(
        [tool("systemd-analyze"), "verify", str(copy)], capture_output=True, text=True, check=False
    )
    assert (done.returncode, done.stderr) == (0, "")


@pytest.mark.parametrize(
    ("key", "value"),
    [
        ("Type", "notify"),
        ("Restart", "always"),
        ("User", "companion"),
        ("NoNewPrivileges", "yes"),
        ("DevicePolicy", "closed"),
        ("ProtectSystem", "strict"),
        ("ProtectClock", "yes"),
        ("MemoryMax", "75%"),
        ("TasksMax", "256"),
        ("IPAddressDeny", "any"),
    ],
)
def test_the_service_is_watched_and_confined(key: str, value: str) -> None:
    unit = RawConfigParser(strict=False)
    unit.optionxform = str  # type: ignore[assignment,method-assign]
    unit.read(SERVICE, encoding="utf-8")
    assert unit["Service"][key] == value
    assert int(unit["Service"]["WatchdogSec"]) > 0


def test_the_companion_cannot_write_its_own_program() -> None:
    text = SERVICE.read_text(encoding="utf-8")
    assert "ReadWritePaths" not in text
    # What goes back from a bad release must be allowed to: as root, outside of the confinement.
    assert "\nExecStopPost=+/opt/table-companion/current/deploy/fall-back\n" in text
    assert UPDATE_SERVICE.name == UNIT
    rules = (APPLIANCE / "50-table-companion-polkit.rules").read_text(encoding="utf-8")
    assert f'action.lookup("unit") === "{UNIT}" && action.lookup("verb") === "start"' in rules


def test_only_memory_sticks_may_be_mounted() -> None:
    rules = (APPLIANCE / "50-table-companion-polkit.rules").read_text(encoding="utf-8")
    assert '"org.freedesktop.udisks2.filesystem-mount"' in rules
    assert '"org.freedesktop.udisks2.filesystem-mount-system"' not in rules


def test_cloud_init_knows_every_key() -> None:
    done = subprocess.run(
        [tool("cloud-init"), "schema", "--config-file", str(APPLIANCE / "user-data")],
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 0, done.stdout + done.stderr


def test_udev_rules_are_in_order() -> None:
    rules = APPLIANCE / "60-table-companion-udev.rules"
    help_text = subprocess.run(
        [tool("udevadm"), "--help"], capture_output=True, text=True, check=False
    ).stdout
    if "verify" not in help_text:
        pytest.skip("this udevadm cannot verify rules")
    done = subprocess.run(["udevadm", "verify", str(rules)], capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stdout + done.stderr
