"""Asking "may I?" at any time, and the figures in the answer."""

from typing import Any

import pytest

from companion.errors import UnknownName
from tests.games.battle.story import Battle

ARMY = {"infantry": 2, "cavalry": 1, "cannon": 1}


def asked(about: str, **words: Any) -> tuple[tuple[str, ...], str]:
    ruling = Battle.raging(ARMY, ARMY, roll=3).table.inquire(about, **words)
    return ruling.rules, ruling.text


@pytest.mark.rule("BR-ATK-2", "BR-HGT-1", "BR-HGT-2", "BR-CAN-4", "BR-MOV-5")
@pytest.mark.parametrize(
    ("about", "words", "rules", "said"),
    [
        ("reach", {"piece": "red-infantry-1", "inches": 1}, (), "Allowed."),
        (
            "reach",
            {"piece": "red-infantry-1", "inches": 1.1875},
            ("BR-ATK-2",),
            "Musket 1 in, measured 1 3/16 in: too far. At most 1 in.",
        ),
        ("reach", {"piece": "red-infantry-1", "inches": 2, "height": "above"}, (), "Allowed."),
        (
            "reach",
            {"piece": "blue-infantry-1", "inches": 0.75, "height": "below"},
            ("BR-HGT-2",),
            "Musket 1 in, low ground 1/2 in, measured 3/4 in: too far. At most 1/2 in.",
        ),
        (
            "reach",
            {"piece": "red-cannon-1", "inches": 12, "height": "above"},
            ("BR-HGT-1",),
            "Cannon 10 in, high ground 11 in, measured 12 in: too far. At most 11 in.",
        ),
        ("move", {"soldier": "red-infantry-1", "inches": 0.75}, (), "Allowed."),
        (
            "move",
            {"soldier": "red-cavalry-1", "inches": 3},
            ("BR-MOV-5",),
            "3 points of 3/4 in make 2 1/4 in, measured 3 in: too far. At most 2 1/4 in.",
        ),
        (
            "attack",
            {"soldier": "red-infantry-1", "target": "red-cannon-1", "inches": 5},
            ("BR-ATK-3", "BR-CAN-11", "BR-ATK-2"),
            "Red cannon 1 is on the same side. Red cannon 1 cannot be hit; kill its crew to capture it.",
        ),
        (
            "fire",
            {"cannon": "red-cannon-1", "inches": 10.5},
            ("BR-CAN-1", "BR-CAN-4"),
            "Cannons fire with a roll of 4, 5 or 6; the roll is 3.",
        ),
        ("charge", {"soldier": "red-cavalry-1"}, (), "Allowed."),
    ],
)
def test_may_i(about: str, words: dict[str, Any], rules: tuple[str, ...], said: str) -> None:
    ruled, text = asked(about, **words)
    assert ruled == rules
    assert text.startswith(said)


@pytest.mark.rule("BR-DMG-1")
def test_the_dead_do_nothing() -> None:
    battle = Battle.raging({"infantry": 1}, {"infantry": 2}, field="flat and open")
    battle.kills("red-infantry-1", "blue-infantry-1").ends().rolls("movement", 3)
    ruling = battle.table.inquire("move", soldier="blue-infantry-1", inches=0.25)
    assert (ruling.rules, ruling.text) == (("BR-DMG-1",), "Blue infantry 1 was killed. At most 3/4 in.")


@pytest.mark.parametrize(
    ("about", "words"),
    [
        ("move", {"soldier": "napoleon", "inches": 1}),
        ("move", {"soldier": "red-cannon-1", "inches": 1}),
        ("fire", {"cannon": "red-infantry-1"}),
        ("reach", {"piece": "red-infantry-1", "inches": 1, "height": "airborne"}),
    ],
)
def test_what_nobody_can_answer(about: str, words: dict[str, Any]) -> None:
    with pytest.raises(UnknownName):
        asked(about, **words)
