"""Titles that the program gives to games: kept in English, read in each language."""

from companion.locale.messages import gettext_noop, reread

LEARNING = gettext_noop("Learning {game}")
BRANCH = gettext_noop("{title} (from answer {number})")
"""A game that goes on differently from an answer of another."""
PART = gettext_noop("{title}, part {number}")
"""The beginning of a game whose end a damaged file has lost."""


def heading(title: str) -> str:
    """Return a title as it is read: a message where the program gave it.

    >>> from companion.locale.catalogue import catalogue
    >>> print(translated(heading("Learning Nuked (from answer 12)"), catalogue("de")))
    Nuked lernen (ab Antwort 12)
    """
    return reread(title, PART, BRANCH, LEARNING)
