"""``companion doctor``: check every part of this machine and print how to repair what does not work."""

import argparse
from pathlib import Path

from companion.app.machine.diagnostics import check_camera, examine
from companion.app.machine.support_bundle import write_bundle
from companion.data_folder import data_folder
from companion.hardware.self_test import try_panels
from companion.hardware.wiring import DEFAULT
from companion.health import Check
from companion.locale.catalogue import encode_in
from companion.locale.messages import ENGLISH
from companion.vision.frames import Frame


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Declare the arguments of the command."""
    parser.add_argument("--data", type=Path, metavar="DIR", help="the folder for games to look at")
    parser.add_argument("--json", action="store_true", help="print a JSON list")
    parser.add_argument("--camera", default="auto", metavar="SOURCE", help="the camera to look at, or none")
    parser.add_argument(
        "--panel",
        metavar="FILE",
        help="the profile of a panel on the header pins; pins: the usual one",
    )
    parser.add_argument(
        "--try-panel", action="store_true", help="try every button and light, one after the other, with you"
    )
    parser.add_argument(
        "--bundle", type=Path, metavar="FILE.zip", help="write a file to send when you ask for help"
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
            print(_line(check), flush=True)
    if arguments.json:
        print(encode_in(found, ENGLISH).decode())
    if arguments.bundle is not None:
        print(f"{_bundle(arguments, found)} holds what helpers need; it has no games in it.")
    return int(any(check.state == "failed" for check in found))


def _bundle(arguments: argparse.Namespace, found: list[Check]) -> Path:
    pictures: list[Frame] = []
    check_camera(arguments.camera, pictures.append)
    path: Path = arguments.bundle
    return write_bundle(path, found, arguments.data or data_folder(), pictures[-1] if pictures else None)


def _line(check: Check) -> str:
    fix = f"\n{'':12}-> {check.fix}" if check.fix else ""
    state = check.state.upper() if check.state == "failed" else check.state
    return f"{state:12}{check.name}: {check.detail}{fix}"
