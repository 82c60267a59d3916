"""What phones are told of the table."""

from types import SimpleNamespace
from typing import Any

import pytest

from companion.games import find_game
from companion.referee.game_view import Place
from companion.web.table_view import _mark_names, _title, take_snapshot
from tests.web.conftest import Table


@pytest.mark.parametrize(
    ("mark", "names"),
    [
        # (a mark of a place, the kind of mark and its name)
        ("capital", {"capital": "Capital"}),
        ("base:red", {"base": "Base"}),
        ("mineral*3", {"mineral": "Mineral field"}),
        ("hero*2:blue", {"hero": "Hero"}),
        ("start", {"start": "Start"}),
        ("symbol-high-ground", {"symbol-high-ground": "high ground"}),
    ],
)
def test_kinds_of_marks_are_named_without_their_numbers_and_owners(mark: str, names: dict[str, str]) -> None:
    assert _mark_names({"here": Place(None, 0, (mark,))}) == names


@pytest.mark.parametrize(("practice", "title"), [(False, "Classic Risk"), (True, "Practice: Classic Risk")])
def test_phones_are_told_what_is_practice(practice: bool, title: str) -> None:
    session: Any = SimpleNamespace(game=find_game("classic"), practice=practice)
    assert _title(session) == title


def test_phones_read_the_last_four_reports(table: Table) -> None:
    table.play_to(lambda _: len(table.session.table.reports) > 5)
    texts = [logged.report.text for logged in table.session.table.reports]
    assert take_snapshot("friday", table.session, "classic").view.reports == tuple(texts[-4:])
