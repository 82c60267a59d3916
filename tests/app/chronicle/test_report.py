"""The report is one HTML page that asks for nothing else."""

import re
from html.parser import HTMLParser
from itertools import pairwise
from xml.etree import ElementTree

import pytest

from companion.app.chronicle.charts import HEIGHT, Series, line_chart
from companion.app.chronicle.chronicle import BattleRoll, Chronicle, Event, TurnRecord, chronicle
from companion.app.chronicle.recorded_game import game_facts, table_report
from companion.app.chronicle.report import luck_in_words, policy, report
from companion.app.chronicle.story import GameFacts
from companion.games import every_game
from companion.locale.messages import dated, translated
from companion.odds import DiceSpec, LuckScore, RollRecord
from companion.referee.dice import Losses
from companion.referee.game_view import GameView, Standing
from companion.referee.seats import seats_of
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


def rolled(entry: int, attack: tuple[int, ...], defence: tuple[int, ...], by: str = "touch") -> Event:
    """A roll of Anna's in which she lost one."""
    record = RollRecord(DiceSpec(len(attack)), DiceSpec(1), Losses(1, 0), "defender", "red", "blue")
    roll = BattleRoll("peru", "brazil", attack, defence, by, record)
    return Event(entry, "battle", "red", f"Roll {entry}", ("CL-1", "CL-2"), roll)


def read_page(winners: tuple[str, ...], *turns: tuple[Event, ...], minutes: int = 0) -> list[str]:
    """The lines of the report of a game by hand without a board: a set-up, then a turn for each player."""
    records, last = [], 0
    for number, events in enumerate(turns):
        first, last = last, max([last, *(event.entry for event in events)])
        seat = None if number == 0 else ("blue", "red")[number % 2]
        records.append(
            TurnRecord(number, (number + 1) // 2, seat, first, last, events, (Standing("red", ()),))
        )
    game = Chronicle("classic", "Classic", seats_of(2, ("Anna", "Ben")), winners, tuple(records))
    view = GameView("field", "", {}, ())
    page = report(GameFacts(game, (view,) * len(turns), {}, {"red": minutes * 60_000}), "Friday", "today")
    body = re.sub(r"</(?:p|h1|h2|tr|li|summary|a)>", "\n", page.partition("<main>")[2])
    return [line.strip() for line in re.sub(r"<[^>]*>", " ", body).splitlines() if line.strip()]


def test_a_game_that_has_just_begun_has_little_to_tell() -> None:
    assert read_page(()) == [
        "Classic: still going on", "Friday, today. Nothing has happened yet.", "Turn by turn"
    ]  # fmt: skip


def test_a_game_by_hand_is_read_line_by_line() -> None:
    """Answers are not listed turn by turn, and dice of the companion do not count."""
    lines = read_page(
        ("red",),
        (Event(1, "answer", "red", "Begin"), Event(1, "note", None, "The board is empty")),
        (rolled(2, (6, 6, 1), (6,)), rolled(3, (5,), (1,), "companion"), Event(4, "answer", "red", "End")),
        (Event(5, "victory", "blue", "Ben has won"), Event(6, "victory", "red", "Anna has won")),
        (Event(9, "note", "red", "All is over"),),
        minutes=61,
    )
    assert lines[:3] == [
        "Anna wins Classic", "Friday, today. 2 rounds, 3 turns, 9 answers, 1 h 1 min.", "Anna has won"
    ]  # fmt: skip
    told = "\n".join(" ".join(line.split()) for line in lines)
    assert "Luck\nAnna lost 2 in 2 battle rolls, " in told
    assert "Ben lost 0 in 2 battle rolls, " in told
    assert "Dice\n1 1\n2 0\n3 0\n4 0\n5 0\n6 3\nTurn by turn\n" in told
    assert told.partition("Turn by turn\n")[2].split("\n") == [
        "Set-up (1)", "The board is empty", "The board then",
        "Round 1, Anna (2)", "Roll 2 CL-1, CL-2", "Roll 3 CL-1, CL-2", "The board then",
        "Round 1, Ben (2)", "Ben has won", "Anna has won", "The board then",
        "Round 2, Anna (1)", "All is over", "The board then",
    ]  # fmt: skip


@pytest.mark.parametrize(
    ("winners", "heading", "told"),
    [
        ((), "Classic: still going on", False),
        (("red",), "Anna wins Classic", True),
        (("red", "blue"), "Anna and Ben win Classic", True),
    ],
)
def test_why_it_ended_is_told_of_a_game_that_is_won(
    winners: tuple[str, ...], heading: str, told: bool
) -> None:
    """Not of one that goes on after a victory was taken back."""
    lines = read_page(winners, (Event(1, "victory", "red", "All is conquered"),))
    assert lines[0] == heading and (lines[2] == "All is conquered") == told
    assert read_page(winners, (Event(1, "note", "red", "All is conquered"),))[2] == "Turn by turn"


def test_faces_are_as_wide_as_they_are_many() -> None:
    events = rolled(1, (6, 6, 1), (6,)), rolled(2, (6,), (5,))
    game = Chronicle("classic", "Classic", seats_of(2), (), (TurnRecord(0, 0, None, 0, 2, events, ()),))
    page = report(GameFacts(game, (GameView("field", "", {}, ()),), {}, {}), "Friday", "today")
    assert re.findall(r'<span style="width:(\d+)%">', page) == ["25", "0", "0", "0", "25", "100"]
