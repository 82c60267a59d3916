"""The command for people and for programs."""

import json
from argparse import ArgumentParser
from typing import Any

import pytest

from companion.commands.odds import add_arguments, report, run
from companion.odds import Battle, DiceAllowance, DiceRule, StopRule, chain_odds, odds


def ask(line: str) -> int:
    parser = ArgumentParser("companion odds")
    add_arguments(parser)
    return run(parser.parse_args(line.split()))


def figures(line: str, capsys: pytest.CaptureFixture[str]) -> dict[str, Any]:
    assert ask(f"{line} --json") == 0
    printed = capsys.readouterr().out
    assert printed.count("\n") == 1
    loaded: dict[str, Any] = json.loads(printed)
    return loaded


@pytest.mark.parametrize(
    ("line", "battle", "stop_at"),
    [
        ("10 8", Battle(10, 8), StopRule()),
        ("10 8 --garrison 1", Battle(9, 8), StopRule()),  # one of ten stays behind
        ("10 8 --ties attacker", Battle(10, 8, DiceRule(ties="attacker")), StopRule()),
        ("10 8 --defence-dice 3", Battle(10, 8, DiceRule(defence=DiceAllowance(3))), StopRule()),  # capital
        (
            "10 8 --attack-dice 2 --defence-at-least 2",  # rough ground
            Battle(10, 8, DiceRule(DiceAllowance(2), DiceAllowance(2, at_least=2))),
            StopRule(),
        ),
        (
            "10 8 --attack-bonus 1 --extra-attack-die",  # a hero with a bonus die
            Battle(10, 8, DiceRule(attack=DiceAllowance(3, bonus_highest=1, extra=1))),
            StopRule(),
        ),
        (
            "10 8 --defence-bonus 2 --extra-defence-die --extra-defence-die",
            Battle(10, 8, DiceRule(defence=DiceAllowance(2, bonus_highest=2, extra=2))),
            StopRule(),
        ),
        ("10 8 --attack-sides 8", Battle(10, 8, DiceRule(attack=DiceAllowance(3, sides=8))), StopRule()),
        ("5 3 --attack-dice 999999999999", Battle(5, 3, DiceRule(attack=DiceAllowance(5))), StopRule()),
        ("10 8 --stop-at 4", Battle(10, 8), StopRule(attackers=4)),
        ("10 8 --stop-at-defenders 2", Battle(10, 8), StopRule(defenders=2)),
    ],
)
def test_options(line: str, battle: Battle, stop_at: StopRule, capsys: pytest.CaptureFixture[str]) -> None:
    shown = figures(line, capsys)
    expected = odds(battle, stop_at)
    assert (shown["attackers"], shown["defenders"]) == (battle.attackers, battle.defenders)
    assert shown["conquest"] == expected.conquest
    assert shown["rounds"] == expected.rounds
    assert tuple(shown["survivors"]["attacker"]["chances"]) == expected.attackers_left
    assert tuple(shown["survivors"]["defender"]["chances"]) == expected.defenders_left
    assert tuple(shown["expected_losses"].values()) == expected.expected_losses


def test_the_convention_is_spelled_out() -> None:
    assert "stay behind are not counted" in report(3, 2)["convention"]


def test_people_read_a_short_table(capsys: pytest.CaptureFixture[str]) -> None:
    assert ask("10 10") == 0
    shown = capsys.readouterr().out
    assert "10 attack 10" in shown
    assert "56.76%" in shown
    assert max(map(len, shown.splitlines())) <= 100


def test_a_garrison_larger_than_the_army(capsys: pytest.CaptureFixture[str]) -> None:
    assert ask("1 3 --garrison 2") == 2
    assert "-1 against 3 armies" in capsys.readouterr().err


@pytest.mark.parametrize(
    "line",
    [
        "three 2",  # no number
        "-1 2",
        "3.5 2",
        "3 2 --attack-dice 0",
        "3 2 --ties nobody",
        "3",  # against whom?
    ],
)
def test_malformed_questions(line: str, capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit) as refusal:
        ask(line)
    assert refusal.value.code == 2
    assert "usage: companion odds" in capsys.readouterr().err


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (["100000", "100000"], "at most 10000"),
        (["9" * 30, "3"], "at most 10000"),
        (["10", "10", "--attack-dice", "40", "--attack-sides", "20"], "too many ways"),
        (["10", "10", "--attack-dice", "9", "--defence-dice", "9"], "too many ways"),
        (["100", "10", "--attack-dice", "100000"], "too many ways"),
        (["10", "10", "--defence-sides", "9" * 40], "too many ways"),
    ],
)
def test_what_cannot_be_counted_in_time_is_refused(
    words: list[str], said: str, capsys: pytest.CaptureFixture[str]
) -> None:
    parser = ArgumentParser()
    add_arguments(parser)
    assert run(parser.parse_args(words)) == 2
    assert said in capsys.readouterr().err


def test_territories_in_a_row(capsys: pytest.CaptureFixture[str]) -> None:
    shown = figures("13 3,2,4 --garrison 1", capsys)
    assert (shown["attackers"], shown["defenders"]) == (12, [3, 2, 4])
    assert shown["conquests"] == list(chain_odds(12, (3, 2, 4)).conquests)
    assert ask("12 3,2,4") == 0
    printed = capsys.readouterr().out
    assert "takes all 3" in printed and "68.86%" in printed and "5.05" in printed


def test_a_row_is_fought_to_its_end(capsys: pytest.CaptureFixture[str]) -> None:
    assert ask("12 3,2 --stop-at 2") == 2
    assert "leave --stop-at out" in capsys.readouterr().err


@pytest.mark.parametrize("defenders", ["3,", "3,x", ",", "-1,2"])
def test_words_are_no_row(defenders: str, capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit):
        ask(f"12 {defenders}")
    assert "no whole number" in capsys.readouterr().err or defenders.startswith("-")
