"""The screen for updates: what it offers, and what it says when something is missing."""

from pathlib import Path
from typing import Any

import pytest

from companion.app.machine.releases import Releases
from companion.errors import UpdateRefused
from companion.games import find_game
from companion.hardware.memory_sticks import MemoryStick
from companion.referee.seats import seats_of

SCREEN = "companion.ui.screens.update"


@pytest.fixture
def releases(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Releases:
    """Two releases, the newer one in use."""
    home = tmp_path / "home"
    for name, link in (("1.0-old", "previous"), ("2.0-new", "current")):
        program = home / "releases" / name / "venv" / "bin" / "companion"
        program.parent.mkdir(parents=True)
        program.touch()
        (home / "releases" / name / ".complete").touch()
        (home / link).symlink_to(f"releases/{name}")
    monkeypatch.setattr(f"{SCREEN}.own_releases", lambda: Releases(home))
    return Releases(home)


def opened(app: Any, screen: Any, name: str) -> Any:
    app.open_overlay(name)
    screen.frames(3)
    return app.overlay


def test_one_tap_goes_back(app: Any, screen: Any, releases: Releases) -> None:
    shown = opened(app, screen, "update")
    app.pointer.tap("Back to 1.0-old")
    screen.until(lambda: "takes effect" in shown._words.text)
    assert (releases.current, releases.previous) == ("1.0-old", "2.0-new")
    assert screen.find("Version 1.0-old takes effect at the next start.")


@pytest.mark.usefixtures("releases")
@pytest.mark.parametrize(
    ("came", "words"), [("3.0-newest", "Version 3.0-newest takes"), (None, "This is the newest version.")]
)
def test_the_newest_version_comes_from_the_usual_source(
    app: Any, screen: Any, monkeypatch: pytest.MonkeyPatch, came: str | None, words: str
) -> None:
    monkeypatch.setattr(f"{SCREEN}.bring_release", lambda *_: came)
    shown = opened(app, screen, "update")
    app.pointer.tap("Get the newest version")
    screen.until(lambda: words in shown._words.text)


def refuse(*_: object) -> None:
    raise UpdateRefused("The new version does not work here: no. This version stays.")


@pytest.mark.usefixtures("releases")
def test_what_went_wrong_is_said_and_can_be_tried_again(
    app: Any, screen: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(f"{SCREEN}.bring_release", refuse)
    shown = opened(app, screen, "update")
    app.pointer.tap("Get the newest version")
    screen.until(lambda: "does not work here" in shown._words.text)
    assert screen.find("Get the newest version")


@pytest.mark.usefixtures("releases")
def test_no_stick_and_no_archive_are_said(
    app: Any, screen: Any, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    sticks: list[MemoryStick] = []
    monkeypatch.setattr("companion.hardware.memory_sticks.find_sticks", lambda: sticks)
    monkeypatch.setattr("companion.hardware.memory_sticks.unmount", lambda _: None)
    shown = opened(app, screen, "update")
    app.pointer.tap("Take it from a memory stick")
    screen.until(lambda: "Put a memory stick in" in shown._words.text)
    sticks.append(MemoryStick("/dev/sda1", "", tmp_path))
    app.pointer.tap("Take it from a memory stick")
    screen.until(lambda: "is on this stick" in shown._words.text)


@pytest.mark.usefixtures("releases")
def test_a_game_is_not_interrupted(app: Any, screen: Any) -> None:
    app.start_game(find_game("classic"), seats_of(3), {})
    assert opened(app, screen, "update")._words.text == "Leave the game first. It waits in the lobby."


def test_a_clone_says_how_it_is_updated(app: Any, screen: Any) -> None:
    assert "git pull" in opened(app, screen, "update")._words.text
