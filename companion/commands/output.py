"""What commands print for people: in the language of the command line, which `companion.cli` chooses."""

import argparse
from collections.abc import Sequence
from itertools import zip_longest
from typing import Any

from companion.locale.catalogue import shown


def say(*texts: str, **where: Any) -> None:
    """Print texts in the language of the command line.

    Args:
        texts: messages, or plain texts such as names.
        where: see `print`.
    """
    print(*map(shown, texts), **where)


def aligned(rows: Sequence[Sequence[str]]) -> str:
    """Return rows as columns: the first to the left, numbers to the right.

    >>> print(aligned([("player", "wins"), ("Ann", "12")]))
    player  wins
    Ann       12
    """
    said = [[shown(cell) for cell in row] for row in rows]
    widths = [max(map(len, column)) for column in zip_longest(*said, fillvalue="")]
    return "\n".join(
        "  ".join([row[0].ljust(widths[0]), *map(str.rjust, row[1:], widths[1:])]).rstrip() for row in said
    )


class TranslatedHelp(argparse.HelpFormatter):
    """Explains options in the language of the command line; argparse's own words stay English."""

    def _get_help_string(self, action: argparse.Action) -> str | None:
        return shown(action.help) if action.help else None
