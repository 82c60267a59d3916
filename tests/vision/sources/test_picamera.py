"""The Pi camera, with fakes that behave as picamera2 does."""

import sys
from types import SimpleNamespace
from typing import Any

import numpy as np
import pytest

from companion.errors import CameraUnavailable
from companion.vision.sources import picamera
from companion.vision.sources.picamera import PiCamera, connector_camera, first_controls, sensor_mode

CONNECTOR = {"Model": "imx708", "Id": "/base/axi/pcie@120000/rp1/i2c@88000/imx708@1a", "Num": 0}
USB = {"Model": "HD Webcam", "Id": "/base/axi/pcie@120000/rp1/usb@200000-1:1.0-046d:0825", "Num": 1}

MODES = [
    {"size": (1536, 864), "bit_depth": 10, "crop_limits": (768, 432, 3072, 1728)},
    {"size": (2304, 1296), "bit_depth": 10, "crop_limits": (0, 0, 4608, 2592)},
    {"size": (4608, 2592), "bit_depth": 10, "crop_limits": (0, 0, 4608, 2592)},
]
MODULE_3 = dict.fromkeys(
    ("AeEnable", "AwbEnable", "ExposureTime", "AnalogueGain", "ColourGains", "AfMode", "AfTrigger",
     "LensPosition", "AeFlickerMode", "AeFlickerPeriod")
)  # fmt: skip
SEEN = {"ExposureTime": 9998, "AnalogueGain": 1.5, "ColourGains": (2.0, 1.7), "LensPosition": 2.4}


class FakeCamera:
    """One camera of picamera2."""

    def __init__(self, number: int) -> None:
        self.number, self.frames, self.closed = number, 0, False
        self.told: list[Any] = []
        self.camera_controls: dict[str, Any] = MODULE_3
        self.sensor_modes = MODES
        self.metadata: dict[str, Any] = SEEN
        self.hangs = False
        Fake.opened.append(self)

    def create_video_configuration(self, **wanted: Any) -> Any:
        self.configuration = wanted
        return wanted

    def configure(self, _: Any) -> None: ...

    def start(self) -> None: ...

    def stop(self) -> None: ...

    def close(self) -> None:
        self.closed = True

    def set_controls(self, controls: dict[str, Any]) -> None:
        unknown = set(controls) - set(self.camera_controls)
        assert not unknown, f"picamera2 raises for {unknown}"
        self.told.append(controls)

    def capture_arrays(self, names: list[str], *, wait: bool) -> Any:
        assert names == ["main"] and not wait
        self.frames += 1
        picture = np.random.default_rng(self.frames).integers(90, 110, (48, 64, 3), np.uint8)

        def get_result(timeout: float) -> Any:
            if self.hangs:
                raise TimeoutError
            assert timeout > 0
            return [picture], self.metadata

        return SimpleNamespace(get_result=get_result)


class Fake(FakeCamera):
    """picamera2's module."""

    opened: list[FakeCamera]
    cameras: list[dict[str, Any]]

    @staticmethod
    def global_camera_info() -> list[dict[str, Any]]:
        return Fake.cameras


class Clock:
    def __init__(self) -> None:
        self.time = 0.0

    def __call__(self) -> float:
        return self.time


@pytest.fixture(autouse=True)
def picamera2(monkeypatch: pytest.MonkeyPatch) -> None:
    Fake.opened, Fake.cameras = [], [CONNECTOR]
    monkeypatch.setitem(sys.modules, "picamera2", SimpleNamespace(Picamera2=Fake))


def watch(camera: PiCamera, clock: Clock, seconds: float) -> None:
    for _ in range(int(seconds * 10)):
        camera.next_frame()
        clock.time += 100.0


def test_exposure_white_balance_and_focus_are_locked_at_what_was_seen() -> None:
    clock = Clock()
    with PiCamera(clock) as camera:
        watch(camera, clock, 4.0)
        fake = Fake.opened[0]
        assert fake.told[0]["AfMode"] == picamera.AUTO, "it focuses once"
        assert fake.told[1:] == [SEEN | {"AeEnable": False, "AwbEnable": False, "AfMode": picamera.MANUAL}]
        assert camera.problem is None
    assert fake.closed


@pytest.mark.parametrize("missing", [("ExposureTime",), ("ColourGains", "LensPosition"), tuple(SEEN)])
def test_a_camera_that_reports_less_goes_on(missing: tuple[str, ...]) -> None:
    clock = Clock()
    with PiCamera(clock) as camera:
        fake = Fake.opened[0]
        fake.metadata = {name: value for name, value in SEEN.items() if name not in missing}
        watch(camera, clock, 10.0)
        assert fake.frames == 100
        locked = fake.told[-1] if len(fake.told) > 1 else {}
        assert ("AeEnable" in locked) == ("ExposureTime" not in missing)


def test_a_camera_without_controls_is_told_nothing() -> None:
    assert first_controls({}) == {}


@pytest.mark.parametrize(
    ("zone", "period"), [("Europe/Berlin", 10000), ("America/Chicago", 8333), ("", 10000)]
)
def test_lamps_make_no_stripes(zone: str, period: int) -> None:
    assert first_controls(MODULE_3, zone)["AeFlickerPeriod"] == period


def test_a_camera_that_hangs_is_started_again() -> None:
    clock = Clock()
    with PiCamera(clock) as camera:
        watch(camera, clock, 1.0)
        Fake.opened[0].hangs = True
        watch(camera, clock, 0.5)
        assert "gives no picture" in (camera.problem or "")
        watch(camera, clock, 2.0)
        assert len(Fake.opened) == 2 and Fake.opened[0].closed
        assert camera.problem is None


@pytest.mark.parametrize(
    ("cameras", "number"), [([CONNECTOR], 0), ([USB, CONNECTOR | {"Num": 3}], 3), ([USB], None), ([], None)]
)
def test_usb_cameras_are_left_to_opencv(cameras: list[dict[str, Any]], number: int | None) -> None:
    if number is None:
        with pytest.raises(CameraUnavailable, match="connector"):
            connector_camera(cameras)
    else:
        assert connector_camera(cameras) == number


def test_the_whole_field_of_view_is_taken() -> None:
    with PiCamera(Clock()):
        wanted = Fake.opened[0].configuration
    assert wanted["sensor"] == {"output_size": (2304, 1296), "bit_depth": 10}
    assert sensor_mode(SimpleNamespace(), (1280, 720)) == {}


@pytest.mark.parametrize(
    ("error", "words"),
    [
        (ImportError("No module named 'picamera2'"), "apt install python3-picamera2"),
        (ValueError("numpy.dtype size changed"), "numpy.dtype size changed.*trixie"),
        (RuntimeError("whatever"), "whatever"),
    ],
)
def test_whatever_the_import_raises_is_one_sentence(
    error: Exception, words: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    class Broken:
        def __getattr__(self, _: str) -> Any:
            raise error

    monkeypatch.setitem(sys.modules, "picamera2", Broken())
    with pytest.raises(CameraUnavailable, match=words):
        PiCamera(Clock())
