"""A rulebook read from a file: found by id, searched by words, said in a language, refused where broken."""

import re
import tomllib
from pathlib import Path

import pytest

from companion.errors import BrokenFile, UnknownName
from companion.locale.messages import translated
from companion.referee.rulebook import read_rulebook
from tests.locale.pseudo import PSEUDO, pseudo

RULE = """[[rule]]
id = "T-{0}"
step = "attack"
title = "{1}"
text = "{2}"
source = {{ document = "Book", heading = "Dice" }}
status = "enforced"
"""
GAMES = Path(__file__).parents[2] / "companion" / "games"
TRANSLATIONS = sorted(GAMES.glob("*/rulebook.*.toml"))
HEAD = 'game = "toy"\ntitle = "Toy"\n'


def written(folder: Path, *rules: tuple[str, str, str]) -> Path:
    file = folder / "rulebook.toml"
    file.write_text(HEAD + "".join(RULE.format(*rule) for rule in rules))
    return file


def test_a_rule_is_found_by_its_id_and_by_all_of_some_words(tmp_path: Path) -> None:
    book = read_rulebook(
        written(tmp_path, ("TIE", "Ties", "The defender wins."), ("ONE", "Ones", "Roll a one."))
    )
    assert book.find("T-ONE").title == "Ones"
    assert [rule.id for rule in book.search("DEFENDER tie")] == ["T-TIE"]
    assert [rule.id for rule in book.search("dice")] == ["T-TIE", "T-ONE"]
    assert (book.search("defender one"), len(book.search(""))) == ((), 2)
    with pytest.raises(UnknownName, match="T-TWO"):
        book.find("T-TWO")


def test_an_id_stands_once(tmp_path: Path) -> None:
    twice = [("TIE", "Ties", "The defender wins.")] * 2
    with pytest.raises(BrokenFile, match="T-TIE"):
        read_rulebook(written(tmp_path, *twice))


def test_what_is_no_rulebook_is_refused(tmp_path: Path) -> None:
    (tmp_path / "rulebook.toml").write_text("game = 1")
    for file in (tmp_path / "rulebook.toml", tmp_path / "none.toml"):
        with pytest.raises(BrokenFile, match="cannot be read"):
            read_rulebook(file)


def test_a_rule_is_said_in_the_language_of_its_reader(tmp_path: Path) -> None:
    file = written(tmp_path, ("TIE", "Ties", "The defender wins."), ("ONE", "Ones", "Roll a one."))
    (tmp_path / "rulebook.pseudo.toml").write_text(
        'title = "Spiel"\n[[rule]]\nid = "T-TIE"\ntitle = "Gleich"\ntext = "Wer verteidigt, gewinnt."\n'
    )
    book = read_rulebook(file)
    tie, one = book.rules
    assert translated(book.title, PSEUDO) == "Spiel"
    assert (translated(tie.title, PSEUDO), translated(tie.text, PSEUDO)) == (
        "Gleich",
        "Wer verteidigt, gewinnt.",
    )
    assert (translated(one.title, PSEUDO), one.title) == (pseudo("Ones"), "Ones"), "not written yet"
    assert book.search("gewinnt gleich", PSEUDO) == book.search("defender", PSEUDO) == (tie,)
    assert book.search("gewinnt") == ()


@pytest.mark.parametrize(
    "content",
    [
        'title = "Spiel"\nrules = []\n',
        'title = "Spiel"\n[[rule]]\nid = "T-TIE"\ntitle = "Gleich"\ntexts = ""\n',
        'title = "Spiel"\n[[rule]]\nid = "T-TIE"\ntitle = "Gleich"\ntext = ""\nstep = "attack"\n',
        'title = "Spiel"\ngame = "toy"\n[[rule]]\nid = "T-TIE"\ntitle = "Gleich"\ntext = ""\n',
    ],
)
def test_a_translation_has_titles_and_texts_only(tmp_path: Path, content: str) -> None:
    """What is misspelt would stay unsaid."""
    file = written(tmp_path, ("TIE", "Ties", "The defender wins."))
    (tmp_path / "rulebook.pseudo.toml").write_text(content)
    with pytest.raises(BrokenFile, match=r"rulebook\.pseudo\.toml cannot be read"):
        translated(read_rulebook(file).title, PSEUDO)


@pytest.mark.parametrize("path", TRANSLATIONS, ids=lambda path: f"{path.parent.name}-{path.suffixes[0]}")
def test_a_translated_rulebook_has_the_same_rules_and_numbers(path: Path) -> None:
    english = {rule.id: rule for rule in read_rulebook(path.with_name("rulebook.toml")).rules}
    rules = {rule["id"]: rule for rule in tomllib.loads(path.read_text(encoding="utf-8"))["rule"]}
    assert list(rules) == list(english)
    for id, rule in rules.items():
        for own, other in ((rule["text"], english[id].text), (rule["title"], english[id].title)):
            assert numbers(own) == numbers(other), id


def numbers(text: str) -> list[str]:
    return sorted(re.findall(r"\d+", text))
