"""`companion flash`: install the hub's firmware on a Pico, or check its version."""

import argparse
from pathlib import Path

from companion.errors import FlashFailed
from companion.hardware.flashing import Flasher
from companion.hardware.hub import find_port
from companion.hardware.wiring import AUTO
from companion.locale.messages import gettext


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Declare the arguments of `companion flash`."""
    parser.add_argument(
        "--port", default=AUTO, help=gettext("the Pico's serial device (default: look for it)")
    )
    parser.add_argument("--settings", type=Path, help=gettext("your own settings.py for the Pico"))
    parser.add_argument(
        "--check", action="store_true", help=gettext("only say which firmware the hub carries")
    )
    parser.add_argument("--force", action="store_true", help=gettext("install even what is there already"))


def run(args: argparse.Namespace) -> int:
    """Run `companion flash`; return 0, or 1 if `--check` finds another firmware.

    Raises:
        FlashFailed: it did not work; the message says why and what to do.
    """
    flasher = Flasher(find=lambda: find_port(args.port))
    if args.check:
        return 0 if flasher.check() else 1
    if args.settings is not None and not args.settings.is_file():
        raise FlashFailed("There is no settings file {file}.", file=args.settings)
    flasher.flash(args.settings, force=args.force)
    return 0
