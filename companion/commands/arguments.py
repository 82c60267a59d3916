"""Arguments that several commands take, and their types, which say what they wanted of a wrong word."""

from argparse import ArgumentParser, ArgumentTypeError
from collections.abc import Callable
from math import inf, isfinite, nan
from pathlib import Path

from companion.locale.catalogue import shown
from companion.locale.messages import gettext


def add_data(parser: ArgumentParser) -> None:
    """Add the folder for games."""
    parser.add_argument("--data", metavar="DIR", type=Path, help=gettext("the folder for games"))


def refused(why: str) -> ArgumentTypeError:
    """Return the error that argparse shows: in the language of the command line."""
    return ArgumentTypeError(shown(why))


def whole_number(least: int, most: float = inf) -> Callable[[str], int]:
    """Return a parser of whole numbers from `least` up, or to `most`."""

    def parse(text: str) -> int:
        if not text.isdecimal() or not least <= int(text) <= most:
            wrong = gettext("{text!r} is no whole number from {least} up", text=text, least=least)
            if most < inf:
                wrong = gettext(
                    "{text!r} is no whole number from {least} to {most}", text=text, least=least, most=most
                )
            raise refused(wrong)
        return int(text)

    return parse


def number_between(least: float, most: float) -> Callable[[str], float]:
    """Return a parser of numbers between two bounds, which are excluded."""

    def parse(text: str) -> float:
        try:
            number = float(text)
        except ValueError:
            number = least
        if not least < number < most:
            raise refused(
                gettext(
                    "{text!r} is no number above {least:g} and below {most:g}",
                    text=text,
                    least=least,
                    most=most,
                )
            )
        return number

    return parse


def point(text: str) -> tuple[float, float]:
    """Parse a pixel or a corner, such as `320,240.5`."""
    try:
        x, y = map(float, text.split(","))
    except ValueError:
        x = y = nan
    if not (isfinite(x) and isfinite(y)):
        raise refused(gettext("{text!r} is no point; write X,Y such as 320,240.5", text=text))
    return x, y
