"""A rulebook read from a file: found by id, searched by words, refused where it is broken."""

from pathlib import Path

import pytest

from companion.errors import BrokenFile, UnknownName
from companion.referee.rulebook import read_rulebook

RULE = """[[rule]]
id = "T-{0}"
step = "attack"
title = "{1}"
text = "{2}"
source = {{ document = "Book", heading = "Dice" }}
status = "enforced"
"""
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
