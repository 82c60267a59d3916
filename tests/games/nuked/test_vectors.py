"""The vectors of ../shared/rules/vectors.json for Nuked, copied here so that they travel with the project."""

import json
from pathlib import Path
from typing import Any

import pytest

from companion.games.nuked import end_of_turn, rules
from tests.games.nuked.boards import Held, a_state, a_turn
from tests.referee.tables import play

Facts = dict[str, Any]

RULE_8 = (
    "northern-europe",
    # Not named in the text, but without it Africa hangs on nothing on the classic map (NK-A12).
    "southern-europe",
    "congo",
    "north-africa",
    "east-africa",
    "egypt",
    "great-britain",
    "iceland",
    "siberia",
    "yakutsk",
)


def attack(asked: Facts) -> Facts:
    """Attack Brazil out of North Africa."""
    defenders = asked.get("defenders") or asked.get("capital_defenders") or 0
    held: Held = {
        "north-africa": ("red", 30),
        "brazil": ("blue" if defenders else None, defenders),
        "iceland": ("blue", 1),
    }
    capitals = {"blue": "brazil"} if "capital_defenders" in asked else {}
    table = play(a_turn(held, capitals=capitals), "north-africa", "brazil")
    if not table.answer(asked.get("attack_with") or asked["send"]).allowed:
        return {"legal": False}
    left = table.state.holdings["brazil"].armies
    return {"legal": True, "attackers_left": left, "defenders_left": 0, "attacker_occupies_with": left}


def disconnect(asked: Facts) -> Facts:
    """The picture of Rule 8."""
    held: Held = {place: ("blue", asked["troops"].get(place, 3)) for place in asked["own"]}
    state = a_state(held, farms={"blue": asked["farm"]})
    after = {loss.place: loss.of - loss.troops or "unoccupied" for loss in end_of_turn.losses(state, "blue")}
    return {"disconnected": list(end_of_turn.disconnected(state, "blue")), "after": after}


def tax(asked: Facts) -> Facts:
    """The Capital's tax."""
    return {"lose": end_of_turn.tax(asked["capital_troops"])}


def muster(asked: Facts) -> Facts:
    """Fresh troops in either way of placing them."""
    count = rules.fresh_anywhere if asked["mode"] == "anywhere" else rules.fresh_on_capital
    return {"troops": count(asked["territories"]).armies}


def battle(asked: Facts) -> Facts:
    """A battle after a Defence card."""
    ended = rules.battle(asked["attack_with"], asked["defenders_after_card"], "both die")
    return {"winner": ended.winner, "left": ended.left}


@pytest.mark.rule(
    "NK-RNF-1", "NK-RNF-2", "NK-ATK-1", "NK-ATK-2", "NK-ATK-3", "NK-BTL-1", "NK-A4", "NK-CAP-1", "NK-CON-1"
)
@pytest.mark.parametrize(
    ("vector", "happens", "asked", "expected"),
    [
        ("NK-V1", muster, {"territories": 15, "mode": "capital only"}, {"troops": 7}),
        (
            "NK-V3",
            attack,
            {"defenders": 3, "attack_with": 6},
            {"legal": True, "attackers_left": 3, "defenders_left": 0, "attacker_occupies_with": 3},
        ),
        ("NK-V4", attack, {"defenders": 3, "attack_with": 5}, {"legal": False}),
        ("NK-V7", attack, {"target": "unoccupied", "send": 2}, {"legal": False}),
        ("NK-V9", tax, {"capital_troops": 11}, {"lose": 2}),
        (
            "NK-V10",
            disconnect,
            {"farm": "northern-europe", "own": RULE_8, "troops": {"siberia": 1, "yakutsk": 2}},
            {"disconnected": ["siberia", "yakutsk"], "after": {"siberia": "unoccupied", "yakutsk": 1}},
        ),
        ("NK-CAP5", tax, {"capital_troops": 5}, {"lose": 1}),
        ("NK-CAP9", tax, {"capital_troops": 9}, {"lose": 1}),
        ("NK-CAP14", tax, {"capital_troops": 14}, {"lose": 2}),
        ("NK-CAP15", tax, {"capital_troops": 15}, {"lose": 3}),
        ("NK-D2", attack, {"capital_defenders": 4, "attack_with": 11}, {"legal": False}),
        ("NK-D3", muster, {"territories": 4, "mode": "anywhere"}, {"troops": 3}),
        ("NK-D5", muster, {"territories": 8, "mode": "capital only"}, {"troops": 4}),
        ("NK-D6", battle, {"attack_with": 6, "defenders_after_card": 5}, {"winner": "attacker", "left": 1}),
        # Ambiguous (NK-A4): by default nobody is left.
        ("NK-D8", battle, {"attack_with": 6, "defenders_after_card": 6}, {"winner": "nobody", "left": 0}),
    ],
)
def test_the_vectors(vector: str, happens: Any, asked: Facts, expected: Facts) -> None:
    assert happens(asked) == expected, vector


def test_no_vector_is_missing(shared: Path) -> None:
    rows = json.loads((shared / "rules" / "vectors.json").read_text())
    text = Path(__file__).read_text()
    assert not [row["id"] for row in rows if row["game"] == "nuked" and f'"{row["id"]}"' not in text]
