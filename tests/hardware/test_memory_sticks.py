"""Memory sticks: told from the system's disks, mounted and let go of through udisks."""

import json
import subprocess
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import pytest

from companion.errors import StickUnavailable
from companion.hardware.memory_sticks import MemoryStick, find_sticks, mount, mounted_stick, unmount


def disk(path: str, tran: str | None, *parts: dict[str, Any], **more: Any) -> dict[str, Any]:
    return {"path": path, "tran": tran, "fstype": None, "label": None, "mountpoints": [None], **more} | (
        {"children": list(parts)} if parts else {}
    )


def part(path: str, place: str | None, fstype: str = "vfat", label: str | None = "STICK") -> dict[str, Any]:
    return {"path": path, "tran": None, "fstype": fstype, "label": label, "mountpoints": [place]}


CARD = disk(
    "/dev/mmcblk0", "mmc", part("/dev/mmcblk0p1", "/boot/firmware"), part("/dev/mmcblk0p2", "/", "ext4")
)
MOUNTED = disk("/dev/sda", "usb", part("/dev/sda1", "/media/anna/A B", label="A B"))
STICK = disk("/dev/sda", "usb", part("/dev/sda1", None))


class Machine:
    """Answers lsblk and udisksctl."""

    def __init__(self, *disks: dict[str, Any], refuses: str = "") -> None:
        self.disks, self.refuses = list(disks), refuses
        self.called: list[str] = []

    def __call__(self, command: Sequence[str]) -> "subprocess.CompletedProcess[str]":
        if command[0] == "lsblk":
            return subprocess.CompletedProcess(command, 0, json.dumps({"blockdevices": self.disks}), "")
        self.called.append(" ".join(command))
        if self.refuses:
            return subprocess.CompletedProcess(command, 1, "", f"Error: {self.refuses}\n")
        for one in (child for whole in self.disks for child in whole["children"]):
            if one["path"] == command[-1]:
                one["mountpoints"] = ["/media/companion/STICK"] if command[1] == "mount" else [None]
        return subprocess.CompletedProcess(command, 0, "", "")


@pytest.mark.parametrize(
    ("disks", "sticks"),
    [
        ([], []),
        ([CARD], []),
        ([CARD, STICK], [("/dev/sda1", "STICK", None)]),
        ([disk("/dev/sda", "usb", fstype="exfat")], [("/dev/sda", "", None)]),
        ([MOUNTED], [("/dev/sda1", "A B", "/media/anna/A B")]),
        ([disk("/dev/sda", "usb", part("/dev/sda1", "/boot/firmware"), part("/dev/sda2", None))], []),
        ([disk("/dev/sda", "sata", part("/dev/sda1", None))], []),
    ],
)  # fmt: skip
def test_only_usb_disks_that_are_not_the_systems_are_sticks(disks: list[Any], sticks: list[Any]) -> None:
    found = [(one.device, one.label, one.folder and str(one.folder)) for one in find_sticks(Machine(*disks))]
    assert found == sticks


def test_no_lsblk_is_no_stick() -> None:
    def missing(_: Sequence[str]) -> Any:
        raise FileNotFoundError

    assert find_sticks(missing) == ()


def test_a_stick_is_mounted_and_let_go_of() -> None:
    machine = Machine(CARD, disk("/dev/sda", "usb", part("/dev/sda1", None)))
    (stick,) = find_sticks(machine)
    assert mount(stick, machine) == Path("/media/companion/STICK")
    unmount(stick, machine)
    assert machine.called == [
        f"udisksctl {action} --no-user-interaction --block-device /dev/sda1"
        for action in ("mount", "unmount")
    ]


def test_a_stick_that_is_mounted_already_is_taken_as_it_is() -> None:
    stick = MemoryStick("/dev/sda1", "", Path("/media/anna/STICK"))
    assert mount(stick, Machine(refuses="never asked")) == Path("/media/anna/STICK")


def test_a_refusal_is_told() -> None:
    stick = MemoryStick("/dev/sda1", "", None)
    with pytest.raises(StickUnavailable, match="cannot be used: Error: Not authorized"):
        mount(stick, Machine(refuses="Not authorized"))
    with pytest.raises(StickUnavailable, match="not there any more"):
        mount(stick, Machine(CARD))


def test_a_stick_is_let_go_of_whatever_happens(monkeypatch: pytest.MonkeyPatch) -> None:
    sticks: list[MemoryStick] = []
    let_go: list[MemoryStick] = []
    monkeypatch.setattr("companion.hardware.memory_sticks.find_sticks", lambda: sticks)
    monkeypatch.setattr("companion.hardware.memory_sticks.unmount", let_go.append)
    with pytest.raises(StickUnavailable, match="Put a memory stick in"), mounted_stick():
        pass
    sticks.append(MemoryStick("/dev/sda1", "", Path("/media/anna/STICK")))
    with pytest.raises(OSError, match="full"), mounted_stick() as folder:
        assert folder == Path("/media/anna/STICK")
        raise OSError("full")
    assert let_go == sticks
