"""Which dice are whose: dice on the tray are dealt to the pools that the open question asks for.

All dice of one body colour belong to one side. Where that does not settle it (both sides roll white),
the sides roll one after the other, and each is asked for alone.
"""

from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from itertools import product
from typing import TypeAlias

from companion.errors import ImpossibleReading
from companion.vision.dice import BODY_COLOURS, ReadDie

NEAR_COLOURS: dict[str, tuple[str, ...]] = {
    "red": ("orange", "brown", "purple"),
    "white": ("bone", "grey", "yellow"),
    "black": ("grey", "blue", "brown"),
    "blue": ("black", "purple", "grey"),
    "green": ("blue", "black", "yellow"),
    "yellow": ("bone", "orange", "white"),
    "orange": ("red", "yellow", "brown"),
    "purple": ("blue", "red", "black"),
    "brown": ("red", "orange", "black"),
    "grey": ("white", "black", "blue"),
    "bone": ("white", "yellow", "grey"),
}
"""What each colour may be taken for under a poor lamp. Used only where the true name fits no side."""


@dataclass(frozen=True, slots=True)
class Pool:
    """One side's dice as the open question asks for them.

    Attributes:
        role: what they are for: "attack", "defence".
        least: how many must be rolled.
        most: how many may be rolled.
        colours: body colours that belong to it; none named means any.
        player: who rolls, for the sentences shown; the role if left out.
    """

    role: str
    least: int
    most: int
    colours: tuple[str, ...] = ()
    player: str = ""

    def __post_init__(self) -> None:
        """Check that such a pool can be asked for.

        Raises:
            ImpossibleReading: least above most, or a colour that no die has.
        """
        if not 0 <= self.least <= self.most:
            raise ImpossibleReading(
                f"{self.role} rolls {self.least} to {self.most} dice; expected 0 <= least <= most"
            )
        unknown = set(self.colours) - set(BODY_COLOURS)
        if unknown:
            raise ImpossibleReading(f"{sorted(unknown)} are no body colours; expected some of {BODY_COLOURS}")

    @property
    def roller(self) -> str:
        """Who rolls, as a sentence begins."""
        return self.player or f"The {self.role}"

    def may_roll(self, colour: str) -> bool:
        """Whether a die of this colour belongs to this pool."""
        return not self.colours or colour in self.colours

    @property
    def wish(self) -> str:
        """What is expected, in words: "1 to 3 red dice"."""
        count = str(self.most) if self.least == self.most else f"{self.least} to {self.most}"
        noun = "die" if self.most == 1 else "dice"
        return " ".join(part for part in (count, " or ".join(self.colours), noun) if part)


@dataclass(frozen=True, slots=True)
class Dealt:
    """Dice dealt to pools.

    Attributes:
        dice: for each role its dice, highest face first.
    """

    dice: dict[str, tuple[ReadDie, ...]] = field(default_factory=dict)

    @property
    def faces(self) -> dict[str, tuple[int, ...]]:
        """For each role its faces, highest first: {"attack": (6, 4, 1), "defence": (5, 2)}."""
        return {role: tuple(die.face for die in dice) for role, dice in self.dice.items()}


@dataclass(frozen=True, slots=True)
class Misfit:
    """Dice that do not fit the question.

    Attributes:
        sentence: what is seen and what is expected, for the players.
        too_many: True if dice must be taken away rather than added.
    """

    sentence: str
    too_many: bool = False


Holders: TypeAlias = dict[str, Pool]
"""Which pool holds the dice of each colour."""


def must_take_turns(pools: Sequence[Pool]) -> bool:
    """Whether colours cannot tell these pools apart, so that the sides must roll one after the other."""
    names = [set(pool.colours or BODY_COLOURS) for pool in pools]
    return any(names[i] & names[j] for i in range(len(names)) for j in range(i))


def deal(pools: Sequence[Pool], dice: Sequence[ReadDie]) -> Dealt | Misfit:
    """Deal dice to the pools they belong to by colour and count.

    Colours are taken at their word first; if the dice do not fit so, a colour that belongs to no pool
    may pass for a near one (a bone die for a white one).

    Args:
        pools: what the open question asks for.
        dice: what lies on the tray.
    """
    colours = Counter(die.colour for die in dice)
    for forgiving in (False, True):
        fits = [
            holders for holders in _holders(pools, colours, forgiving) if _counts_fit(pools, colours, holders)
        ]
        if len(fits) == 1:
            return Dealt({pool.role: _dice_of(pool, dice, fits[0]) for pool in pools})
        if len(fits) > 1:
            return Misfit(
                f"{_seen(colours)}, and more than one side may roll these: roll one after the other"
            )
    return _misfit(pools, colours)


def _holders(pools: Sequence[Pool], colours: Counter[str], forgiving: bool) -> Iterator[Holders]:
    """Every way to give each colour to one pool that may roll it."""
    choices = [_pools_for(colour, pools, forgiving) for colour in colours]
    for chosen in product(*choices):
        yield dict(zip(colours, chosen, strict=True))


def _pools_for(colour: str, pools: Sequence[Pool], forgiving: bool) -> list[Pool]:
    exact = [pool for pool in pools if pool.may_roll(colour)]
    if exact or not forgiving:
        return exact
    for near in NEAR_COLOURS[colour]:
        close = [pool for pool in pools if near in pool.colours]
        if close:
            return close
    return []


def _counts_fit(pools: Sequence[Pool], colours: Counter[str], holders: Holders) -> bool:
    held = _held(pools, colours, holders)
    return all(pool.least <= held[pool.role] <= pool.most for pool in pools)


def _held(pools: Sequence[Pool], colours: Counter[str], holders: Holders) -> Counter[str]:
    held: Counter[str] = Counter({pool.role: 0 for pool in pools})
    for colour, pool in holders.items():
        held[pool.role] += colours[colour]
    return held


def _dice_of(pool: Pool, dice: Sequence[ReadDie], holders: Holders) -> tuple[ReadDie, ...]:
    own = (die for die in dice if holders[die.colour] is pool)
    return tuple(sorted(own, key=lambda die: die.face, reverse=True))


def _misfit(pools: Sequence[Pool], colours: Counter[str]) -> Misfit:
    """The sentence that helps most: a colour of nobody, else the side with too many, else with too few."""
    seen = _seen(colours)
    homes = {colour: _pools_for(colour, pools, forgiving=True) for colour in colours}
    homeless = [colour for colour, home in homes.items() if not home]
    if homeless:
        wishes = " and ".join(f"{pool.roller}: {pool.wish}" for pool in pools)
        return Misfit(
            f"{seen}, but nobody rolls {' or '.join(homeless)} dice now. Expected {wishes}", too_many=True
        )
    for pool in pools:
        alone = sum(count for colour, count in colours.items() if homes[colour] == [pool])
        if alone > pool.most:
            return Misfit(f"{seen}; {pool.roller} may roll at most {pool.most}", too_many=True)
    for pool in pools:
        possible = sum(count for colour, count in colours.items() if pool in homes[colour])
        if possible < pool.least:
            return Misfit(f"{seen}; {pool.roller} still rolls {pool.wish}")
    most = sum(pool.most for pool in pools)
    return Misfit(f"{seen}; expected {' and '.join(pool.wish for pool in pools)}", colours.total() > most)


def _seen(colours: Counter[str]) -> str:
    """What lies there, in words: "I see 3 red and 3 white dice"."""
    if not colours:
        return "I see no dice"
    parts = [f"{count} {colour}" for colour, count in colours.most_common()]
    listed = " and ".join(filter(None, (", ".join(parts[:-1]), parts[-1])))
    return f"I see {listed} {'die' if colours.total() == 1 else 'dice'}"
