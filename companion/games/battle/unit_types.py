"""Unit types: three arms with commanders and mercenaries, and the three kinds of shot."""

from dataclasses import dataclass
from typing import Literal

from companion.referee.questions import Template

Arm = Literal["infantry", "cavalry", "cannon"]
Weapon = Literal["musket", "rifle", "sabre", "cannon"]


@dataclass(frozen=True)
class UnitType:
    """One entry of the price list.

    Attributes:
        title: name for people.
        arm: decides movement and damage.
        weapon: weapon of its attacks.
        price: its price (BR-TRE-1, BR-MRC-1, BR-MRC-2); None if the table enters it.
        bonus: bonus for killing it (BR-TRE-2).
        commander: whether it is a commander (BR-CMD-1).
        mercenary: whether it is a mercenary.
    """

    title: str
    arm: Arm
    weapon: Weapon
    price: int | None
    bonus: int
    commander: bool = False
    mercenary: bool = False


UNIT_TYPES = {
    "infantry": UnitType("Infantry", "infantry", "musket", 5, 2),
    "cavalry": UnitType("Cavalry", "cavalry", "sabre", 10, 3),
    "cannon": UnitType("Cannon", "cannon", "cannon", 15, 8),
    "infantry-commander": UnitType("Infantry commander", "infantry", "musket", 10, 4, commander=True),
    "cavalry-commander": UnitType("Cavalry commander", "cavalry", "sabre", 15, 6, commander=True),
    "sharpshooter": UnitType("Sharpshooter", "infantry", "rifle", 10, 2, mercenary=True),
    "dragoon": UnitType("Dragoon", "cavalry", "rifle", 20, 3, mercenary=True),
    "automatic-cannon": UnitType("Automatic cannon", "cannon", "cannon", None, 8, mercenary=True),
}
"""Every kind by id."""

INCHES_PER_POINT: dict[Arm, float] = {"infantry": 0.25, "cavalry": 0.75, "cannon": 0.25}
"""BR-MOV-2, BR-MOV-3, BR-MOV-4: inches for one movement point."""

SHOTS = {
    "grape": Template("triangle", 2.0, 1.0),
    "rolling": Template("rectangle", 5.0, 0.5),
    "exploding": Template("circle", 2.0, 2.0),
}
"""BR-CAN-5: the templates of the shots."""
