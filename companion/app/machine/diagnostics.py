"""Checks every part of this machine: what works, what is missing, and how to fix what fails."""

import importlib
import os
import platform
import sys
import time
import warnings
from collections.abc import Callable, Iterable, Iterator
from importlib.metadata import PackageNotFoundError, version
from importlib.util import find_spec
from pathlib import Path

from calibration.profile import profile_path, read_profile
from companion.errors import CameraUnavailable, CompanionError
from companion.hardware import board_health, discovery
from companion.hardware.backlight import Backlight
from companion.hardware.flashing import firmware_version
from companion.hardware.wiring import read_wiring
from companion.health import Check
from companion.journal.checks import checks as journal_checks
from companion.locale.messages import dated, gettext, gettext_noop, joined
from companion.vision.detection.network import DiceNetwork
from companion.vision.frames import Frame
from companion.vision.sources import open_source

LIBRARIES = ("numpy", "opencv-python", "kivy", "pyserial", "gpiozero", "msgspec", "platformdirs")
SUPPORTED = ((3, 11), (3, 13))

CAMERA_TIMEOUT_S = 8.0
"""Seconds to wait for a camera's pictures."""
PICTURES = 10
"""Frames to take: the first frames of a camera are often dark."""


def examine(data: Path | None = None, panel: Path | None = None, camera: str = "auto") -> Iterator[Check]:
    """Check every part, one after the other.

    Args:
        data: the folder for games; by default the usual one.
        panel: the profile of a panel on the header pins; without one no pin is touched.
        camera: the camera to test; "none" for none.
    """
    parts: tuple[tuple[str, Callable[[], Iterable[Check]]], ...] = (
        ("python", lambda: [_python()]),
        ("libraries", lambda: [_libraries()]),
        ("board", board_health.checks),
        ("screen", lambda: [_screen(), Backlight().health()]),
        ("games", lambda: journal_checks(data)),
        ("dice reader", lambda: [_dice_reader()]),
        ("camera", lambda: [check_camera(camera)]),
        ("calibration", lambda: [_calibration(data)]),
        ("panel", lambda: _panel(panel)),
    )
    for name, check in parts:
        try:
            yield from check()
        except CompanionError as error:
            yield Check(name, "failed", str(error))
        except Exception as error:  # a broken driver may raise anything, and the other parts matter too
            yield Check(
                name,
                "failed",
                gettext("It cannot be checked: {error!r}.", error=error),
                gettext("Send the bundle: companion doctor --bundle"),
            )


def _python() -> Check:
    oldest, newest = SUPPORTED
    found = platform.python_version()
    if oldest <= sys.version_info[:2] <= newest:
        return Check(
            "python", "ok", gettext("Python {found} on {machine}.", found=found, machine=platform.machine())
        )
    wanted = f"{'.'.join(map(str, oldest))} to {'.'.join(map(str, newest))}"
    return Check(
        "python",
        "failed",
        gettext("Python {found} is not supported.", found=found),
        gettext("Install Python {wanted}.", wanted=wanted),
    )


def _libraries() -> Check:
    """Import all libraries compiled against numpy, which shows incompatible builds; look up the others."""
    try:
        for name in ("numpy", "cv2", *(("picamera2",) if find_spec("picamera2") else ())):
            importlib.import_module(name)
        versions = ", ".join(f"{name} {_version(name)}" for name in LIBRARIES)
    except Exception as error:  # a library built for another numpy raises ValueError
        return Check(
            "libraries",
            "failed",
            gettext("Not all can be used: {error}.", error=error),
            gettext("Run deploy/install once more."),
        )
    return Check("libraries", "ok", f"{versions}.")


def _version(name: str) -> str:
    """The version of a library; Debian's own OpenCV has no entry among Python's packages."""
    try:
        return version(name)
    except PackageNotFoundError:
        if name != "opencv-python":
            raise
        return str(importlib.import_module("cv2").__version__)


def _screen() -> Check:
    for variable in ("WAYLAND_DISPLAY", "DISPLAY"):
        if os.environ.get(variable):
            return Check(
                "screen",
                "ok",
                gettext(
                    "A desktop is there ({name}={setting}).", name=variable, setting=os.environ[variable]
                ),
            )
    cards = sorted(Path("/dev/dri").glob("card*")) if Path("/dev/dri").is_dir() else []
    if cards and not os.access(cards[0], os.R_OK | os.W_OK):
        fix = "sudo usermod -aG video,render,input $USER, then log in again."
        return Check("screen", "failed", gettext("This user may not draw on {device}.", device=cards[0]), fix)
    if cards:
        return Check(
            "screen",
            "ok",
            gettext("No desktop; the screen at {device} can be used directly.", device=cards[0]),
        )
    fix = gettext("Connect a screen, or look at a demonstration with deploy/play --offscreen DIR.")
    return Check("screen", "missing", gettext("There is neither a desktop nor a graphics device."), fix)


def _dice_reader() -> Check:
    return Check(
        "dice reader", "ok", gettext("The dice reader is model {version}.", version=DiceNetwork().version)
    )


def check_camera(source: str = "auto", keep: Callable[[Frame], object] = lambda _: None) -> Check:
    """Take real pictures with a camera.

    Args:
        source: see `companion.vision.sources.SOURCES`, or "none".
        keep: called with the last picture.
    """
    if source == "none":
        return Check("camera", "missing", gettext("No camera was checked."))
    began = time.monotonic()
    try:
        with open_source(source) as camera:
            frames: list[Frame] = []
            while len(frames) < PICTURES and time.monotonic() - began < CAMERA_TIMEOUT_S:
                frame = camera.next_frame()
                frames += [frame] if frame is not None else []
                time.sleep(0.02)
    except CameraUnavailable as error:
        fix = gettext("Plug a camera in and run this again; until then dice are typed.")
        return Check("camera", "missing", gettext("{error}.", error=error), fix)
    fix = gettext("If the companion is running, it has the camera: close it first. Else check the plug.")
    if not frames:
        return Check(
            "camera",
            "failed",
            gettext("{name} gives no picture: {problem}.", name=camera.name, problem=camera.problem),
            fix,
        )
    keep(frames[-1])
    if camera.problem:
        return Check(
            "camera",
            "failed",
            gettext("{camera}: {problem}.", camera=camera.name, problem=camera.problem),
            fix,
        )
    high, wide = frames[-1].picture.shape[:2]
    detail = gettext(
        "{name} gives pictures of {wide} x {high} pixels.", name=camera.name, wide=wide, high=high
    )
    return Check("camera", "simulated" if source.startswith("simulated") else "ok", detail)


def _calibration(data: Path | None) -> Check:
    path = profile_path(data)
    if not path.exists():
        fix = gettext("Print the sheets (companion sheets DIR), then tap Camera in the lobby.")
        return Check("calibration", "missing", gettext("No camera has been calibrated."), fix)
    profile = read_profile(path)
    parts = {
        gettext_noop("lens"): profile.lens,
        gettext_noop("table"): profile.table,
        gettext_noop("tray"): profile.tray,
        gettext_noop("dice"): profile.dice,
    }
    known = joined((gettext(name) for name, part in parts.items() if part), ", ") or gettext("nothing yet")
    detail = gettext(
        "{camera}, made {day}: {parts} ({path}).",
        camera=profile.camera,
        day=dated(f"{profile.made:%Y-%m-%d}"),
        parts=known,
        path=path,
    )
    return Check("calibration", "ok", detail)


def _panel(profile: Path | None) -> Iterable[Check]:
    with warnings.catch_warnings():
        # gpiozero warns about every pin factory that fails; the row says it in one sentence.
        warnings.simplefilter("ignore")
        return discovery.checks(None if profile is None else read_wiring(profile), firmware_version())
