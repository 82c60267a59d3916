"""What the doctor says of Python, of a camera and of a calibration, and that nothing stops it."""

import datetime
import sys
from importlib.metadata import PackageNotFoundError
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import numpy as np
import pytest

from calibration.profile import Profile, profile_path, write_profile
from companion.app.machine import diagnostics
from companion.app.machine.diagnostics import check_camera, examine
from companion.errors import CameraUnavailable, UnknownName
from companion.health import Check
from companion.vision.frames import Frame


class Camera:
    """A camera that gives a picture each second time it is asked, so many in all."""

    name = "usb:0"

    def __init__(self, pictures: int, problem: str = "") -> None:
        self.left, self.problem, self.asked = pictures, problem, 0

    def __enter__(self) -> "Camera":
        return self

    def __exit__(self, *_: object) -> None:
        self.left = -1

    def next_frame(self) -> Frame | None:
        self.asked += 1
        if self.asked % 2 or not self.left:
            return None
        self.left -= 1
        return Frame(np.full((48, 64, 3), self.asked, np.uint8), 0.0, self.name)


@pytest.fixture(autouse=True)
def time_flies(monkeypatch: pytest.MonkeyPatch) -> None:
    """A tenth of a second passes between two looks at the clock."""
    seconds = iter(number / 10 for number in range(10_000))
    clock = SimpleNamespace(monotonic=lambda: next(seconds), sleep=lambda _: None)
    monkeypatch.setattr(diagnostics, "time", clock)


@pytest.mark.parametrize(
    ("source", "camera", "status", "detail", "kept"),
    [
        ("usb:0", Camera(99), "ok", "usb:0 gives pictures of 64 x 48 pixels.", [20]),
        ("usb:0", Camera(1), "ok", "usb:0 gives pictures of 64 x 48 pixels.", [2]),
        ("simulated:1", Camera(99), "simulated", "usb:0 gives pictures of 64 x 48 pixels.", [20]),
        ("usb:0", Camera(0, "it is asleep"), "failed", "usb:0 gives no picture: it is asleep.", []),
        ("usb:0", Camera(99, "all is black"), "failed", "usb:0: all is black.", [20]),
        ("none", None, "missing", "No camera was checked.", []),
        ("usb:9", None, "missing", "no such camera.", []),
    ],
)
def test_a_camera_is_asked_for_ten_pictures(
    monkeypatch: pytest.MonkeyPatch, source: str, camera: Any, status: str, detail: str, kept: list[int]
) -> None:
    """In eight seconds: the first frames of a camera are often dark, so the last is kept."""

    def opened(name: str) -> Any:
        if camera is None:
            raise CameraUnavailable("no such camera")
        assert name == source
        return camera

    monkeypatch.setattr(diagnostics, "open_source", opened)
    last: list[Frame] = []
    check = check_camera(source, last.append)
    assert (check.name, check.state, str(check.detail)) == ("camera", status, detail)
    assert [int(frame.picture[0, 0, 0]) for frame in last] == kept
    assert bool(check.fix) == (status == "failed" or source == "usb:9")
    assert camera is None or camera.left == -1, "it is closed"
    assert camera is None or camera.asked == 20 or 78 <= camera.asked <= 80


@pytest.mark.parametrize(
    ("version", "status"), [((3, 10), "failed"), ((3, 11), "ok"), ((3, 13), "ok"), ((3, 14), "failed")]
)
def test_python_is_one_that_is_supported(
    monkeypatch: pytest.MonkeyPatch, version: tuple[int, int], status: str
) -> None:
    monkeypatch.setattr(sys, "version_info", (*version, 9, "final", 0))
    check = diagnostics._python()
    assert check.state == status
    assert str(check.fix) == ("" if status == "ok" else "Install Python 3.11 to 3.13.")


@pytest.mark.parametrize("error", [UnknownName("nothing is there"), OSError("the driver is broken")])
def test_a_part_that_cannot_be_checked_stops_no_other(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path, error: Exception
) -> None:
    def broken() -> Any:
        raise error

    for part in ("_libraries", "_dice_reader"):
        monkeypatch.setattr(diagnostics, part, lambda part=part: Check(part, "ok", ""))
    monkeypatch.setattr(diagnostics, "_panel", lambda _: [Check("panel", "ok", "")])
    monkeypatch.setattr(diagnostics, "_screen", broken)
    checks = {check.name: check for check in examine(tmp_path, camera="none")}
    assert checks["screen"].state == "failed"
    assert ("nothing is there" in checks["screen"].detail) == isinstance(error, UnknownName)
    assert ("OSError('the driver is broken')" in checks["screen"].detail) == isinstance(error, OSError)
    assert {"python", "_libraries", "_dice_reader", "camera", "calibration", "panel"} <= checks.keys()


def test_a_calibration_is_told_with_what_it_knows(tmp_path: Path) -> None:
    assert diagnostics._calibration(tmp_path).state == "missing"
    path = profile_path(tmp_path)
    write_profile(path, Profile("usb:0", (640, 480), datetime.datetime(2026, 1, 2)))
    check = diagnostics._calibration(tmp_path)
    assert (check.state, check.fix) == ("ok", "")
    assert str(check.detail) == f"usb:0, made 2026-01-02: nothing yet ({path})."


@pytest.mark.parametrize(
    ("unknown", "status", "told"),
    [
        ((), "ok", "numpy 1.2, opencv-python 1.2, kivy 1.2, "),
        # Debian's own has no entry among Python's packages
        (("opencv-python",), "ok", "opencv-python 9.9, kivy 1.2, "),
        (("numpy",), "failed", "No package metadata was found for numpy"),
        (("pyserial",), "failed", "No package metadata was found for pyserial"),
        (("cv2",), "failed", "numpy.dtype size changed"),
        (("picamera2",), "failed", "numpy.dtype size changed"),
    ],
)
def test_libraries_are_looked_up_and_those_made_with_numpy_imported(
    monkeypatch: pytest.MonkeyPatch, unknown: tuple[str, ...], status: str, told: str
) -> None:
    def version(name: str) -> str:
        if name in unknown:
            raise PackageNotFoundError(name)
        return "1.2"

    def load(name: str) -> Any:
        if name in unknown and name in ("cv2", "picamera2"):
            raise ValueError("numpy.dtype size changed")
        return SimpleNamespace(__version__="9.9")

    monkeypatch.setattr(diagnostics, "version", version)
    monkeypatch.setattr(diagnostics, "find_spec", lambda name: name in unknown or None)
    monkeypatch.setattr("importlib.import_module", load)
    check = diagnostics._libraries()
    assert check.state == status and told in str(check.detail)
    assert str(check.fix) == ("" if status == "ok" else "Run deploy/install once more.")


@pytest.mark.parametrize(
    ("desktop", "cards", "usable", "status", "told", "fix"),
    [
        ({"DISPLAY": ":0"}, 1, True, "ok", "A desktop is there (DISPLAY=:0).", ""),
        ({"WAYLAND_DISPLAY": "w"}, 1, False, "ok", "A desktop is there (WAYLAND_DISPLAY=w).", ""),
        ({"DISPLAY": ""}, 2, True, "ok", "No desktop; the screen at {0} can be used directly.", ""),
        ({}, 1, False, "failed", "This user may not draw on {0}.", "sudo usermod"),
        ({}, 0, True, "missing", "There is neither a desktop nor a graphics device.", "Connect a screen"),
        ({}, None, True, "missing", "There is neither a desktop nor a graphics device.", "Connect a screen"),
    ],
)
def test_a_screen_is_a_desktop_or_a_graphics_device(
    monkeypatch: pytest.MonkeyPatch,
    tmp_path: Path,
    desktop: dict[str, str],
    cards: int | None,
    usable: bool,
    status: str,
    told: str,
    fix: str,
) -> None:
    for name in ("DISPLAY", "WAYLAND_DISPLAY"):
        monkeypatch.delenv(name, raising=False)
    for name, value in desktop.items():
        monkeypatch.setenv(name, value)
    devices = tmp_path / "dri"
    if cards is not None:
        devices.mkdir()
    for number in range(cards or 0):
        (devices / f"card{number}").touch()
    monkeypatch.setattr(diagnostics, "Path", lambda _: devices)
    monkeypatch.setattr("os.access", lambda *_: usable)
    check = diagnostics._screen()
    assert (check.state, str(check.detail)) == (status, told.format(devices / "card0"))
    assert str(check.fix).startswith(fix) and bool(check.fix) == bool(fix)


@pytest.mark.parametrize("part", ["lens", "table", "tray", "dice"])
def test_a_calibration_names_its_parts(monkeypatch: pytest.MonkeyPatch, tmp_path: Path, part: str) -> None:
    known = {name: name == part for name in ("lens", "table", "tray", "dice")}
    profile = SimpleNamespace(camera="usb:0", made=datetime.datetime(2026, 1, 2), **known)
    profile_path(tmp_path).touch()
    monkeypatch.setattr(diagnostics, "read_profile", lambda _: profile)
    told = str(diagnostics._calibration(tmp_path).detail)
    assert told.startswith(f"usb:0, made 2026-01-02: {part} (")
