"""``companion play``: the companion on the touchscreen."""

import argparse
import os
import signal
import sys
import tempfile
from collections.abc import Sequence
from datetime import datetime
from functools import partial
from pathlib import Path
from queue import SimpleQueue
from typing import TYPE_CHECKING

from platformdirs import user_state_path

from companion.app.machine.repairs import Repairs
from companion.app.machine.settings import FILE, Settings, read_or_set_aside
from companion.commands.arguments import add_data
from companion.commands.output import say
from companion.data_folder import keep_private
from companion.errors import DataFolderUnusable, JournalError, UnknownName
from companion.games import GAMES
from companion.hardware.panel_group import PanelGroup
from companion.journal.journal import Journal
from companion.journal.paths import journal_path
from companion.locale.messages import gettext, joined
from companion.referee.dice_roller import DiceRoller
from companion.ui.kivy_setup import ROTATION, prepare_kivy

if TYPE_CHECKING:
    from companion.app.app_context import AppContext
    from companion.app.camera.cameras import Cameras
    from companion.app.night.panel_controller import Presses
    from companion.hardware.panel import OnPress


NO_DISPLAY = joined(
    (
        gettext("The screen cannot be opened. Is it connected, and is no other program using it?"),
        gettext(
            "This user needs the groups video, render and input: {command}",
            command="sudo usermod -aG video,render,input $USER",
        ),
        gettext("`companion doctor` explains it."),
    ),
    "\n",
)
"""Printed when SDL cannot open a window."""

NO_SCREEN = gettext(
    "There is no screen here. Connect one, or see the companion play a demonstration game with\n"
    "  companion play --offscreen DIR\nwhich leaves its screens in DIR as pictures."
)
"""Printed where no screen is connected."""

SIMULATED = ("camera", "panel")
"""Devices that can be simulated."""


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Declare the arguments of the command."""
    parser.add_argument(
        "--camera",
        metavar="SOURCE",
        help=gettext(
            "picamera, usb:0, a picture, a folder, a video, simulated (simulated:7: the same rolls) or none"
        ),
    )
    parser.add_argument(
        "--simulate",
        default="",
        metavar="DEVICES",
        help=gettext("devices to simulate: camera, panel, or camera,panel"),
    )
    parser.add_argument(
        "--panel",
        metavar="FILE",
        help=gettext(
            "the profile of buttons and lights on the header pins (companion/hardware/README.md); "
            "pins: the usual one; none: no hub either"
        ),
    )
    add_data(parser)
    parser.add_argument(
        "--offscreen",
        type=Path,
        metavar="DIR",
        help=gettext("play a demonstration and leave its screens there"),
    )
    parser.add_argument(
        "--size", default="", metavar="WxH", help=gettext("size of the window; the whole screen if left out")
    )
    parser.add_argument(
        "--json", action="store_true", help=gettext("with --offscreen: list the pictures as JSON")
    )


def run(arguments: argparse.Namespace) -> int:
    """Run until the window is closed; return the exit code."""
    size = _size(arguments.size)
    if arguments.offscreen is not None:
        return _demonstrate(arguments, size or (800, 480))
    if not _has_screen():
        say(NO_SCREEN, file=sys.stderr)
        return 1
    settings, damage = read_or_set_aside(journal_path(arguments.data).with_name(FILE), datetime.now())
    os.environ.setdefault(ROTATION, str(settings.rotation))
    prepare_kivy(size, user_state_path("companion") / "kivy")
    # Without this list SDL may choose a driver that shows nothing.
    os.environ.setdefault("SDL_VIDEODRIVER", "x11,wayland,kmsdrm")
    if not _opens_window():
        say(NO_DISPLAY, file=sys.stderr)
        return 1
    from companion.tools.editors.screens import EDITOR_SCREENS
    from companion.ui.app import CompanionApp

    try:
        context = _context(arguments, settings)
    except (JournalError, DataFolderUnusable) as failure:
        from companion.ui.rescue import show_rescue

        say("companion play:", str(failure), file=sys.stderr)
        return show_rescue(str(failure))
    if damage:
        context.repairs.add(damage)
    app = CompanionApp(context, EDITOR_SCREENS)
    # Stop on SIGTERM, so that clocks are saved and lights are switched off before shutdown.
    signal.signal(signal.SIGTERM, lambda *_: app.stop())
    app.run()
    return 0


def _opens_window() -> bool:
    """Open the window; hide Kivy's traceback if that fails."""
    import kivy

    kivy.Logger.disabled = True
    from kivy.core.window import Window

    kivy.Logger.disabled = False
    return Window is not None


def _demonstrate(arguments: argparse.Namespace, size: tuple[int, int]) -> int:
    from companion.tools.demonstrations.window import prepare_offscreen

    with tempfile.TemporaryDirectory(prefix="companion-") as folder:
        prepare_offscreen(size, Path(folder))
        from companion.tools.demonstrations.stages import perform

        pictures = perform("whole-game", arguments.offscreen, Path(folder), size)
    if arguments.json:
        import msgspec

        print(msgspec.json.encode([str(picture) for picture in pictures]).decode())
    else:
        print("\n".join(str(picture) for picture in pictures))
    return 0


def _context(arguments: argparse.Namespace, settings: Settings) -> "AppContext":
    from companion.app.app_context import AppContext
    from companion.app.machine.owner_pin import OwnerPin
    from companion.club.publisher import ClubPublisher
    from companion.web.service import FOLDER as PHONES
    from companion.web.service import WebPhones

    simulated = _simulated(arguments.simulate)
    games = journal_path(arguments.data)
    keep_private(games.parent)
    journal = Journal.open(games)
    presses: Presses = SimpleQueue()
    panels = _panels(
        arguments.panel or ("pins" if settings.panel == "pins" else None),
        presses.put,
        simulated="panel" in simulated,
    )
    panels.start()
    context = AppContext(
        journal,
        GAMES,
        DiceRoller(),
        panels=panels,
        presses=presses,
        settings=settings,
        repairs=_repairs(journal),
        club=ClubPublisher(games.parent),
        phones=WebPhones(games.parent / PHONES),
        pin=OwnerPin(games.parent),
    )
    _choose_camera(context, arguments, simulated="camera" in simulated)
    return context


def _repairs(journal: Journal) -> Repairs:
    """Return what was repaired; the journal's notice is kept there until the players acknowledge it."""
    repairs = Repairs(journal.path.parent)
    if journal.notice and repairs.add(journal.notice):
        journal.acknowledge_notice()
    return repairs


def _choose_camera(context: "AppContext", arguments: argparse.Namespace, *, simulated: bool) -> None:
    """Open the camera named on the command line; open any other after the first screen is drawn."""

    def opened(source: str) -> "Cameras":
        from calibration.profile import profile_path
        from companion.app.camera.cameras import open_cameras

        return open_cameras(source, profile_path(arguments.data))

    if arguments.camera and arguments.camera != "none":
        context.tray, context.table = opened(arguments.camera)
    elif not arguments.camera and context.settings.camera != "none":
        chosen = context.settings.camera
        context.open_cameras = partial(opened, "simulated" if simulated and chosen == "auto" else chosen)


def _simulated(argument: str) -> list[str]:
    devices = [device for device in argument.split(",") if device]
    unknown = [device for device in devices if device not in SIMULATED]
    if unknown:
        raise UnknownName(
            "{devices} cannot be simulated; these can: {known}.",
            devices=joined(unknown, ", "),
            known=joined(SIMULATED, ", "),
        )
    return devices


def _panels(profile: str | None, on_press: "OnPress", *, simulated: bool) -> PanelGroup:
    """Return the hub, and the panel on the header pins if requested."""
    if profile == "none":
        return PanelGroup(())
    # Serial and GPIO modules are imported only if a panel is possible.
    from companion.hardware.discovery import discover_panels, simulated_panel
    from companion.hardware.wiring import DEFAULT

    if simulated:
        return simulated_panel(on_press)
    if profile == "pins":
        return discover_panels(on_press, DEFAULT)
    return discover_panels(on_press, Path(profile) if profile else None)


def _has_screen() -> bool:
    desktop = os.environ.get("DISPLAY") or os.environ.get("WAYLAND_DISPLAY")
    return bool(desktop or os.environ.get("SDL_VIDEODRIVER") or list(Path("/dev/dri").glob("card*")))


def _size(text: str) -> tuple[int, int] | None:
    if not text:
        return None
    sides: Sequence[str] = text.lower().split("x")
    if len(sides) != 2 or not all(side.isdecimal() and 200 <= int(side) <= 8000 for side in sides):
        raise UnknownName("--size wants WIDTHxHEIGHT in pixels, such as 800x480, not {text!r}.", text=text)
    return int(sides[0]), int(sides[1])
