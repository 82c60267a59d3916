"""The command line: ``companion play | referee | dice | measure | calibrate | sheets | odds | ...``.

Each command's module is imported only when it is called, so that a question about odds does not wait for
a camera library.
"""

import argparse
import importlib
import io
import logging
import os
import sys
from collections.abc import Sequence
from typing import Any, NamedTuple, NoReturn

from companion.commands.output import TranslatedHelp
from companion.errors import CompanionError, shorten
from companion.locale.catalogue import show_in, shown
from companion.locale.languages import best_language, system_locale
from companion.locale.messages import gettext


class Command(NamedTuple):
    """One sub-command: the module with its `add_arguments` and `run`, and what it does in a line."""

    module: str
    summary: str


COMMANDS = {
    "play": Command("companion.commands.play", gettext("run the companion on the touchscreen")),
    "referee": Command("companion.commands.referee", gettext("referee a game over lines of JSON")),
    "dice": Command("companion.commands.dice", gettext("read dice from pictures")),
    "watch": Command("companion.commands.watch", gettext("play frames through the tray watcher")),
    "odds": Command("companion.commands.odds", gettext("exact odds of a battle")),
    "rules": Command("companion.commands.rules", gettext("list or search the rules of a game")),
    "board": Command("companion.commands.board", gettext("check, keep, list and copy boards of territories")),
    "doctor": Command("companion.commands.doctor", gettext("check every part of this machine")),
    "measure": Command(
        "companion.commands.measure", gettext("inches between pixels, by markers or by a tape")
    ),
    "calibrate": Command("companion.commands.calibrate", gettext("calibrate the camera, step by step")),
    "sheets": Command(
        "companion.commands.sheets", gettext("write the sheets to print: boards, markers, templates")
    ),
    "flash": Command("companion.commands.flash", gettext("install the firmware on the hub")),
    "history": Command("companion.commands.history", gettext("show a saved game turn by turn")),
    "report": Command(
        "companion.commands.report", gettext("write the report of a saved game as one HTML file")
    ),
    "statistics": Command("companion.commands.statistics", gettext("count who won how often")),
    "club": Command("companion.commands.club", gettext("serve one page with all tables of a club")),
    "invite": Command(
        "companion.commands.invite", gettext("give a table a user of its own at the club's broker")
    ),
    "update": Command(
        "companion.commands.update", gettext("update the companion, or go back to the version before")
    ),
    "backup": Command("companion.commands.backup", gettext("copy the whole table to a memory stick")),
    "restore": Command("companion.commands.restore", gettext("restore the table from a backup")),
    "language": Command(
        "companion.commands.language", gettext("check translations, update them, or begin a language")
    ),
    "export": Command("companion.commands.export", gettext("save a game to one file, or import one")),
}
"""Every sub-command by name."""


INTERRUPTED = 130
"""Exit code after Ctrl-C."""


def main(argv: Sequence[str] | None = None) -> int:
    """Run the command line and return its exit code: 0 fine, 1 a named error, 2 wrong usage, 130 Ctrl-C."""
    try:
        return _main(list(sys.argv[1:] if argv is None else argv))
    except KeyboardInterrupt:
        return INTERRUPTED


def _main(arguments: list[str]) -> int:
    # Its threads wait by spinning: on two busy cores a lens was calibrated in 24 s, with one thread in 0.4 s.
    os.environ.setdefault("OPENBLAS_NUM_THREADS", "1")
    show_in(best_language([system_locale()]))
    if isinstance(sys.stdout, io.TextIOWrapper):
        sys.stdout.reconfigure(errors="backslashreplace")  # as stderr does: a file's name may be any bytes
    if broken := [word for word in arguments if not _is_text(word)]:
        wrong = gettext("companion: {name!r} is not UTF-8: rename it", name=shorten(broken[0]))
        print(shown(wrong), file=sys.stderr)
        return 2
    if arguments == ["--version"]:
        from importlib.metadata import version

        print(f"companion {version('table-companion')}")
        return 0
    if not arguments or arguments[0] not in COMMANDS:
        return _overview(arguments)
    command = COMMANDS[arguments[0]]
    module = importlib.import_module(command.module)
    parser = _Parser(prog=f"companion {arguments[0]}", description=_sentence(shown(command.summary)))
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
        print(f"companion {arguments[0]}: {shown(_reason(error))}", file=sys.stderr)
        return 1


def _is_text(word: str) -> bool:
    """Return whether a word of the command line is UTF-8: else it can be neither saved nor sent."""
    try:
        word.encode()
    except UnicodeEncodeError:
        return False
    return True


def _reason(error: CompanionError | OSError) -> str:
    """Return what an error says; of one that only the system knows, without its number."""
    if isinstance(error, CompanionError) or error.strerror is None:
        return str(error)
    return error.strerror if error.filename is None else f"{error.filename}: {error.strerror}"


def _sentence(summary: str) -> str:
    return f"{summary[:1].upper()}{summary[1:]}."


class _Parser(argparse.ArgumentParser):
    def __init__(self, **settings: Any) -> None:
        super().__init__(formatter_class=TranslatedHelp, **settings)

    def error(self, message: str) -> NoReturn:
        super().error(shorten(message))


def _overview(arguments: list[str]) -> int:
    asked = not arguments or arguments[0] in ("-h", "--help")
    width = max(map(len, COMMANDS))
    lines = [f"  {name:{width}}  {shown(command.summary)}" for name, command in COMMANDS.items()]
    text = "\n".join(
        [
            "usage: companion COMMAND ...",
            "",
            *lines,
            "",
            shown(gettext("companion COMMAND --help explains it.")),
        ]
    )
    if asked:
        print(text)
        return 0
    unknown = gettext("companion: there is no command {command!r}", command=shorten(arguments[0]))
    print(f"{shown(unknown)}\n\n{text}", file=sys.stderr)
    return 2
