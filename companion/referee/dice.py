"""Dice pools of questions, and the comparison of dice in battles."""

from collections.abc import Sequence
from typing import Literal

from msgspec import UNSET, Struct, UnsetType

from companion.locale.messages import gettext, pgettext

Faces = tuple[int, ...]
Dice = dict[str, Faces]
"""The rolled faces of each pool, by the pool's name."""

Ties = Literal["attacker", "defender"]


_NAMES = {
    "attack": pgettext("dice", "attack"),
    "cannon": pgettext("dice", "cannon"),
    "defence": pgettext("dice", "defence"),
    "fear": pgettext("dice", "fear"),
    "horse": pgettext("dice", "horse"),
    "misfire": pgettext("dice", "misfire"),
    "movement": pgettext("dice", "movement"),
    "reinforcements": pgettext("dice", "reinforcements"),
    "save": pgettext("dice", "save"),
}
"""What people call the pools that several questions have."""


class DicePool(Struct, frozen=True):
    """Dice that one player rolls together.

    Attributes:
        name: its name in answers, such as ``"attack"``.
        seat: who rolls them (for an army without a player, another seat).
        least: fewest dice; rolling more is the player's choice.
        most: most dice.
        sides: faces of each die, numbered from 1.
        profile: name of a die profile with symbols; empty for plain numbers.
        rule: id of the rule that sets the number of dice, if it is not the question's first.
        why: what the number comes from, such as ``"2 can attack"``.
        title: what people call it, if it is the dice of a place, a seat or a profile.
    """

    name: str
    seat: str
    least: int
    most: int
    sides: int = 6
    profile: str = ""
    rule: str = ""
    why: str = ""
    title: str | UnsetType = UNSET

    @property
    def words(self) -> str:
        """What people call it."""
        return (
            _NAMES.get(self.name, gettext(self.name.replace("-", " "))) if self.title is UNSET else self.title
        )


class Force(Struct, frozen=True):
    """One side of a battle.

    Attributes:
        seat: whose army it is.
        place: where it stands.
        armies: armies that may be lost in this battle, without the one that must stay behind.
        dice: most dice it may roll.
        bonus: added to its highest die.
        extra: more dice to roll; only the best `dice` of all count.
        always: whether it rolls all its dice even with fewer armies than dice.
    """

    seat: str
    place: str
    armies: int
    dice: int
    bonus: int = 0
    extra: int = 0
    always: bool = False


class Contest(Struct, frozen=True):
    """A battle by comparing sorted dice, and who wins a tie."""

    attacker: Force
    defender: Force
    ties: Ties = "defender"


class Symbols(Struct, frozen=True):
    """The symbols on one face of a die, or on a whole pool."""

    hits: int = 0
    blocks: int = 0


class SymbolContest(Struct, frozen=True):
    """A battle of symbol dice: each die as a tuple of its faces; a rolled die has one face."""

    attack: tuple[tuple[Symbols, ...], ...]
    defence: tuple[tuple[Symbols, ...], ...]


class Losses(Struct, frozen=True):
    """Armies lost by each side in one roll."""

    attacker: int
    defender: int


class Pair(Struct, frozen=True):
    """Two compared dice with their bonuses, and who loses an army."""

    attack: int
    defence: int
    loser: Literal["attacker", "defender"]


def best(faces: Sequence[int], keep: int, bonus: int = 0) -> Faces:
    """Return the best `keep` faces in descending order, with the bonus added to the highest."""
    kept = sorted(faces, reverse=True)[:keep]
    return (kept[0] + bonus, *kept[1:]) if kept else ()


def pairs(attack: Sequence[int], defence: Sequence[int], ties: Ties = "defender") -> tuple[Pair, ...]:
    """Pair sorted dice: highest against highest, second against second; the rest is ignored."""
    rows = zip(sorted(attack, reverse=True), sorted(defence, reverse=True), strict=False)
    return tuple(
        Pair(a, d, "defender" if a > d or (a == d and ties == "attacker") else "attacker") for a, d in rows
    )


def losses(attack: Sequence[int], defence: Sequence[int], ties: Ties = "defender") -> Losses:
    """Count the armies each side loses in one roll."""
    return _count(pairs(attack, defence, ties))


def _count(pairs: Sequence[Pair]) -> Losses:
    losers = [pair.loser for pair in pairs]
    return Losses(losers.count("attacker"), losers.count("defender"))


def pair_dice(contest: Contest, rolled: Dice) -> tuple[Pair, ...]:
    """Pair the dice of a whole roll: extra dice are selected first, then bonuses are added.

    Args:
        contest: who fights, with which bonuses.
        rolled: faces under the names ``"attack"`` and ``"defence"``.
    """
    attack = best(rolled["attack"], len(rolled["attack"]) - contest.attacker.extra, contest.attacker.bonus)
    defence = best(rolled["defence"], len(rolled["defence"]) - contest.defender.extra, contest.defender.bonus)
    return pairs(attack, defence, contest.ties)


def contest_losses(contest: Contest, rolled: Dice) -> Losses:
    """Count the pairs of dice that each side loses in a whole roll of a contest."""
    return _count(pair_dice(contest, rolled))
