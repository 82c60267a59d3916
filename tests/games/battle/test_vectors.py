"""The worked examples, played: what came with the rules, so that it travels with the project."""

import json
from collections.abc import Callable
from fractions import Fraction
from pathlib import Path
from typing import Any

import pytest

from companion.games.battle import rules
from companion.games.battle.army_list import BATTLE_RISK
from companion.odds import hit_chance
from companion.referee.questions import Measure
from tests.games.battle.story import Battle

SHARED = Path(__file__).parents[4] / "shared" / "rules" / "vectors.json"
FLAT: dict[str, Any] = {"field": "flat and open"}
GUN = "red-cannon-1"

Facts = dict[str, Any]


def cavalry_is_hit(given: Facts) -> Facts:
    battle = Battle.raging({"infantry": 1}, {"cavalry": 2}, **FLAT)
    battle.attacks("red-infantry-1", "blue-cavalry-1", 6, 1).rolls("horse", given["roll"])
    rider = battle.man("blue-cavalry-1")
    return {"result": "becomes infantry" if rider.on_field and rider.kind == "infantry" else rider.fate}


def crew_is_killed(given: Facts) -> Facts:
    battle = Battle.raging({"infantry": 1, "cannon": 1}, {"infantry": 2, "cannon": 1}, **FLAT)
    assert battle.table.correct({"blue-cannon-1.crew": "blue-infantry-1"}).allowed
    battle.order(GUN, "man", "red-infantry-1").aims(GUN, "grape", ["blue-infantry-1"]).hits(6, 1)
    return {"cannon_destroyed": battle.rolls("cannon", given["roll"]).gun("blue-cannon-1").destroyed}


def duel(given: Facts) -> Facts:
    battle = Battle.raging({"infantry": 1}, {"infantry": 2}, **FLAT)
    battle.attacks("red-infantry-1", "blue-infantry-1", given["hit"], given["defence"])
    return {"result": "no damage" if battle.man("blue-infantry-1").on_field else "hit"}


def kills_pay(given: Facts) -> Facts:
    return {"bonus": sum(BATTLE_RISK.units[kind].bonus * count for kind, count in given["kills"].items())}


def is_afraid(given: Facts) -> Facts:
    battle = Battle.raging(
        {"infantry": 1}, {"infantry": 1, "infantry-commander": 1}, commanders="hero and fear", **FLAT
    )
    battle.attacks("red-infantry-1", "blue-infantry-commander-1", 6, 1).say(["blue-infantry-1"])
    return {"flees": battle.rolls("fear", given["fear_roll"]).man("blue-infantry-1").fate == "flees"}


def cannons_fire(given: Facts) -> Facts:
    battle = Battle.raging({"infantry": 1, "cannon": 1}, {"infantry": 1}, roll=given["turn_roll"])
    return {"cannons_may_fire": battle.table.inquire("fire", cannon=GUN).allowed}


def misfires(given: Facts) -> Facts:
    battle = Battle.raging({"infantry": 1, "cannon": 1}, {"infantry": 1}, **FLAT)
    battle.order(GUN, "man", "red-infantry-1").aims(GUN, "grape", ["blue-infantry-1"])
    battle.hits(given["hit_die"], 1).rolls("misfire", given["misfire_roll"])
    attacked = not battle.man("blue-infantry-1").on_field
    return {"attack": attacked, "cannon_destroyed": battle.gun(GUN).destroyed}


def odds(given: Facts) -> Facts:
    cases = {
        "plain": hit_chance(),
        "charge +1": hit_chance(rules.CHARGE),
        "cannon (1 misfires)": hit_chance(misfires=True),
    }
    return {"hit_probability": cases[given["case"]]}


def charges(given: Facts) -> Facts:
    battle = Battle.raging({"cavalry": 1}, {"infantry": 1}, roll=given["movement_roll"], **FLAT)
    battle.order("red-cavalry-1", "charge")
    points = battle.state.points_left(battle.man("red-cavalry-1"))
    total = given["hit_die"] + rules.attack_bonus(battle.state, battle.man("red-cavalry-1"))
    return {"hit_total": total, "max_move_points": points}


def moves(given: Facts) -> Facts:
    battle = Battle.raging({"infantry": 1}, {"infantry": 1}, roll=given["roll"])
    question = battle.order("red-infantry-1", "move").table.question
    assert isinstance(question, Measure)
    return {"allowed_points": [n for n in range(9) if battle.table.may(n / 4).allowed]}


def redeploys(given: Facts) -> Facts:
    assert given["redeploy"] == "break down + move 1 + set up"
    battle = Battle.raging({"infantry": 1, "cannon": 1}, {"infantry": 1})
    return {"cost": battle.order(GUN, "break-down", "haul", "red-infantry-1", 0.25, "set-up").gun(GUN).spent}


Row = tuple[str, Callable[[Facts], Facts], Facts, Facts]
VECTORS: tuple[Row, ...] = (
    ("BR-CAV2", cavalry_is_hit, {"roll": 2}, {"result": "killed"}),
    ("BR-CAV3", cavalry_is_hit, {"roll": 3}, {"result": "killed"}),
    ("BR-CAV4", cavalry_is_hit, {"roll": 4}, {"result": "becomes infantry"}),
    ("BR-CAV5", cavalry_is_hit, {"roll": 5}, {"result": "becomes infantry"}),
    ("BR-CVC3", crew_is_killed, {"roll": 3}, {"cannon_destroyed": True}),
    ("BR-CVC5", crew_is_killed, {"roll": 5}, {"cannon_destroyed": False}),
    ("BR-CVC6", crew_is_killed, {"roll": 6}, {"cannon_destroyed": False}),
    ("BR-D1", duel, {"hit": 4, "defence": 4}, {"result": "hit"}),
    ("BR-D2", duel, {"hit": 3, "defence": 4}, {"result": "no damage"}),
    ("BR-D6", kills_pay, {"kills": {"infantry": 3, "cavalry": 1, "cannon": 1}}, {"bonus": 17}),
    ("BR-FEAR1", is_afraid, {"fear_roll": 1}, {"flees": True}),
    ("BR-FEAR2", is_afraid, {"fear_roll": 2}, {"flees": True}),
    ("BR-FEAR6", is_afraid, {"fear_roll": 6}, {"flees": False}),
    ("BR-FIRE1", cannons_fire, {"turn_roll": 1}, {"cannons_may_fire": False}),
    ("BR-FIRE2", cannons_fire, {"turn_roll": 2}, {"cannons_may_fire": False}),
    ("BR-FIRE4", cannons_fire, {"turn_roll": 4}, {"cannons_may_fire": True}),
    ("BR-FIRE5", cannons_fire, {"turn_roll": 5}, {"cannons_may_fire": True}),
    ("BR-FIRE6", cannons_fire, {"turn_roll": 6}, {"cannons_may_fire": True}),
    ("BR-MIS1", misfires, {"hit_die": 1, "misfire_roll": 1}, {"attack": False, "cannon_destroyed": True}),
    ("BR-MIS3", misfires, {"hit_die": 1, "misfire_roll": 3}, {"attack": False, "cannon_destroyed": False}),
    (
        "BR-P-cannon (1 misfires)",
        odds,
        {"case": "cannon (1 misfires)"},
        {"hit_probability": Fraction(20, 36)},
    ),
    ("BR-P-charge +1", odds, {"case": "charge +1"}, {"hit_probability": Fraction(26, 36)}),
    ("BR-P-plain", odds, {"case": "plain"}, {"hit_probability": Fraction(21, 36)}),
    # The vector adds "see ambiguity BR-A1": by default the four points that are left.
    ("BR-V1", charges, {"movement_roll": 5, "hit_die": 3}, {"hit_total": 4, "max_move_points": 4}),
    ("BR-V2", moves, {"roll": 4}, {"allowed_points": [0, 1, 2, 3, 4]}),
    ("BR-V3", redeploys, {"redeploy": "break down + move 1 + set up"}, {"cost": 3}),
)


@pytest.mark.parametrize(
    ("play", "given", "expected"), [row[1:] for row in VECTORS], ids=[r[0] for r in VECTORS]
)
def test_the_examples(play: Callable[[Facts], Facts], given: Facts, expected: Facts) -> None:
    assert play(given) == expected


@pytest.mark.skipif(not SHARED.exists(), reason="the rules' own file of examples is not here")
def test_no_example_is_missing_and_none_is_changed() -> None:
    rows = {row["id"]: row for row in json.loads(SHARED.read_text()) if row["game"] == "battle-risk"}
    assert set(rows) == {row[0] for row in VECTORS}
    for name, play, given, expected in VECTORS:
        assert given.items() <= rows[name]["input"].items()
        wanted = rows[name]["expected"]
        if play is odds:
            assert Fraction(wanted["hit_probability"]) == expected["hit_probability"]
        elif play is charges:
            assert wanted["max_move_points"].startswith(str(expected["max_move_points"]))
        else:
            assert wanted == expected
