"""Ranges of weapons in inches, with the effects of high and low ground."""

from typing import Literal, get_args

from msgspec import Struct

from companion.games.battle.state import BattleState, Piece
from companion.locale.messages import Message, capitalised, gettext
from companion.referee.inches import STEPS, format_inches, margin_text, to_sixteenth
from companion.referee.ruling import ALLOWED, Ruling, refuse

Height = Literal["level", "above", "below"]

HEIGHTS: tuple[Height, ...] = get_args(Height)

_HEIGHT_RULES: dict[Height, tuple[str, ...]] = {"level": (), "above": ("BR-HGT-1",), "below": ("BR-HGT-2",)}


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

    def in_range(self, inches: float) -> Message:
        """Describe a distance within range, with all numbers."""
        return gettext(
            "{range}, measured {distance}: {how}.",
            range=capitalised(self.text),
            distance=format_inches(inches),
            how=margin_text(inches, self.inches) or gettext("in range"),
        )


def height_matters(state: BattleState, piece: Piece) -> bool:
    """BR-HGT-1, BR-A7: whether high and low ground change the range of this piece's weapon."""
    weapon = state.weapon(piece)
    if weapon.range is None or (weapon.optional_height and state.house.rifle_height == "none"):
        return False
    return bool(weapon.higher or weapon.lower)


def attack_range(state: BattleState, piece: Piece, height: Height = "level") -> AttackRange:
    """BR-ATK-2, BR-CAN-4, BR-MRC-1, BR-MRC-2, BR-HGT-1, BR-HGT-2: return the range of a piece."""
    weapon = state.weapon(piece)
    rules = (*weapon.rules, *state.unit_type(piece).rules) or ("BR-ATK-2",)
    if weapon.range is None:
        contact = state.numbers.contact / STEPS
        text = gettext(
            "{weapon}, contact within {distance}", weapon=gettext(weapon.id), distance=format_inches(contact)
        )
        return AttackRange(contact, text, rules)
    level = weapon.range
    if height == "level" or not height_matters(state, piece):
        text = gettext("{weapon} {distance}", weapon=gettext(weapon.id), distance=format_inches(level))
        return AttackRange(level, text, rules)
    inches = max(0.0, level + (weapon.higher if height == "above" else weapon.lower))
    far = {"weapon": gettext(weapon.id), "distance": format_inches(level), "reach": format_inches(inches)}
    text = (
        gettext("{weapon} {distance}, high ground {reach}", **far)
        if height == "above"
        else gettext("{weapon} {distance}, low ground {reach}", **far)
    )
    return AttackRange(inches, text, (*_HEIGHT_RULES[height], *rules))


def judge_range(state: BattleState, piece: Piece, inches: float, height: Height = "level") -> Ruling:
    """BR-ATK-2, BR-CAN-4, BR-HGT-1, BR-HGT-2: judge whether a distance is in range."""
    can = attack_range(state, piece, height)
    if to_sixteenth(inches) <= can.inches:
        return ALLOWED
    text = gettext(
        "{range}, measured {distance}: too far.", range=capitalised(can.text), distance=format_inches(inches)
    )
    return refuse(
        can.rules[0], text, instead=gettext("At most {distance}.", distance=format_inches(can.inches))
    )
