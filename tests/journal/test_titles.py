"""Titles that the program gives are kept in English, and read in each language."""

from pathlib import Path

import pytest

from companion.app.chronicle.recorded_game import branch
from companion.app.night.lessons import first_lesson
from companion.games import find_game
from companion.journal.journal import Journal
from companion.journal.titles import PART, heading
from companion.locale.catalogue import show_in
from companion.locale.messages import translated
from tests.locale.pseudo import PSEUDO, pseudo


@pytest.mark.parametrize(
    ("title", "read"),
    [
        ("Friday night", "Friday night"),
        ("Friday, part 2", pseudo(PART).format(title="Friday", number=2)),
        ("Learning Nuked", pseudo("Learning {game}").format(game="Nuked")),
    ],
)
def test_a_title_is_read_in_each_language(title: str, read: str) -> None:
    assert heading(title) == title and translated(heading(title), PSEUDO) == read


def test_a_first_game_and_its_branch_are_kept_in_english(tmp_path: Path) -> None:
    """Whatever language the table speaks: they are read in another one later."""
    show_in("de")
    try:
        with Journal.open(tmp_path / "games.sqlite") as journal:
            lesson = first_lesson(journal, find_game("classic"))
            number = branch(journal, lesson.number, 1)
            kept = {record.id: record for record in journal.games()}
    finally:
        show_in("en")
    assert kept[lesson.number].title == "Learning Classic Risk"
    assert kept[number].title == "Learning Classic Risk (from answer 1)"
    assert kept[number].seats[0].kept_name == "Red"
    told = translated(kept[number].heading, PSEUDO)
    assert pseudo("Learning {game}").format(game="Classic Risk") in told and "from answer" not in told
    assert translated(kept[number].seats[0].name, PSEUDO) == pseudo("Red")
