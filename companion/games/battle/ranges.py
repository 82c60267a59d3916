"""Ranges in inches: what a weapon reaches, what high and low ground make of it, and all of it in words."""

from typing import Literal

from msgspec import Struct

from companion.games.battle.state import BattleState, Piece
from companion.games.battle.unit_types import Weapon
from companion.referee.inches import STEPS, format_inches, to_sixteenth
from companion.referee.ruling import ALLOWED, Ruling, refuse

Height = Literal["level", "above", "below"]

RANGES: dict[Weapon, float] = {"musket": 1.0, "rifle": 2.0, "cannon": 10.0}
"""BR-ATK-2, BR-MRC-1, BR-MRC-2, BR-CAN-4: inches on level ground; the table defines contact for sabres."""

GROUND: dict[Height, dict[Weapon, float]] = {
    "level": {},
    "above": {"musket": 1.0, "rifle": 1.0, "cannon": 1.0},
    "below": {"musket": -0.5, "rifle": -0.5, "cannon": -1.0},
}
"""BR-HGT-1, BR-HGT-2, BR-A7: inches that ground at least 1 inch higher or lower adds or takes."""

_GROUND_RULE: dict[Height, tuple[str, ...]] = {
    "level": (),
    "above": ("BR-HGT-1",),
    "below": ("BR-HGT-2",),
}


class Reach(Struct, frozen=True):
    """How far a piece can attack.

    Attributes:
        inches: the farthest distance.
        words: where it comes from: ``"musket 1 in, high ground 2 in"``.
        rules: the rules that make it, the strongest first.
    """

    inches: float
    words: str
    rules: tuple[str, ...]

    def in_range(self, inches: float) -> str:
        """Say that a measured distance is in range, with all its figures."""
        return f"{self.words[:1].upper()}{self.words[1:]}, measured {format_inches(inches)}: in range."


def weighs_height(state: BattleState, piece: Piece) -> bool:
    """BR-HGT-1, BR-A7: high and low ground matter to this piece's weapon."""
    weapon = piece.facts.weapon
    return weapon != "sabre" and not (weapon == "rifle" and state.house.rifle_height == "none")


def reach(state: BattleState, piece: Piece, height: Height = "level") -> Reach:
    """BR-ATK-2, BR-CAN-4, BR-MRC-1, BR-MRC-2, BR-HGT-1, BR-HGT-2: how far this piece attacks from there."""
    weapon = piece.facts.weapon
    rules = _weapon_rules(piece)
    if weapon == "sabre":
        contact = state.numbers.contact / STEPS
        return Reach(contact, f"sabre, contact within {format_inches(contact)}", rules)
    level = RANGES[weapon]
    if height == "level" or not weighs_height(state, piece):
        return Reach(level, f"{weapon} {format_inches(level)}", rules)
    inches = level + GROUND[height][weapon]
    ground = "high" if height == "above" else "low"
    words = f"{weapon} {format_inches(level)}, {ground} ground {format_inches(inches)}"
    return Reach(inches, words, (*_GROUND_RULE[height], *rules))


def _weapon_rules(piece: Piece) -> tuple[str, ...]:
    facts = piece.facts
    if facts.arm == "cannon":
        return ("BR-CAN-4",)
    if facts.weapon == "rifle":
        return ("BR-MRC-1" if facts.arm == "infantry" else "BR-MRC-2", "BR-A7")
    return ("BR-ATK-2",)


def judge_reach(state: BattleState, piece: Piece, inches: float, height: Height = "level") -> Ruling:
    """BR-ATK-2, BR-CAN-4, BR-HGT-1, BR-HGT-2: is something so far away in range?"""
    can = reach(state, piece, height)
    if to_sixteenth(inches) <= can.inches:
        return ALLOWED
    words = f"{can.words[:1].upper()}{can.words[1:]}, measured {format_inches(inches)}: too far."
    return refuse(can.rules[0], words, instead=f"At most {format_inches(can.inches)}.")
