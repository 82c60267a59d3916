"""Positions as one line of text: read back exactly; an error says what is wrong."""

from typing import get_args

import msgspec
import pytest
from hypothesis import given
from hypothesis import strategies as st

from companion.errors import CompanionError, MalformedPosition, UnknownName
from companion.games.classic import objectives, rules, setup
from companion.games.classic.game import CLASSIC
from companion.games.classic.houserules import ClassicHouseRules
from companion.games.classic.notation import CLASSIC_NOTATION
from companion.games.classic.state import ClassicState, Edition2008
from companion.games.territory.cards import Cards
from companion.games.territory.objectives import ObjectiveCard, Objectives, RewardIs
from companion.games.territory.state import NEUTRAL, Holding, Occupation
from companion.referee.houserules import set_house_rules
from companion.referee.seats import COLOURS, EMBLEMS, Seat, seats_of
from tests.games.players import Player
from tests.referee.tables import lay

numbers = st.integers(0, 999)


@st.composite
def seatings(draw: st.DrawFn) -> tuple[Seat, ...]:
    count = draw(st.integers(2, 6))
    if draw(st.booleans()):
        return seats_of(count)
    colours = draw(st.permutations(COLOURS))[:count]
    emblems = draw(st.permutations(EMBLEMS))[:count]
    names = draw(st.lists(st.text(), min_size=count, max_size=count))
    return tuple(map(Seat, colours, names, colours, emblems))


@st.composite
def positions(draw: st.DrawFn) -> ClassicState:
    """Any position that the type allows, also ones no game would come to."""
    chosen = {switch.name: draw(st.sampled_from(switch.choices)).value for switch in CLASSIC.switches}
    chosen["board"] = "classic"  # whose continents the objectives below name
    state = setup.begin(draw(seatings()), set_house_rules(ClassicHouseRules, chosen))
    ids = [seat.id for seat in state.seats]
    seats, places, flags = st.sampled_from(ids), st.sampled_from(sorted(state.holdings)), st.booleans()
    state.step = draw(st.sampled_from([step.id for step in CLASSIC.steps]))
    state.round, state.turn = draw(numbers), draw(numbers)
    state.active, state.starter = draw(st.none() | seats), draw(st.none() | seats)
    owners = st.sampled_from([*ids, NEUTRAL])
    for place in state.holdings:
        held = draw(st.none() | st.builds(Holding, owners, numbers))
        state.holdings[place] = held or Holding()
    left = rules.deck_size(state)
    for seat in ids:
        state.cards.hands[seat] = draw(st.integers(0, left))
        left -= state.cards.hands[seat]
    discards = draw(st.integers(0, left))
    state.cards = Cards(left - discards, discards, state.cards.hands)
    state.supply = {seat: draw(numbers) for seat in ids} | draw(
        st.just({}) | st.fixed_dictionaries({NEUTRAL: numbers})
    )
    state.sets_traded, state.facts.traded_armies = draw(numbers), draw(numbers)
    facts = state.facts
    facts.reinforcements_counted, facts.traded_stars, facts.bonus_taken = (
        draw(flags),
        draw(flags),
        draw(flags),
    )
    facts.conquered, facts.trade_down, facts.airfield_due = draw(flags), draw(flags), draw(flags)
    facts.maneuvers = draw(st.integers(0, 2))
    facts.occupation = draw(st.none() | st.builds(Occupation, places, places, numbers))
    state.winners = tuple(draw(st.lists(seats, max_size=2, unique=True)))
    state.edition_2008 = draw(editions(seats, places))
    return state


def editions(seats: st.SearchStrategy[str], places: st.SearchStrategy[str]) -> st.SearchStrategy[Edition2008]:
    """What the 2008 edition adds."""
    goals = [*objectives.MINOR, *objectives.MAJOR]
    rewards = st.sampled_from(sorted(objectives.REWARDS))
    cards = st.builds(
        ObjectiveCard,
        st.sampled_from(goals),
        st.none() | seats,
        st.none() | rewards,
        st.sampled_from(get_args(RewardIs)),
    )
    in_play = st.builds(
        Objectives,
        st.lists(cards, max_size=8, unique_by=lambda card: card.objective.id),
        st.lists(places, max_size=42, unique=True).map(tuple),
        st.none() | st.sampled_from([objective.id for objective in goals]),
    )
    return st.builds(
        Edition2008,
        st.lists(places, max_size=15, unique=True),
        st.dictionaries(seats, places),
        in_play,
        st.dictionaries(places, seats, max_size=4),
    )


@given(positions())
def test_every_position_is_read_back_exactly(state: ClassicState) -> None:
    text = CLASSIC_NOTATION.write(state)
    assert "\n" not in text
    assert msgspec.json.encode(CLASSIC_NOTATION.read(text)) == msgspec.json.encode(state)


@pytest.mark.parametrize("seed", range(3))
def test_a_game_goes_on_from_its_text(seed: int) -> None:
    """Step by step, a table laid from the text of a position asks the same question."""
    player, table = Player(seed), lay(CLASSIC, 2 + seed)
    while table.question is not None and len(table.entries) < 300:
        if table.positions[-1].entry_count == len(table.entries):
            again = type(table)(CLASSIC, CLASSIC_NOTATION.read(CLASSIC_NOTATION.write(table.state)))
            assert (again.state, again.question) == (table.state, table.question)
        table.answer(player.answer(table.question))


def test_what_a_position_looks_like() -> None:
    text = (
        'classic r4 t11 attack red; seats red blue/green/moon/"Ann; \\"B\\""; blue: others 2; '
        "red: alaska 3, alberta 1; cards discards 3 red 4; supply red 2; flags conquered"
    )
    state = CLASSIC_NOTATION.read(text)
    assert state.holdings["alaska"] == Holding("red", 3)
    assert state.holdings["brazil"] == Holding("blue", 2)
    assert state.seats[1] == Seat("blue", 'Ann; "B"', "green", "moon")
    assert state.cards == Cards(44 - 7, 3, {"red": 4, "blue": 0})
    assert (state.round, state.turn, state.step, state.active) == (4, 11, "attack", "red")
    assert state.facts.conquered
    assert state.supply == {"red": 2, "blue": 0}


HEAD = "classic r1 t1 attack red; seats red blue"


@pytest.mark.parametrize(
    ("text", "kind", "words"),
    [
        ("", MalformedPosition, "begins like"),
        ("hello", MalformedPosition, "begins like"),
        ("chess r1 t1 move white", MalformedPosition, "no position of Classic Risk: 'chess'"),
        ("classic r1 t1 attack red", MalformedPosition, "names its seats"),
        ("classic r1 t1 attack red; seats red", MalformedPosition, "2 to 6 seats, not 1"),
        ("classic r1 t1 attack red; seats blue red", MalformedPosition, "needs its colour, emblem and name"),
        ('classic r1 t1 attack red; seats red blue/mauve/moon/"B"', MalformedPosition, "mauve"),
        ("classic r1 t1 attack green; seats red blue", UnknownName, "Nobody sits at 'green'"),
        (f"{HEAD}; seats red blue", MalformedPosition, "'seats' twice"),
        (f"{HEAD}; weather rain", MalformedPosition, "weather"),
        (f"{HEAD}; red: alaska", MalformedPosition, "a number each"),
        (f"{HEAD}; red: alaska many", MalformedPosition, "a number where it has 'many'"),
        (f"{HEAD}; red: atlantis 3", UnknownName, "no territory 'atlantis'"),
        (f"{HEAD}; red: alaska 3; blue: alaska 2", MalformedPosition, "Alaska is held twice"),
        (f"{HEAD}; green: alaska 3", UnknownName, "Nobody sits at 'green'"),
        (f"{HEAD}; cards red 45", MalformedPosition, "not that many cards"),
        (f"{HEAD}; cards green 4", MalformedPosition, "nobody holds them"),
        (f"{HEAD}; house fortify=fly", UnknownName, "'fortify' is one of connected, adjacent"),
        (f"{HEAD}; flags brave", MalformedPosition, "no flag 'brave'"),
        (f"{HEAD}; sets {'9' * 5000}", MalformedPosition, "a number where"),
        (f"{HEAD}; supply purple 3", MalformedPosition, "supply names 'purple'"),
        (f"{HEAD}; occupying alaska", MalformedPosition, "occupying breaks off: 'alaska'"),
        (f"{HEAD}; cities atlantis", MalformedPosition, "cities names 'atlantis'"),
        (f"{HEAD}; capitals red", MalformedPosition, "capitals breaks off: 'red'"),
        (f"{HEAD}; airfields alaska green", MalformedPosition, "airfields names 'green'"),
        (f"{HEAD}; objectives asia", MalformedPosition, "An objective is like"),
        (f"{HEAD}; objectives asia/green/-/none", UnknownName, "Nobody sits at 'green'"),
        (f"{HEAD}; collected peace", MalformedPosition, "collected names 'peace'"),
    ],
)
def test_what_is_no_position(text: str, kind: type[CompanionError], words: str) -> None:
    with pytest.raises(kind, match=words):
        CLASSIC_NOTATION.read(text)
