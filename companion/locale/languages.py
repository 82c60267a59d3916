"""The languages there are: one once its folder is there. No Python names them."""

from collections.abc import Iterable
from pathlib import Path

FOLDER = Path(__file__).parent
DOMAIN = "companion"
SOURCE = "en"
"""The language of the templates."""


def po_file(language: str) -> Path:
    """Return the file that translators write."""
    return FOLDER / language / "LC_MESSAGES" / f"{DOMAIN}.po"


def languages() -> tuple[str, ...]:
    """Return the codes of all languages, English first."""
    found = sorted(path.parent.parent.name for path in FOLDER.glob(f"*/LC_MESSAGES/{DOMAIN}.po"))
    return (SOURCE, *found)


def own_name(language: str) -> str:
    """Return a language's name in itself.

    >>> own_name("de")
    'Deutsch'
    """
    from babel import Locale  # a tenth of a second on a Pi

    name = Locale.parse(language).get_display_name() or language
    return name[:1].upper() + name[1:]


def best_language(wanted: Iterable[str]) -> str:
    """Return the first language asked for that is there, else English.

    Args:
        wanted: codes such as ``"de_AT.UTF-8"`` or ``"fr-CH"``, the best first.
    """
    known = languages()
    for code in wanted:
        language = code.replace("-", "_").split(".")[0].split("_")[0].lower()
        if language in known:
            return language
    return SOURCE
