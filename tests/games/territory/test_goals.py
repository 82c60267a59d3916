"""Objectives as arrays say the same as the objectives themselves, for any board."""

import random
from dataclasses import replace
from typing import Any

import numpy as np
import pytest

from companion.games.classic.objectives import CITY, MAJOR, MINOR, ground
from companion.games.classic.plans import ground_and_cards
from companion.games.classic.state import ClassicState, Edition2008
from companion.games.territory.evaluator import FEATURES, WON, Positions, features, position_of
from companion.games.territory.goals import finishing, goals_of, promise, reached
from companion.games.territory.objectives import Objective, ObjectiveCard, Objectives, fulfilled, have, need
from tests.games.classic.boards import a_turn

CITIES = [
    "brazil",
    "peru",
    "siam",
    "india",
    "congo",
    "egypt",
    "alaska",
    "quebec",
    "iceland",
    "japan",
    "ural",
    "ontario",
    "middle-east",
]
CAPITALS = {"red": "brazil", "blue": "siam", "green": "congo"}


def a_state(seed: int, *cards: ObjectiveCard, before: float = 0.5) -> ClassicState:
    """A state of the 2008 edition, dealt by chance; Red held some of its land before this turn."""
    chance = random.Random(seed)
    edition = Edition2008(CITIES, CAPITALS, Objectives(list(cards)))
    places = list(a_turn({}).state.holdings)
    held = {place: (chance.choice(("red", "red", "red", "red", "blue", "green")), 2) for place in places}
    if seed % 2:
        land = chance.choice(a_turn({}).state.map.continents)
        held |= dict.fromkeys(land.territories, ("red", 2))
    state = a_turn(held, campaign=edition, edition="2008").state
    state.edition_2008.objectives.before = tuple(
        place for place in state.held("red") if chance.random() < before
    )
    return state


@pytest.mark.every(4)
@pytest.mark.parametrize("objective", [*MINOR, *MAJOR], ids=lambda objective: objective.id)
def test_progress_and_collecting_are_those_of_the_rules(objective: Objective) -> None:
    met = 0
    for seed in range(60):
        state = a_state(seed, ObjectiveCard(objective), before=0.0 if seed % 3 == 0 else 0.6)
        board, _ = ground_and_cards(state)
        position = position_of(state, board, [0] * len(board.seats))
        own = (position.owner[:, None, :] == np.arange(len(board.seats))[:, None]).astype(np.float32)
        whole = (own @ board.lands.T > board.sizes - 0.5).astype(np.float32)
        assert board.goals is not None
        now = reached(board.goals, own, whole, board.lands)
        done = fulfilled(objective, ground(state, "red"))
        red = board.seats.index("red")
        assert now.owned[0, red] == done, (seed, objective)
        met += done
        if not objective.in_one_turn:
            for number, seat in enumerate(board.seats):
                where = ground(state, seat)
                part = min(1.0, have(objective, where) / need(objective, where.board))
                assert now.nearest[0, number] == pytest.approx(part), (seed, seat)
    assert met > 0, "no board fulfils it"


def test_what_somebody_has_counts_for_them_and_is_open_to_nobody() -> None:
    state = a_state(3, ObjectiveCard(MAJOR[5], owner="blue"), ObjectiveCard(MINOR[0]))
    goals = goals_of(
        state, state.edition_2008.objectives, ("red", "blue", "green"),
        landmarks={CITY: CITIES}, capitals=CAPITALS, to_win=3,
    )  # fmt: skip
    assert goals.owned.tolist() == [0, 1, 0] and goals.marks.shape == (42, 1) and goals.mover == 0


@pytest.mark.parametrize(("blue", "next_one"), [(20, 1), (19, 0)])
@pytest.mark.parametrize("to_move", ["red", "blue", "green"])
def test_who_fulfils_an_objective_as_its_turn_begins_counts_it(
    blue: int, next_one: int, to_move: str
) -> None:
    """CL-08-OBJ: it is collected at the end of that turn; nobody else's is certain."""
    state = a_state(2, ObjectiveCard(Objective("twenty", "minor", "territories", 20)))
    for number, holding in enumerate(state.holdings.values()):
        holding.owner = "blue" if number < blue else "green" if number < 40 else "red"
    board, cards = ground_and_cards(state)
    assert board.goals is not None
    board = replace(board, goals=replace(board.goals, mover=board.seats.index("green")))
    rows, _ = features(board, position_of(state, board, cards), board.seats.index(to_move))
    counted = rows[0, :, FEATURES.index("goals")] * 3
    assert counted[board.seats.index("blue")] == pytest.approx(next_one if to_move == "blue" else 0)
    part = rows[0, board.seats.index("blue"), FEATURES.index("next goal")]
    assert part == pytest.approx((blue / 20) ** 3)


@pytest.mark.parametrize("collected", [1, 2, 3, 4])
def test_what_is_at_hand_needs_all_armies_that_can_go(collected: int) -> None:
    """Fresh armies and the largest army that can leave, against what must be beaten; three objectives win."""
    in_hand = [ObjectiveCard(each, owner="green") for each in MAJOR[:collected]]
    state = a_state(2, *in_hand, ObjectiveCard(Objective("all", "minor", "territories", 42)))
    for number, holding in enumerate(state.holdings.values()):
        holding.owner, holding.armies = ("red", 2) if number < 4 else ("green", 1 + number)
    board, cards = ground_and_cards(state)
    green = board.seats.index("green")
    rows, _ = features(board, position_of(state, board, cards), 0)
    income, cost = np.expm1(rows[0, green, FEATURES.index("log income")]), 4 * 3
    force = income + max(holding.armies for holding in state.holdings.values()) - 1
    at_hand = {1: 0, 2: force**2 / (force**2 + cost**2)}.get(collected, WON)
    assert rows[0, green, FEATURES.index("at hand")] == pytest.approx(at_hand, rel=1e-4)


def test_who_has_collected_in_this_turn_collects_no_more() -> None:
    state = a_state(1, ObjectiveCard(Objective("one", "minor", "territories", 1)))
    state.edition_2008.objectives.collected = "another"
    board, cards = ground_and_cards(state)
    rows, _ = features(board, position_of(state, board, cards), 1)
    assert rows[0, board.seats.index("red"), FEATURES.index("goals")] == 0


def test_several_positions_are_judged_as_each_alone() -> None:
    """Blue and Green lack one objective each, so that what the cheapest costs counts too."""
    cards = [ObjectiveCard(each, owner=("blue", "green")[at % 2]) for at, each in enumerate(MAJOR[2:6])]
    cards += map(ObjectiveCard, MINOR)
    states = [a_state(seed, *cards) for seed in range(6)]
    board, hands = ground_and_cards(states[0])
    each = [position_of(state, board, hands) for state in states]
    together, _ = features(board, Positions.join(each), 1)
    for row, position in enumerate(each):
        assert together[row] == pytest.approx(features(board, position, 1)[0][0], abs=1e-5)


def test_what_must_be_taken_in_this_turn_is_not_what_was_held_before() -> None:
    """CL-08-OBJ: the promise of an objective in one turn grows with each new territory only."""
    state = a_state(2, ObjectiveCard(Objective("two", "minor", "territories", 2, in_one_turn=True)))
    held = ("alaska", "brazil", "congo")
    state.edition_2008.objectives.before = held[:2]
    board, _ = ground_and_cards(state)
    assert board.goals is not None
    rows = np.zeros((3, len(board.places)), np.float32)
    for row, count in enumerate((1, 2, 3)):
        rows[row, [board.index[place] for place in held[:count]]] = 1
    assert promise(board.goals, rows, board.lands).tolist() == [0, 0, 0.5]


def test_the_last_objective_wins_only_with_the_own_capital() -> None:
    have_two = [ObjectiveCard(each, owner="red") for each in MAJOR[:2]]
    state = a_state(1, *have_two, ObjectiveCard(Objective("one", "minor", "territories", 1)))
    for owner, expected in (("red", True), ("blue", False)):
        state.holdings["brazil"].owner = owner
        board, cards = ground_and_cards(state)
        rows, _ = features(board, position_of(state, board, cards), 1)
        at_hand = rows[0, board.seats.index("red"), FEATURES.index("at hand")]
        assert (at_hand > 1) == expected


@pytest.mark.parametrize("holds", [("red", "blue"), ("blue", "red"), ("red", "red"), ("blue", "blue")])
@pytest.mark.parametrize("homes", [("first", "last"), ("last", "first"), ("first", None), (None, "first")])
def test_a_capital_is_held_or_not_wherever_it_lies(
    homes: tuple[str | None, str | None], holds: tuple[str, str]
) -> None:
    """A seat without a capital is never without it; a capital of one's own counts for no objective."""
    state = a_turn({}).state
    seats, (first, *_, last) = ("red", "blue"), state.holdings
    at = {"first": first, "last": last}
    capitals = {seat: at[home] for seat, home in zip(seats, homes, strict=True) if home is not None}
    for place, holding in state.holdings.items():
        holding.owner = holds[place == last]
    in_play = Objectives([ObjectiveCard(Objective("two", "major", "capitals", 2))])
    goals = goals_of(state, in_play, seats, landmarks={}, capitals=capitals, to_win=3)
    own = np.array([[[one.owner == seat for one in state.holdings.values()] for seat in seats]], np.float32)
    now = reached(goals, own, np.zeros((1, 2, 0), np.float32), np.zeros((0, len(state.holdings)), np.float32))
    for number, seat in enumerate(seats):
        home = capitals.get(seat)
        assert now.home[0, number] == (home is None or state.holdings[home].owner == seat)
        others = [
            place for place in capitals.values() if place != home and state.holdings[place].owner == seat
        ]
        assert now.nearest[0, number] == len(others) / 2


def test_who_eliminates_a_seat_takes_its_objectives() -> None:
    """CL-ELM, SC-ELM."""
    state = a_state(1, *(ObjectiveCard(each, owner="blue") for each in MAJOR[:2]))
    board, _ = ground_and_cards(state)
    assert board.goals is not None
    position = position_of(state, board, [0] * len(board.seats))
    red, blue = board.seats.index("red"), board.seats.index("blue")
    for gone, expected in ((False, 0), (True, 2)):
        owner = np.where(gone & (position.owner == blue), red, position.owner)
        own = (owner[:, None, :] == np.arange(len(board.seats))[:, None]).astype(np.float32)
        now = reached(board.goals, own, np.zeros((1, len(own[0]), len(board.sizes)), np.float32), board.lands)
        assert now.owned[0, red] == expected


@pytest.mark.parametrize(
    ("objectives", "cost"),
    [
        ([("territories", 8)], 0.7 * 2 * 3),
        ([("territories", 42)], 36 * 3),
        ([("territories", 2, True)], 0.7 * 2 * 3),
        ([("landmarks", 5, False, CITY)], 0.7 * 2 * 3),
        ([("landmarks", 13, False, CITY)], 10 * 3),
        ([("continent", 0, False, "australia")], 3),
        ([("continent", 0, True, "australia")], np.inf),
        ([("continent", 0, True, "africa")], 6 * 3),
        ([("continents", 1)], 3),
        ([("continents", 2)], 3 + 4 * 3),
        ([("continents", 1, True)], 4 * 3),
        ([("continents", 2, True)], 4 * 3 + 6 * 3),
        ([("continents", 2), ("territories", 42), ("territories", 8)], 0.7 * 2 * 3),
    ],
)
@pytest.mark.parametrize(("capital", "way"), [("", 0), ("alaska", 0), ("brazil", 4 * 3)])
def test_what_must_be_beaten_for_the_last_objective(
    objectives: list[tuple[Any, ...]], cost: float, capital: str, way: float
) -> None:
    """CL-08-OBJ: two armies and one more for each territory, and those on the way to the own capital."""
    own = ("new-guinea", "western-australia", "eastern-australia", "alaska", "iceland", "ural")
    state = a_turn(dict.fromkeys(own, ("red", 2))).state
    state.active = "blue"
    cards = [ObjectiveCard(Objective("goal", "minor", *facts)) for facts in objectives]
    in_play = Objectives([*cards, *(ObjectiveCard(each, owner="red") for each in MAJOR[:2])])
    board, _ = ground_and_cards(state)
    capitals = {"red": capital} if capital else {}
    goals = goals_of(state, in_play, board.seats, landmarks={CITY: CITIES}, capitals=capitals, to_win=3)
    held = np.zeros((1, len(board.seats), len(board.places)), np.float32)
    for number, place in enumerate(board.places):
        held[0, board.seats.index("red" if place in own else "green"), number] = 1
    armies = np.full((1, len(board.places)), 2, np.float32)
    now = reached(goals, held, np.zeros((1, len(board.seats), len(board.sizes)), np.float32), board.lands)
    for force in (1.0, cost + way) if np.isfinite(cost) else (1.0,):
        forces = np.full((1, len(board.seats)), force, np.float32)
        found = finishing(goals, now, held, armies, forces, board.lands, board.near)
        chance = force**2 / (force**2 + (cost + way) ** 2)
        assert found[0, board.seats.index("red")] == pytest.approx(chance, abs=1e-5)


def done_part(objective: Objective, state: ClassicState, held: set[str], before: set[str]) -> float:
    """The part of an objective that Red has done, held or taken in this turn; own capital left out."""
    counted = held - before if objective.in_one_turn else held
    lands = {land.id: set(land.territories) for land in state.map.continents}
    if objective.counts == "continents":
        parts = sorted(len(counted & land) / len(land) for land in lands.values())
        return float(np.mean(parts[-objective.need :]))
    marked = {
        "landmarks": set(CITIES), "capitals": set(CAPITALS.values()), "territories": set(state.holdings)
    }  # fmt: skip
    marks = lands[objective.of] if objective.counts == "continent" else marked[objective.counts]
    return min(1, len(counted & marks) / need(objective, state.map))


@pytest.mark.parametrize("objective", [*MINOR, *MAJOR], ids=lambda objective: objective.id)
def test_the_promise_of_an_objective_is_the_part_that_is_done(objective: Objective) -> None:
    """Also beside another, and in several positions at once."""
    states = [a_state(seed, ObjectiveCard(objective), before=0.5) for seed in (2, 3)]
    for state in states:
        board, _ = ground_and_cards(state)
        assert board.goals is not None
        before = set(state.edition_2008.objectives.before)
        helds = [set(one.held("red")) for one in states]
        rows = np.array([[place in held for place in board.places] for held in helds], np.float32)
        wanted = [done_part(objective, state, held, before) for held in helds]
        assert promise(board.goals, rows, board.lands) == pytest.approx(wanted, abs=1e-6)
