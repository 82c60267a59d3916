"""Which camera is opened, and with what it knows: a damaged file costs its own part only."""

from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest

from companion.app.camera import cameras
from companion.app.camera.cameras import open_cameras
from companion.app.camera.pool_colours import DEFAULT_COLOURS, FILE, write_pool_colours
from companion.errors import CameraUnavailable


class Opened:
    """Stands in for what opens a tray, and keeps with what it was asked."""

    def __init__(self, unavailable: tuple[str, ...] = ()) -> None:
        self.asked: list[Any] = []
        self.unavailable = unavailable

    def __call__(self, source: str, *known: Any) -> Any:
        self.asked.append((source, *known))
        if source in self.unavailable:
            raise CameraUnavailable("not there")
        return SimpleNamespace(simulated=source.startswith("simulated"), camera=source, picture="newest")


@pytest.fixture
def profile(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setattr(cameras, "tray_of", lambda profile: f"tray of {profile}")
    monkeypatch.setattr(cameras, "read_profile", lambda path: path.read_text())
    monkeypatch.setattr(cameras, "TableCamera", lambda name, newest, path: (name, newest(), path))
    return tmp_path / "profile.toml"


def test_a_camera_sees_the_tray_and_the_table(profile: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    opened = Opened()
    monkeypatch.setattr(cameras, "open_tray", opened)
    found = open_cameras("usb:0", profile)
    assert found.tray.camera == "usb:0" and found.table == ("usb:0", "newest", profile)
    assert opened.asked == [("usb:0", DEFAULT_COLOURS, None, ())]
    assert open_cameras("simulated", profile).table is None, "simulated dice lie on no table"


def test_it_is_used_with_what_is_known(profile: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    opened, bodies = Opened(), {"attack": ("green",)}
    monkeypatch.setattr(cameras, "open_tray", opened)
    own = SimpleNamespace(problems=(), profiles=("own dice",))
    monkeypatch.setattr(cameras, "read_face_profiles", lambda _: own)
    profile.write_text("felt")
    write_pool_colours(profile.with_name(FILE), bodies)
    open_cameras("usb:0", profile)
    assert opened.asked == [("usb:0", bodies, "tray of felt", ("own dice",))]


def test_a_damaged_file_is_logged_and_costs_nothing_else(
    profile: Path, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    opened = Opened()
    monkeypatch.setattr(cameras, "open_tray", opened)
    own = SimpleNamespace(problems=("one is torn", "another too"), profiles=())
    monkeypatch.setattr(cameras, "read_face_profiles", lambda _: own)
    profile.write_text("felt")
    profile.with_name(FILE).write_text("attack = 3")
    open_cameras("usb:0", profile)
    assert opened.asked == [("usb:0", DEFAULT_COLOURS, "tray of felt", ())]
    told = [record.message for record in caplog.records if record.levelname == "WARNING"]
    assert [one.partition(":")[0] for one in told] == [
        "the camera is used as if it had never been calibrated", "dice are not known", "dice are not known"
    ]  # fmt: skip


@pytest.mark.parametrize(("source", "simulates"), [("auto", True), ("usb:0", False)])
def test_without_a_camera_dice_are_simulated_if_none_was_named(
    profile: Path, monkeypatch: pytest.MonkeyPatch, source: str, simulates: bool
) -> None:
    opened = Opened(unavailable=("auto", "usb:0"))
    monkeypatch.setattr(cameras, "open_tray", opened)
    if simulates:
        assert open_cameras(source, profile).table is None
        assert [asked[0] for asked in opened.asked] == ["auto", "simulated"]
    else:
        with pytest.raises(CameraUnavailable):
            open_cameras(source, profile)
