"""Random games in the pseudo-language: no text that players read may be left in English."""

import ast
import re
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

import pytest

from companion.games import find_game
from companion.locale.messages import gettext
from tests.locale.english_left import english_left

ROOT = Path(__file__).parents[2] / "companion"

TABLES: list[tuple[str, int, dict[str, str]]] = [
    ("classic", 3, {}),
    ("classic", 2, {"setup": "claim", "goal": "capitals"}),
    ("classic", 3, {"edition": "2008", "cities": "entered", "objectives": "entered"}),
    ("battle", 3, {"treasury": "yes", "mercenaries": "yes", "commanders": "hero and fear"}),
    ("rogue", 4, {"level": "commander", "control": "lasting", "spawning": "one a turn"}),
    ("starcraft", 3, {}),
    ("starcraft", 3, {"mode": "command room", "placing": "all at once", "drawing": "entered"}),
    ("balance", 3, {"objectives": "by the table", "prices": "by the table", "finding": "entered"}),
    ("balance", 4, {"claiming": "dealt", "placing": "all at once", "deck": "symbols"}),
    ("nuked", 2, {"rule_set": "Fierce", "victory": "capitals", "origins": "several"}),
    ("nuked", 4, {"rule_set": "By the letter", "answers": "any troop card", "attack_answer": "yes"}),
]
MORE_TABLES: list[tuple[str, int, dict[str, str]]] = [
    ("classic", 4, {"goal": "missions", "cards": "stars"}),
    ("classic", 3, {"edition": "2008", "rewards": "dealt"}),
    ("battle", 2, {"field": "flat and open", "misfire": "one roll", "flight": "at once"}),
    ("rogue", 2, {}),
    ("starcraft", 2, {"placing": "all at once", "domination": "heroes and abilities"}),
    ("starcraft", 4, {"mode": "team play", "placing": "all at once", "rewards": "dealt"}),
    ("balance", 2, {"claiming": "dealt", "placing": "all at once", "tanks": "yes"}),
    ("nuked", 3, {}),
]


@pytest.mark.every(5, first=3)
@pytest.mark.parametrize(
    ("game", "seats", "house"),
    [*TABLES, *(pytest.param(*table, marks=pytest.mark.slow) for table in MORE_TABLES)],
)
def test_no_english_is_left_in_a_game(game: str, seats: int, house: dict[str, str]) -> None:
    assert english_left(find_game(game), house, seats, answers=150, seed=2) == {}


def plain_words(source: str) -> Iterator[str]:
    """Yield the texts of several words that a screen's source hands on as they are."""
    for node in ast.walk(ast.parse(source)):
        if isinstance(node, ast.keyword) and node.arg in SHOWN and isinstance(node.value, ast.Constant):
            text = node.value.value
            if isinstance(text, str) and re.search(r"[A-Za-z] [A-Za-z]", text):
                yield text


SHOWN = {"title", "text", "detail", "label", "prompt"}
SCREENS = [file for room in ("ui", "tools/editors") for file in (ROOT / room).rglob("*.py")]


def test_no_screen_shows_plain_words() -> None:
    assert len(SCREENS) > 100
    assert list(plain_words('Keyboard(title="Who sits here?")')) == ["Who sits here?"]
    assert [text for file in SCREENS for text in plain_words(file.read_text(encoding="utf-8"))] == []


UNEXTRACTED = "Nobody gave this to translators."


@pytest.mark.parametrize("planted", [UNEXTRACTED, gettext(UNEXTRACTED)], ids=["plain", "message"])
def test_a_sentence_that_is_not_extracted_is_found(planted: str) -> None:
    """A plain text, and a message whose sentence no translator is given, are both English to players."""
    game = find_game("classic")
    game = replace(game, info=replace(game.info, tagline=planted))
    assert english_left(game, {}, seats=3, answers=1, seed=2) == {UNEXTRACTED: 1}
