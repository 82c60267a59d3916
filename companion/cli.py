"""The command line: ``companion play | referee | dice | measure | calibrate | sheets | odds | ...``.

Each command's module is imported only when it is called, so that a question about odds does not wait for
a camera library.
"""

import argparse
import importlib
import logging
import os
import sys
from collections.abc import Sequence
from typing import NamedTuple, NoReturn

from companion.errors import CompanionError, shorten


class Command(NamedTuple):
    """One sub-command: the module with its `add_arguments` and `run`, and what it does in a line."""

    module: str
    summary: str


COMMANDS = {
    "play": Command("companion.commands.play", "run the companion on the touchscreen"),
    "referee": Command("companion.commands.referee", "referee a game over lines of JSON"),
    "dice": Command("companion.commands.dice", "read dice from pictures"),
    "watch": Command("companion.commands.watch", "play frames through the tray watcher"),
    "odds": Command("companion.commands.odds", "exact odds of a battle"),
    "rules": Command("companion.commands.rules", "list or search the rules of a game"),
    "board": Command("companion.commands.board", "check, keep, list and copy boards of territories"),
    "doctor": Command("companion.commands.doctor", "check every part of this machine"),
    "measure": Command("companion.commands.measure", "inches between pixels, by markers or by a tape"),
    "calibrate": Command("companion.commands.calibrate", "calibrate the camera, step by step"),
    "sheets": Command("companion.commands.sheets", "write the sheets to print: boards, markers, templates"),
    "flash": Command("companion.commands.flash", "install the firmware on the hub"),
    "history": Command("companion.commands.history", "show a saved game turn by turn"),
    "report": Command("companion.commands.report", "write the report of a saved game as one HTML file"),
    "statistics": Command("companion.commands.statistics", "count who won how often"),
    "club": Command("companion.commands.club", "serve one page with all tables of a club"),
    "invite": Command("companion.commands.invite", "give a table a user of its own at the club's broker"),
    "update": Command("companion.commands.update", "update the companion, or go back to the version before"),
    "backup": Command("companion.commands.backup", "copy the whole table to a memory stick"),
    "restore": Command("companion.commands.restore", "restore the table from a backup"),
    "export": Command("companion.commands.export", "save a game to one file, or import one"),
}
"""Every sub-command by name."""


INTERRUPTED = 130
"""Exit code after Ctrl-C."""


def main(argv: Sequence[str] | None = None) -> int:
    """Run the command line and return its exit code: 0 fine, 1 a named error, 2 wrong usage."""
    arguments = list(sys.argv[1:] if argv is None else argv)
    if arguments == ["--version"]:
        from importlib.metadata import version

        print(f"companion {version('table-companion')}")
        return 0
    if not arguments or arguments[0] not in COMMANDS:
        return _overview(arguments)
    command = COMMANDS[arguments[0]]
    module = importlib.import_module(command.module)
    parser = _Parser(prog=f"companion {arguments[0]}", description=command.summary.capitalize() + ".")
    module.add_arguments(parser)
    logging.basicConfig(level=logging.WARNING, format="%(levelname)s %(name)s: %(message)s")
    try:
        return int(module.run(parser.parse_args(arguments[1:])))
    except BrokenPipeError:
        # The reader of the pipe has gone: Python must not flush into it at exit.
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        return 0
    except (CompanionError, OSError) as error:
        logging.getLogger(__name__).debug("the command ends", exc_info=True)
        print(f"companion {arguments[0]}: {error}", file=sys.stderr)
        return 1
    except KeyboardInterrupt:
        return INTERRUPTED


class _Parser(argparse.ArgumentParser):
    def error(self, message: str) -> NoReturn:
        super().error(shorten(message))


def _overview(arguments: list[str]) -> int:
    asked = not arguments or arguments[0] in ("-h", "--help")
    width = max(map(len, COMMANDS))
    lines = [f"  {name:{width}}  {command.summary}" for name, command in COMMANDS.items()]
    text = "\n".join(
        ["usage: companion COMMAND ...", "", *lines, "", "companion COMMAND --help explains it."]
    )
    if asked:
        print(text)
        return 0
    print(f"companion: there is no command {shorten(arguments[0])!r}\n\n{text}", file=sys.stderr)
    return 2
