"""``companion language``: check translations, bring them up to date with the program, or begin a language."""

import argparse
from collections.abc import Iterator

from companion.commands.output import say
from companion.errors import UnknownName
from companion.locale.languages import SOURCE, languages, own_name, po_file
from companion.locale.messages import gettext, ngettext

LETTERS = 21
"""Size of a key's letters on the small screen, in pixels (`theme.BODY`)."""


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Declare the arguments of the command."""
    actions = parser.add_subparsers(dest="action", required=True)
    check = actions.add_parser("check", help=gettext("say what is missing, too long or has lost a place"))
    check.add_argument("language", nargs="?", help=gettext("its code, such as de; all if left out"))
    words = gettext("bring a translation up to date with the program")
    update = actions.add_parser("update", help=words)
    update.add_argument("language", help=gettext("its code, such as de"))
    new = actions.add_parser("new", help=gettext("begin a language"))
    new.add_argument("language", help=gettext("its code, such as pt"))


def run(arguments: argparse.Namespace) -> int:
    """Do what is asked; 1 if a translation is incomplete.

    Raises:
        UnknownName: there is no such language, or there is one already.
    """
    if arguments.action == "check":
        return max([_check(code) for code in _wanted(arguments.language)], default=0)
    if arguments.action == "new":
        _begin(arguments.language)
    else:
        _update(_known(arguments.language))
    return 0


def _wanted(code: str | None) -> Iterator[str]:
    yield from [_known(code)] if code is not None else languages()[1:]


def _known(code: str) -> str:
    """Return the code of a language that is there.

    Raises:
        UnknownName: it is not.
    """
    if code not in languages()[1:]:
        unknown = gettext(
            "There is no translation {language!r}; begin it with: companion language new {language}",
            language=code,
        )
        raise UnknownName(unknown)
    return code


def _check(code: str) -> int:
    from PIL import ImageFont

    from companion.icons.typeface import FONT_BOLD
    from companion.locale.extraction import extract, faults, long_texts  # Babel reads the whole program

    program, letters = extract(), ImageFont.truetype(str(FONT_BOLD), LETTERS)
    found, long = list(faults(code, program)), list(long_texts(code, letters.getlength, program))
    for text in (*found, *long):
        say(f"{code}: {text}")
    broken = ngettext("{count} fault", "{count} faults", len(found))
    wide = ngettext("{count} text is long", "{count} texts are long", len(long))
    say(gettext("{language}: {faults}, {long}.", language=own_name(code), faults=broken, long=wide))
    return int(bool(found))


def _begin(code: str) -> None:
    from babel import Locale, UnknownLocaleError

    try:
        Locale.parse(code)
    except (UnknownLocaleError, ValueError) as error:
        raise UnknownName("{code!r} is no code of a language, such as pt.", code=code) from error
    if code == SOURCE or po_file(code).exists():
        raise UnknownName("{language} is there already.", language=own_name(code))
    _update(code)


def _update(code: str) -> None:
    from companion.locale.extraction import update_catalogue

    catalogue = update_catalogue(code)
    missing = sum(not all(_texts(message.string)) for message in catalogue if message.id)
    left = ngettext("{count} sentence is missing", "{count} sentences are missing", missing)
    say(gettext("{file}: {missing}.", file=po_file(code), missing=left))


def _texts(string: object) -> tuple[object, ...]:
    return tuple(string) if isinstance(string, tuple | list) else (string,)
