"""Rule ids are tied to the code both ways, and house rules to their switches."""

import re
from pathlib import Path
from typing import Any

import pytest

from companion.games import every_game
from companion.games.rule_coverage import proofs
from companion.referee.game import Game

CITED = re.compile(r"\b[A-Z]{2}-[A-Z0-9]+(?:-[A-Z0-9]+)*\b")


def cited(game: Game[Any]) -> set[str]:
    """All rule ids that stand in the code of a game."""
    folder = Path(__file__).parents[2] / "companion" / "games" / game.id
    return {rule for file in folder.rglob("*.py") for rule in CITED.findall(file.read_text())}


@pytest.mark.parametrize("game", every_game(), ids=lambda game: game.id)
def test_every_rule_is_in_the_code_and_every_cited_rule_in_the_book(game: Game[Any]) -> None:
    assert {rule.id for rule in game.rulebook.rules} == cited(game)


@pytest.mark.parametrize("game", every_game(), ids=lambda game: game.id)
def test_every_rule_is_proved_by_a_test(game: Game[Any]) -> None:
    assert {rule.id for rule in game.rulebook.rules} == set(proofs(game.id))


@pytest.mark.parametrize("game", every_game(), ids=lambda game: game.id)
def test_switches_are_the_house_rules(game: Game[Any]) -> None:
    assert [switch.name for switch in game.switches] == list(game.house_rules.__struct_fields__)
    for switch in game.switches:
        assert switch.default in [choice.value for choice in switch.choices]
        assert game.rulebook.find(switch.rule)


def house_rules(game: Game[Any]) -> list[str]:
    """The table of house rules in a README, the default of each in bold."""
    return [
        f"| `{switch.name}` | {switch.rule} | {switch.title} | "
        + ", ".join(
            f"**{choice.value}**" if choice.value == switch.default else choice.value
            for choice in switch.choices
        )
        + " |"
        for switch in game.switches
    ]


@pytest.mark.parametrize("game", every_game(), ids=lambda game: game.id)
def test_every_house_rule_stands_in_the_readme(game: Game[Any]) -> None:
    folder = Path(__file__).parents[2] / "companion" / "games" / game.id
    lines = (folder / "README.md").read_text(encoding="utf-8").splitlines()
    assert [line for line in lines if line.startswith("| `") and line.count("|") == 5] == house_rules(game)


ANALYSIS = Path(__file__).parents[3] / "shared" / "rules" / "rules.md"


@pytest.mark.skipif(not ANALYSIS.exists(), reason="the analysis of the documents is not here")
def test_every_ambiguity_of_the_documents_stands_in_a_rulebook() -> None:
    listed = set(re.findall(r"^\* ((?:RG|BR|SC|NK|BP)-A\d+)\b", ANALYSIS.read_text("utf-8"), re.MULTILINE))
    assert listed <= {rule.id for game in every_game() for rule in game.rulebook.rules}
