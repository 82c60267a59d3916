"""Words on the screen: short questions, one glossary, grammar by number, in random games of every kind."""

import ast
import re
from collections.abc import Iterator
from pathlib import Path

import pytest

from companion.games import find_game
from companion.referee.houserules import set_house_rules
from companion.referee.questions import Choose, Question
from companion.referee.random_bot import RandomBot
from companion.referee.seats import seats_of
from companion.referee.table import Table
from tests.ui.every_game import CASES

ROOT = Path(__file__).parents[1]
MAX_WORDS = 8
ANSWERS = 250
NEVER = (
    "how everybody stands",
    "that is right",
    "all as printed",
    "how far goes",
    "correct the board",
    "take back",
    "click",
    "set right",
    "bring back",
    "mend ",
    "not after all",
    "rather not",
    "no enemy's",
    "comes to nothing",
    "spares you",
)
"""What the glossary (companion/ui/GLOSSARY.md) has other words for."""
SINGULAR = re.compile(
    r"(?<![\d/.-] )(?<![\w/.-])1 (armies|territories|cities|inches|(units|soldiers|troops|cards|stars|"
    r"tanks|tokens|squads|zones|points|rounds|players|fields|capitals))\b"
)
PLURAL = re.compile(
    r"(?<![\w/.-])(0|[2-9]|[1-9]\d+) (army|territory|city|unit|soldier|troop|card|star|tank|token|"
    r"squad|zone|point|round|player)\b(?! \w*(die|dice))"
)
"""One of many, and many of one."""
Case = tuple[str, int, dict[str, str]]


def played(case: Case, seed: int) -> Iterator[tuple[Question, list[str]]]:
    """Play a game at random, without a screen: every question, and what was told since the last."""
    name, players, house = case
    game = find_game(name)
    table = Table(game, game.begin(seats_of(players), set_house_rules(game.house_rules, house)))
    bot, heard = RandomBot(seed), 0
    for _ in range(ANSWERS):
        if table.question is None:
            break
        yield table.question, [told.report.text for told in table.reports[heard:]]
        heard = len(table.reports)
        table.answer(bot.answer(table.question))


def said(question: Question) -> list[str]:
    """All the words of a question."""
    options = question.options if isinstance(question, Choose) else ()
    labels = [words for option in options for words in (option.label, option.detail)]
    return [question.prompt, question.detail, *labels, *(offer.label for offer in question.offers)]


@pytest.mark.parametrize("case", CASES, ids=lambda case: f"{case[0]}-{case[1]}-{'-'.join(case[2].values())}")
def test_questions_are_short_and_speak_good_english(case: Case) -> None:
    wrong = set()
    for question, told in played(case, seed=7):
        if len(question.prompt.split()) > MAX_WORDS:
            wrong.add(f"more than {MAX_WORDS} words: {question.prompt}")
        for words in (*said(question), *told):
            if SINGULAR.search(words) or PLURAL.search(words):
                wrong.add(f"number: {words}")
            wrong |= {f"{never}: {words}" for never in NEVER if never in words.lower()}
    assert sorted(wrong) == []


def test_no_question_in_the_code_is_too_long() -> None:
    """Those too that no bot is asked in its games."""
    asked = set()
    sources = (path.read_text(encoding="utf-8") for path in (ROOT / "companion").rglob("*.py"))
    for source in (source for source in sources if "prompt=" in source):
        for node in ast.walk(ast.parse(source)):
            if isinstance(node, ast.keyword) and node.arg and node.arg.endswith("prompt"):
                words = (part.value for part in ast.walk(node.value) if isinstance(part, ast.Constant))
                asked |= {text for text in words if isinstance(text, str)}
    assert "Who rolled highest?" in asked
    assert [text for text in asked if len(text.split()) > MAX_WORDS] == []


@pytest.mark.slow
@pytest.mark.parametrize("seed", range(6))
@pytest.mark.parametrize("case", CASES, ids=lambda case: f"{case[0]}-{case[1]}-{'-'.join(case[2].values())}")
def test_no_question_of_longer_games_is_too_long(
    case: Case, seed: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("tests.test_glossary.ANSWERS", 2000)
    prompts = {question.prompt for question, _ in played(case, seed)}
    assert [prompt for prompt in prompts if len(prompt.split()) > MAX_WORDS] == []


@pytest.mark.parametrize(
    ("words", "wrong"),
    [
        ("1 armies", True),
        ("1 army", False),
        ("2 army", True),
        ("12 armies", False),
        ("Red infantry 2 attacks", False),
        ("2 die, 1 hold it", False),
        ("1 1/2 inches", False),
    ],
)
def test_wrong_numbers_are_found(words: str, wrong: bool) -> None:
    assert bool(SINGULAR.search(words) or PLURAL.search(words)) == wrong


def strings(path: Path) -> Iterator[str]:
    """What a module may show: its strings without its docstrings."""
    nodes = list(ast.walk(ast.parse(path.read_text(encoding="utf-8"))))
    shown = {
        id(node.value)
        for node in nodes
        if isinstance(node, ast.Expr) and isinstance(node.value, ast.Constant)
    }
    for node in nodes:
        if isinstance(node, ast.Constant) and isinstance(node.value, str) and id(node) not in shown:
            yield node.value


@pytest.mark.parametrize(
    "folder", ["ui", "app", "games", "tools/editors", "referee", "journal", "web", "club", "hardware"]
)
def test_screens_keep_to_the_glossary(folder: str) -> None:
    modules = sorted((ROOT / "companion" / folder).rglob("*.py"))
    assert modules
    found = [
        f"{path.relative_to(ROOT)}: {words}"
        for path in modules
        for words in strings(path)
        if " " in words
        if re.search(rf"\b({'|'.join(NEVER)})\b", words.lower())
    ]
    assert found == []
