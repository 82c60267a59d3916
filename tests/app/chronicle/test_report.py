"""The report is one HTML page that asks for nothing else."""

import re
from html.parser import HTMLParser
from itertools import pairwise
from xml.etree import ElementTree

import pytest

from companion.app.chronicle.charts import HEIGHT, Series, line_chart
from companion.app.chronicle.chronicle import chronicle
from companion.app.chronicle.recorded_game import game_facts, table_report
from companion.app.chronicle.report import luck_in_words, policy, report
from companion.app.chronicle.story import GameFacts
from companion.games import every_game
from companion.locale.messages import dated, translated
from companion.odds import LuckScore
from tests.app.chronicle.bot_games import bot_game, told
from tests.app.chronicle.test_chronicle import played
from tests.locale.pseudo import ENGLISH, PSEUDO

NAMES = ("Anna", "Ben", "Carl", "Dan", "Eva", "Finn")
NEVER_CLOSED = {"meta", "input"}


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


def facts(name: str) -> GameFacts:
    """What is known of a game that a random bot has played for a while."""
    table = played(name)
    return game_facts(table, chronicle(table), {})


@pytest.mark.every(3)
@pytest.mark.parametrize("game", [game.id for game in every_game()])
def test_every_game_has_a_well_formed_report(game: str) -> None:
    page = report(facts(game), "Friday <night>", "2026-11-22")
    parser = Balanced()
    parser.feed(page)
    assert not parser.open
    assert "Friday &lt;night&gt;" in page
    assert "<h2>Turn by turn</h2>" in page


@pytest.mark.parametrize("game", ["classic", "rogue"])
def test_a_report_asks_for_nothing_from_elsewhere_and_is_small(game: str) -> None:
    page = report(told(game), "Friday", "2026-11-22")
    assert not re.findall(r"""(?:\ssrc|\shref)=(?!["'`]#)|url\(|fetch|import|innerHTML""", page)
    assert f'content="{policy()}"' in page and "default-src 'none'" in policy()
    assert len(page.encode()) < 1_000_000


def test_a_finished_game_says_why_who_was_winning_and_what_the_house_ruled() -> None:
    page = table_report(bot_game("classic"), told("classic"), "Friday", "2026-11-22")
    for words in (
        "has conquered the world",
        "Who was winning",
        "The story",
        "30 min",
        "Each player all at once",
    ):
        assert words in page, words
    running = report(facts("classic"), "Friday", "2026-11-22")
    assert "Who was winning" not in running, "while it goes on, that is the table's own choice"


def test_a_game_without_a_map_has_no_board_and_no_script() -> None:
    page = report(told("battle"), "Friday", "2026-11-22")
    assert 'id="frames"' not in page and "<script" not in page


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


@pytest.mark.parametrize("end", [0, 3, 9])
def test_names_at_the_ends_of_lines_do_not_cover_each_other_and_stay_inside(end: int) -> None:
    lines = [
        Series(name, "red", ((0, 9), (1, end))) for name in ("Anna", "Ben", "Carl", "Dan", "Eva", "Finn")
    ]
    chart = ElementTree.fromstring(line_chart("armies", lines))
    heights = sorted(float(text.get("y", "0")) for text in chart.findall("text") if text.get("fill"))
    assert all(below - above >= 16 for above, below in pairwise(heights))
    assert heights[0] > 10 and heights[-1] <= HEIGHT - 6


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


def test_a_report_is_written_in_the_language_of_its_reader() -> None:
    record = told("classic")
    page = report(record, "Friday", dated("2026-11-22"), catalogue=PSEUDO)
    assert '<html lang="pseudo">' in page and "22.11.2026" in page
    body = page.split("<main>")[1].split("<details")[0].split('<script type="application/json"')
    heads = re.sub(r"<[^>]*>|&#?\w+;", " ", body[0] + body[1].split("</script>")[1])
    # Why it ended is said by the game.
    ends = [translated(event.text, PSEUDO) for event in record.chronicle.events if event.kind == "victory"]
    for name in (*ends, *(seat.name for seat in record.chronicle.seats), "Friday", record.chronicle.title):
        heads = heads.replace(name, "")
    assert ENGLISH.findall(heads) == []
