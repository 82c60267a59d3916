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

HEIGHT_MODIFIERS: dict[Height, dict[Weapon, float]] = {
    "level": {},
    "above": {"musket": 1.0, "rifle": 1.0, "cannon": 1.0},
    "below": {"musket": -0.5, "rifle": -0.5, "cannon": -1.0},
}
"""BR-HGT-1, BR-HGT-2, BR-A7: inches that ground at least 1 inch higher or lower adds or takes."""

_HEIGHT_RULES: dict[Height, tuple[str, ...]] = {
    "level": (),
    "above": ("BR-HGT-1",),
    "below": ("BR-HGT-2",),
}


class AttackRange(Struct, frozen=True):
    """How far a piece can attack.

    Attributes:
        inches: the farthest distance.
        text: where it comes from: ``"musket 1 in, high ground 2 in"``.
        rules: the rules that make it, the strongest first.
    """

    inches: float
    text: str
    rules: tuple[str, ...]

    def in_range(self, inches: float) -> str:
        """Say that a measured distance is in range, with all its figures."""
        return f"{self.text[:1].upper()}{self.text[1:]}, measured {format_inches(inches)}: in range."


def height_matters(state: BattleState, piece: Piece) -> bool:
    """BR-HGT-1, BR-A7: high and low ground matter to this piece's weapon."""
    weapon = piece.unit_type.weapon
    return weapon != "sabre" and not (weapon == "rifle" and state.house.rifle_height == "none")


def attack_range(state: BattleState, piece: Piece, height: Height = "level") -> AttackRange:
    """BR-ATK-2, BR-CAN-4, BR-MRC-1, BR-MRC-2, BR-HGT-1, BR-HGT-2: how far this piece attacks from there."""
    weapon = piece.unit_type.weapon
    rules = _weapon_rules(piece)
    if weapon == "sabre":
        contact = state.numbers.contact / STEPS
        return AttackRange(contact, f"sabre, contact within {format_inches(contact)}", rules)
    level = RANGES[weapon]
    if height == "level" or not height_matters(state, piece):
        return AttackRange(level, f"{weapon} {format_inches(level)}", rules)
    inches = level + HEIGHT_MODIFIERS[height][weapon]
    ground = "high" if height == "above" else "low"
    text = f"{weapon} {format_inches(level)}, {ground} ground {format_inches(inches)}"
    return AttackRange(inches, text, (*_HEIGHT_RULES[height], *rules))


def _weapon_rules(piece: Piece) -> tuple[str, ...]:
    unit = piece.unit_type
    if unit.arm == "cannon":
        return ("BR-CAN-4",)
    if unit.weapon == "rifle":
        return ("BR-MRC-1" if unit.arm == "infantry" else "BR-MRC-2", "BR-A7")
    return ("BR-ATK-2",)


def judge_range(state: BattleState, piece: Piece, inches: float, height: Height = "level") -> Ruling:
    """BR-ATK-2, BR-CAN-4, BR-HGT-1, BR-HGT-2: is something so far away in range?"""
    can = attack_range(state, piece, height)
    if to_sixteenth(inches) <= can.inches:
        return ALLOWED
    text = f"{can.text[:1].upper()}{can.text[1:]}, measured {format_inches(inches)}: too far."
    return refuse(can.rules[0], text, instead=f"At most {format_inches(can.inches)}.")
