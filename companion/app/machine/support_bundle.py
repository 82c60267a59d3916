"""A support bundle: the doctor's results, logs and settings, without games and names."""

import platform
import re
import subprocess
import zipfile
from collections.abc import Iterable
from importlib.metadata import distributions
from pathlib import Path

import cv2
import msgspec

from calibration.profile import FILE as PROFILE
from companion.app.machine.settings import FILE as SETTINGS
from companion.app.machine.settings import SECRETS
from companion.errors import BrokenFile
from companion.external_files.files import MAX_TEXT, atomic_file, read_bytes
from companion.health import Check
from companion.locale.catalogue import encode_in
from companion.locale.messages import ENGLISH
from companion.vision.frames import Frame

FILES = {
    "os-release": Path("/etc/os-release"),
    "table-companion": Path("/etc/default/table-companion"),
    "boot-config.txt": Path("/boot/firmware/config.txt"),
}
"""System files that identify the machine, by their names in the bundle."""

COMMANDS = {
    "log.txt": ("journalctl", "--no-pager", "-n", "2000", "-u", "table-companion"),
    "kernel.txt": ("journalctl", "--no-pager", "-n", "500", "-k"),
    "usb.txt": ("lsusb",),
}
"""Commands whose output is included, by file name."""

TIMEOUT_S = 15.0

TABLE_FILES = (SETTINGS, PROFILE, "dice.toml")
"""Files of the data folder that are included; others hold names."""

SECRET = re.compile(rf"^(\s*\w*(?:{'|'.join(SECRETS)}))\s*=.*$".encode(), re.MULTILINE | re.IGNORECASE)
"""A line of settings, or of a service's environment, that must be removed."""


def write_bundle(path: Path, found: Iterable[Check], data: Path, picture: Frame | None = None) -> Path:
    """Write the bundle as a ZIP file of texts that people can read before they send it.

    Args:
        path: the file to write.
        found: the doctor's results.
        data: the data folder; its settings and profiles are included, its games and names are not.
        picture: a picture of the camera.

    Raises:
        OSError: the file cannot be written.
    """
    with atomic_file(path) as whole, zipfile.ZipFile(whole, "w", zipfile.ZIP_DEFLATED) as bundle:
        bundle.writestr("doctor.json", msgspec.json.format(encode_in(tuple(found), ENGLISH), indent=2))
        bundle.writestr("versions.txt", _versions())
        for name, file in (FILES | {name: data / name for name in TABLE_FILES}).items():
            bundle.writestr(name, _content(file))
        for name, command in COMMANDS.items():
            bundle.writestr(name, _output(command))
        if picture is not None:
            bundle.writestr("camera.jpg", cv2.imencode(".jpg", picture.picture)[1].tobytes())
    return path


def _content(file: Path) -> bytes:
    try:
        return SECRET.sub(rb"\1 = 'left out'", read_bytes(file, MAX_TEXT))
    except (OSError, BrokenFile) as error:
        return f"{error}\n".encode()


def _versions() -> str:
    libraries = sorted(f"{distribution.name} {distribution.version}" for distribution in distributions())
    return "\n".join((platform.platform(), f"Python {platform.python_version()}", *libraries)) + "\n"


def _output(command: tuple[str, ...]) -> str:
    try:
        done = subprocess.run(command, capture_output=True, text=True, timeout=TIMEOUT_S, check=False)
    except (OSError, subprocess.TimeoutExpired) as error:
        return f"{command[0]}: {error}\n"
    return done.stdout + done.stderr
