"""The screen for backups: to a stick and back, by itself, and what it says when something is missing."""

from collections import defaultdict
from pathlib import Path
from typing import Any

import pyrage
import pytest

from companion.app.machine.automatic_backup import MARK
from companion.app.machine.backup import backups
from companion.games import find_game
from companion.hardware.memory_sticks import MemoryStick
from companion.referee.seats import seats_of
from companion.ui.automatic_backups import AutomaticBackups

STICKS = "companion.hardware.memory_sticks"


@pytest.fixture
def unmounted(monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """The devices that were unmounted."""
    devices: list[str] = []
    monkeypatch.setattr(f"{STICKS}.unmount", lambda one: devices.append(one.device))
    return devices


@pytest.fixture
def stick(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, unmounted: list[str]) -> Path:
    """An empty stick, put in; nothing is unmounted in earnest."""
    assert not unmounted
    folder = tmp_path / "stick"
    folder.mkdir()
    monkeypatch.setattr(f"{STICKS}.find_sticks", lambda: (MemoryStick("/dev/sda1", "", None),))
    monkeypatch.setattr(f"{STICKS}.mount", lambda _: folder)
    return folder


@pytest.fixture
def quick_keys(monkeypatch: pytest.MonkeyPatch) -> None:
    """Each passphrase has a key at once; else it takes 3 s, on purpose (tests/app/machine/test_backup.py)."""
    keys: defaultdict[str, Any] = defaultdict(pyrage.x25519.Identity.generate)
    monkeypatch.setattr(
        "pyrage.passphrase.encrypt", lambda plain, word: pyrage.encrypt(plain, [keys[word].to_public()])
    )
    monkeypatch.setattr("pyrage.passphrase.decrypt", lambda found, word: pyrage.decrypt(found, [keys[word]]))


def opened(app: Any, screen: Any) -> Any:
    app.open_overlay("backup")
    screen.frames(3)
    return app.overlay


def play(app: Any) -> None:
    """Begin a game, and leave it."""
    app.start_game(find_game("classic"), seats_of(3), {})
    app.leave_game()


@pytest.mark.usefixtures("quick_keys")
@pytest.mark.parametrize("passphrase", ["", "correct horse"])
def test_the_table_goes_to_a_stick_and_comes_back(
    app: Any, screen: Any, stick: Path, unmounted: list[str], passphrase: str
) -> None:
    play(app)
    shown = opened(app, screen)
    if passphrase:
        shown._change(passphrase=passphrase)
    app.pointer.tap("Restore")
    screen.until(lambda: "no backup on this stick" in shown._words.text)
    app.pointer.tap("Back up now")
    screen.until(lambda: "1 game and all settings are on the stick. You can" in shown._words.text)
    assert backups(stick)[-1].encrypted == bool(passphrase)
    app.pointer.tap("Restore")
    screen.until(lambda: "0 games restored; already here: 1." in shown._words.text)
    assert unmounted == ["/dev/sda1"] * 3


@pytest.mark.usefixtures("stick")
def test_other_settings_are_taken_by_a_hold(app: Any, screen: Any) -> None:
    shown = opened(app, screen)
    shown._change(passphrase="")
    app.pointer.tap("Back up now")
    screen.until(lambda: "are on the stick" in shown._words.text)
    settings = app.context.journal.path.with_name("settings.toml")
    written = settings.read_text()
    settings.write_text("sound = false\n")
    app.pointer.tap("Restore")
    screen.until(lambda: "Left as they are here: settings." in shown._words.text)
    app.pointer.hold("Restore them too")
    screen.until(lambda: "Also restored: settings." in shown._words.text)
    assert settings.read_text() == written
    assert app.context.settings.sound


def test_a_backup_without_a_stick_asks_for_one(
    app: Any, screen: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(f"{STICKS}.find_sticks", lambda: ())
    shown = opened(app, screen)
    app.pointer.tap("Back up now")
    screen.until(lambda: "Put a memory stick in" in shown._words.text)


def test_the_chosen_stick_gets_every_game_by_itself(app: Any, screen: Any, stick: Path) -> None:
    AutomaticBackups(app)
    play(app)
    screen.frames(5)
    assert not list(stick.iterdir())  # nobody has chosen it
    shown = opened(app, screen)
    app.pointer.tap("On this stick")
    screen.until(lambda: "After each game" in shown._words.text)
    app.close_overlay()
    play(app)
    screen.until(lambda: any(backup.automatic for backup in backups(stick)))
    (stick / MARK).unlink()
    play(app)
    screen.frames(20)
    assert len(backups(stick)) == 1  # another stick
    shown = opened(app, screen)
    app.pointer.tap("Off")
    assert not app.context.settings.backup.stick
