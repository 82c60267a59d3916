"""Identifies the graduation of a tape by which of its ticks are longer than others."""

from dataclasses import dataclass

import numpy as np

from companion.locale.messages import gettext, listed
from companion.vision.tape.floats import Floats


@dataclass(frozen=True, slots=True)
class Graduation:
    """How a tape is divided.

    Attributes:
        name: for people: "1/16 in".
        inches: from one tick to the next.
        ranks: the ticks of one period ranked by length, beginning with the longest (an inch or a centimetre);
            0 is the shortest.
    """

    name: str
    inches: float
    ranks: tuple[int, ...]

    @property
    def period(self) -> int:
        """Ticks from one longest tick to the next."""
        return len(self.ranks)


def _halved(ranks: tuple[int, ...]) -> tuple[int, ...]:
    """The ranks with a shortest tick after each: 1, 0 makes 2, 0, 1, 0."""
    return tuple(rank for longer in ranks for rank in (longer + 1, 0))


MILLIMETRE = 1 / 25.4
TENTHS = (2, 0, 0, 0, 0, 1, 0, 0, 0, 0)
QUARTERS = (2, 0, 1, 0)

GRADUATIONS = (
    Graduation("1 mm", MILLIMETRE, TENTHS),
    Graduation("1/2 mm", MILLIMETRE / 2, _halved(TENTHS)),
    Graduation("1/4 in", 1 / 4, QUARTERS),
    Graduation("1/8 in", 1 / 8, _halved(QUARTERS)),
    Graduation("1/16 in", 1 / 16, _halved(_halved(QUARTERS))),
    Graduation("1/32 in", 1 / 32, _halved(_halved(_halved(QUARTERS)))),
)
"""All graduations that can be identified."""

SAME_STEP = 0.05
"""Largest relative error of the measured step of a second row."""

MIN_PERIODS = 2.0
"""Periods that must be in view."""

MIN_EXPLAINED = 0.2
"""Share of the absolute deviation of the lengths that a graduation must explain ..."""

LEAD = 0.08
"""... and this much more than one of the other kind (decimal or binary)."""

MIN_SIGNIFICANCE = 1.5
"""It must explain this many times as much as it explains of randomly permuted lengths."""

PERMUTATIONS = 40

MIN_MAJOR_RATIO = 1.12
"""The major ticks must be this many times as long as the next rank, unless numbers decide."""

MIN_MAJOR_RATIO_ALONE = 1.25
"""Without numbers, a binary graduation needs inches this many times as long as halves ..."""

MIN_DIVISIONS = 16
"""... and this many ticks per inch: on coarser tapes an inch is easily taken for half of one."""

MIN_PERIODS_AGAINST_NUMBERS = 3.0
"""Periods that must be in view if lengths contradict the numbers: two long ticks may be chance."""


@dataclass(frozen=True, slots=True)
class GraduationFit:
    """How well a graduation explains the lengths of ticks.

    Attributes:
        graduation: which.
        phase: number of the first major tick, 0 or more.
        explained: share of the absolute deviation of the lengths that it explains, 0 to 1.
        major_ratio: length of the major ticks by that of the next rank.
    """

    graduation: Graduation
    phase: int
    explained: float
    major_ratio: float


def fit_graduations(number: Floats, length: Floats) -> list[GraduationFit]:
    """Every graduation at its best phase, best first.

    Args:
        number: of each tick.
        length: of each tick, in steps.
    """
    whole = np.rint(number - number.min()).astype(int)
    found = [
        max(_fit_phases(graduation, whole, length), key=lambda one: one.explained)
        for graduation in GRADUATIONS
        if np.ptp(whole) >= MIN_PERIODS * graduation.period
    ]
    return sorted(found, key=lambda one: -one.explained)


def _fit_phases(graduation: Graduation, number: Floats, length: Floats) -> list[GraduationFit]:
    """The fit of a graduation at each phase."""
    explained, major_ratio = _fit_lengths(graduation, number, length[None])
    return [
        GraduationFit(graduation, phase, float(explained[0, phase]), float(major_ratio[0, phase]))
        for phase in range(graduation.period)
    ]


def _fit_lengths(graduation: Graduation, number: Floats, lengths: Floats) -> tuple[Floats, Floats]:
    """Fit the median length of each rank, with clipped L1 errors, at each phase.

    Args:
        graduation: which.
        number: of each tick.
        lengths: rows x ticks: some lengths that the same ticks might have.

    Returns:
        What is explained, and how long the major ticks are by the next rank: rows x phases each.
    """
    ranks = np.array(graduation.ranks)
    deviation = np.abs(lengths - np.median(lengths, axis=1, keepdims=True))
    clip = 2 * np.median(deviation, axis=1, keepdims=True) + 1.0
    before = np.maximum(np.minimum(deviation, clip).sum(axis=1), 1e-6)
    explained, major_ratio = np.empty((2, len(lengths), graduation.period))
    for phase in range(graduation.period):
        rank = ranks[(number - phase) % graduation.period]
        medians = np.full((len(lengths), max(ranks) + 1), np.nan)
        for level in np.unique(rank):
            medians[:, level] = _row_medians(lengths[:, rank == level])
        rising = np.fmax.accumulate(medians, axis=1)
        left = np.minimum(np.abs(lengths - rising[:, rank]), clip).sum(axis=1)
        explained[:, phase] = 1 - left / before
        ratio = rising[:, -1] / np.maximum(rising[:, -2], 1e-6)
        major_ratio[:, phase] = np.where(medians[:, -1] == rising[:, -1], ratio, 1.0)
    return explained, major_ratio


def _row_medians(values: Floats) -> Floats:
    """The median of each row, without what `np.median` costs where rows are short."""
    half, ordered = values.shape[1] // 2, np.sort(values, axis=1)
    return np.asarray((ordered[:, half] + ordered[:, -half - 1]) / 2)


def identify_graduation(
    number: Floats, length: Floats, per_number: int | None
) -> tuple[Graduation | None, str]:
    """The graduation that ticks and numbers agree on, or None and why not.

    Args:
        number: of each tick.
        length: of each tick, in steps.
        per_number: ticks from one printed number to the next, if that is known.
    """
    found = fit_graduations(number, length)
    if not found:
        return None, gettext("Too few ticks are in view to identify the graduation")
    best = found[0]
    if not _significant(best, number, length):
        return None, gettext("The ticks' lengths fit no graduation that I know")
    alike = [fit for fit in found if _is_decimal(fit) == _is_decimal(best)]
    others = [fit for fit in found if _is_decimal(fit) != _is_decimal(best)]
    if per_number is not None:
        by_length = _without_numbers(alike)[0]
        if by_length and np.ptp(number) < MIN_PERIODS_AGAINST_NUMBERS * by_length.period:
            by_length = None
        if by_length is None or by_length.period == per_number:
            for fit in found:
                if fit.graduation.period == per_number and fit.explained > best.explained - LEAD:
                    return fit.graduation, ""
        named = (by_length or best.graduation).name
        return None, gettext(
            "The ticks look like {length}, but numbers come after {count}", length=named, count=per_number
        )
    if others and best.explained < others[0].explained + LEAD:
        names = listed((best.graduation.name, others[0].graduation.name), alternatives=True)
        return None, gettext("The ticks might be {lengths}", lengths=names)
    return _without_numbers(alike)


def contradiction(stated: Graduation, number: Floats, length: Floats, per_number: int | None) -> str:
    """Why the ticks cannot have the graduation that a player states; empty if they can.

    Args:
        stated: the graduation that a player states.
        number: of each tick.
        length: of each tick, in steps.
        per_number: ticks from one printed number to the next, if that is known.
    """
    found = fit_graduations(number, length)
    significant = bool(found) and _significant(found[0], number, length)
    alike = [fit for fit in found if _is_decimal(fit) == _is_decimal(found[0])]
    if significant and _without_numbers(alike)[0] == stated:
        return ""
    if per_number is not None and per_number != stated.period:
        return gettext(
            "These are not ticks of {length}: numbers come after {count}",
            length=stated.name,
            count=per_number,
        )
    if not significant or found[0].graduation == stated:
        return ""
    whole = np.rint(number - number.min()).astype(int)
    explained = max(fit.explained for fit in _fit_phases(stated, whole, length))
    if explained > found[0].explained - LEAD:
        return ""
    return gettext(
        "These are not ticks of {length}: they look like {other}",
        length=stated.name,
        other=found[0].graduation.name,
    )


def _significant(fit: GraduationFit, number: Floats, length: Floats) -> bool:
    """Whether a graduation explains more of the lengths than chance would."""
    baseline = _permutation_baseline(fit.graduation, number, length)
    return fit.explained >= max(MIN_EXPLAINED, MIN_SIGNIFICANCE * baseline)


def _permutation_baseline(graduation: Graduation, number: Floats, length: Floats) -> float:
    """The most that it explains of the same lengths in random orders: a permutation test (Fisher 1935)."""
    rng = np.random.default_rng(0)
    whole = np.rint(number - number.min()).astype(int)
    shuffled = np.array([rng.permutation(length) for _ in range(PERMUTATIONS)])
    return float(_fit_lengths(graduation, whole, shuffled)[0].max())


SEGMENT = 3
"""Periods in a segment over which the count is checked by the ticks' lengths."""

MIN_SEGMENT_EXPLAINED = 0.4
"""A segment is ignored if less than this share of its lengths is explained."""

MIN_SHIFT_GAIN = 0.2
"""A segment was miscounted if it fits this much better at another phase."""


def miscounted(graduation: Graduation, number: Floats, length: Floats) -> bool:
    """Whether the phase of some segment of the tape differs from that of the whole."""
    whole = np.rint(number - number.min()).astype(int)
    phase = max(_fit_phases(graduation, whole, length), key=lambda one: one.explained).phase
    segment = SEGMENT * graduation.period
    for start in range(0, max(1, int(whole.max()) - segment + 1), graduation.period):
        inside = (whole >= start) & (whole < start + segment)
        if inside.sum() >= segment // 2:
            explained = [fit.explained for fit in _fit_phases(graduation, whole[inside], length[inside])]
            if max(explained) > max(MIN_SEGMENT_EXPLAINED, explained[phase] + MIN_SHIFT_GAIN):
                return True
    return False


def _is_decimal(one: GraduationFit) -> bool:
    """Whether a graduation is decimal."""
    return one.graduation.period % 10 == 0


def _without_numbers(alike: list[GraduationFit]) -> tuple[Graduation | None, str]:
    """The graduation by the ticks' lengths alone, or None and why not."""
    best = alike[0]
    if _is_decimal(best):
        if best.major_ratio < MIN_MAJOR_RATIO or (
            len(alike) > 1 and best.explained < alike[1].explained + LEAD
        ):
            return None, gettext(
                "The ticks might be {length}, but I cannot make out its numbers", length=best.graduation.name
            )
        return best.graduation, ""
    clear = [
        fit
        for fit in alike
        if fit.major_ratio > MIN_MAJOR_RATIO_ALONE and fit.graduation.period >= MIN_DIVISIONS
    ]
    if clear and clear[0].explained > best.explained - LEAD / 2:
        return clear[0].graduation, ""
    return None, gettext("I cannot tell whole inches from halves: put the tape's numbers in view")


def graduation_of_step(inches: float) -> Graduation | None:
    """The graduation whose ticks are so far apart, if there is one."""
    near = min(GRADUATIONS, key=lambda one: abs(one.inches - inches))
    return near if abs(inches / near.inches - 1) < SAME_STEP else None
