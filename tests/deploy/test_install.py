"""deploy/install prints every change before it makes one, and is kept from machines it cannot serve."""

import os
import re
import subprocess
from pathlib import Path

import pytest

from tests.deploy.test_set_up import Machine

ROOT = Path(__file__).parents[2]
APPLIANCE = ROOT / "deploy" / "appliance"
FAKES = {
    "uname": '#!/bin/bash\necho "${MACHINE_KIND:-x86_64}"\n',
    "getent": '#!/bin/bash\n[ "$1" = group ]\n',
    "systemctl": '#!/bin/bash\n[ "$2 $3" = "--quiet display-manager.service" ] && [ -n "$DESKTOP" ]\n',
}


def machine_in(folder: Path) -> Machine:
    made = Machine(folder)
    made.variables |= {"HOME": str(folder), "OS_RELEASE": str(folder / "os-release")}
    (folder / "os-release").write_text("VERSION_CODENAME=trixie\n")
    for name, script in FAKES.items():
        (folder / name).write_text(script)
        (folder / name).chmod(0o755)
    return made


@pytest.fixture
def machine(tmp_path: Path) -> Machine:
    return machine_in(tmp_path)


def install(machine: Machine, *arguments: str, **variables: str) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        ["deploy/install", *arguments],
        cwd=ROOT,
        env=machine.variables | variables,
        capture_output=True,
        text=True,
        check=False,
    )


@pytest.fixture(scope="module")
def printed(tmp_path_factory: pytest.TempPathFactory) -> str:
    """What a dry run of a machine for the companion alone prints."""
    done = install(machine_in(tmp_path_factory.mktemp("machine")), "--dry-run", "--kiosk")
    assert done.returncode == 0, done.stderr
    return done.stderr


@pytest.mark.parametrize(
    "change",
    [
        r"apt-get install .*python3-kivy .*python3-opencv",
        r"useradd --system .*companion",
        r"gpasswd --add companion video",
        r"gpasswd --add companion input",
        r"deploy/build-release /opt/table-companion/releases",
        r"ln -sfn releases/\S+ /opt/table-companion/next",
        r"mv -T /opt/table-companion/next /opt/table-companion/current",
        r"install .*table-companion-update.service /etc/systemd/system/table-companion-update.service",
        r"install .*table-companion.service /etc/systemd/system/table-companion.service",
        r"install .*udev.rules /etc/udev/rules.d/",
        r"install .*journald.conf /etc/systemd/journald.conf.d/",
        r"systemctl enable table-companion.service",
    ],
)
def test_a_dry_run_prints_every_change(printed: str, change: str) -> None:
    assert re.search(rf"^  \(root\) .*{change}", printed, re.MULTILINE), printed


def test_a_dry_run_changes_nothing(machine: Machine) -> None:
    assert "Nothing was changed." in install(machine, "--dry-run").stderr
    assert machine.calls() == []


@pytest.mark.every(2)
@pytest.mark.parametrize(
    ("desktop", "arguments", "starts"),
    [
        ("", [], "systemctl enable table-companion.service"),
        ("yes", [], "autostart/table-companion.desktop"),
        ("", ["--desktop"], "autostart/table-companion.desktop"),
        ("yes", ["--kiosk"], "systemctl set-default multi-user.target"),
    ],
)
def test_it_starts_with_the_machine_or_with_the_desktop(
    machine: Machine, desktop: str, arguments: list[str], starts: str
) -> None:
    assert starts in install(machine, "--dry-run", *arguments, DESKTOP=desktop).stderr


def test_a_system_of_32_bits_is_refused(machine: Machine) -> None:
    done = install(machine, "--dry-run", MACHINE_KIND="armv7l")
    assert done.returncode == 1
    assert "64-bit" in done.stderr


def test_other_words_are_refused(machine: Machine) -> None:
    done = install(machine, "--everything")
    assert done.returncode == 2
    assert "usage: deploy/install" in done.stderr


def test_every_file_of_the_appliance_is_put_somewhere() -> None:
    script = (ROOT / "deploy" / "install").read_text(encoding="utf-8")
    files = {path.name for path in APPLIANCE.iterdir()} - {"README.md", "user-data"}
    assert sorted(name for name in files if name not in script) == []


def test_the_release_has_every_folder_that_is_packaged() -> None:
    lines = (ROOT / "pyproject.toml").read_text(encoding="utf-8")
    packaged = re.search(r"^include = \[(.*)\]$", lines, re.MULTILINE)
    script = (ROOT / "deploy" / "build-release").read_text(encoding="utf-8")
    copied = re.search(r"^    find (.*?) -type f", script, re.MULTILINE)
    assert packaged is not None
    assert copied is not None
    assert set(re.findall(r'"(\w+)\*"', packaged[1])) <= set(copied[1].split())


def test_unmet_requirements_are_those_that_pip_must_bring(tmp_path: Path) -> None:
    project = tmp_path / "pyproject.toml"
    project.write_text(
        '[project]\ndependencies = ["msgspec>=0.19", "numpy>=99", "no-such-package>=1"]\n'
        '[project.optional-dependencies]\nhub = ["mpremote>=1.24"]\n'
    )
    python = ROOT / ".venv" / "bin" / "python"
    if not python.exists():
        pytest.skip("needs the .venv of deploy/set-up")
    command: list[Path | str] = [python, ROOT / "deploy" / "unmet_requirements.py", project, "hub"]
    done = subprocess.run(command, capture_output=True, text=True, check=True, env=os.environ)
    assert done.stdout.split() == ["numpy>=99", "no-such-package>=1"]
    project.write_text('[project]\ndependencies = ["msgspec>=0.19"]\n')
    done = subprocess.run(command[:-1], capture_output=True, text=True, check=True, env=os.environ)
    assert done.stdout == ""
