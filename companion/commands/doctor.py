"""``companion doctor``: look at every part of this machine, say what works and how to mend the rest."""

import argparse
import importlib
import os
import platform
import sys
import warnings
from collections.abc import Callable, Iterable, Iterator
from importlib.metadata import PackageNotFoundError, version
from importlib.util import find_spec
from pathlib import Path

import msgspec

from companion.errors import CompanionError
from companion.health import Check

LIBRARIES = ("numpy", "opencv-python", "kivy", "pyserial", "gpiozero", "msgspec", "platformdirs")
SUPPORTED = ((3, 11), (3, 13))


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Declare the arguments of the command."""
    parser.add_argument("--data", type=Path, metavar="DIR", help="the folder for games to look at")
    parser.add_argument("--json", action="store_true", help="print a JSON list")
    parser.add_argument("--panel", type=Path, metavar="FILE", help="the profile of buttons and lights")
    parser.add_argument(
        "--try-panel", action="store_true", help="try every button and light, one after the other, with you"
    )


def run(arguments: argparse.Namespace) -> int:
    """Print how each part is; 1 when something that is there does not work."""
    if arguments.try_panel:
        from companion.hardware.self_test import try_panels

        return try_panels(arguments.panel)
    found = tuple(examine(arguments.data))
    if arguments.json:
        print(msgspec.json.encode(found).decode())
    else:
        print("\n".join(map(_line, found)))
    return int(any(check.state == "failed" for check in found))


def examine(data: Path | None = None) -> Iterator[Check]:
    """Look at every part, one after the other.

    Args:
        data: the folder for games; by default the usual one.
    """
    parts: tuple[tuple[str, Callable[[], Iterable[Check]]], ...] = (
        ("python", lambda: [_python()]),
        ("libraries", lambda: [_libraries()]),
        ("screen", lambda: [_screen()]),
        ("games", lambda: _journal(data)),
        ("eye", lambda: [_eye()]),
        ("camera", lambda: [_camera()]),
        ("calibration", lambda: [_calibration()]),
        ("panel", _panel),
    )
    for name, look in parts:
        try:
            yield from look()
        except CompanionError as error:
            yield Check(name, "failed", str(error))


def _line(check: Check) -> str:
    fix = f"\n{'':12}-> {check.fix}" if check.fix else ""
    state = check.state.upper() if check.state == "failed" else check.state
    return f"{state:12}{check.name}: {check.detail}{fix}"


def _python() -> Check:
    oldest, newest = SUPPORTED
    version = platform.python_version()
    if oldest <= sys.version_info[:2] <= newest:
        return Check("python", "ok", f"Python {version} on {platform.machine()}.")
    wanted = f"{'.'.join(map(str, oldest))} to {'.'.join(map(str, newest))}"
    return Check("python", "failed", f"Python {version} is not supported.", f"Install Python {wanted}.")


def _libraries() -> Check:
    """Import what is compiled against numpy all together, for a clash shows only then; look the rest up."""
    try:
        for name in ("numpy", "cv2", *(("picamera2",) if find_spec("picamera2") else ())):
            importlib.import_module(name)
        versions = ", ".join(f"{name} {version(name)}" for name in LIBRARIES)
    except (ImportError, PackageNotFoundError) as error:
        return Check("libraries", "failed", f"Not all can be used: {error}.", "Run deploy/play once more.")
    return Check("libraries", "ok", f"{versions}.")


def _screen() -> Check:
    for variable in ("WAYLAND_DISPLAY", "DISPLAY"):
        if os.environ.get(variable):
            return Check("screen", "ok", f"A desktop is there ({variable}={os.environ[variable]}).")
    cards = sorted(Path("/dev/dri").glob("card*")) if Path("/dev/dri").is_dir() else []
    if cards:
        return Check("screen", "ok", f"No desktop; the screen at {cards[0]} can be used directly.")
    fix = "Connect a screen, or look at a demonstration with deploy/play --offscreen DIR."
    return Check("screen", "missing", "There is neither a desktop nor a graphics device.", fix)


def _journal(data: Path | None) -> Iterable[Check]:
    from companion.journal.checks import checks

    return checks(data)


def _eye() -> Check:
    from companion.vision.detection.network import DiceNetwork

    network = DiceNetwork()
    return Check("eye", "ok", f"The dice reader is model {network.version}.")


def _camera() -> Check:
    names = [str(device) for device in sorted(Path("/dev").glob("video*"))]
    names += ["picamera"] if find_spec("picamera2") else []
    if names:
        return Check("camera", "ok", f"Found {', '.join(names)}; choose one with --camera.")
    fix = "Plug a camera in and run this again; until then dice are typed."
    return Check("camera", "missing", "There is no camera.", fix)


def _calibration() -> Check:
    from calibration.profile import profile_path, read_profile

    path = profile_path()
    if not path.exists():
        fix = "Print the sheets (companion sheets DIR), then tap Camera in the lobby."
        return Check("calibration", "missing", "No camera has been calibrated.", fix)
    profile = read_profile(path)
    parts = {"lens": profile.lens, "table": profile.table, "tray": profile.tray, "dice": profile.dice}
    known = ", ".join(name for name, part in parts.items() if part) or "nothing yet"
    return Check("calibration", "ok", f"{profile.camera}, made {profile.made:%Y-%m-%d}: {known} ({path}).")


def _panel() -> Iterable[Check]:
    from companion.hardware.checks import checks
    from companion.hardware.flashing import firmware_version
    from companion.hardware.wiring import read_wiring

    with warnings.catch_warnings():
        # gpiozero warns of every way to the pins that it tries in vain; the row says it in one sentence.
        warnings.simplefilter("ignore")
        return checks(read_wiring(), firmware_version())
