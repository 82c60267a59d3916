"""The referee over lines: the README's example, whole games, and lines nobody should send."""

import json
import random
import re
import subprocess
import sys
from pathlib import Path
from typing import Any

import msgspec
import pytest
from hypothesis import given
from hypothesis import strategies as st

from companion.cli import main
from companion.games.classic.game import CLASSIC
from companion.referee.dice_roller import DiceRoller
from companion.referee.json_lines import VERBS, describe, serve_json_lines, situation
from companion.referee.questions import Pick
from companion.referee.ruling import Refusals, Ruling, refuse
from companion.referee.table import Table
from tests.referee.tables import lay
from tests.referee.tiny.skirmish import SKIRMISH

README = Path(__file__).parents[2] / "companion" / "referee" / "README.md"
EXAMPLE = re.findall(r"^(\S.*?) +-> (.+)$", README.read_text(), re.MULTILINE)


def companion(*arguments: str, lines: bytes = b"") -> subprocess.CompletedProcess[bytes]:
    command = [sys.executable, "-m", "companion", *arguments]
    return subprocess.run(command, input=lines, capture_output=True, timeout=120, check=False)


def replies(*lines: str, players: int = 3) -> list[dict[str, Any]]:
    said = serve_json_lines(lay(CLASSIC, players), lines, DiceRoller(7))
    return [json.loads(msgspec.json.encode(line)) for line in said]


def test_replies_have_the_numbers_of_their_lines() -> None:
    """The open question comes first; an empty line is counted, and not answered."""
    assert [said["line"] for said in replies('{"show": true}', "", " ", "no JSON")] == [0, 1, 4]


def test_every_refusal_is_written_out() -> None:
    def judge(place: str) -> Ruling:
        return refuse("XX-1", f"{place} is closed.")

    places = ("here", "there", "nowhere")
    asked = Pick(
        prompt="Where?", rules=("XX-1",), allowed=("here",), denied=Refusals(places, ("here",), judge)
    )
    said = json.loads(msgspec.json.encode(describe(asked)))
    assert {place: why["reasons"][0]["text"] for place, why in said["denied"].items()} == {
        "there": "there is closed.",
        "nowhere": "nowhere is closed.",
    }


def test_a_table_is_described_with_its_question_while_one_is_open() -> None:
    table = lay(SKIRMISH, 2)
    assert situation(table)["question"]["prompt"] == table.question.prompt
    table.state.winners = ("red",)
    assert situation(Table(SKIRMISH, table.state))["question"] is None


def test_the_example_of_the_readme() -> None:
    assert len(EXAMPLE) == 11
    sent = "\n".join(line for line, _ in EXAMPLE).encode()
    options = ("--option", "placing=all at once", "--seed", "7")
    done = companion("referee", "classic", "--players", "3", *options, lines=sent)
    said = done.stdout.decode().splitlines()[1:]
    assert done.returncode == 0
    for (line, expected), reply in zip(EXAMPLE, said, strict=True):
        assert expected in json.dumps(json.loads(reply), ensure_ascii=False), line


@pytest.mark.long
@pytest.mark.parametrize(
    "players", [3, *(pytest.param(players, marks=pytest.mark.slow) for players in (2, 4, 5, 6))]
)
def test_a_whole_game_over_lines(players: int) -> None:
    """A driver that knows nothing but the lines plays to victory: it attacks wherever it can."""
    command = [
        sys.executable,
        "-m",
        "companion",
        "referee",
        "classic",
        "--players",
        str(players),
        "--seed",
        "5",
    ]
    options = ["--option", "placing=all at once"]
    dice_roller = random.Random(players)
    with subprocess.Popen(command + options, stdin=subprocess.PIPE, stdout=subprocess.PIPE) as process:
        assert process.stdin is not None
        assert process.stdout is not None
        reply = json.loads(process.stdout.readline())
        for _ in range(20_000):
            question = reply["question"]
            if question is None:
                break
            process.stdin.write(json.dumps(line_for(question, dice_roller)).encode() + b"\n")
            process.stdin.flush()
            reply = json.loads(process.stdout.readline())
            assert reply["ruling"]["allowed"], reply
        process.stdin.close()
    assert reply["timeline"]["part"] == "over"
    assert reply["reports"][-1]["kind"] == "victory"


def line_for(question: dict[str, Any], dice_roller: random.Random) -> dict[str, Any]:
    allowed = question["allowed"]
    match question["kind"]:
        case "roll" | "shuffle":
            return {"chance": True}
        case "deploy":
            return {"answer": {"place": dice_roller.choice(allowed), "count": question["most"]}}
        case "count":
            return {"answer": question["most"]}
        case "pick or end" if question["prompt"].startswith("Fortify"):
            return {"answer": "end"}
        case "pick or end" if len(allowed) > 1:
            return {"answer": dice_roller.choice(allowed[:-1])}
    return {"answer": dice_roller.choice(allowed)}


@pytest.mark.parametrize(
    ("line", "kind", "words"),
    [
        ("hello", "MalformedAnswer", "not JSON"),
        ("[1, 2]", "MalformedAnswer", "asks for nothing"),
        ("{}", "MalformedAnswer", "asks for nothing"),
        ('{"seq": 0}', "MalformedAnswer", "asks for nothing"),
        ('{"answer": "red", "undo": 1}', "MalformedAnswer", "asks for ['answer', 'undo']"),
        ('{"ansewr": "red"}', "MalformedAnswer", "asks for ['ansewr']"),
        ('{"answer": ' + "[" * 900 + "]" * 900 + "}", "MalformedAnswer", "wants the id of an option"),
        ('{"answer": ' + "9" * 5000 + "}", "MalformedAnswer", "not JSON"),
        ('{"answer": "\\ud800"}', "MalformedAnswer", "not JSON"),
        ('{"say": 7}', "MalformedAnswer", "as a text"),
        ('{"undo": ' + "[" * 900 + "]" * 900 + "}", "MalformedAnswer", "must be a whole number"),
        ('{"answer": "red", "seq": true}', "MalformedAnswer", "seq must be a whole number"),
        ('{"chance": true, "seq": 5}', "MalformedAnswer", "not one of chance"),
        (
            '{"inquire": {"about": "attack", "inquiry": 1, "self": 2}}',
            "UnknownName",
            "inquiry is not known, self is not known, origin is missing",
        ),
        (
            '{"inquire": {"about": "attack", "origin": [], "target": {}}}',
            "UnknownName",
            "; origin is [], target is {}",
        ),
        ('{"inquire": {"about": "attack", "origin": "mars", "target": "alaska"}}', "UnknownName", "'mars'"),
        ("x" * 200_000, "MalformedAnswer", "longer than 100,000"),
        ('{"answer": NaN}', "MalformedAnswer", "not JSON"),
        ("[" * 5000, "MalformedAnswer", "not JSON"),
        ('{"answer": 7}', "MalformedAnswer", "wants the id of an option"),
        ('{"answer": "red", "seq": "x"}', "MalformedAnswer", "seq must be a whole number"),
        ('{"answer": "red", "seq": 99}', "StaleAnswer", "no longer open"),
        ('{"chance": true}', "MalformedAnswer", "not one of chance"),
        ('{"undo": 1}', "NothingToUndo", "Asked to undo 1, but 0 can"),
        ('{"undo": true}', "MalformedAnswer", "must be a whole number"),
        ('{"redo": -1}', "NothingToUndo", "can be redone"),
        ('{"undo": 99999999999999999999999}', "NothingToUndo", "can be undone"),
        ('{"correct": [1]}', "MalformedAnswer", "a value for each key"),
        ('{"show": "hands"}', "MalformedAnswer", "there are: state"),
        ('{"show": ["state"]}', "MalformedAnswer", "there are: state"),
        ('{"inquire": "attack"}', "MalformedAnswer", "says what it is about"),
        ('{"inquire": {"about": "fly"}}', "UnknownName", "answers no inquiry"),
        ('{"inquire": {"about": "trade", "hand": 3}}', "UnknownName", "hand is not known, cards is missing"),
        (
            '{"inquire": {"about": "trade", "cards": 3}}',
            "UnknownName",
            "(a list of texts); cards is 3",
        ),
    ],
)
def test_a_bad_line_is_answered_and_the_next_one_too(line: str, kind: str, words: str) -> None:
    _, bad, good = replies(line, '{"answer": "red"}')
    assert bad["error"]["kind"] == kind
    assert words in bad["error"]["message"]
    assert good["ruling"]["allowed"]


def test_no_more_values_are_corrected_at_once_than_there_are() -> None:
    known = [one.key for one in CLASSIC.correctables(lay(CLASSIC, 3).state)]
    each, more = dict.fromkeys(known, "nonsense"), dict.fromkeys(map(str, range(len(known) + 1)), 1)
    _, ruled, refused = replies(json.dumps({"correct": each}), json.dumps({"correct": more}))
    assert not ruled["ruling"]["allowed"]
    assert f"of {len(known)} values" in refused["error"]["message"]


def test_a_huge_answer_is_refused_in_a_few_words() -> None:
    _, refused, moved = replies(json.dumps({"answer": "x" * 90_000}), '{"answer": "red", "seq": null}')
    assert refused["ruling"]["reasons"][0]["rule"] == "CL-TURN"
    assert len(refused["ruling"]["words"]) < 200
    assert moved["ruling"]["allowed"]


def test_a_position_taken_over_lines_is_gone_on_from() -> None:
    shown = replies('{"say": "red"}', '{"chance": true}', '{"show": "position"}')[-1]["position"]
    done = companion("referee", "classic", "--position", shown, lines=b'{"show": "position"}\n')
    first, again = map(json.loads, done.stdout.splitlines())
    assert first["question"]["kind"] == "deploy"
    assert again["position"] == shown


def test_bytes_that_are_no_text_are_answered_too() -> None:
    done = companion("referee", "classic", "--players", "2", lines=b'\xff\xfe\x00\n{"answer": "red"}\n')
    first, bad, good = map(json.loads, done.stdout.splitlines())
    assert first["question"]["kind"] == "choose"
    assert bad["error"]["kind"] == "MalformedAnswer"
    assert good["ruling"]["allowed"]


@pytest.mark.every(4)
@pytest.mark.parametrize(
    ("arguments", "words"),
    [
        (("referee", "chess", "--players", "2"), "There is no game 'chess'; there are: classic"),
        (("referee", "classic", "--players", "7"), "is for 2 to 6 players, not 7"),
        (("referee", "classic", "--players", "3", "--option", "fortify=fly"), "one of connected, adjacent"),
        (("referee", "classic", "--players", "3", "--option", "gravity=off"), "no house rule 'gravity'"),
        (("referee", "classic", "--players", "3", "--option", "fortify"), "NAME=VALUE"),
        (("referee", "classic", "--position", "hello"), "A position begins like"),
        (("referee", "classic", "--position", "classic r1 t1 fly red; seats red blue"), "no step 'fly'"),
        (("rules", "chess"), "There is no game 'chess'"),
    ],
)
def test_what_cannot_be_started_says_why(
    arguments: tuple[str, ...], words: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(arguments) == 1
    assert words in capsys.readouterr().err


def test_the_state_is_shown_whole() -> None:
    _, shown = replies('{"show": "state"}')
    assert len(shown["state"]["holdings"]) == 42
    assert shown["state"]["step"] == "first"


# --- lines of any kind --------------------------------------------------------------------------------------

scalars = (
    st.none()
    | st.booleans()
    | st.integers()
    | st.floats(allow_nan=False)
    | st.text()
    | st.sampled_from(("red", "alaska", "end", "attack", "state", "position", "call off", "game.step"))
)
anything = st.recursive(
    scalars,
    lambda inner: (
        st.lists(inner, max_size=4)
        | st.dictionaries(
            st.text() | st.sampled_from(("about", "origin", "place", "count", "offer", "cards")),
            inner,
            max_size=4,
        )
    ),
    max_leaves=8,
)
requests = st.dictionaries(st.sampled_from((*VERBS, "seq", "x")), anything, min_size=1, max_size=2)
LAID = lay(CLASSIC, 3, "red", list(lay(CLASSIC, 3).state.holdings), {"place": "afghanistan", "count": 1})


@given(st.lists(st.text() | requests.map(json.dumps) | anything.map(json.dumps), max_size=6))
def test_any_line_is_answered(lines: list[str]) -> None:
    table = Table.resume(CLASSIC, LAID.positions, LAID.entries)
    said = [msgspec.json.encode(line) for line in serve_json_lines(table, lines, DiceRoller(1))]
    assert len(said) == 1 + sum(bool(line.strip()) for line in lines)
    assert table.timeline.part == "setup"
