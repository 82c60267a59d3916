"""The camera over the table: calibrated, moved, never calibrated, and without a picture."""

from pathlib import Path
from typing import Any

import pytest


@pytest.fixture(scope="module")
def table() -> Any:
    from companion.tools.demonstrations.simulated_table import SimulatedTable, TablePiece

    return SimulatedTable([TablePiece("blue", (9.0, 6.0))])


def camera(table: Any, file: Path) -> Any:
    from companion.app.camera.table_camera import TableCamera

    return TableCamera("felt", lambda: table.next_frame().picture, file)


def test_a_calibrated_table_is_measured_and_shows_what_stands_on_it(table: Any, tmp_path: Path) -> None:
    table.calibrated(tmp_path / "profile.toml")
    seeing = camera(table, tmp_path / "profile.toml")
    assert seeing.last_observation().plane is not None, "measuring begins at once"
    look = seeing.observe()
    assert (look.text, look.moved) == ("", False)
    assert [tuple(round(part, 1) for part in one.centre) for one in look.miniatures] == [(9.0, 6.0)]


def test_a_moved_camera_is_noticed_and_follows_the_markers(table: Any, tmp_path: Path) -> None:
    from companion.tools.demonstrations.simulated_table import SimulatedTable

    SimulatedTable((), tilt=27.0).calibrated(tmp_path / "profile.toml")
    look = camera(table, tmp_path / "profile.toml").observe()
    assert look.moved
    assert "moved" in look.text
    assert look.plane is not None
    x, y = look.plane.to_inches(table.where([(9.0, 6.0)]))[0]
    assert (x, y) == pytest.approx((9.0, 6.0), abs=0.03)


def test_without_calibration_it_says_what_to_do(table: Any, tmp_path: Path) -> None:
    look = camera(table, tmp_path / "profile.toml").observe()
    assert look.plane is None
    assert "four table markers" in look.text


def test_a_broken_profile_is_said_and_not_believed(table: Any, tmp_path: Path) -> None:
    (tmp_path / "profile.toml").write_text("version = 99\n")
    seeing = camera(table, tmp_path / "profile.toml")
    assert seeing.profile is None
    assert "calibrate again" in seeing.observe().text


def test_a_camera_without_a_picture_says_so(tmp_path: Path) -> None:
    from companion.app.camera.table_camera import TableCamera

    assert "no picture" in TableCamera("none", lambda: None, tmp_path / "profile.toml").observe().text


def test_what_a_step_has_found_is_kept_beside_what_was_known(table: Any, tmp_path: Path) -> None:
    from calibration.profile import DieColour, read_profile

    table.calibrated(tmp_path / "profile.toml")
    camera(table, tmp_path / "profile.toml").keep(dice=(DieColour("red", (20.0, 20.0, 190.0)),))
    kept = read_profile(tmp_path / "profile.toml")
    assert kept.table is not None
    assert [die.name for die in kept.dice] == ["red"]
