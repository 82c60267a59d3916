"""What the doctor finds about the place where games are kept."""

import shutil
import sys
from pathlib import Path
from types import SimpleNamespace

import pytest

from companion.data_folder import VARIABLE
from companion.journal.checks import checks, file_system
from companion.journal.paths import journal_path

from .games import journal_with


def states(folder: Path) -> dict[str, str]:
    """Return the state of each check by its name."""
    return {check.name: check.state for check in checks(folder)}


def test_a_good_place_is_good(tmp_path: Path) -> None:
    journal_with(journal_path(tmp_path), answers=1)
    found = states(tmp_path)
    assert (found["folder for games"], found["journal"]) == ("ok", "ok")
    (journal,) = (check for check in checks(tmp_path) if check.name == "journal")
    assert f" {journal_path(tmp_path).stat().st_size // 1024} KB" in journal.detail
    assert all(file.name.startswith("games.sqlite") for file in tmp_path.iterdir())  # the trial is gone


def test_no_game_yet_is_no_fault(tmp_path: Path) -> None:
    assert states(tmp_path)["journal"] == "missing"


def test_a_damaged_journal_is_told_and_left_alone(tmp_path: Path) -> None:
    journal_path(tmp_path).write_text("no journal")
    assert states(tmp_path)["journal"] == "failed"
    assert journal_path(tmp_path).read_text() == "no journal"


def test_a_place_that_cannot_be_is_told(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("")
    found = checks(tmp_path / "file")[0]
    assert (found.name, found.state) == ("folder for games", "failed")
    assert not {"room for games", "lasting games"} & states(tmp_path / "file").keys()
    assert "--data" in found.fix


@pytest.mark.parametrize(
    ("folder", "kind"),
    [
        ("/home/pi/games", "ext4"),
        ("/run/games", "tmpfs"),
        ("/runner", "ext4"),  # not below /run
        ("/boot/x", "vfat"),  # mounted over
    ],
)
def test_the_disk_below_a_folder_is_found(tmp_path: Path, folder: str, kind: str) -> None:
    mounts = tmp_path / "mounts"
    mounts.write_text("/dev/a / ext4 rw\ntmpfs /run tmpfs rw\n/dev/b /boot ext4 rw\n/dev/c /boot vfat rw\n")
    assert file_system(Path(folder), mounts) == kind


def test_the_environment_names_the_folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv(VARIABLE, str(tmp_path))
    assert journal_path() == tmp_path / "games.sqlite"
    assert journal_path(tmp_path / "other") == tmp_path / "other" / "games.sqlite"


@pytest.mark.parametrize(("megabytes", "state"), [(300, "ok"), (200, "ok"), (199, "failed")])
def test_the_room_is_told_in_megabytes(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, megabytes: int, state: str
) -> None:
    monkeypatch.setattr(shutil, "disk_usage", lambda _: SimpleNamespace(free=megabytes * 1024**2))
    (room,) = (check for check in checks(tmp_path) if check.name == "room for games")
    assert room.detail.startswith(f"{megabytes} MB are free")
    assert room.state == state


@pytest.mark.parametrize(("kind", "state"), [("ext4", "ok"), ("tmpfs", "failed"), ("overlay", "failed")])
def test_games_in_memory_do_not_last(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, kind: str, state: str
) -> None:
    monkeypatch.setattr(sys.modules["companion.journal.checks"], "file_system", lambda *_: kind)
    (row,) = (check for check in checks(tmp_path) if check.name == "lasting games")
    assert (row.state, kind in row.detail) == (state, True)
