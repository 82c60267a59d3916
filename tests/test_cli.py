"""The command line as somebody types it."""

import json

import pytest

from companion.cli import COMMANDS, main


def test_the_overview_names_every_command(capsys: pytest.CaptureFixture[str]) -> None:
    assert main([]) == 0
    shown = capsys.readouterr().out
    assert all(f"  {name}" in shown for name in COMMANDS)


def test_an_unknown_command_shows_what_there_is(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["fly"]) == 2
    assert "there is no command 'fly'" in capsys.readouterr().err


def test_rules_as_json(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["rules", "classic", "--json"]) == 0
    rules = json.loads(capsys.readouterr().out)
    assert {"id", "step", "text", "source", "status"} <= set(rules[0])
    assert "CL-ATK" in {rule["id"] for rule in rules}


@pytest.mark.parametrize(("words", "found"), [("tie defender", ["CL-ATK"]), ("unicorn", [])])
def test_rules_are_searched_by_words(
    words: str, found: list[str], capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["rules", "classic", "--search", words, "--json"]) == 0
    assert [rule["id"] for rule in json.loads(capsys.readouterr().out)] == found


def test_rules_for_people(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["rules", "classic", "--search", "unicorn"]) == 0
    assert "No rule contains these words." in capsys.readouterr().out


def test_odds(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["odds", "5", "3", "--json"]) == 0
    assert json.loads(capsys.readouterr().out)["conquest"] == pytest.approx(0.769, abs=1e-3)
