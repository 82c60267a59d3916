"""Worked examples of the rules of Rogue, copied from the analysis of its document."""

import json
from pathlib import Path
from typing import Any

import pytest

from companion.games.rogue import movement, rules
from companion.games.rogue.movement import Move
from companion.games.rogue.state import Squad
from tests.games.rogue.boards import a_state, a_table
from tests.referee.tables import play

Facts = dict[str, Any]


def dice(asked: Facts) -> Facts:
    return {
        "attack_dice": rules.attack_dice(asked["units"]),
        "defence_dice": rules.defence_dice(asked["units"]),
    }


def discards(asked: Facts) -> Facts:
    """Draw with this many in hand: the free card brings it to the number asked for."""
    table = a_table({"docks": "red assault*"}, step="draw", level="intermediate")
    table.state.hands["red"] = {"leadership": 0, "weapons": asked["hand_after_draw"] - 1, "air support": 0}
    play(table, "weapons")
    discarded = 0
    while table.question is not None and table.question.rules == ("RG-DRW-4",):
        play(table, "weapons")
        discarded += 1
    return {"discard": discarded, "hand": table.state.hand("red")}


def leaders(asked: Facts) -> Facts:
    due = rules.becomes_second_leader(
        asked["on_board_before"], asked["on_board_before"] + asked["bring"], asked["leaders"]
    )
    return {"leaders": asked["leaders"] + due}


def token(asked: Facts) -> Facts:
    state = a_state({"docks": "red assault*"}, level="commander")
    state.tokens_drawn["red"] = asked["tokens_drawn"]
    return {"may_draw": rules.judge_token(state, "red").allowed}


def wounds(asked: Facts) -> Facts:
    return {
        "wounds_on_defender": rules.wounds(asked["attacker_hits"], asked["blocks"]),
        "wounds_on_attacker": rules.wounds(asked["upgraded_defence_hit_faces"], 0),
    }


def most_cards(asked: Facts) -> Facts:
    state = a_state({"docks": "red assault*"}, level="advanced")
    return {"enemy_max_combat_cards": rules.most_cards(state, Squad("blue", {"support": asked["support"]}))}


def reach(asked: Facts) -> Facts:
    state = a_state({"docks": "red assault*"}, level="advanced")
    return {"range": rules.attack_range(state, Squad("red", {"recon": asked["recon"]}))}


def dogfight(asked: Facts) -> Facts:
    attack, defence = rules.ATTACK_DICE, rules.DEFENCE_DICE
    return {
        "att_dice": attack,
        "att_upgraded": rules.dogfight_upgrades(asked["attacker_tokens"], attack),
        "def_dice": defence,
        "def_upgraded": rules.dogfight_upgrades(asked["defender_tokens"], defence),
    }


def gray_moves(_: Facts) -> Facts:
    """Gray is red here, orange blue, and blue green."""
    state = a_state({"docks": "red assault*", "fish-market": "blue recon*"}, players=4, teams=True)
    into = movement.judge(state, Move("red", "docks", 1, 0), "fish-market").allowed
    past = movement.judge(state, Move("red", "docks", 1, 0), "quay").allowed
    state.squads["fish-market"].owner = "green"
    return {
        "enter_enemy": into,
        "pass_enemy": past,
        "pass_teammate": movement.judge(state, Move("red", "docks", 1, 0), "quay").allowed,
        "stop_teammate": movement.judge(state, Move("red", "docks", 1, 0), "fish-market").allowed,
    }


def free_weapons(_: Facts) -> Facts:
    """The enemy stands on every Weapons symbol of the compound."""
    squads = {"docks": "red assault*", "net-sheds": "blue recon*", "truck-park": "blue support"}
    state = a_state(squads, level="intermediate", step="draw")
    return {"free_weapons_card_allowed": rules.judge_free_card(state, "red", "weapons").allowed}


@pytest.mark.parametrize(
    ("id", "run", "asked", "expected"),
    [
        ("RG-D1", dice, {"units": 1}, {"attack_dice": 1, "defence_dice": 1}),
        ("RG-D2", dice, {"units": 2}, {"attack_dice": 2, "defence_dice": 2}),
        ("RG-D3", dice, {"units": 3}, {"attack_dice": 3, "defence_dice": 2}),
        ("RG-D5", most_cards, {"support": 4}, {"enemy_max_combat_cards": 0}),
        ("RG-D7", reach, {"recon": 0}, {"range": 1}),
        (
            "RG-D9",
            dogfight,
            {"attacker_tokens": 3, "defender_tokens": 2},
            {"att_dice": 3, "att_upgraded": 2, "def_dice": 2, "def_upgraded": 1},
        ),
        ("RG-D10", discards, {"hand_after_draw": 13}, {"discard": 3, "hand": 10}),
        ("RG-D11", leaders, {"on_board_before": 10, "bring": 1, "leaders": 1}, {"leaders": 2}),
        ("RG-D12", token, {"tokens_drawn": 4}, {"may_draw": False}),
        (
            "RG-D13",
            wounds,
            {"upgraded_defence_hit_faces": 1, "attacker_hits": 2, "blocks": 1},
            {"wounds_on_defender": 1, "wounds_on_attacker": 1},
        ),
        ("RG-V3", most_cards, {"support": 2}, {"enemy_max_combat_cards": 2}),
        (
            "RG-V7",
            gray_moves,
            {"case": "gray squad; orange enemy zone; blue teammate zone"},
            {"enter_enemy": False, "pass_enemy": False, "pass_teammate": True, "stop_teammate": False},
        ),
        (
            "RG-V8",
            free_weapons,
            {"case": "all Weapons symbols controlled by enemy"},
            {"free_weapons_card_allowed": False},
        ),
    ],
)
@pytest.mark.rule(
    "RG-CMB-4", "RG-CLS-1", "RG-CLS-2", "RG-AIR-5", "RG-DRW-4", "RG-LDR-3", "RG-CMD-3", "RG-CMB-7", "RG-DRW-1"
)
def test_a_vector(id: str, run: Any, asked: Facts, expected: Facts) -> None:
    assert run(asked) == expected, id


def test_no_vector_is_missing(shared: Path) -> None:
    rows = json.loads((shared / "rules" / "vectors.json").read_text())
    mine = {row["id"]: (row["input"], row["expected"]) for row in rows if row["game"] == "rogue"}
    marks = next(mark for mark in test_a_vector.pytestmark if mark.name == "parametrize")
    copied = {id: (asked, expected) for id, _, asked, expected in marks.args[1]}
    assert copied == mine
