"""Which dice are whose: dice on the tray are dealt to the pools that the open question asks for.

All dice of one body colour belong to one side; dice with faces of their own belong to the side that rolls
their kind. If that is not enough (both sides roll white), the sides roll one after the other, and each is
asked for alone.
"""

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass, field, replace
from itertools import combinations, product
from typing import NamedTuple, TypeAlias

from companion.dice.colours import DICE_COLOURS, colour_name
from companion.errors import ImpossibleReading
from companion.locale.messages import gettext, listed, ngettext
from companion.vision.dice import Box, DieReading


class DieType(NamedTuple):
    """A kind of dice: their body colour, and the name of their face profile if they carry symbols."""

    colour: str
    kind: str = ""


@dataclass(frozen=True, slots=True)
class ExpectedDice:
    """One side's dice as the open question asks for them.

    Attributes:
        role: what they are for: "attack", "defence".
        least: how many must be rolled.
        most: how many may be rolled.
        colours: body colours that belong to it; none named means any.
        player: who rolls, for the sentences shown; the role if left out.
        kind: the profile of own faces that its dice have; empty for any dice.
    """

    role: str
    least: int
    most: int
    colours: tuple[str, ...] = ()
    player: str = ""
    kind: str = ""

    def __post_init__(self) -> None:
        """Check that such a pool can be asked for.

        Raises:
            ImpossibleReading: least above most, or a colour that no die has.
        """
        if not 0 <= self.least <= self.most:
            raise ImpossibleReading(
                "{role} rolls {least} to {most} dice; expected 0 <= least <= most",
                role=self.role,
                least=self.least,
                most=self.most,
            )
        unknown = set(self.colours) - set(DICE_COLOURS)
        if unknown:
            raise ImpossibleReading(
                "{unknown} are no body colours; expected some of {colours}",
                unknown=sorted(unknown),
                colours=tuple(DICE_COLOURS),
            )

    @property
    def roller(self) -> str:
        """Who rolls, for messages: a name, or "the attack"."""
        return self.player or gettext("the {dice}", dice=self.role)

    def may_roll(self, die_type: DieType) -> bool:
        """Whether dice of this type belong to this pool."""
        if self.kind and die_type.kind:
            return die_type.kind == self.kind
        return not self.colours or die_type.colour in self.colours

    @property
    def description(self) -> str:
        """The expected dice as text: "1 to 3 red dice"."""
        number: str = str(self.most)
        if self.least < self.most:
            number = gettext("{least} to {most}", least=self.least, most=self.most)
        which = self.kind or listed(map(colour_name, self.colours), alternatives=True)
        if not which:
            return ngettext("{number} die", "{number} dice", self.most, number=number)
        return ngettext(
            "{number} {colour} die", "{number} {colour} dice", self.most, number=number, colour=which
        )


@dataclass(frozen=True, slots=True)
class Assignment:
    """Dice assigned to pools.

    Attributes:
        dice: for each role its dice, highest face first.
    """

    dice: dict[str, tuple[DieReading, ...]] = field(default_factory=dict)

    @property
    def faces(self) -> dict[str, tuple[int, ...]]:
        """For each role its faces, highest first: {"attack": (6, 4, 1), "defence": (5, 2)}."""
        return {role: tuple(die.face for die in dice) for role, dice in self.dice.items()}

    @property
    def places(self) -> dict[str, set[Box]]:
        """For each role where its dice lie."""
        return {role: {die.box for die in dice} for role, dice in self.dice.items()}


Holders: TypeAlias = dict[DieType, ExpectedDice]
"""Which pool holds the dice of each type."""


def must_take_turns(pools: Sequence[ExpectedDice]) -> bool:
    """Whether the dice of these pools look alike, so that the sides must roll one after the other."""
    return any(_alike(one, other) for one, other in combinations(pools, 2))


def _alike(one: ExpectedDice, other: ExpectedDice) -> bool:
    """Whether the same dice may belong to both pools."""
    if one.kind and other.kind and one.kind != other.kind:
        return False
    return bool(set(one.colours or DICE_COLOURS) & set(other.colours or DICE_COLOURS))


def assign(pools: Sequence[ExpectedDice], dice: Sequence[DieReading]) -> Assignment | str:
    """Assign dice to the pools they belong to by colour and count, or say why they do not fit.

    The named colours are tried first. If the dice do not fit, a colour that belongs to no pool may count as a
    similar one (a bone die as a white one). If a die may have a second colour, and would then go to another
    side, no die is assigned.
    """
    assigned = _assigned(pools, dice)
    if isinstance(assigned, str):
        return assigned
    for die in dice:
        if die.second_colour is not None and _other_sides(pools, dice, die, assigned):
            return gettext(
                "I cannot tell whether one die is {colour} or {second_colour}: light the tray "
                "better, or enter this roll by hand",
                colour=colour_name(die.colour),
                second_colour=colour_name(die.second_colour),
            )
    return assigned


def _other_sides(
    pools: Sequence[ExpectedDice], dice: Sequence[DieReading], ambiguous: DieReading, assigned: Assignment
) -> bool:
    """Whether dice would go to other sides if the ambiguous die, or all like it, had its second colour."""
    alike = [
        die for die in dice if (die.colour, die.second_colour) == (ambiguous.colour, ambiguous.second_colour)
    ]
    for changed in ([ambiguous], alike):
        otherwise = [
            replace(die, colour=die.second_colour or die.colour)
            if any(die is one for one in changed)
            else die
            for die in dice
        ]
        other = _assigned(pools, otherwise)
        if isinstance(other, Assignment) and other.places != assigned.places:
            return True
    return False


def _assigned(pools: Sequence[ExpectedDice], dice: Sequence[DieReading]) -> Assignment | str:
    """Assign dice by the colours that they were named with."""
    types = Counter(_type_of(die, pools) for die in dice)
    # Every way to give each type to one pool that may roll it.
    ways = product(*(_pools_for(die_type, pools) for die_type in types))
    holders = (dict(zip(types, chosen, strict=True)) for chosen in ways)
    fits = [way for way in holders if _counts_fit(pools, types, way)]
    if len(fits) == 1:
        return Assignment({pool.role: _dice_of(pool, pools, dice, fits[0]) for pool in pools})
    if len(fits) > 1:
        return gettext(
            "{seen}, and more than one side may roll these: roll one after the other",
            seen=_describe_seen(types),
        )
    return _mismatch(pools, types)


def _type_of(die: DieReading, pools: Sequence[ExpectedDice]) -> DieType:
    """The type by which a die is assigned; its symbols count only if one of the pools asks for such dice."""
    return DieType(die.colour, die.kind if any(pool.kind for pool in pools) else "")


def _pools_for(die_type: DieType, pools: Sequence[ExpectedDice]) -> list[ExpectedDice]:
    """Return the pools that roll dice of this type; if there are none, those of a colour near to it."""
    if exact := [pool for pool in pools if pool.may_roll(die_type)]:
        return exact
    near = set(DICE_COLOURS[die_type.colour].near)
    return [pool for pool in pools if near & set(pool.colours) and not (pool.kind and die_type.kind)]


def _counts_fit(pools: Sequence[ExpectedDice], types: Counter[DieType], holders: Holders) -> bool:
    held: Counter[str] = Counter()
    for die_type, pool in holders.items():
        held[pool.role] += types[die_type]
    return all(pool.least <= held[pool.role] <= pool.most for pool in pools)


def _dice_of(
    pool: ExpectedDice, pools: Sequence[ExpectedDice], dice: Sequence[DieReading], holders: Holders
) -> tuple[DieReading, ...]:
    own = (die for die in dice if holders[_type_of(die, pools)] is pool)
    return tuple(sorted(own, key=lambda die: die.face, reverse=True))


def _mismatch(pools: Sequence[ExpectedDice], types: Counter[DieType]) -> str:
    """The most useful sentence: dice that no side rolls, else the side with too many, or too few."""
    seen = _describe_seen(types)
    homes = {die_type: _pools_for(die_type, pools) for die_type in types}
    homeless = [die_type.kind or die_type.colour for die_type, home in homes.items() if not home]
    if homeless:
        descriptions = listed(
            gettext("{part}: {detail}", part=pool.roller, detail=pool.description) for pool in pools
        )
        return gettext(
            "{seen}, but nobody rolls {dice} dice now. Expected {descriptions}",
            seen=seen,
            dice=listed(homeless, alternatives=True),
            descriptions=descriptions,
        )
    for pool in pools:
        alone = sum(count for die_type, count in types.items() if homes[die_type] == [pool])
        if alone > pool.most:
            return gettext(
                "{seen}; {roller} may roll at most {most}", seen=seen, roller=pool.roller, most=pool.most
            )
    for pool in pools:
        possible = sum(count for die_type, count in types.items() if pool in homes[die_type])
        if possible < pool.least:
            return gettext(
                "{seen}; {roller} still rolls {description}",
                seen=seen,
                roller=pool.roller,
                description=pool.description,
            )
    return gettext("{seen}; expected {dice}", seen=seen, dice=listed(pool.description for pool in pools))


def _describe_seen(types: Counter[DieType]) -> str:
    """The dice on the tray as a sentence: "I see 3 red and 3 white dice"."""
    if not types:
        return gettext("I see no dice")
    named: Counter[str] = Counter()
    for die_type, count in types.items():
        named[die_type.kind or die_type.colour] += count
    parts = [
        gettext("{count} {colour}", count=count, colour=colour_name(name))
        for name, count in named.most_common()
    ]
    return ngettext("I see {dice} die", "I see {dice} dice", types.total(), dice=listed(parts))
