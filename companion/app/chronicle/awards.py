"""Statistics of one game: curves of each seat's figures, medals, and the fairness of the dice."""

from collections import Counter
from collections.abc import Mapping
from math import erfc, sqrt

from msgspec import Struct

from companion.app.chronicle.chronicle import Chronicle
from companion.app.labels import inflect
from companion.dice.colours import colour_name
from companion.locale.messages import gettext, ngettext
from companion.odds import LuckScore, fairness_p_value, luck

NOTABLE = 1.0
"""A player was lucky or unlucky from this many standard deviations from the expected losses."""
MEDALS = 4
"""Largest number of medals."""

MIN_SIEGE = 3
"""Rolls for one place in one turn from which it counts as a siege."""

MIN_PACE_MS = 1000
"""Milliseconds a turn; faster players only tap, as in a game that is typed in afterwards."""

SUSPECT = 0.01
"""Below this p-value the dice are suspect (Pearson's chi-square test of equal faces)."""

RAREST = 1e-6
"""Smallest probability that is told: what is rarer counts as this rare, and 1 can be divided by it."""

MIN_THROWS = 60
"""Smallest number of throws for the test: with fewer, even a badly loaded die mostly passes."""

DIE_FACES = 6


class CurvePoint(Struct, frozen=True):
    """A figure of a seat at the end of a turn."""

    entry: int
    round: int
    value: int


class LeadChange(Struct, frozen=True):
    """The entry after which another seat was alone in the lead."""

    entry: int
    seat: str


class Award(Struct, frozen=True):
    """A medal: its title, its seat, and the fact that earned it."""

    id: str
    title: str
    seat: str
    text: str


class FairnessTest(Struct, frozen=True):
    """The chi-square test of one set of dice.

    Attributes:
        dice: what the set is called.
        counts: how often each face came up, 1 to 6.
        p_value: probability that fair dice are at least as uneven.
    """

    dice: str
    counts: tuple[int, ...]
    p_value: float

    @property
    def throws(self) -> int:
        """How many dice were thrown."""
        return sum(self.counts)

    @property
    def conclusion(self) -> str:
        """Say in a sentence what the test shows."""
        if self.throws < MIN_THROWS:
            return ngettext(
                "{count} throw is too few to judge {dice}",
                "{count} throws are too few to judge {dice}",
                self.throws,
                dice=self.dice,
            )
        if self.p_value < SUSPECT:
            return gettext(
                "{dice} look uneven: fair dice do so once in {games} games",
                dice=self.dice,
                games=_one_of(self.p_value),
            )
        return gettext("nothing unusual in {count} throws of {dice}", count=self.throws, dice=self.dice)


def curves(chronicle: Chronicle) -> dict[str, dict[str, tuple[CurvePoint, ...]]]:
    """Return every seat's figures at the end of every turn: by label of the figure, then by seat."""
    points: dict[str, dict[str, list[CurvePoint]]] = {}
    for turn in chronicle.turns:
        for standing in turn.standings:
            for figure in standing.figures:
                of_seat = points.setdefault(figure.label, {}).setdefault(standing.seat, [])
                of_seat.append(CurvePoint(turn.last_entry, turn.round, figure.value))
    return {
        label: {seat: tuple(values) for seat, values in by_seat.items()} for label, by_seat in points.items()
    }


def lead_changes(series: Mapping[str, tuple[CurvePoint, ...]]) -> tuple[LeadChange, ...]:
    """Return the changes of the lead in one figure; a tie changes nothing."""
    changes: list[LeadChange] = []
    for points in zip(*series.values(), strict=True):
        best = max(point.value for point in points)
        first = [seat for seat, point in zip(series, points, strict=True) if point.value == best]
        if len(first) == 1 and (not changes or changes[-1].seat != first[0]):
            changes.append(LeadChange(points[0].entry, first[0]))
    return tuple(changes)


def luck_ledger(chronicle: Chronicle) -> dict[str, LuckScore]:
    """Return the actual and the expected losses of every seat that rolled."""
    return luck(event.roll.record for event in chronicle.events if event.roll is not None)


def awards(
    chronicle: Chronicle, thinking_ms: Mapping[str, int], names: Mapping[str, str]
) -> tuple[Award, ...]:
    """Give medals from the facts of the game."""
    given = (
        _luckiest(chronicle),
        _longest_siege(chronicle, names),
        _greatest_fall(chronicle),
        _fastest_thinker(chronicle, thinking_ms),
        _most_conquests(chronicle),
    )
    return tuple(award for award in given if award is not None)[:MEDALS]


def luckiest(chronicle: Chronicle) -> tuple[str, LuckScore] | None:
    """Return the player with the luckiest dice, and the losses; None if nobody was notably lucky."""
    players = {seat.id for seat in chronicle.seats}
    lucky = (
        (seat, score)
        for seat, score in luck_ledger(chronicle).items()
        if seat in players and score.z < -NOTABLE
    )
    return min(lucky, key=lambda each: each[1].z, default=None)


def _luckiest(chronicle: Chronicle) -> Award | None:
    found = luckiest(chronicle)
    if found is None:
        return None
    seat, score = found
    # The sum of many independent rolls is nearly normal, so its tail gives the probability of this luck.
    chance = erfc(-score.z / sqrt(2)) / 2
    text = gettext(
        "lost {lost} in battle, {expected:.1f} by the odds: 1 of {games} games goes so well",
        lost=score.lost,
        expected=score.expected,
        games=_one_of(chance),
    )
    return Award("luckiest", gettext("Luckiest dice"), seat, text)


def _one_of(chance: float) -> int:
    """Return of how many games one is so rare."""
    return round(1 / max(chance, RAREST))


def _longest_siege(chronicle: Chronicle, names: Mapping[str, str]) -> Award | None:
    sieges = Counter(
        (turn.number, event.roll.record.attacker, event.roll.target)
        for turn in chronicle.turns
        for event in turn.events
        if event.roll is not None
    )
    if not sieges:
        return None
    (_, seat, place), rolls = sieges.most_common(1)[0]
    if rolls < MIN_SIEGE or seat not in {seat.id for seat in chronicle.seats}:
        return None
    where = names.get(place, place)
    text = ngettext("{count} roll for {place}", "{count} rolls for {place}", rolls, place=where)
    return Award("longest-siege", gettext("Longest siege"), seat, text)


def _greatest_fall(chronicle: Chronicle) -> Award | None:
    label = _first_label(chronicle)
    falls = {
        seat: fall
        for seat, points in curves(chronicle).get(label, {}).items()
        if (fall := _deepest_fall([point.value for point in points])) is not None
    }
    if not falls:
        return None
    seat = max(falls, key=lambda seat: falls[seat][0] - falls[seat][1])
    high, low = falls[seat]
    text = gettext("from {high} to {low} {noun}", high=high, low=low, noun=inflect(label, low))
    return Award("greatest-fall", gettext("Greatest fall"), seat, text)


def _deepest_fall(values: list[int]) -> tuple[int, int] | None:
    """The largest drop from a value to a later one."""
    best, high = (0, 0), 0
    for value in values:
        high = max(high, value)
        if high - value > best[0] - best[1]:
            best = (high, value)
    return best if best[0] > best[1] else None


def _first_label(chronicle: Chronicle) -> str:
    standings = chronicle.turns[-1].standings if chronicle.turns else ()
    return next((figure.label for standing in standings for figure in standing.figures), "")


def _fastest_thinker(chronicle: Chronicle, thinking_ms: Mapping[str, int]) -> Award | None:
    turns = Counter(turn.seat for turn in chronicle.turns if turn.seat is not None)
    pace = {seat: spent / turns[seat] for seat, spent in thinking_ms.items() if turns[seat]}
    seat = min(pace, key=lambda seat: pace[seat], default=None)
    if seat is None or pace[seat] < MIN_PACE_MS:
        return None
    return Award(
        "fastest",
        gettext("Fastest thinker"),
        seat,
        gettext("{seconds} s a turn", seconds=round(pace[seat] / 1000)),
    )


def _most_conquests(chronicle: Chronicle) -> Award | None:
    taken = Counter(event.seat for event in chronicle.events if event.kind == "conquest" and event.seat)
    if not taken:
        return None
    seat, count = taken.most_common(1)[0]
    text = ngettext("{count} conquest", "{count} conquests", count)
    return Award("conqueror", gettext("Greatest conqueror"), seat, text)


def fairness_tests(
    chronicle: Chronicle, colours: Mapping[int, tuple[str, ...]] | None = None
) -> tuple[FairnessTest, ...]:
    """Test every set of real dice, without the companion's own rolls.

    Args:
        chronicle: the game.
        colours: by number of the entry, the colour of each die of the roll, attack first, where the
            camera saw them.
    """
    counts: dict[str, Counter[int]] = {}
    for event in chronicle.events:
        if event.roll is None or event.roll.by == "companion":
            continue
        faces = (*event.roll.attack, *event.roll.defence)
        known = (colours or {}).get(event.entry, ())
        for number, face in enumerate(faces):
            seen = len(known) == len(faces)
            dice = (
                gettext("the {colour} dice", colour=colour_name(known[number]))
                if seen
                else gettext("the dice")
            )
            counts.setdefault(dice, Counter())[face] += 1
    return tuple(fairness_test(dice, of_faces) for dice, of_faces in sorted(counts.items()))


def fairness_test(dice: str, of_faces: Mapping[int, int]) -> FairnessTest:
    """Test one set of dice.

    Args:
        dice: name of the set.
        of_faces: how often each face came up; missing faces never did.
    """
    counts = tuple(of_faces.get(face, 0) for face in range(1, DIE_FACES + 1))
    return FairnessTest(dice, counts, fairness_p_value(counts))
