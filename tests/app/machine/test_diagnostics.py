"""What the doctor says of Python, of a camera and of a calibration, and that nothing stops it."""

import datetime
import sys
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
