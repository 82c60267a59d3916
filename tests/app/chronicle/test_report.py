"""The report is one HTML page that asks for nothing else."""

import re
from html.parser import HTMLParser
from itertools import pairwise
from xml.etree import ElementTree

import pytest

from companion.app.chronicle.charts import Series, line_chart
from companion.app.chronicle.chronicle import chronicle
from companion.app.chronicle.report import luck_in_words, report
from companion.games import every_game
from companion.odds import LuckScore
from tests.app.chronicle.test_chronicle import played

NEVER_CLOSED = {"meta"}


class Balanced(HTMLParser):
    """Fails on a tag that is closed where it was not opened."""

    def __init__(self) -> None:
        super().__init__()
        self.open: list[str] = []

    def handle_starttag(self, tag: str, attrs: object) -> None:  # noqa: ARG002
        if tag not in NEVER_CLOSED:
            self.open.append(tag)

    def handle_endtag(self, tag: str) -> None:
        assert self.open.pop() == tag


@pytest.mark.parametrize("game", [game.id for game in every_game()])
def test_every_game_has_a_well_formed_report(game: str) -> None:
    page = report(chronicle(played(game)), "Friday <night>", "2026-11-22")
    parser = Balanced()
    parser.feed(page)
    assert not parser.open
    assert "Friday &lt;night&gt;" in page
    assert "<h2>Turn by turn</h2>" in page


def test_a_report_asks_for_nothing_from_elsewhere() -> None:
    page = report(chronicle(played("classic")), "Friday", "2026-11-22")
    assert not re.findall(r"(?:src|href|url)\s*[=(]", page)
    assert "default-src 'none'" in page


def test_a_chart_draws_a_line_for_each_seat_and_marks_the_lead() -> None:
    lines = [
        Series("Anna", "red", ((0, 3), (10, 6))),
        Series("Ben & Co", "blue", ((0, 3), (10, 0))),
        Series("nobody", "green", ()),
    ]
    chart = ElementTree.fromstring(line_chart("armies", lines, [(10, 6)]))
    paths = chart.findall("polyline")
    assert len(paths) == 2
    assert len({path.get("stroke-dasharray") for path in paths}) == 2  # told apart without colour
    (mark,) = chart.findall("circle")
    end = paths[0].get("points", "").split()[-1]
    assert f"{mark.get('cx')},{mark.get('cy')}" == end
    assert {"Anna", "Ben & Co"} <= {text.text for text in chart.findall("text")}


def test_names_at_the_ends_of_lines_do_not_cover_each_other() -> None:
    lines = [Series(name, "red", ((0, 1), (1, 5))) for name in ("Anna", "Ben", "Carl")]
    chart = ElementTree.fromstring(line_chart("armies", lines))
    heights = sorted(float(text.get("y", "0")) for text in chart.findall("text") if text.get("fill"))
    assert all(below - above >= 16 for above, below in pairwise(heights))


@pytest.mark.parametrize(
    ("lost", "expected", "z", "words"),
    [
        (9, 4.0, 2.5, "lost 9 in 5 battle rolls, 4.0 by the odds: unlucky"),
        (2, 6.0, -2.0, "lost 2 in 5 battle rolls, 6.0 by the odds: lucky"),
        (5, 5.0, 0.0, "lost 5 in 5 battle rolls, 5.0 by the odds: as expected"),
        (
            6,
            5.0,
            0.5,
            "lost 6 in 5 battle rolls, 5.0 by the odds: as expected",
        ),  # within one standard deviation
    ],
)
def test_luck_in_words(lost: int, expected: float, z: float, words: str) -> None:
    assert luck_in_words(LuckScore(5, lost, expected, z)) == words


@pytest.mark.parametrize("fortune", [None, LuckScore(0, 0, 0.0, 0.0)])
def test_who_rolled_no_dice_had_no_luck(fortune: LuckScore | None) -> None:
    assert luck_in_words(fortune) == "rolled no dice"
