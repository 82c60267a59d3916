"""The chronicle: a game turn by turn, in sentences, with each player's figures at the end of each turn.

It is derived from the journal alone and works for every game, from what the game reports and shows.
"""

from collections import Counter
from collections.abc import Sequence
from itertools import groupby
from typing import Any, Literal

from msgspec import Struct
from msgspec.structs import replace

from companion.app.chronicle.replay import ReplayStep, describe, replay_tables, roll_record
from companion.app.labels import place_names
from companion.locale.messages import Message, applied, capitalised, gettext, joined, ngettext
from companion.odds import RollRecord, luck
from companion.referee.dice import Contest, Force, Losses
from companion.referee.entries import Answered, Corrected, Entry
from companion.referee.evaluation import WinChance
from companion.referee.game_view import GameView, Standing
from companion.referee.questions import Deploy, Roll
from companion.referee.script import Report, ReportKind
from companion.referee.seats import Seat
from companion.referee.table import Table

EventKind = Literal[ReportKind, "answer", "correction", "placement", "summary"]

IMPORTANCE: tuple[EventKind, ...] = ("victory", "elimination", "conquest", "battle", "trade", "note")
"""Kinds of reports, most important first: a roll that conquers is a conquest."""
TOGETHER: tuple[EventKind, ...] = ("placement", "summary")
"""Kinds that tell several entries together, each of which is told as well."""
SEVERAL = 2
"""Rolls from which those of a battle are told together."""


class BattleRoll(Struct, frozen=True):
    """The dice of one battle roll.

    Attributes:
        origin: id of the place the attack came from.
        target: id of the place that was attacked.
        attack: the attacker's faces, as they were given.
        defence: the defender's.
        by: the source of the dice: ``"camera"``, ``"touch"``, ``"companion"``...
        record: input of the luck ledger.
    """

    origin: str
    target: str
    attack: tuple[int, ...]
    defence: tuple[int, ...]
    by: str
    record: RollRecord


class Event(Struct, frozen=True):
    """One thing that happened.

    Attributes:
        entry: number of the answer or correction that caused it, from 1.
        kind: of the report; ``"answer"`` for an answer without a report, ``"placement"`` for all that a
            player placed in a run of answers, ``"summary"`` for several rolls of a battle.
        seat: who caused it; None for the whole table.
        text: what happened, in a sentence.
        rules: ids of the rules behind it.
        roll: the dice, for a battle roll whose dice are known.
        contest: who fought whom and where, for every battle roll; for a summary at its first roll.
    """

    entry: int
    kind: EventKind
    seat: str | None
    text: str
    rules: tuple[str, ...] = ()
    roll: BattleRoll | None = None
    contest: Contest | None = None


class TurnRecord(Struct, frozen=True):
    """One turn, or the set-up.

    Attributes:
        number: number of the turn, 0 for the set-up.
        round: number of the round, 0 before the first.
        seat: whose turn it was; None for the set-up.
        first_entry: entries given before it began.
        last_entry: entries given when it ended.
        events: what happened in it, oldest first.
        standings: everybody's figures at its end.
        chances: everybody's chance to win then; empty where nobody can tell.
    """

    number: int
    round: int
    seat: str | None
    first_entry: int
    last_entry: int
    events: tuple[Event, ...]
    standings: tuple[Standing, ...]
    chances: tuple[WinChance, ...] = ()


class Chronicle(Struct, frozen=True):
    """A whole game.

    Attributes:
        game: id of the game.
        title: its name for people.
        seats: who played.
        winners: ids of the seats that won; empty while it goes on.
        turns: the set-up and every turn, in order.
    """

    game: str
    title: str
    seats: tuple[Seat, ...]
    winners: tuple[str, ...]
    turns: tuple[TurnRecord, ...]

    @property
    def events(self) -> tuple[Event, ...]:
        """Everything that happened, oldest first."""
        return tuple(event for turn in self.turns for event in turn.events)


def chronicle(table: Table[Any], since: int | None = None) -> Chronicle:
    """Derive the chronicle of a game from its entries.

    Args:
        table: the game.
        since: skip this many entries; 0 for the whole game.
    """
    turns: list[TurnRecord] = []
    names = names_at(table)
    standings = table.game_view.standings
    events: list[Event] = []
    placed: dict[int, Counter[str]] = {}
    left: dict[int, int] = {}
    fought: list[tuple[int, Contest]] = []
    first: ReplayStep | None = None
    last, given = table.positions[0].entry_count if since is None else since, len(table.entries)
    for step, after in replay_tables(table, last):
        first = first or step
        events += _events(step, names)
        if isinstance(step.question, Deploy) and isinstance(step.entry, Answered):
            placed[step.number] = _placed(step.entry.value)
        open_battle = after.question.contest if isinstance(after.question, Roll) else None
        if (contest := _rolled_battle(step)) is not None:
            fought.append((step.number, contest))
        if fought and (contest is None or _sides(contest) != _sides(open_battle)):
            if len(fought) >= SEVERAL:
                left[fought[-1][0]] = defenders_left(fought[-1][1], after.game_view)
            fought = []
        last = step.number
        if after.state.turn != step.turn or not after.question or last == given:
            standings = after.game_view.standings
            chances = after.game.win_chances(after.state)
            told = _with_placements(events, placed, names) if first.turn else events
            turns.append(_turn(first, last, _with_summaries(told, left, names), standings, chances))
            placed, left = {}, {}
            first, events = None, []
    state = table.state
    return Chronicle(table.game.id, table.game.title, tuple(state.seats), state.winners, tuple(turns))


class EntryRecord(Struct, frozen=True):
    """One answer or correction as the chronicle shows it.

    Attributes:
        number: which entry of the game it is, from 1.
        round: number of the round, 0 before the first.
        seat: who caused it; None for the whole table.
        text: what happened, in a sentence or two.
    """

    number: int
    round: int
    seat: str | None
    text: str


def last_entries(table: Table[Any], count: int) -> tuple[EntryRecord, ...]:
    """Return the records of the last entries, newest first."""
    since = len(table.entries) - count
    starts = [at.entry_count for at in table.positions if at.turn_start and at.entry_count <= since]
    summary = chronicle(table, starts[-1] if starts else None)
    found: dict[int, EntryRecord] = {}
    for turn in summary.turns:
        for event in turn.events:
            if event.kind in TOGETHER:
                continue
            before = found.get(event.entry)
            seat, text = (
                (before.seat, joined([before.text, event.text])) if before else (event.seat, event.text)
            )
            found[event.entry] = EntryRecord(event.entry, turn.round, seat, text)
    return tuple(found[number] for number in sorted(found, reverse=True) if number > since)


class ChronicleCache:
    """The chronicle of a running game; finished turns are cached."""

    def __init__(self) -> None:
        self._entries: tuple[Entry, ...] = ()
        self._turns: tuple[TurnRecord, ...] = ()

    def update(self, table: Table[Any], since: int | None = None) -> Chronicle:
        """Return the chronicle of a game; only the turns that are new since the last call are replayed.

        Args:
            table: the game.
            since: skip this many entries where nothing is known yet.
        """
        entries, before = table.entries, self._entries
        pairs = enumerate(zip(before, entries, strict=False))
        same = next((number for number, (old, new) in pairs if old != new), min(len(before), len(entries)))
        # The last turn may have been unfinished.
        kept = tuple(turn for turn in self._turns[:-1] if turn.last_entry <= same)
        fresh = chronicle(table, kept[-1].last_entry if kept else since)
        self._entries, self._turns = entries, kept + fresh.turns
        return replace(fresh, turns=self._turns)


def _turn(
    first: ReplayStep,
    last: int,
    events: list[Event],
    standings: tuple[Standing, ...],
    chances: tuple[WinChance, ...],
) -> TurnRecord:
    seat = first.active if first.turn else None
    return TurnRecord(
        first.turn, first.round, seat, first.number - 1, last, tuple(events), standings, chances
    )


def _placed(answer: object) -> Counter[str]:
    """Count what an answer places, by place; an offer places nothing itself."""
    match answer:
        case {"place": str(place), "count": int(count)}:
            return Counter({place: count})
    return Counter()


def _with_placements(
    events: list[Event], placed: dict[int, Counter[str]], names: dict[str, str]
) -> list[Event]:
    """Add one sentence after each run of a player's placements: ``"Anna places 3 in Brazil, 2 in Peru."``."""
    told: list[Event] = []
    for (placing, seat), group in groupby(events, lambda event: (event.entry in placed, event.seat)):
        run = list(group)
        told += run
        count = (
            sum((placed[event.entry] for event in run if event.kind == "answer"), Counter[str]())
            if placing
            else {}
        )
        if count:
            pieces = [
                gettext("{count} in {place}", count=number, place=names.get(place, place))
                for place, number in count.items()
            ]
            who = names.get(seat or "") or gettext("The table")
            text = gettext("{player} places {pieces}.", player=who, pieces=joined(pieces, ", "))
            told.append(Event(run[-1].entry, "placement", seat, text))
    return told


def _with_summaries(events: list[Event], left: dict[int, int], names: dict[str, str]) -> list[Event]:
    """Add what a battle has cost after several rolls of it in a row, if all their dice are known.

    Args:
        events: of a turn.
        left: armies of the defender after the last roll of each battle, by the number of its entry.
        names: of seats and places, by id.
    """
    told: list[Event] = []
    for battle, group in groupby(events, lambda event: _sides(event.contest)):
        run = list(group)
        told += run
        last, records = run[-1], [event.roll.record for event in run if event.roll is not None]
        if battle is not None and last.entry in left and len(records) == len(run) >= SEVERAL:
            who = (
                names.get(seat) or gettext("Neutral") for seat in (records[0].attacker, records[0].defender)
            )
            attacker, defender = map(capitalised, who)
            text = battle_in_words(
                records, (attacker, defender), names.get(battle[2], battle[2]), left[last.entry]
            )
            told.append(Event(last.entry, "summary", last.seat, text, contest=run[0].contest))
    return told


def _sides(contest: Contest | None) -> tuple[str, str, str] | None:
    """Return who attacks from where and what."""
    return (contest.attacker.seat, contest.attacker.place, contest.defender.place) if contest else None


def battle_in_words(rolls: Sequence[RollRecord], names: tuple[str, str], place: str, left: int) -> Message:
    """Say what several rolls of a battle have cost, and who holds the place.

    Args:
        rolls: the rolls, at least one.
        names: of the attacker and the defender.
        place: the name of the attacked place.
        left: armies of the defender in it; 0 if the attacker takes it.
    """
    scores, told = luck(rolls), [ngettext("{count} roll.", "{count} rolls.", len(rolls))]
    for name, seat in zip(names, (rolls[0].attacker, rolls[0].defender), strict=True):
        lost = {"lost": scores[seat].lost, "expected": scores[seat].expected}
        told.append(gettext("{player} lost {lost}, {expected:.1f} expected.", player=name, **lost))
    if left:
        told.append(gettext("{player} holds {place} with {count}.", player=names[1], place=place, count=left))
    else:
        told.append(gettext("{player} takes {place}.", player=names[0], place=place))
    return joined(told)


def names_at(table: Table[Any]) -> dict[str, str]:
    """Return the names of places, seats and correctable values, by id."""
    known = table.game.correctables(table.state)
    choices = {choice: one.text(choice) for one in known for choice in one.choices}
    names = place_names(table.game_view) | {seat.id: seat.name for seat in table.state.seats}
    return choices | names | {correctable.key: correctable.label for correctable in known}


def _events(step: ReplayStep, names: dict[str, str]) -> list[Event]:
    """The events of one entry: one for a roll, else one for each report."""
    number, reports = step.number, step.reports
    if isinstance(step.entry, Corrected):
        return [
            Event(
                number, "correction", None, gettext("Board fixed: {changes}.", changes=describe(step, names))
            ),
            *_report_events(step),
        ]
    if (roll := _roll_event(step, names)) is not None:
        return [roll]
    if reports:
        return _report_events(step)
    asked = step.question
    prompt, seat = (asked.prompt, asked.seat) if asked is not None else ("", None)
    answer = describe(step, names)
    if not prompt or prompt[-1] in "?.:":
        return [Event(number, "answer", seat, joined([prompt, answer]))]
    return [Event(number, "answer", seat, gettext("{question}: {answer}", question=prompt, answer=answer))]


def _report_events(step: ReplayStep) -> list[Event]:
    return [
        Event(step.number, report.kind, report.seat, report.text, report.rules) for report in step.reports
    ]


def _roll_event(step: ReplayStep, names: dict[str, str]) -> Event | None:
    """A battle roll in one sentence.

    ``"Anna 6-5-1 from China against Ben 3 in Mongolia: Ben loses 1. Anna takes Mongolia."``
    """
    contest = _rolled_battle(step)
    if contest is None or not isinstance(step.entry, Answered):
        return None
    rules = tuple(dict.fromkeys(rule for report in step.reports for rule in report.rules))
    record = roll_record(step)
    if record is None:  # only the losses were told
        text = joined(report.text for report in step.reports)
        kind, seat = _most_important(step.reports), contest.attacker.seat
        return Event(step.number, kind, seat, text or describe(step, names), rules, None, contest)
    roll = _battle_roll(step.entry, contest, record)
    others = (report.text for report in step.reports if report.kind != "battle")
    return Event(
        step.number,
        _most_important(step.reports),
        record.attacker,
        joined([_roll_sentence(roll, contest, names), *others]),
        rules,
        roll,
        contest,
    )


def _rolled_battle(step: ReplayStep) -> Contest | None:
    """Return the battle that an entry rolled for; None if it is something else."""
    if not isinstance(step.question, Roll) or not isinstance(step.entry, Answered):
        return None
    return step.question.contest if "offer" not in step.entry.value else None


def defenders_left(contest: Contest, view: GameView) -> int:
    """Return how many armies the defender has left in the attacked place; 0 if the attacker has taken it."""
    place = view.places[contest.defender.place]
    return 0 if place.owner == contest.attacker.seat else place.count


def _roll_sentence(roll: BattleRoll, contest: Contest, names: dict[str, str]) -> Message:
    record = roll.record
    attacker, defender = (
        names.get(seat) or gettext("the neutral army") for seat in (record.attacker, record.defender)
    )
    told = {
        "attacker": attacker,
        "attack": _faces(roll.attack, contest.attacker),
        "origin": names.get(roll.origin, roll.origin),
        "defender": defender,
        "defence": _faces(roll.defence, contest.defender),
        "target": names.get(roll.target, roll.target),
        "losses": _losses(record.losses, attacker, defender),
    }
    if contest.ties == "attacker":
        return gettext(
            "{attacker} {attack} from {origin} against {defender} {defence} in {target} "
            "(ties for the attacker): {losses}.",
            **told,
        )
    # Translators: {attack} and {defence} are dice, as in "Anna 6-5-1 from China against Ben 3 in Mongolia".
    return gettext(
        "{attacker} {attack} from {origin} against {defender} {defence} in {target}: {losses}.", **told
    )


def _battle_roll(entry: Answered, contest: Contest, record: RollRecord) -> BattleRoll:
    attack, defence = (tuple(entry.value[side]) for side in ("attack", "defence"))
    return BattleRoll(contest.attacker.place, contest.defender.place, attack, defence, entry.by, record)


def _faces(faces: tuple[int, ...], force: Force) -> str:
    """Write a side's dice, and what else counts: ``"6-5-1 (+1 to the highest)"``."""
    shown = "-".join(map(str, sorted(faces, reverse=True)))
    more = [gettext("+{bonus} to the highest", bonus=force.bonus)] if force.bonus else []
    if force.extra:
        more.append(ngettext("the best {count} counts", "the best {count} count", len(faces) - force.extra))
    return joined([shown, applied(lambda words: f"({words})", joined(more, ", "))]) if more else shown


def _losses(lost: Losses, attacker: str, defender: str) -> Message:
    sides = ((attacker, lost.attacker), (defender, lost.defender))
    told = [gettext("{player} loses {count}", player=name, count=count) for name, count in sides if count]
    return joined(told, ", ") if told else gettext("nobody loses")


def _most_important(reports: tuple[Report, ...]) -> EventKind:
    kinds = {report.kind for report in reports} | {"battle"}
    return next(kind for kind in IMPORTANCE if kind in kinds)
