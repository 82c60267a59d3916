"""What a table owns is read by nobody else on the machine."""

import os
import stat
from pathlib import Path

import pytest

from companion.data_folder import keep_private


@pytest.fixture(autouse=True)
def _umask() -> object:
    before = os.umask(0o022)
    os.umask(before)
    yield
    os.umask(before)


def mode(path: Path) -> int:
    return stat.S_IMODE(path.stat().st_mode)


def test_the_folder_and_its_files_are_private(tmp_path: Path) -> None:
    folder = tmp_path / "data"
    folder.mkdir(mode=0o755)
    (folder / "games.sqlite").touch(mode=0o644)
    keep_private(folder)
    (folder / "new.toml").touch()
    assert [mode(folder), mode(folder / "games.sqlite"), mode(folder / "new.toml")] == [0o700, 0o600, 0o600]


def test_a_folder_that_is_not_there_is_made(tmp_path: Path) -> None:
    keep_private(tmp_path / "a" / "b")
    assert mode(tmp_path / "a" / "b") == 0o700


def test_a_folder_of_many_users_is_left_alone(tmp_path: Path) -> None:
    tmp_path.chmod(0o1777)
    keep_private(tmp_path)
    assert mode(tmp_path) == 0o1777


def test_tests_leave_no_log_of_kivy_in_the_home_folder() -> None:
    """A worker that first imported Kivy for an editor wrote into ~/.kivy of whoever ran the tests."""
    assert os.environ["KIVY_NO_FILELOG"] == "1"
    assert not Path(os.environ["KIVY_HOME"]).is_relative_to(Path.home() / ".kivy")
