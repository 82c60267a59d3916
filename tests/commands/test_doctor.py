"""The doctor looks at everything, and says of what is broken how to mend it."""

import datetime
import json
import sys
import zipfile
from pathlib import Path
from typing import Any

import pytest

from calibration.profile import Profile, profile_path, write_profile
from companion.app.chronicle.people import People, write_people
from companion.app.machine.diagnostics import check_camera, examine
from companion.app.machine.settings import BackupSettings, ClubSettings, Settings, write_settings
from companion.app.machine.support_bundle import FILES
from companion.cli import main

PARTS = (
    {"python", "libraries", "screen", "journal", "dice reader"}
    | {"camera", "calibration", "gpio", "hub"}
    | {
        "power",
        "temperature",
        "clock",
        "backlight",
    }
)


@pytest.fixture
def data_folder(data_folder: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    # The tests themselves may run in memory, of which the doctor rightly complains.
    monkeypatch.setattr(sys.modules["companion.journal.checks"], "file_system", lambda *_: "ext4")
    return data_folder


def row(name: Any) -> Any:
    return next(check for check in examine() if check.name == name)


def test_every_part_has_its_row_and_nothing_is_broken_here(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["doctor", "--json"]) == 0
    rows = json.loads(capsys.readouterr().out)
    assert {check["name"] for check in rows} >= PARTS
    assert all(check["fix"] for check in rows if check["state"] in ("failed",))


def test_a_calibrated_camera_is_told(data_folder: Path) -> None:  # noqa: ARG001
    made = datetime.datetime(2026, 11, 21, tzinfo=datetime.UTC)
    write_profile(profile_path(), Profile(camera="usb:0", size=(1280, 720), made=made))
    check = row("calibration")
    assert (check.state, "usb:0, made 2026-11-21: nothing yet" in check.detail) == ("ok", True)


def test_a_broken_profile_fails_with_its_line(data_folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
    (data_folder / "profile.toml").write_text('version = 1\nmade = "yesterday"\n')
    assert row("calibration").state == "failed"
    assert main(["doctor"]) == 1
    assert "line 2" in capsys.readouterr().out


@pytest.mark.parametrize(
    ("source", "state", "words"),
    [
        ("simulated", "simulated", "gives pictures of"),
        ("/dev/video77", "failed", "check its plug"),
        ("none", "missing", "No camera was checked"),
    ],
)
def test_a_real_picture_is_taken(
    source: str, state: str, words: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("companion.app.machine.diagnostics.CAMERA_TIMEOUT_S", 3.0)
    pictures: list[Any] = []
    check = check_camera(source, pictures.append)
    assert check.state == state
    assert words in check.detail + check.fix
    assert bool(pictures) == (state == "simulated")


def test_a_driver_that_raises_anything_is_one_row(data_folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:  # noqa: ARG001
    def broken(_: Any) -> None:
        raise ValueError("numpy.dtype size changed")

    monkeypatch.setattr("companion.app.machine.diagnostics.open_source", broken)
    found = {check.name: check for check in examine()}
    assert found["camera"].state == "failed" and "numpy.dtype size changed" in found["camera"].detail
    assert found["hub"].name == "hub", "the parts after it are looked at too"


def test_the_bundle_has_what_helpers_need_and_no_games(
    data_folder: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    (data_folder / "environment").write_text("COMPANION_CLUB_PASSWORD=hunter2\n")
    monkeypatch.setitem(FILES, "table-companion", data_folder / "environment")
    write_profile(profile_path(), Profile("usb:0", (1280, 720), datetime.datetime(2026, 11, 21)))
    (data_folder / "games.sqlite").write_bytes(b"private")
    club = ClubSettings(host="club.local", password="secret")
    backup = BackupSettings(stick="mark", passphrase="also secret")
    write_settings(data_folder / "settings.toml", Settings(club=club, backup=backup))
    write_people(data_folder, People(deleted=("Ann",)))
    bundle = data_folder / "help.zip"
    main(["doctor", "--camera", "simulated", "--bundle", str(bundle)])
    assert "no games in it" in capsys.readouterr().out
    with zipfile.ZipFile(bundle) as files:
        assert {"doctor.json", "versions.txt", "log.txt", "profile.toml", "camera.jpg"} <= set(
            files.namelist()
        )
        settings = files.read("settings.toml").decode()
        assert "club.local" in settings and "secret" not in settings
        assert not [name for name in files.namelist() if name.endswith("sqlite")]
        texts = [files.read(name) for name in files.namelist()]
        assert not [text for text in texts if b"Ann" in text or b"hunter2" in text]
        assert {"camera", "power"} <= {row["name"] for row in json.loads(files.read("doctor.json"))}
