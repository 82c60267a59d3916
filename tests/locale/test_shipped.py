"""Every language that ships is complete: its sentences, its terms, its rulebooks."""

import tomllib
from collections.abc import Iterator
from pathlib import Path

import pytest
from babel.messages import Catalog

from companion.games import GAMES
from companion.locale.extraction import extract, faults
from companion.locale.languages import FOLDER, languages

SHIPPED = languages()[1:]
RULEBOOKS = FOLDER.parent / "games"
FEWEST_TERMS = 100


@pytest.fixture(scope="module")
def program() -> Iterator[Catalog]:
    """All sentences of the program, which takes seconds to read."""
    yield extract()


def test_there_are_four_languages_beside_english() -> None:
    assert {"de", "es", "fr", "it"} <= set(SHIPPED)


@pytest.mark.parametrize("language", SHIPPED)
def test_every_sentence_is_translated_and_keeps_its_places(language: str, program: Catalog) -> None:
    """So that somebody reads each new sentence: the catalogues are the list of all that screens can show."""
    found = list(faults(language, program))
    assert found == [], (
        "New sentences? Read them as a player who never saw the program; then accept them with "
        f"`companion language update {language}`, and translate them."
    )


def test_errors_of_both_packages_are_among_the_sentences(program: Catalog) -> None:
    """A profile or a board's file that is wrong is refused in the player's language too."""
    for sentence in ("{key} has no [[marker]]", "{key} is no camera matrix: focal lengths on the diagonal"):
        assert [message.id for message in program if str(message.id).startswith(sentence)]


@pytest.mark.parametrize("language", SHIPPED)
def test_every_language_has_a_glossary(language: str) -> None:
    terms = tomllib.loads((FOLDER / language / "glossary.toml").read_text(encoding="utf-8"))["terms"]
    assert len(terms) >= FEWEST_TERMS


@pytest.mark.parametrize("language", SHIPPED)
@pytest.mark.parametrize("game", [game.id for game in GAMES])
def test_every_rulebook_is_translated(game: str, language: str) -> None:
    assert Path(RULEBOOKS, game, f"rulebook.{language}.toml").exists()
