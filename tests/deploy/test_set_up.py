"""deploy/set-up on machines of every kind: commands that stand in for Debian's show what it would do."""

import os
import pty
import subprocess
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
# Like Debian's: fails as soon as it does not know one of the names.
DPKG_QUERY = """#!/bin/bash
unknown=0
for name in "${@:3}"; do
    case " $INSTALLED " in *" $name "*) echo installed ;; *) unknown=1 ;; esac
done
exit $unknown
"""
SUDO = """#!/bin/bash
[ "$SUDO_RULE" = free ] || [ "$1" != -n ] || exit 1
[ "$SUDO_RULE" != never ] || exit 1
if [ "$1" = -n ]; then shift; else echo "sudo $*" >>"$LOG"; fi
exec "$@"
"""
APT_GET = '#!/bin/bash\necho "apt-get $*" >>"$LOG"\n'
APT_CACHE = """#!/bin/bash
case " $OFFERED " in *" $2 "*) ;; *) exit 100 ;; esac
"""
ID = '#!/bin/bash\necho "${USER_ID:-1000}"\n'


class Machine:
    """A machine on which commands that change the system only note that they were called."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self.log = folder / "log"
        self.log.touch()
        self.variables = {
            "PATH": f"{folder}:{os.environ['PATH']}",
            "LOG": str(self.log),
            "INSTALLED": "",
            "OFFERED": "",
        }
        commands = {
            "dpkg-query": DPKG_QUERY,
            "sudo": SUDO,
            "apt-get": APT_GET,
            "apt-cache": APT_CACHE,
            "id": ID,
        }
        for name, script in commands.items():
            (folder / name).write_text(script)
            (folder / name).chmod(0o755)

    def run(
        self, script: str, *, terminal: bool = False, **variables: str
    ) -> subprocess.CompletedProcess[str]:
        """Run a script after sourcing deploy/set-up, with or without a terminal."""
        master, slave = pty.openpty()
        try:
            return subprocess.run(
                ["bash", "-c", f"set -euo pipefail; source deploy/set-up; {script}"],
                cwd=ROOT,
                env=self.variables | variables,
                stdin=slave if terminal else subprocess.DEVNULL,
                capture_output=True,
                text=True,
                check=False,
            )
        finally:
            os.close(master)
            os.close(slave)

    def calls(self) -> list[str]:
        return self.log.read_text().splitlines()


@pytest.fixture
def machine(tmp_path: Path) -> Machine:
    return Machine(tmp_path)


@pytest.mark.parametrize(
    ("installed", "missing"),
    [
        ("libgl1 libglib2.0-0t64", []),
        ("libgl1 libglib2.0-0", []),
        ("libgl1", ["libglib2.0-0"]),
        ("", ["libgl1", "libglib2.0-0"]),
    ],
)
def test_packages_that_are_there_are_not_missing(
    machine: Machine, installed: str, missing: list[str]
) -> None:
    done = machine.run("missing_packages libgl1 libglib2.0-0", INSTALLED=installed)
    assert done.returncode == 0, done.stderr
    assert done.stdout.split() == missing


INSTALL = "apt-get install -y -qq -o Dpkg::Use-Pty=0 --no-install-recommends libgl1"
SUDO_INSTALL = [
    "sudo apt-get update -qq",
    "apt-get update -qq",
    f"sudo env DEBIAN_FRONTEND=noninteractive {INSTALL}",
    INSTALL,
]


@pytest.mark.parametrize(
    ("who", "terminal", "calls"),
    [
        ({"USER_ID": "0"}, False, ["apt-get update -qq", INSTALL]),
        ({"SUDO_RULE": "free"}, False, SUDO_INSTALL),
        ({"SUDO_RULE": "password"}, True, SUDO_INSTALL),
    ],
    ids=["root", "sudo without a password", "sudo asks on the terminal"],
)
def test_packages_are_installed(
    machine: Machine, who: dict[str, str], terminal: bool, calls: list[str]
) -> None:
    done = machine.run("install_packages libgl1", terminal=terminal, **who)
    assert done.returncode == 0, done.stderr
    assert machine.calls() == calls


@pytest.mark.parametrize(("rule", "terminal"), [("password", False), ("never", False), ("never", True)])
def test_without_permission_it_says_what_to_install(machine: Machine, rule: str, terminal: bool) -> None:
    done = machine.run("install_packages libgl1 python3-venv", terminal=terminal, SUDO_RULE=rule)
    assert done.returncode == 1
    assert machine.calls() == []
    assert "sudo apt install libgl1 python3-venv" in done.stderr


@pytest.mark.parametrize(
    ("model", "codename", "drivers"),
    [
        ("Raspberry Pi 5 Model B Rev 1.0", "trixie", {"python3-lgpio", "python3-picamera2"}),
        ("Raspberry Pi 4 Model B Rev 1.4", "bookworm", {"python3-lgpio"}),
        ("Some other board", "trixie", set()),
        ("", "trixie", set()),
    ],
)
def test_a_pi_gets_its_drivers(
    machine: Machine, tmp_path: Path, model: str, codename: str, drivers: set[str]
) -> None:
    if model:
        (tmp_path / "model").write_text(model + "\0")
    (tmp_path / "os-release").write_text(f"VERSION_CODENAME={codename}\n")
    done = machine.run("wanted_packages", DEVICE_TREE=str(tmp_path), OS_RELEASE=str(tmp_path / "os-release"))
    assert done.returncode == 0, done.stderr
    assert {name for name in done.stdout.split() if name.startswith("python3-")} == drivers


@pytest.mark.parametrize(
    ("offered", "installed", "left_out"),
    [
        ("python3-lgpio python3-picamera2", "libgl1 python3-lgpio python3-picamera2", []),
        ("python3-lgpio", "libgl1 python3-lgpio", ["python3-picamera2"]),
        ("", "libgl1", ["python3-lgpio", "python3-picamera2"]),
    ],
)
def test_drivers_that_a_system_does_not_offer_are_left_out(
    machine: Machine, offered: str, installed: str, left_out: list[str]
) -> None:
    """Plain Debian on a Pi has no python3-picamera2; the companion runs without it."""
    done = machine.run(
        "install_packages libgl1 python3-lgpio python3-picamera2", USER_ID="0", OFFERED=offered
    )
    assert done.returncode == 0, done.stderr
    assert machine.calls()[-1].endswith(f"--no-install-recommends {installed}")
    assert [name for name in left_out if f"does not offer {name}" in done.stderr] == left_out
    assert done.stderr.count("does not offer") == len(left_out)


def test_a_driver_alone_that_is_not_offered_installs_nothing(machine: Machine) -> None:
    done = machine.run("install_packages python3-lgpio", USER_ID="0")
    assert done.returncode == 0, done.stderr
    assert machine.calls() == ["apt-get update -qq"]
