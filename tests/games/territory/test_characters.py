"""Characters of computer players: who likes what, and that it only tips the scales."""

from collections import Counter
from itertools import combinations
from typing import Any

import numpy as np
import pytest
from msgspec import structs

from companion.games.classic.bot import ClassicBot
from companion.games.territory.characters import CHARACTERS, EVEN, Character, Memory, character_of
from companion.games.territory.planned import TurnModel
from companion.referee.questions import Deploy
from tests.games.classic.boards import a_turn

BOT = ClassicBot("normal", 1)
BUILDER, RAIDER, GRUDGE_BEARER = CHARACTERS
AUSTRALIA = ("indonesia", "new-guinea", "western-australia", "eastern-australia")
SOUTH = ("argentina", "brazil", "peru", "venezuela")


def with_computers(state: Any, strength: str | None = "hard") -> Any:
    """Let the computer play all seats of a state."""
    state.seats = tuple(structs.replace(seat, strength=strength) for seat in state.seats)
    return state


def test_neighbours_differ_and_people_are_advised_by_nobody_in_particular() -> None:
    state = with_computers(a_turn({}).state)
    seats = [seat.id for seat in state.seats]
    found = [[character_of(state, seat, seed).name for seat in seats] for seed in range(3)]
    assert all(len(set(names)) == len(seats) for names in found)
    assert {names[0] for names in found} == {"builder", "raider", "grudge-bearer"}
    assert character_of(with_computers(state, None), "red", 1) == EVEN
    assert character_of(with_computers(state), "neutral", 1) == EVEN


@pytest.mark.parametrize(
    ("likes", "better"),
    [
        # the last territory of a continent, one that breaks another's, one of the seat that is resented
        (BUILDER, "indonesia"),
        (RAIDER, "peru"),
        (GRUDGE_BEARER, "japan"),
    ],
)
def test_each_likes_a_conquest_of_its_own(likes: Character, better: str) -> None:
    held = dict.fromkeys(AUSTRALIA, ("red", 2)) | {"indonesia": ("blue", 2)}
    held |= dict.fromkeys(SOUTH, ("blue", 2)) | dict.fromkeys(("japan", "siam"), ("green", 2))
    model, position = ClassicBot("hard", 1).turn_model(a_turn(held, rest="red").state, "red")
    seats, places = model.ground.seats, model.ground.places
    conquests = position.take(np.zeros(len(places), np.intp))
    conquests.owner[np.arange(len(places)), np.arange(len(places))] = model.me
    even = model.value(conquests)
    model = TurnModel(**{**vars(model), "likes": likes, "resented": seats.index("green")})
    more = model.value(conquests) - even
    wanted = ("indonesia", "peru", "japan")
    gained = {place: float(more[places.index(place)]) for place in wanted}
    assert max(gained, key=lambda place: gained[place]) == better
    assert float(np.ptp(more)) < likes.builds + likes.breaks + likes.resents


def test_who_took_most_is_resented_until_it_is_out_and_nothing_undone_counts() -> None:
    state, memory = a_turn({"brazil": ("red", 2), "peru": ("red", 2)}, rest="blue").state, Memory()
    memory.look(state, "red")
    assert memory.resented(state) is None
    state.holdings["peru"].owner, state.turn = "green", state.turn + 1
    memory.look(state, "red")
    assert memory.resented(state) == "green"
    state.holdings["peru"].owner, state.turn = "red", state.turn - 1
    memory.look(state, "red")
    state.holdings["brazil"].owner = "blue"
    memory.look(state, "red")
    assert memory.lost == {"green": 1}, "the turn is the same, so the loss was set right by hand"
    assert memory.resented(state) is None, "green holds nothing any more"


@pytest.mark.parametrize(("first", "later"), list(combinations(SOUTH + AUSTRALIA, 2)))
def test_of_two_who_took_as_much_the_first_in_board_order_is_resented(first: str, later: str) -> None:
    """By the order of a set, the same seed would play another game in each process."""
    state, memory = a_turn(dict.fromkeys(SOUTH + AUSTRALIA, ("red", 2)), rest="blue").state, Memory()
    memory.look(state, "red")
    state.turn += 1
    order = sorted((first, later), key=list(state.holdings).index)
    for place, owner in zip(order, ("green", "blue"), strict=True):
        state.holdings[place].owner = owner
    memory.look(state, "red")
    assert memory.resented(state) == "green"


def test_weaker_players_like_it_too() -> None:
    held = dict.fromkeys(SOUTH, ("blue", 1)) | {
        "central-america": ("red", 9),
        "western-united-states": ("blue", 1),
    }
    state = with_computers(a_turn(held, rest="blue").state, "normal")
    worth = {}
    for seed in range(3):
        bot = ClassicBot("normal", seed)
        question = Deploy(seat="red", prompt="Put", rules=("X",), allowed=("central-america",), most=3)
        bot.advise(question, state)
        worth[character_of(state, "red", seed).name] = bot.worth(state, "red", "venezuela")
    assert worth["raider"] > worth["builder"]


@pytest.mark.parametrize(
    ("owners", "likes", "liked"),
    [
        # who holds South America (two of 24 bonus armies), whose last territory is attacked
        (("red", "red", "red", "green"), BUILDER, 3 * 2 / 24),
        (("red", "green", "red", "green"), BUILDER, 0),
        (("green", "green", "green", "green"), BUILDER, 0),
        (("green", "green", "green", "green"), RAIDER, 3 * 2 / 24),
        (("green", "green", "blue", "green"), RAIDER, 0),
        (("red", "red", "red", "green"), RAIDER, 0),
        (("red", "green", "red", "green"), GRUDGE_BEARER, 3 / 3),
        (("green", "green", "green", "green"), GRUDGE_BEARER, 3 / 5),
        (("red", "red", "red", "blue"), GRUDGE_BEARER, 0),
        (("red", "red", "red", "neutral"), GRUDGE_BEARER, 0),
        (("red", "red", "red", "green"), EVEN, 0),
    ],
)
def test_what_a_character_adds_to_a_conquest(owners: tuple[str, ...], likes: Character, liked: float) -> None:
    """Three armies for all continents, or for all land of Green, who took most from Red."""
    state, bot = a_turn(dict(zip(SOUTH, ((one, 1) for one in owners), strict=True)), rest="red").state, BOT
    state.holdings["alaska"].owner, state.holdings["japan"].owner = "blue", "green"
    bot._memory = Memory(lost=Counter({"blue": 1, "green": 2}))
    worths = []
    for bot._likes in (EVEN, likes):
        worths += [bot.worth(state, "red", "venezuela"), bot._simple_worth(state, "red", "venezuela")]
    assert [worths[2] - worths[0], worths[3] - worths[1]] == pytest.approx([liked, liked])
