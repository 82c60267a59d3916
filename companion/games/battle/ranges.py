"""Ranges of weapons in inches, with the effects of high and low ground."""

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
"""BR-HGT-1, BR-HGT-2, BR-A7: inches added on high ground and subtracted on low ground."""

_HEIGHT_RULES: dict[Height, tuple[str, ...]] = {
    "level": (),
    "above": ("BR-HGT-1",),
    "below": ("BR-HGT-2",),
}


class AttackRange(Struct, frozen=True):
    """The range of a piece's attack.

    Attributes:
        inches: the largest distance.
        text: its parts: ``"musket 1 in, high ground 2 in"``.
        rules: ids of its rules, the most important first.
    """

    inches: float
    text: str
    rules: tuple[str, ...]

    def in_range(self, inches: float) -> str:
        """Describe a distance within range, with all numbers."""
        return f"{self.text[:1].upper()}{self.text[1:]}, measured {format_inches(inches)}: in range."


def height_matters(state: BattleState, piece: Piece) -> bool:
    """BR-HGT-1, BR-A7: whether high and low ground change the range of this piece's weapon."""
    weapon = piece.unit_type.weapon
    return weapon != "sabre" and not (weapon == "rifle" and state.house.rifle_height == "none")


def attack_range(state: BattleState, piece: Piece, height: Height = "level") -> AttackRange:
    """BR-ATK-2, BR-CAN-4, BR-MRC-1, BR-MRC-2, BR-HGT-1, BR-HGT-2: return the range of a piece."""
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
    """BR-ATK-2, BR-CAN-4, BR-HGT-1, BR-HGT-2: judge whether a distance is in range."""
    can = attack_range(state, piece, height)
    if to_sixteenth(inches) <= can.inches:
        return ALLOWED
    text = f"{can.text[:1].upper()}{can.text[1:]}, measured {format_inches(inches)}: too far."
    return refuse(can.rules[0], text, instead=f"At most {format_inches(can.inches)}.")
