"""Time zone, name and power: asked of the system, and soft where it has no tool for them."""

import subprocess
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any

import pytest

from companion.errors import PowerRefused, SystemRefused
from companion.hardware import system_settings as system


class Machine:
    """Answers every command in the same way."""

    def __init__(self, out: str = "", error: str = "") -> None:
        self.out, self.error = out, error
        self.called: list[str] = []

    def __call__(self, command: Sequence[str]) -> "subprocess.CompletedProcess[str]":
        self.called.append(" ".join(command))
        return subprocess.CompletedProcess(command, int(bool(self.error)), self.out, self.error)


def nothing(_: Sequence[str]) -> Any:
    raise FileNotFoundError("no such tool")


@pytest.mark.parametrize(
    ("place", "zone"), [("usr/share/zoneinfo/Europe/Berlin", "Europe/Berlin"), ("elsewhere", "UTC")]
)
def test_the_time_zone_is_where_the_link_leads(tmp_path: Path, place: str, zone: str) -> None:
    (tmp_path / "localtime").symlink_to(tmp_path / place)
    assert system.time_zone(tmp_path / "localtime") == zone


def test_changes_go_through_the_systems_own_services() -> None:
    machine = Machine()
    system.set_time_zone("Europe/Berlin", machine)
    system.set_host_name("table-2", machine)
    assert machine.called == [
        "timedatectl --no-ask-password set-timezone Europe/Berlin",
        "hostnamectl --no-ask-password set-hostname table-2",
    ]


@pytest.mark.parametrize("name", ["", "-table", "ä", "a b", "x" * 64, "a;b"])
def test_a_name_that_no_machine_can_have_is_refused(name: str) -> None:
    with pytest.raises(SystemRefused, match="letters, digits and hyphens"):
        system.set_host_name(name, nothing)


@pytest.mark.parametrize("machine", [nothing, Machine(error="Access denied\n")])
def test_a_refusal_is_told(machine: Any) -> None:
    with pytest.raises(SystemRefused, match=r"cannot be changed from here: (no such tool|Access denied)\."):
        system.set_time_zone("Europe/Berlin", machine)


@pytest.mark.parametrize(
    ("machine", "name"),
    [
        (Machine("802-3-ethernet:Wired 1\n802-11-wireless:The\\: Attic\n"), "The: Attic"),
        (Machine("802-3-ethernet:Wired 1\n"), ""),
        (nothing, ""),
    ],
)
def test_the_wireless_network_is_named(machine: Any, name: str) -> None:
    assert system.wireless_network(machine) == name


def test_time_zones_have_a_region_and_a_place() -> None:
    zones = system.time_zones()
    assert "Europe/Berlin" in zones
    assert not [zone for zone in zones if "/" not in zone or zone.startswith("Etc/")]


@pytest.mark.parametrize(("ask", "method"), [(system.switch_off, "PowerOff"), (system.restart, "Reboot")])
def test_logind_is_asked(ask: Callable[..., None], method: str) -> None:
    asked: list[list[str]] = []

    def run(command: Sequence[str]) -> "subprocess.CompletedProcess[str]":
        asked.append(list(command))
        return subprocess.CompletedProcess(command, 0, "", "")

    ask(run)
    assert asked[0][:2] == ["busctl", "call"] and asked[0][-3:] == [method, "b", "false"]


def refuses(command: Sequence[str]) -> "subprocess.CompletedProcess[str]":
    return subprocess.CompletedProcess(command, 1, "", "Call failed: Interactive authentication required.\n")


def is_not_there(command: Sequence[str]) -> "subprocess.CompletedProcess[str]":
    raise FileNotFoundError(2, "No such file or directory", command[0])


@pytest.mark.parametrize(
    ("run", "words"), [(refuses, "Interactive authentication required"), (is_not_there, "busctl")]
)
def test_a_refusal_is_one_sentence(
    run: Callable[[Sequence[str]], "subprocess.CompletedProcess[str]"], words: str
) -> None:
    with pytest.raises(PowerRefused, match=f"cannot be switched off from here.*{words}"):
        system.switch_off(run)
