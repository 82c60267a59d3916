"""The table's library for later games: what is kept comes back as it was."""

from pathlib import Path

import pytest

from companion.games.starcraft.library import keep_ability, keep_chart, read_library
from companion.games.starcraft.state import Ability

AMBUSH = Ability("Ambush", "terran", "highest", 2, "in your own turn")


@pytest.mark.parametrize(
    "card",
    [
        AMBUSH,
        Ability('"Nova\'s" [strike] = \\ é', "zerg", "by hand", 0, "in an invasion"),
        Ability("Rally", "protoss", "units", 20),
    ],
    ids=lambda card: card.name,
)
def test_a_card_comes_back_as_it_was(library: Path, card: Ability) -> None:
    keep_ability(card)
    assert library.is_file()
    assert read_library().abilities == [card]


def test_a_card_of_the_same_name_and_race_is_replaced() -> None:
    other = Ability("Ambush", "zerg", "die", 1)
    for card in (AMBUSH, other, Ability("Ambush", "terran", "units", 3)):
        keep_ability(card)
    assert read_library().abilities == [other, Ability("Ambush", "terran", "units", 3)]


def test_charts_and_cards_stand_beside_each_other() -> None:
    keep_chart("Chart for 3", "1: augustgrad 1")
    keep_ability(AMBUSH)
    keep_chart('A "chart"', "2: char 4")
    kept = read_library()
    assert kept.charts == {"Chart for 3": "1: augustgrad 1", 'A "chart"': "2: char 4"}
    assert kept.abilities == [AMBUSH]
