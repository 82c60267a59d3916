"""The languages there are: one once its folder is there. No Python names them."""

import os
from collections.abc import Iterable
from pathlib import Path

FOLDER = Path(__file__).parent
DOMAIN = "companion"
SOURCE = "en"
"""The language of the templates."""
VARIABLES = ("LC_ALL", "LC_MESSAGES", "LANG")
"""The environment variables with the language of people; the first that is set counts (POSIX, 8.2)."""


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
    if language == SOURCE:
        return "English"
    from babel import Locale, UnknownLocaleError  # a tenth of a second on a Pi

    try:
        name = Locale.parse(language).get_display_name() or language
    except (UnknownLocaleError, ValueError):
        return language
    return name[:1].upper() + name[1:]


REGIONS = {
    "Africa": "002",
    "America": "019",
    "Antarctica": "AQ",
    "Asia": "142",
    "Australia": "AU",
    "Brazil": "BR",
    "Canada": "CA",
    "Chile": "CL",
    "Europe": "150",
    "Mexico": "MX",
    "Pacific": "009",
    "US": "US",
}
"""The regions of time zones as Unicode's CLDR numbers them; it has no names of seas."""


def zone_name(zone: str, language: str) -> str:
    """Return the name of a time zone's region or place in a language; the system's own if there is none.

    >>> zone_name("Europe", "de"), zone_name("Europe/Vienna", "it"), zone_name("Indian/Mauritius", "fr")
    ('Europa', 'Vienna', 'Maurice')
    """
    own = (zone.partition("/")[2] or zone).replace("_", " ")
    from babel import Locale, UnknownLocaleError

    try:
        known = Locale.parse(language)
    except (UnknownLocaleError, ValueError):
        return own
    if "/" not in zone:
        return str(known.territories.get(REGIONS.get(zone, ""), own))
    return str(known.time_zones.get(zone, {}).get("city", own))


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


def system_locale() -> str:
    """Return the locale in which the system speaks to people, such as ``"de_AT.UTF-8"``."""
    return next((found for name in VARIABLES if (found := os.environ.get(name))), "")
