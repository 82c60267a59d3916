"""``companion doctor``: check every part of this machine and print how to repair what does not work."""

import argparse
from pathlib import Path

from companion.app.machine.diagnostics import check_camera, examine
from companion.app.machine.support_bundle import write_bundle
from companion.commands.output import say
from companion.data_folder import data_folder
from companion.hardware.self_test import try_panels
from companion.hardware.wiring import DEFAULT
from companion.health import Check
from companion.locale.catalogue import encode_in, shown
from companion.locale.messages import ENGLISH, gettext, joined
from companion.vision.frames import Frame

STATES = {
    "ok": gettext("ok"),
    "simulated": gettext("simulated"),
    "missing": gettext("missing"),
    "failed": gettext("FAILED"),
}
"""How a part is, in words."""


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Declare the arguments of the command."""
    parser.add_argument("--data", type=Path, metavar="DIR", help=gettext("the folder for games to look at"))
    parser.add_argument("--json", action="store_true", help=gettext("print a JSON list"))
    parser.add_argument(
        "--camera", default="auto", metavar="SOURCE", help=gettext("the camera to look at, or none")
    )
    parser.add_argument(
        "--panel",
        metavar="FILE",
        help=gettext("the profile of a panel on the header pins; pins: the usual one"),
    )
    parser.add_argument(
        "--try-panel",
        action="store_true",
        help=gettext("try every button and light, one after the other, with you"),
    )
    parser.add_argument(
        "--bundle", type=Path, metavar="FILE.zip", help=gettext("write a file to send when you ask for help")
    )


def run(arguments: argparse.Namespace) -> int:
    """Print the state of each part; return 1 if a connected part does not work."""
    panel = DEFAULT if arguments.panel == "pins" else arguments.panel and Path(arguments.panel)
    if arguments.try_panel:
        return try_panels(panel)
    found: list[Check] = []
    for check in examine(arguments.data, panel, arguments.camera):
        found.append(check)
        if not arguments.json:
            say(_line(check), flush=True)
    if arguments.json:
        print(encode_in(found, ENGLISH).decode())
    if arguments.bundle is not None:
        file = _bundle(arguments, found)
        say(gettext("{file} holds what helpers need; it has no games in it.", file=file))
    return int(any(check.state == "failed" for check in found))


def _bundle(arguments: argparse.Namespace, found: list[Check]) -> Path:
    pictures: list[Frame] = []
    check_camera(arguments.camera, pictures.append)
    path: Path = arguments.bundle
    return write_bundle(path, found, arguments.data or data_folder(), pictures[-1] if pictures else None)


def _line(check: Check) -> str:
    lines = [gettext("{part}: {detail}", part=gettext(check.name), detail=check.detail)]
    if check.fix:
        lines.append(joined(("->", check.fix)))
    state = shown(STATES.get(check.state, check.state))
    return joined((f"{state:12}", joined(lines, f"\n{'':12}")), "")
