"""Messages stay readable, whatever somebody sent stands in them."""

import json

import pytest

from companion import cli, errors
from companion.games import GAMES, find_game
from companion.referee.dice_roller import DiceRoller
from companion.referee.houserules import set_house_rules
from companion.referee.json_lines import serve_json_lines
from companion.referee.ruling import Reason, Ruling
from companion.referee.seats import seats_of
from companion.referee.table import Table

HUGE = "x" * 200_000
REQUESTS = (
    {"answer": HUGE},
    {"answer": {HUGE: HUGE}},
    {"may": HUGE},
    {"inquire": {"about": HUGE}},
    {"correct": {HUGE: "red"}},
    {"correct": {"alaska": HUGE}},
    {"correct": {f"key {number}": "red" for number in range(5000)}},
    {"correct": {f"key {number}": "red" for number in range(40)}},
    {"show": HUGE},
    {HUGE: 1},
)


@pytest.mark.parametrize("game", [game.id for game in GAMES])
def test_a_reply_says_no_more_than_anybody_reads(game: str) -> None:
    played = find_game(game)
    table = Table(played, played.begin(seats_of(2), set_house_rules(played.house_rules, {})))
    replies = list(serve_json_lines(table, [json.dumps(request) for request in REQUESTS], DiceRoller(1)))[1:]
    assert len(replies) == len(REQUESTS)
    for reply in replies:
        words = reply["error"]["message"] if "error" in reply else reply["ruling"]["words"]
        assert 0 < len(words) <= errors.LONGEST


@pytest.mark.parametrize(
    "kind",
    [errors.CompanionError, errors.MalformedAnswer, errors.UnknownName, errors.CameraUnavailable],
)
def test_a_long_message_is_cut_and_a_short_one_is_not(kind: type[errors.CompanionError]) -> None:
    assert str(kind("The tray is empty.")) == "The tray is empty."
    assert len(str(kind(HUGE))) == errors.LONGEST


def test_a_ruling_with_many_reasons_is_short_and_keeps_them() -> None:
    ruling = Ruling.from_reasons(Reason("CL-ATK", f"Reason {number}.") for number in range(1000))
    assert len(ruling.text) == errors.LONGEST
    assert len(ruling.reasons) == 1000


@pytest.mark.parametrize("words", [["odds", HUGE, "3"], ["history", HUGE], [HUGE], ["rules", HUGE]])
def test_the_command_line_answers_shortly(words: list[str], capsys: pytest.CaptureFixture[str]) -> None:
    try:
        assert cli.main(words) > 0
    except SystemExit as end:
        assert end.code == 2
    assert len(capsys.readouterr().err) < 5 * errors.LONGEST
