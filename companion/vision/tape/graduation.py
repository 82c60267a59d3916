"""What the ticks of a tape stand for: told by which of them are longer than others."""

from dataclasses import dataclass

import numpy as np

from companion.vision.tape.floats import Floats


@dataclass(frozen=True, slots=True)
class Graduation:
    """A way in which tapes are divided.

    Attributes:
        name: for people: "1/16 in".
        inches: from one tick to the next.
        ranks: how long each tick of one round is beside the others, beginning with the longest (an inch
            or a centimetre); 0 is the shortest.
    """

    name: str
    inches: float
    ranks: tuple[int, ...]

    @property
    def round(self) -> int:
        """Ticks from one longest tick to the next."""
        return len(self.ranks)


def _halved(ticks: int) -> tuple[int, ...]:
    """Ranks of an inch halved again and again into so many ticks: 4 makes 2, 0, 1, 0."""
    halvings = ticks.bit_length() - 1
    return tuple(halvings if not tick else (tick & -tick).bit_length() - 1 for tick in range(ticks))


MILLIMETRE = 1 / 25.4

GRADUATIONS = (
    Graduation("1 mm", MILLIMETRE, (2, 0, 0, 0, 0, 1, 0, 0, 0, 0)),
    Graduation("1/2 mm", MILLIMETRE / 2, (3, *(0, 1) * 4, 0, 2, *(0, 1) * 4, 0)),
    Graduation("1/4 in", 1 / 4, _halved(4)),
    Graduation("1/8 in", 1 / 8, _halved(8)),
    Graduation("1/16 in", 1 / 16, _halved(16)),
    Graduation("1/32 in", 1 / 32, _halved(32)),
)
"""Every way of dividing a tape that can be told from another."""

SAME_STEP = 0.1
"""Two graduations of one tape have the sizes they are told to have within this share."""

LEAST_ROUNDS = 2.0
"""Rounds that must be in view."""

EXPLAINED = 0.2
"""A graduation must explain this share of how the lengths differ ..."""

LEAD = 0.08
"""... and this much more than one of another kind (tenths or halves)."""

BEYOND_CHANCE = 1.5
"""It must explain this many times as much as it could of the same lengths in any other order."""

SHUFFLES = 40

LONGER = 1.12
"""The longest ticks are this many times as long as the next, or numbers must tell."""

MUCH_LONGER = 1.25
"""Without numbers, halves are only believed if an inch is this many times as long as its half ..."""

FINE_ENOUGH = 16
"""... and divided this often: on coarser tapes an inch is easily taken for half of one."""


@dataclass(frozen=True, slots=True)
class Hierarchy:
    """How well a graduation explains the lengths of ticks.

    Attributes:
        graduation: which.
        phase: number of the first longest tick, 0 or more.
        explained: share of the differences in length that it explains; 1 is all.
        longer: how many times as long the longest ticks are as the next kind.
    """

    graduation: Graduation
    phase: int
    explained: float
    longer: float


def hierarchies(number: Floats, length: Floats) -> list[Hierarchy]:
    """Every graduation at its best phase, best first.

    Args:
        number: of each tick.
        length: of each tick, in steps.
    """
    whole = np.rint(number - number.min()).astype(int)
    found = [
        max(_phases(graduation, whole, length), key=lambda one: one.explained)
        for graduation in GRADUATIONS
        if np.ptp(whole) >= LEAST_ROUNDS * graduation.round
    ]
    return sorted(found, key=lambda one: -one.explained)


def _phases(graduation: Graduation, number: Floats, length: Floats) -> list[Hierarchy]:
    ranks = np.array(graduation.ranks)
    far = 2 * float(np.median(np.abs(length - np.median(length)))) + 1.0
    before = np.minimum(np.abs(length - np.median(length)), far).sum()
    found = []
    for phase in range(graduation.round):
        rank = ranks[(number - phase) % graduation.round]
        usual = [
            float(np.median(length[rank == one])) if (rank == one).any() else np.nan
            for one in range(max(ranks) + 1)
        ]
        rising = np.fmax.accumulate(usual)
        left = np.minimum(np.abs(length - rising[rank]), far).sum()
        longer = float(rising[-1] / max(rising[-2], 1e-6)) if usual[-1] == rising[-1] else 1.0
        found.append(Hierarchy(graduation, phase, float(1 - left / max(before, 1e-6)), longer))
    return found


def told_by(number: Floats, length: Floats, per_number: int | None) -> tuple[Graduation | None, str]:
    """The graduation that ticks and numbers agree on, or None and why not.

    Args:
        number: of each tick.
        length: of each tick, in steps.
        per_number: ticks from one printed number to the next, if that is known.
    """
    found = hierarchies(number, length)
    if not found:
        return None, "Too few ticks are in view to tell what they stand for"
    best = found[0]
    if best.explained < max(EXPLAINED, BEYOND_CHANCE * _by_chance(best.graduation, number, length)):
        return None, "The ticks do not differ in length in any way I know"
    alike = [one for one in found if _kind(one) == _kind(best)]
    others = [one for one in found if _kind(one) != _kind(best)]
    if per_number is not None:
        for one in found:
            if one.graduation.round == per_number and one.explained > best.explained - LEAD:
                return one.graduation, ""
        return None, f"The ticks look like {best.graduation.name}, but numbers come after {per_number}"
    if others and best.explained < others[0].explained + LEAD:
        return None, f"The ticks might be {best.graduation.name} or {others[0].graduation.name}"
    return _without_numbers(alike)


def _by_chance(graduation: Graduation, number: Floats, length: Floats) -> float:
    """How much the graduation would explain of the same lengths in another order, at best."""
    chance = np.random.default_rng(0)
    whole = np.rint(number - number.min()).astype(int)
    return max(
        one.explained
        for _ in range(SHUFFLES)
        for one in _phases(graduation, whole, chance.permutation(length))
    )


SEGMENT = 3
"""Rounds over which the count is checked by the ticks' lengths, piece by piece."""

TELLING = 0.4
"""A piece that explains less than this of its lengths tells nothing."""

SHIFTED = 0.2
"""A piece that would explain so much more of its lengths if it began elsewhere was miscounted."""


def miscounted(graduation: Graduation, number: Floats, length: Floats) -> bool:
    """Whether the longest ticks stand elsewhere in one piece of the tape than in all of it."""
    whole = np.rint(number - number.min()).astype(int)
    phase = max(_phases(graduation, whole, length), key=lambda one: one.explained).phase
    piece = SEGMENT * graduation.round
    for start in range(0, max(1, int(whole.max()) - piece + 1), graduation.round):
        inside = (whole >= start) & (whole < start + piece)
        if inside.sum() >= piece // 2:
            explained = [one.explained for one in _phases(graduation, whole[inside], length[inside])]
            if max(explained) > max(TELLING, explained[phase] + SHIFTED):
                return True
    return False


def _kind(one: Hierarchy) -> bool:
    """Whether a graduation divides by tens."""
    return one.graduation.round % 10 == 0


def _without_numbers(alike: list[Hierarchy]) -> tuple[Graduation | None, str]:
    """What the ticks' lengths alone tell."""
    best = alike[0]
    if _kind(best):
        if best.longer < LONGER or (len(alike) > 1 and best.explained < alike[1].explained + LEAD):
            return None, f"The ticks might be {best.graduation.name}, but I cannot make out its numbers"
        return best.graduation, ""
    clear = [one for one in alike if one.longer > MUCH_LONGER and one.graduation.round >= FINE_ENOUGH]
    if clear and clear[0].explained > best.explained - LEAD / 2:
        return clear[0].graduation, ""
    return None, "I cannot tell whole inches from halves: put the tape's numbers in view"


def of_step(inches: float) -> Graduation | None:
    """The graduation whose ticks are so far apart, if there is one."""
    near = min(GRADUATIONS, key=lambda one: abs(one.inches - inches))
    return near if abs(inches / near.inches - 1) < SAME_STEP else None
