"""Titles that the scenario editor gives are kept in English, and read in each language."""

import pytest
from msgspec.structs import replace

from companion.games.rogue.battlefield_files import load_battlefield
from companion.games.rogue.scenario import ConditionKind
from companion.games.rogue.victory_words import victory_title
from companion.games.rogue.words import side_name
from companion.locale.messages import translated
from companion.tools.editors.authoring.scenario_builder import ScenarioBuilder
from companion.tools.editors.authoring.scenario_sides import skirmish
from tests.locale.pseudo import ENGLISH, PSEUDO, pseudo


def test_the_titles_of_a_new_scenario_are_read_in_each_language() -> None:
    builder = ScenarioBuilder.new(load_battlefield("compound"))
    scenario, field = builder.scenario, builder.field
    for victory in scenario.victories:
        assert not ENGLISH.search(translated(victory_title(victory, scenario, field), PSEUDO))
        assert not ENGLISH.search(translated(side_name(victory.side), PSEUDO))


@pytest.mark.parametrize("kind", ["eliminate", "reach", "hold", "kill", "survive"])
def test_a_title_from_conditions_is_made_again(kind: ConditionKind) -> None:
    builder = ScenarioBuilder.new(load_battlefield("compound"))
    assert builder.add_victory(builder.scenario.sides[0].name, kind).allowed
    made = builder.scenario.victories[-1]
    told = translated(victory_title(made, builder.scenario, builder.field), PSEUDO)
    names = {zone.name for zone in builder.field.zones.values()}
    assert not ENGLISH.search(told) or any(name in told for name in names), told


def test_a_title_that_somebody_typed_stays() -> None:
    field = load_battlefield("compound")
    scenario = skirmish(field)
    typed = replace(scenario.victories[0], title="Ωmega")
    assert translated(victory_title(typed, scenario, field), PSEUDO).startswith("Ω")


@pytest.mark.parametrize(
    ("name", "read"),
    [
        ("Player 2", pseudo("Player {number}").format(number=2)),
        ("Players 1 and 3", pseudo("Players {numbers}").format(numbers="1 + 3")),
        ("Ωmega 2", pseudo("Ωmega 2")),
    ],
)
def test_a_side_is_called_after_its_players(name: str, read: str) -> None:
    assert side_name(name) == name and translated(side_name(name), PSEUDO) == read
