"""Memory sticks on USB: found with lsblk, mounted and unmounted with udisks, which needs no desktop."""

import subprocess
from collections.abc import Iterator
from contextlib import contextmanager
from functools import partial
from pathlib import Path

import msgspec
from msgspec import Struct

from companion.errors import StickUnavailable
from companion.hardware.system_settings import Run, reason_of, run_command
from companion.locale.messages import gettext

TIMEOUT_S = 60.0
"""Timeout in seconds; unmounting waits until all data is written."""
_PLACES = ("/media/", "/run/media/", "/mnt/")
"""Folders where sticks are mounted; a disk with a partition elsewhere belongs to the system."""
PUT_IN = gettext("Put a memory stick in, then tap again.")
_LIST = ("lsblk", "--json", "--output", "PATH,TRAN,FSTYPE,LABEL,MOUNTPOINTS")


class MemoryStick(Struct, frozen=True):
    """One file system on a stick.

    Attributes:
        device: its device, such as ``/dev/sda1``.
        label: its name; may be empty.
        folder: where it is mounted; None if it is not.
    """

    device: str
    label: str
    folder: Path | None


class _Device(Struct, frozen=True):
    path: str
    tran: str | None = None
    fstype: str | None = None
    label: str | None = None
    mountpoints: tuple[str | None, ...] = ()
    children: tuple["_Device", ...] = ()


class _Devices(Struct, frozen=True):
    blockdevices: tuple[_Device, ...]


_run = partial(run_command, timeout=TIMEOUT_S)


def find_sticks(run: Run = _run) -> tuple[MemoryStick, ...]:
    """List the file systems on USB that do not belong to the system; empty without lsblk."""
    try:
        found = msgspec.json.decode(run(_LIST).stdout, type=_Devices)
    except (OSError, subprocess.TimeoutExpired, msgspec.DecodeError):
        return ()
    return tuple(
        stick
        for disk in found.blockdevices
        if disk.tran == "usb" and not _is_system(disk)
        for stick in _of(disk)
    )


def mount(stick: MemoryStick, run: Run = _run) -> Path:
    """Mount a stick, if it is not mounted yet; return its folder.

    Raises:
        StickUnavailable: it cannot be mounted, or was removed.
    """
    if stick.folder is not None:
        return stick.folder
    _udisks("mount", stick, run)
    mounted = next((found.folder for found in find_sticks(run) if found.device == stick.device), None)
    if mounted is None:
        raise StickUnavailable(gettext("The memory stick is not there any more. Put it in again."))
    return mounted


def unmount(stick: MemoryStick, run: Run = _run) -> None:
    """Unmount a stick, so that it can be removed; all data is written when this returns.

    Raises:
        StickUnavailable: it is still in use, or not all data could be written.
    """
    _udisks("unmount", stick, run)


@contextmanager
def mounted_stick(missing: str = PUT_IN) -> Iterator[Path]:
    """Mount the first stick and yield its folder; unmount it afterwards, so that it can be removed.

    Args:
        missing: what to say if there is none.

    Raises:
        StickUnavailable: there is none, or it cannot be used.
    """
    sticks = find_sticks()
    if not sticks:
        raise StickUnavailable(missing)
    folder = mount(sticks[0])
    try:
        yield folder
    finally:
        unmount(sticks[0])


def _is_system(disk: _Device) -> bool:
    places = (place for part in (disk, *disk.children) for place in part.mountpoints if place)
    return any(not place.startswith(_PLACES) for place in places)


def _of(disk: _Device) -> Iterator[MemoryStick]:
    for part in (disk, *disk.children):
        if part.fstype and part.fstype != "swap":
            folder = next((Path(place) for place in part.mountpoints if place), None)
            yield MemoryStick(part.path, part.label or "", folder)


def _udisks(action: str, stick: MemoryStick, run: Run) -> None:
    try:
        done = run(("udisksctl", action, "--no-user-interaction", "--block-device", stick.device))
    except (OSError, subprocess.TimeoutExpired) as error:
        raise StickUnavailable(
            "The memory stick cannot be used ({error}). Run deploy/install again.", error=error
        ) from error
    if done.returncode:
        raise StickUnavailable("The memory stick cannot be used: {reason}", reason=reason_of(done))
