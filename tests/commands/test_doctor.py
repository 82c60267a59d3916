"""The doctor looks at everything, and says of what is broken how to mend it."""

import datetime
import json

import pytest

from calibration.profile import Profile, profile_path, write_profile
from companion.cli import main
from companion.commands.doctor import examine

PARTS = {"python", "libraries", "screen", "journal", "eye", "camera", "calibration", "gpio", "hub"}


@pytest.fixture
def data_folder(tmp_path, monkeypatch):
    monkeypatch.setenv("COMPANION_DATA", str(tmp_path))
    return tmp_path


def row(name):
    return next(check for check in examine() if check.name == name)


def test_every_part_has_its_row_and_nothing_is_broken_here(data_folder, capsys):  # noqa: ARG001
    assert main(["doctor", "--json"]) == 0
    rows = json.loads(capsys.readouterr().out)
    assert {check["name"] for check in rows} >= PARTS
    assert all(check["fix"] for check in rows if check["state"] in ("failed",))


def test_a_calibrated_camera_is_told(data_folder):  # noqa: ARG001
    made = datetime.datetime(2026, 11, 21, tzinfo=datetime.UTC)
    write_profile(profile_path(), Profile(camera="usb:0", size=(1280, 720), made=made))
    check = row("calibration")
    assert (check.state, "usb:0, made 2026-11-21: nothing yet" in check.detail) == ("ok", True)


def test_a_broken_profile_fails_with_its_line(data_folder, capsys):
    (data_folder / "profile.toml").write_text('version = 1\nmade = "yesterday"\n')
    assert row("calibration").state == "failed"
    assert main(["doctor"]) == 1
    assert "line 2" in capsys.readouterr().out
