"""Screenshots of the machine's screens: settings, time zone, backup, updates, club."""

from collections.abc import Callable
from functools import partial
from pathlib import Path
from types import ModuleType

from companion.app.machine.releases import FOLDER, Releases
from companion.hardware import system_settings
from companion.tools.demonstrations.offscreen import Offscreen
from companion.ui.screens import settings, update


def simulate_installation(folder: Path) -> None:
    """Replace what the system reports by fixed values, so that all machines make the same pictures.

    Args:
        folder: where to create the links to two releases.
    """
    (folder / "current").symlink_to(f"{FOLDER}/1.1.0-5d41402abc")
    (folder / "previous").symlink_to(f"{FOLDER}/1.0.0-7d793037a0")
    shown: tuple[tuple[ModuleType, str, object], ...] = (
        (settings, "network_name", "attic, companion, 192.168.1.20"),
        (settings, "capture_nodes", [Path("/dev/video0")]),
        (system_settings, "host_name", "companion"),
        (system_settings, "time_zone", "Europe/Berlin"),
        (update, "own_releases", Releases(folder)),
    )
    for module, name, value in shown:
        setattr(module, name, partial(_same, value))


def _same(value: object) -> object:
    return value


def show_settings(screen: Offscreen, picture: Callable[[str], None], folder: Path) -> None:
    """Show the settings and the screens that open from them.

    Args:
        screen: the app, in its lobby.
        picture: saves a screenshot under a name.
        folder: an empty folder.
    """
    simulate_installation(folder)
    screen.pointer.tap("Settings")
    picture("settings")
    screen.shell.open_overlay("time zone", region="Europe")
    picture("time-zone")
    for name in ("backup", "update", "club"):
        screen.shell.open_overlay(name)
        picture(name)
    screen.pointer.tap("Back")
