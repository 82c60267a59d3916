"""Every sentence of a story is true: each is checked against the positions, entry by entry."""

import re
from collections import Counter
from itertools import groupby
from typing import Any, NamedTuple

import pytest
from msgspec.structs import replace

from companion.app.chronicle.awards import MIN_SIEGE
from companion.app.chronicle.chronicle import Chronicle, Event, EventKind, TurnRecord
from companion.app.chronicle.replay import replay_tables
from companion.app.chronicle.story import MIN_CHANGES, MIN_HELD, GameFacts, duration, story
from companion.games import every_game
from companion.games.boards.board import load_board
from companion.referee.dice import Contest, Force
from companion.referee.entries import Answered
from companion.referee.game_view import Figure, GameView, Place, Standing
from companion.referee.questions import Roll
from companion.referee.seats import seats_of
from companion.referee.table import Table
from tests.app.chronicle.bot_games import bot_game, told
from tests.games.players import seeds

ARMY, NEUTRAL = ("the neutral army", "The neutral army"), "neutral"


class Change(NamedTuple):
    """A place that a roll has given to another owner."""

    turn: int
    round: int
    place: str
    old: str | None
    new: str | None


class Rolled(NamedTuple):
    """A battle roll."""

    turn: int
    round: int
    seat: str | None
    place: str


def history(
    table: Table[Any], names: dict[str, str]
) -> tuple[list[Change], list[Rolled], list[dict[str, Any]]]:
    """What a game's positions say: conquests, battle rolls, and all owners at the end of each turn."""
    changes, rolls, ends = [], [], []
    before: dict[str, Any] = {}
    for step, after in replay_tables(table):
        question = step.question
        seats = {seat.id for seat in after.state.seats}
        owners = {
            names.get(id, id): place.owner if place.owner in seats else NEUTRAL
            for id, place in after.game_view.places.items()
        }
        fought = isinstance(step.entry, Answered) and "offer" not in str(
            step.entry.value
        )  # an offer calls it off
        if isinstance(question, Roll) and question.contest and step.turn and fought:
            target = names.get(question.contest.defender.place, question.contest.defender.place)
            attacker = question.contest.attacker.seat
            rolls.append(Rolled(step.turn, step.round, attacker if attacker in seats else NEUTRAL, target))
            if before and owners.get(target) != before.get(target):
                changes.append(Change(step.turn, step.round, target, before[target], owners[target]))
        if after.state.turn != step.turn or after.question is None:
            ends.append({"turn": step.turn, "round": step.round, "owners": owners, "table": after.game_view})
        before = owners
    return changes, rolls, ends


class Checker:
    """Checks sentences against the positions of one game."""

    def __init__(self, table: Table[Any], record: GameFacts) -> None:
        self.record = record
        self.ids = {seat.name: seat.id for seat in table.state.seats} | dict.fromkeys(ARMY, NEUTRAL)
        self.changes, self.rolls, self.ends = history(table, record.names)
        self.table = table

    def first(self, seat: str, place: str, loser: str, round_: str) -> bool:
        change = self.changes[0]
        told = (self.ids[seat], place, self.ids[loser], int(round_))
        return (change.new, change.place, change.old, change.round) == told

    def spans(self) -> list[tuple[str, str, int, int]]:
        """Who held which continent without a break, and the rounds from and to which."""
        view, found = self.table.game_view, []
        for continent in load_board(view.board).continents if view.kind == "territories" else ():
            lands = [self.record.place(land) for land in continent.territories]
            for name in self.ids.keys() - set(ARMY):
                held = [all(end["owners"][land] == self.ids[name] for land in lands) for end in self.ends]
                runs = [list(run) for holds, run in groupby(range(len(held)), held.__getitem__) if holds]
                ends = [(self.ends[run[0]]["round"], self.ends[run[-1]]["round"]) for run in runs]
                found += [(name, continent.name, max(1, first), last) for first, last in ends]
        return found

    def due(self) -> set[str]:
        """The kinds of sentences that a game has earned."""
        of_place = Counter(change.place for change in self.changes)
        of_siege = Counter((roll.turn, roll.seat, roll.place) for roll in self.rolls)
        earned = {
            "first": bool(self.changes),
            "held": any(last - first >= MIN_HELD for *_, first, last in self.spans()),
            "taken": max(of_place.values(), default=0) >= MIN_CHANGES,
            "siege": max(of_siege.values(), default=0) >= MIN_SIEGE,
            "out": any(standing.out for standing in self.table.game_view.standings),
            "won": bool(self.table.state.winners),
        }
        return {kind for kind, is_due in earned.items() if is_due}

    def held(self, seat: str, continent: str, first: str, last: str) -> bool:
        longest = max(last - first for *_, first, last in self.spans())
        told = (seat, continent, int(first), int(last))
        return told in self.spans() and int(last) - int(first) == longest

    def taken(self, place: str, times: str) -> bool:
        counts = [
            sum(change.place == each for change in self.changes) for each in {c.place for c in self.changes}
        ]
        return sum(change.place == place for change in self.changes) == int(times) == max(counts)

    def siege(self, seat: str, times: str, place: str, round_: str, end: str) -> bool:
        mine = [
            roll
            for roll in self.rolls
            if (roll.seat, roll.place, roll.round) == (self.ids[seat], place, int(round_))
        ]
        took = any(
            (change.place, change.new, change.round) == (place, self.ids[seat], int(round_))
            for change in self.changes
        )
        most = max(Counter((roll.turn, roll.seat, roll.place) for roll in self.rolls).values())
        return len(mine) == int(times) == most and took == (end == "and took it")

    def back(self, seat: str, place: str, loser: str, round_: str) -> bool:
        one, other = self.ids[seat], self.ids[loser]
        for number, change in enumerate(self.changes):
            if (change.place, change.old, change.new, change.round) == (place, other, one, int(round_)):
                lost = [c for c in self.changes[:number] if c.place == place and c.old == one]
                if lost and lost[-1].round >= change.round - 1:
                    return True
        return False

    def out(self, listed: str) -> bool:
        for seat, round_ in re.findall(r"(\w+) in round (\d+)", listed):
            rounds = [
                end["round"]
                for end in self.ends
                for standing in end["table"].standings
                if standing.seat == self.ids[seat] and standing.out
            ]
            if rounds[0] != int(round_):
                return False
        gone = [standing.seat for standing in self.table.game_view.standings if standing.out]
        return len(gone) == len(re.findall(r"in round", listed))

    def lead(self, seat: str, label: str, count: str, turns: str, lost: str | None) -> bool:
        ends = [end["table"].standings for end in self.ends if end["turn"]]
        led = 0
        for standings in ends:
            values = {s.seat: f.value for s in standings for f in s.figures[:1] if f.label == label}
            led += all(values[self.ids[seat]] > value for id, value in values.items() if id != self.ids[seat])
        won = self.ids[seat] in self.table.state.winners
        return (led, len(ends), won) == (int(count), int(turns), lost is None)

    def decided(self, whose: str, winner: str, before: str, after: str) -> bool:
        index = next(
            number
            for number, turn in enumerate(self.record.chronicle.turns)
            if whose == f"{self.record.player(turn.seat)}'s turn in round {turn.round}"
        )
        one, other = (
            {chance.seat: chance.chance for chance in self.record.chronicle.turns[number].chances}[
                self.ids[winner]
            ]
            for number in (index - 1, index)
        )
        return (round(100 * one), round(100 * other)) == (int(before), int(after))

    def won(self, winner: str, round_: str, held: str | None, places: str | None) -> bool:
        assert self.ids[winner.split(" and ")[0]] in self.table.state.winners
        owners = self.ends[-1]["owners"].values()
        count = sum(owner in self.table.state.winners for owner in owners)
        return self.table.state.round == int(round_) and (
            held is None or (count, len(owners)) == (int(held), int(places or 0))
        )


NAME = r"([A-Z]\w+|[Tt]he neutral army)"
PATTERNS = {
    "first": rf"{NAME} made the first conquest: (.+) from {NAME}, in round (\d+)\.",
    "held": rf"{NAME} held (.+) from round (\d+) to round (\d+)\.",
    "taken": r"(.+) was taken (\d+) times\.",
    "siege": rf"{NAME} rolled (\d+) times for (.+) in round (\d+), (and took it|in vain)\.",
    "back": rf"{NAME} took (.+) back from {NAME} in round (\d+)\.",
    "out": r"Out of the game: (.+)\.",
    "lead": rf"{NAME} had the most (.+) after (\d+) of (\d+) turns?( but did not win)?\.",
    "decided": rf"What decided it was (.+): {NAME}'s chance to win rose from (\d+) to (\d+) in 100\.",
    "won": r"(\w+(?: and \w+)*) won in round (\d+)(?:, holding (\d+) of (\d+) places)?\.",
}


def check(name: str, seed: int, players: int) -> None:
    record, table = told(name, seed, players), bot_game(name, seed, players)
    checker, sentences = Checker(table, record), story(record)
    assert len(set(sentences)) == len(sentences), "a story never repeats itself"
    assert re.search(rf"played {table.state.round} rounds? of {re.escape(table.game.title)}", sentences[0])
    told_of = set()
    for sentence in sentences[1:]:
        if sentence.startswith("The dice favoured"):
            continue  # the luck ledger has tests of its own
        kinds = {
            kind: found
            for kind, pattern in PATTERNS.items()
            if kind != "opening" and (found := re.fullmatch(pattern, sentence))
        }
        assert len(kinds) == 1, f"nothing checks {sentence!r}"
        ((kind, found),) = kinds.items()
        assert getattr(checker, kind)(*found.groups()), f"{name} {seed}: {sentence!r} is not true"
        told_of.add(kind)
    assert told_of - {"back", "lead", "decided"} == checker.due()


@pytest.mark.every(3)
@pytest.mark.parametrize("game", [game.id for game in every_game() if game.bot])
@pytest.mark.parametrize("seed", seeds(1, 2))
def test_every_sentence_is_true(game: str, seed: int) -> None:
    check(game, seed, 2 if game == "rogue" else 3)


@pytest.mark.slow
@pytest.mark.parametrize("game", [game.id for game in every_game() if game.bot])
@pytest.mark.parametrize("seed", range(3, 21))
def test_a_hundred_stories_are_true(game: str, seed: int) -> None:
    check(game, seed, 2 if game == "rogue" else 2 + seed % 3)


def test_a_story_of_a_long_game_is_half_a_page() -> None:
    text = " ".join(story(told("classic")))
    assert 250 < len(text) < 1500


def test_there_is_no_story_before_the_first_turn() -> None:
    record = told("classic")
    begun = replace(
        record, chronicle=replace(record.chronicle, turns=record.chronicle.turns[:1]), views=record.views[:1]
    )
    assert story(begun) == ()


@pytest.mark.parametrize(
    ("times", "words"),
    [
        ({}, ""),
        ({"red": 59_000}, ""),
        ({"red": 60_000}, "1 min"),
        ({"red": 3_600_000}, "1 h"),
        ({"red": 3_600_000, "blue": 300_000}, "1 h 5 min"),
    ],
)
def test_duration(times: dict[str, int], words: str) -> None:
    assert duration(times) == words


SEATS = seats_of(2, ("Anna", "Ben"))
SOUTH = ("argentina", "brazil", "peru", "venezuela")
Roll_ = tuple[str, str, bool]
"""Who attacked whom in Brazil, as the first letters of their names, and whether it fell."""


def attack(attacker: str, defender: str, taken: bool, place: str = "brazil") -> Event:
    seats = {"A": "red", "B": "blue", "N": "neutral"}
    sides = Force(seats[attacker], "congo", 5, 3), Force(seats[defender], place, 1, 2)
    kind: EventKind = "conquest" if taken else "battle"
    return Event(1, kind, seats[attacker], "", contest=Contest(*sides))


def by_hand(
    *turns: tuple[Event, ...],
    winners: tuple[str, ...] = (),
    counts: Any = None,
    south: Any = None,
    out: int = 0,
) -> list[str]:
    """The story of turns of Anna and Ben in turn: two make a round.

    Args:
        turns: what happened in each.
        winners: ids of who won.
        counts: the first figures of both at the end of each turn.
        south: who holds South America at the end of each turn.
        out: turn from which Ben is out.
    """
    records, views = [], []
    for number, events in enumerate(turns, 1):
        red, blue = counts[number - 1] if counts else (3, 3)
        standings = (
            Standing("red", (Figure("territories", red),)),
            Standing("blue", (Figure("territories", blue),), out=0 < out <= number),
        )
        seat = ("blue", "red")[number % 2]
        records.append(TurnRecord(number, (number + 1) // 2, seat, 0, number, events, standings))
        owner = south[number - 1] if south else None
        views.append(GameView("territories", "classic", {id: Place(owner, 1) for id in SOUTH}, ()))
    game = Chronicle("classic", "Classic Risk", SEATS, winners, tuple(records))
    return list(story(GameFacts(game, tuple(views), {"brazil": "Brazil"}, {"red": 300_000})))


OPENING = "Anna and Ben have played {} of Classic Risk in 5 min."


def test_a_game_in_which_little_happens_is_told_in_a_sentence() -> None:
    assert by_hand((), ()) == [OPENING.format("1 round")]
    assert by_hand((), (), ()) == [OPENING.format("2 rounds")]


@pytest.mark.parametrize(
    ("rolls", "told"),
    [
        ([("A", "B", False)] * 2, []),
        ([("A", "B", False)] * 3, ["Anna rolled 3 times for Brazil in round 1, in vain."]),
        (
            [("A", "B", False)] * 3 + [("A", "B", True)],
            [
                "Anna made the first conquest: Brazil from Ben, in round 1.",
                "Anna rolled 4 times for Brazil in round 1, and took it.",
            ],
        ),
        ([("A", "N", True)], ["Anna made the first conquest: Brazil from the neutral army, in round 1."]),
    ],
)
def test_attacks_of_a_turn(rolls: list[Roll_], told: list[str]) -> None:
    assert by_hand(tuple(attack(*roll) for roll in rolls), ())[1:] == told


def test_a_place_that_changes_hands_is_told_and_who_takes_it_back_at_once() -> None:
    first, back, again = attack("A", "B", True), attack("B", "A", True), attack("A", "B", True)
    begins = "Anna made the first conquest: Brazil from Ben, in round 1."
    assert by_hand((first,), (back,))[1:] == [begins, "Ben took Brazil back from Anna in round 1."]
    assert by_hand((first,), (), (), (back,))[1:] == [begins, "Ben took Brazil back from Anna in round 2."]
    assert by_hand((first,), (), (), (), (), (back,))[1:] == [begins], "two rounds later"
    elsewhere = attack("B", "A", True, "peru")
    assert by_hand((first,), (elsewhere,))[1:] == [begins]
    assert by_hand((first,), (back,), (again,))[1:] == [
        begins,
        "Brazil was taken 3 times.",
        "Anna took Brazil back from Ben in round 2.",
    ]


@pytest.mark.parametrize(
    ("south", "told"),
    [
        # owners at the end of each turn; three rounds later it is told
        ("AAAAAA", []),
        ("AAAAAAA", ["Anna held South America from round 1 to round 4."]),
        ("NAAAAAA", ["Anna held South America from round 1 to round 4."]),
        ("BAAAAAAA", ["Anna held South America from round 1 to round 4."]),
        ("BBAAAAAA", []),
        ("AAABAAAA", []),
        ("AAAAAAABBBBBBBBB", ["Ben held South America from round 4 to round 8."]),
        ("AAAAAAABBBBBBB", ["Anna held South America from round 1 to round 4."]),
        ("NNNNNNNN", []),
    ],
)
def test_who_held_a_continent_longest(south: str, told: list[str]) -> None:
    owners = [{"A": "red", "B": "blue", "N": None}[one] for one in south]
    assert by_hand(*((),) * len(owners), south=owners)[1:] == told


@pytest.mark.parametrize(
    ("counts", "winners", "told"),
    [
        ([(3, 3), (3, 3)], (), []),
        ([(4, 3), (3, 3)], (), ["Anna had the most territories after 1 of 2 turns."]),
        ([(4, 3), (2, 3), (2, 3)], (), ["Ben had the most territories after 2 of 3 turns."]),
        (
            [(4, 3), (2, 3), (2, 3)],
            ("red",),
            ["Ben had the most territories after 2 of 3 turns but did not win.", "Anna won in round 2."],
        ),
        (
            [(4, 3), (5, 3)],
            ("red",),
            ["Anna had the most territories after 2 of 2 turns.", "Anna won in round 1."],
        ),
    ],
)
def test_who_led_longest_and_who_won(
    counts: list[tuple[int, int]], winners: tuple[str, ...], told: list[str]
) -> None:
    assert by_hand(*((),) * len(counts), counts=counts, winners=winners)[1:] == told


def test_who_is_out_and_what_winners_hold() -> None:
    told = by_hand((), (), (), winners=("red", "blue"), south=[None, None, "red"], out=2)
    assert told == [
        "Anna and Ben played 2 rounds of Classic Risk in 5 min.",
        "Out of the game: Ben in round 1.",
        "Anna and Ben won in round 2, holding 4 of 4 places.",
    ]
