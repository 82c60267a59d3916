"""Agreement with the tables of exact odds kept beside the project."""

import json
from fractions import Fraction
from pathlib import Path
from typing import Any

import pytest

from companion.odds import (
    CLASSIC,
    Battle,
    DiceAllowance,
    DiceRule,
    DiceSpec,
    exact_odds,
    odds,
    round_outcomes,
)
from companion.referee.dice import Losses, Ties

SHARED = Path(__file__).parents[3] / "shared"
CAPITAL = DiceRule(defence=DiceAllowance(3))


def table(name: str) -> dict[str, Any]:
    path = SHARED / name
    if not path.exists():
        pytest.skip(f"{path} is not here: the tables of odds stay out of the repository")
    loaded: dict[str, Any] = json.loads(path.read_text(encoding="utf-8"))
    return loaded


def cells(grid: dict[str, dict[str, Any]]) -> list[tuple[int, int, Any]]:
    return [(int(a), int(d), cell) for a, row in grid.items() for d, cell in row.items()]


@pytest.mark.every(2)
@pytest.mark.parametrize(
    ("file", "key", "rule"),
    [("odds.json", "p_conquer", CLASSIC), ("odds_variants.json", "p_conquer_capital", CAPITAL)],
)
def test_conquest(file: str, key: str, rule: DiceRule) -> None:
    for attackers, defenders, cell in cells(table(file)[key]):
        battle = Battle(attackers, defenders, rule)
        assert odds(battle).conquest == pytest.approx(float(Fraction(cell["exact"])), abs=1e-12), battle


@pytest.mark.parametrize(
    ("file", "key", "rule"),
    [("odds.json", "p_conquer", CLASSIC), ("odds_variants.json", "p_conquer_capital", CAPITAL)],
)
def test_conquest_in_fractions(file: str, key: str, rule: DiceRule) -> None:
    for attackers, defenders, cell in cells(table(file)[key]):
        if attackers + defenders <= 12 or attackers == defenders:
            battle = Battle(attackers, defenders, rule)
            assert exact_odds(battle).conquest == Fraction(cell["exact"]), battle


@pytest.mark.long
def test_expected_survivors_and_rounds() -> None:
    for attackers, defenders, cell in cells(table("odds.json")["expected_survivors"]):
        outlook = odds(Battle(attackers, defenders))
        figures = (*outlook.expected_left, outlook.rounds)
        assert figures == pytest.approx((cell["attacker"], cell["defender"], cell["rounds"]), abs=1e-12)


@pytest.mark.parametrize(
    ("file", "key", "faces", "ties"),
    [
        ("odds.json", "round", (6, 6), "defender"),
        ("odds_variants.json", "capital_round_6sided", (6, 6), "defender"),
        ("odds_variants.json", "zombie_defender_round_6sided", (6, 6), "attacker"),
        ("odds_variants.json", "d8_vs_d6_round", (8, 6), "defender"),
        ("odds_variants.json", "d6_vs_d8_round", (6, 8), "defender"),
    ],
)
def test_rolls(file: str, key: str, faces: tuple[int, int], ties: Ties) -> None:
    for match, cell in table(file)[key].items():
        attack, defence = map(int, match.split("v"))
        outcomes = cell.get("outcomes", cell)
        expected = {_losses(name): Fraction(outcome["exact"]) for name, outcome in outcomes.items()}
        assert round_outcomes(DiceSpec(attack, faces[0]), DiceSpec(defence, faces[1]), ties) == expected, (
            match
        )


def _losses(name: str) -> Losses:
    """Read `attacker_loses_0_defender_loses_2`."""
    _, _, attacker, _, _, defender = name.split("_")
    return Losses(int(attacker), int(defender))
