"""Messages: sentences that stay English in the program and are translated where somebody reads them.

A message is a `str`, its English sentence, and remembers what it was made of. Games and tests deal with the
English; a screen, a phone or a voice asks for its translation. So one game is told in German on the screen
and in French on a phone. The idea is Django's ``gettext_lazy``; the functions are those of GNU gettext, so
that Babel finds the sentences in the source.

    >>> print(gettext("{player} takes {place}", player="Ann", place="Peru"))
    Ann takes Peru
    >>> print(ngettext("{count} army", "{count} armies", 2))
    2 armies
"""

import re
from collections.abc import Callable, Iterable
from datetime import date
from functools import lru_cache
from string import Formatter
from typing import Any, Protocol, Self

PLACE = "place"
"""The context of the names of boards, continents and territories."""


class Catalogue(Protocol):
    """Says messages in one language."""

    language: str
    """Its code, such as ``"de"``."""
    decimal: str
    """What stands before the decimals of a number."""

    def template(self, context: str, template: str) -> str:
        """Return the translation of a template; the template itself if there is none."""

    def plural_template(self, context: str, singular: str, plural: str, count: int) -> str:
        """Return the translation of a template that depends on a number."""

    def join_list(self, texts: list[str], alternatives: bool) -> str:
        """Join texts as a list: ``"A, B and C"``, or ``"A, B or C"``."""

    def write_date(self, day: date) -> str:
        """Write a day."""


class Message(str):
    """An English sentence that can be said in other languages.

    msgspec refuses to encode it, so that no sentence gets into a file or a message by mistake: encode with
    `companion.locale.catalogue.encode_in`. The functions below make messages.
    """

    __slots__ = ("_parts", "_say")
    _say: Callable[..., str]
    _parts: tuple[Any, ...]

    def __deepcopy__(self, _: dict[int, Any]) -> Self:
        return self

    @property
    def english(self) -> str:
        """The English sentence as a plain `str`."""
        return str.__str__(self)

    def translated(self, catalogue: Catalogue) -> str:
        """Say it in the language of a catalogue."""
        return str.__str__(self) if catalogue is ENGLISH else self._say(catalogue, *self._parts)


_new = str.__new__


def message(english: str, say: Callable[..., str], parts: tuple[Any, ...] = ()) -> Message:
    """Make a message; a game makes hundreds for an answer, so that this costs a fifth of a class's call.

    Args:
        english: the sentence in English.
        say: says it in another language: called with the catalogue and the parts.
        parts: what it was made of.
    """
    made = _new(Message, english)
    made._say, made._parts = say, parts
    return made


def translated(text: str, catalogue: Catalogue) -> str:
    """Say a text in the language of a catalogue; names and other plain texts stay as they are."""
    return text.translated(catalogue) if isinstance(text, Message) else text


def gettext(template: str, /, **arguments: Any) -> Message:
    """Make a message from a template with named places, such as ``"{player} takes {place}"``.

    Args:
        template: the English sentence; a literal, or text of a data file that `extraction.py` reads.
            A message stays as it is.
        arguments: what stands in its places. Messages among them are translated too.
    """
    if not arguments:
        return template if isinstance(template, Message) else _plain("", template)
    return message(_filled(template, arguments), _fill, ("", template, arguments))


@lru_cache(maxsize=8192)
def _plain(context: str, template: str) -> Message:
    """Make a message without places: names of places, units and cards are said again and again."""
    return message(template, _fill, (context, template, {}))


@lru_cache(maxsize=8192)
def _pattern(template: str) -> str:
    """Return a template as ``%`` wants it, four times as fast as `str.format`; empty if it has a format."""
    pattern = ""
    for text, name, form, conversion in Formatter().parse(template):
        if form or conversion or not (name is None or name.isidentifier()):
            return ""
        pattern += text.replace("%", "%%") + (f"%({name})s" if name else "")
    return pattern


def _filled(template: str, values: dict[str, Any]) -> str:
    """Fill a template in English."""
    pattern = _pattern(template)
    return pattern % values if pattern else template.format_map(values)


def gettext_noop(template: str) -> str:
    """Mark a template for translators that is filled elsewhere: ``gettext(template, zone=...)``."""
    return template


def pgettext(context: str, template: str, /, **arguments: Any) -> Message:
    """Make a message whose English words mean different things elsewhere.

    Args:
        context: tells them apart for translators, such as ``"button"``.
        template: see `gettext`.
        arguments: see `gettext`.
    """
    if not arguments:
        return _plain(context, template)
    return message(_filled(template, arguments), _fill, (context, template, arguments))


def ngettext(singular: str, plural: str, count: int, /, **arguments: Any) -> Message:
    """Make a message that depends on a number; ``{count}`` stands for it.

    Args:
        singular: the template for one.
        plural: the template for any other number.
        count: the number.
        arguments: see `gettext`.
    """
    values = {"count": count, **arguments}
    english = _filled(singular if count == 1 else plural, values)
    return message(english, _fill_plural, (singular, plural, count, values))


def reread(text: str, *templates: str) -> str:
    """Make the message again that a file keeps in English, such as a title that the program gave.

    Args:
        text: the English; one that no template fits is somebody's own, and stays as it is.
        templates: those of the program, marked by `gettext_noop`. Their values are made again likewise.
    """
    for template in templates:
        fixed, names = re.split(r"\{\w+\}", template), re.findall(r"\{(\w+)\}", template)
        if found := re.fullmatch("(.+)".join(map(re.escape, fixed)), text, re.DOTALL):
            values = zip(names, found.groups(), strict=True)
            return gettext(template, **{name: reread(value, *templates) for name, value in values})
    return text


def joined(texts: Iterable[str], separator: str = " ") -> Message:
    """Put whole sentences, or the parts of a row, one after the other; empty ones are left out."""
    parts = [text for text in texts if text]
    return message(separator.join(parts), _join, (parts, separator))


def listed(texts: Iterable[str], *, alternatives: bool = False) -> Message:
    """List texts as a sentence does: ``"A, B and C"``, or as alternatives ``"A, B or C"``."""
    parts = list(texts)
    return message(ENGLISH.join_list(parts, alternatives), _list, (parts, alternatives))


def dated(day: str) -> Message:
    """Write a day such as ``"2026-11-22"`` as each language does."""
    return message(ENGLISH.write_date(date.fromisoformat(day)), _date, (day,))


def applied(change: Callable[[str], str], text: str) -> Message:
    """Change how a text is written, such as ``str.upper``, in every language alike."""
    return message(change(text), _change, (change, text))


def capitalised(text: str) -> Message:
    """Begin a text with a capital letter.

    >>> print(capitalised("two dice"))
    Two dice
    """
    return applied(lambda words: words[:1].upper() + words[1:], text)


def _join(catalogue: Catalogue, texts: list[str], separator: str) -> str:
    return separator.join([translated(text, catalogue) for text in texts])


def _list(catalogue: Catalogue, texts: list[str], alternatives: bool) -> str:
    return catalogue.join_list([translated(text, catalogue) for text in texts], alternatives)


def _date(catalogue: Catalogue, day: str) -> str:
    return catalogue.write_date(date.fromisoformat(day))


def _change(catalogue: Catalogue, change: Callable[[str], str], text: str) -> str:
    return change(translated(text, catalogue))


class _Writer(Formatter):
    """Fills templates: translates messages among the values, and writes decimals as the language does."""

    def __init__(self, catalogue: Catalogue) -> None:
        self._catalogue = catalogue

    def convert_field(self, value: Any, conversion: Any) -> Any:
        return super().convert_field(self._translated(value), conversion)

    def format_field(self, value: Any, format_spec: str) -> str:
        value = self._translated(value)
        written = format(value, format_spec)
        return written.replace(".", self._catalogue.decimal) if isinstance(value, float) else written

    def _translated(self, value: Any) -> Any:
        value = str(value) if isinstance(value, Exception) else value
        return value.translated(self._catalogue) if isinstance(value, Message) else value


def _fill(catalogue: Catalogue, context: str, template: str, arguments: dict[str, Any]) -> str:
    found = catalogue.template(context, template) if template else ""  # gettext has its header there
    return _Writer(catalogue).vformat(found, (), arguments) if arguments else found


def _fill_plural(catalogue: Catalogue, singular: str, plural: str, count: int, values: dict[str, Any]) -> str:
    found = catalogue.plural_template("", singular, plural, count)
    return _Writer(catalogue).vformat(found, (), values)


class _English:
    """The language that the templates are written in."""

    language = "en"
    decimal = "."

    def template(self, context: str, template: str) -> str:  # noqa: ARG002  (as every catalogue's)
        return template

    def plural_template(self, context: str, singular: str, plural: str, count: int) -> str:  # noqa: ARG002
        return singular if count == 1 else plural

    def join_list(self, texts: list[str], alternatives: bool) -> str:
        last = " or " if alternatives else " and "
        return last.join((", ".join(texts[:-1]), texts[-1])) if len(texts) > 1 else "".join(texts)

    def write_date(self, day: date) -> str:
        return day.isoformat()


ENGLISH: Catalogue = _English()
"""English, which needs no catalogue."""
