"""What holds of computer players on any board, whoever is asked: boards are dealt by chance."""

import random
from typing import Any

import pytest

from companion.games.classic.bot import ClassicBot
from companion.games.territory.characters import CHARACTERS, EVEN
from companion.games.territory.planned import Plan, PlannedAttack
from companion.games.territory.planning_bot import _key
from companion.games.territory.state import Occupation
from companion.referee.bot import STRENGTHS, Strength
from companion.referee.questions import Count, Deploy, PickOrEnd
from tests.games.classic.boards import a_turn


def dealt(seed: int, seat: str, step: str = "attack") -> Any:
    """A board dealt by chance, with an army without a player, in one seat's turn."""
    chance = random.Random(seed)
    owners = ("blue", "green", "red", "neutral", *[chance.choice(("blue", "green", "red"))] * 3)
    places = list(a_turn({}).state.holdings)
    state = a_turn(
        {place: (chance.choice(owners), chance.randint(1, 9)) for place in places}, step=step
    ).state
    state.active = seat
    return state


@pytest.mark.parametrize("seat", ["blue", "green", "red"])
@pytest.mark.parametrize("seed", range(4))
def test_what_it_sees_around_a_territory(seed: int, seat: str) -> None:
    """On any board, whoever comes before or after the seat in the alphabet."""
    state, bot = dealt(seed, seat), ClassicBot("normal", 1)
    lands = {place: land for land in state.map.continents for place in land.territories}
    own = set(state.held(seat))
    for place, holding in state.holdings.items():
        near = [(other, state.holdings[other]) for other in state.neighbours(place)]
        enemies = [there.armies for other, there in near if other not in own]
        assert bot._enemies(state, seat, place) == bool(enemies)
        assert bot._strongest(state, seat, place) == max(enemies, default=0)
        assert bot._danger(state, seat, place) == sum(enemies) - holding.armies
        assert bot._shortening(state, seat, place) == len(near) - 2 * len(enemies)
        others = {other for other, there in near if there.owner not in (seat, holding.owner)}
        assert bot._nuisance(state, seat, place) == len(others) - (len(near) - len(enemies))
        rest = set(lands[place].territories) - {place}
        assert bot._completes(state, seat, place) == (rest <= own)
        last = holding.owner not in (seat, None) and len(state.held(holding.owner or "")) == 1
        assert bot.is_prize(state, seat, place) == (last or rest <= own)
        assert bot.can_take(state, seat, place) == (place not in own)
        reached, steps = {place}, 0
        while reached and not any(bot._enemies(state, seat, one) for one in reached):
            further = {other for one in reached for other in state.neighbours(one)} & own | reached
            reached, steps = (further if further != reached else set()), steps + 1
        assert bot._steps_to_front(state, seat, place) == (steps if reached else len(state.holdings))


def lands_dealt(seed: int, seat: str) -> Any:
    """A board on which some continents are whole, or whole but for one territory."""
    chance, state = random.Random(seed), dealt(seed, seat)
    for land in state.map.continents:
        owner = chance.choice(("blue", "green", "red", "neutral"))
        for place in land.territories[chance.choice((0, 0, 1, 9)) :]:
            state.holdings[place].owner = owner
    return state


@pytest.mark.parametrize("likes", [EVEN, *CHARACTERS])
@pytest.mark.parametrize("strength", STRENGTHS)
@pytest.mark.parametrize(("seed", "left"), [(0, 3), (1, 3), (2, 3), (0, 2), (2, 2)])
def test_what_a_conquest_is_worth(seed: int, left: int, strength: Strength, likes: Any) -> None:
    """Counted again by hand: the continent, what its owner loses, a hard player's front, a character."""
    seat = ("blue", "green", "red")[seed % 3]
    state, bot = lands_dealt(seed, seat), ClassicBot(strength, 1)
    if left == 2:
        for holding in state.holdings.values():
            holding.owner = "blue" if holding.owner == "green" else holding.owner
    resented = next(one for one in ("red", "blue") if one != seat)
    bot._likes, bot._memory.lost[resented] = likes, 3
    own = set(state.held(seat))
    assert len(state.playing()) == left
    bonuses = sum(land.bonus for land in state.map.continents)
    for land in state.map.continents:
        for place in set(land.territories) - own:
            owner, others = state.holdings[place].owner, set(land.territories) - {place}
            held = len(state.held(owner))
            completes, whole = others <= own, all(state.holdings[one].owner == owner for one in others)
            worth = 1 + land.bonus * (len(others & own) + 1) / (len(others) + 1) + 2 * land.bonus * completes
            if owner != "neutral":
                worth += 1 + 12 / held + land.bonus * whole
            if strength == "hard" and left > 2:
                near = state.neighbours(place)
                worth += 2 * len(own.intersection(near)) - len(near)
            part = land.bonus / bonuses
            liked = 100 * part * (likes.builds * completes + likes.breaks * whole)
            liked += 100 * likes.resents * (owner == resented) / held
            assert bot.worth(state, seat, place) == pytest.approx(worth + liked)
            simple = 1 + 2 * bot.is_prize(state, seat, place) + liked
            assert bot._simple_worth(state, seat, place) == pytest.approx(simple)


@pytest.mark.parametrize("strength", STRENGTHS)
@pytest.mark.parametrize("seat", ["blue", "green", "red"])
@pytest.mark.parametrize("seed", range(3))
def test_the_best_attack_is_worth_most_by_its_chance(seed: int, seat: str, strength: Strength) -> None:
    state, bot = dealt(seed, seat), ClassicBot(strength, 1)
    for more, least in ((0, 0.0), (0, 0.7), (5, 0.0)):
        tried = {
            (origin, target): bot.chance(state, origin, target, more)
            for origin in state.held(seat)
            for target in state.neighbours(origin)
            if state.holdings[target].owner != seat and state.holdings[origin].armies + more > 1
        }
        worth = {
            ends: chance * bot.worth(state, seat, ends[1])
            for ends, chance in tried.items()
            if chance >= least and chance > 0
        }
        best = max(worth, key=lambda ends: (worth[ends], *ends))
        found = bot.best_attack(state, seat, state.held(seat), more=more, least=least)
        assert found == (pytest.approx(worth[best]), *best, pytest.approx(tried[best]))


@pytest.mark.parametrize("strength", STRENGTHS)
@pytest.mark.parametrize("seat", ["blue", "green", "red"])
def test_an_arrow_shows_what_is_advised(seat: str, strength: Strength) -> None:
    """From the territory that attacks to the one attacked, which the reason names, or between own ones."""
    for seed in range(2):
        state, bot = dealt(seed, seat), ClassicBot(strength, 1)
        own = tuple(place for place in state.held(seat) if state.holdings[place].armies > 1)
        asked: dict[str, Any] = {"seat": seat, "prompt": "?", "rules": ("X",)}
        where = bot.decide(PickOrEnd(**asked, allowed=own, end="End"), state)
        assert where is not None and where.arrow is not None and where.answer == where.arrow[0]
        origin, target = where.arrow
        near = tuple(one for one in state.neighbours(origin) if one not in state.held(seat))
        assert origin in own and target in near and state.name(target) in where.reason
        whom = bot.decide(PickOrEnd(**asked, allowed=near, end="End", focus=(origin,)), state)
        assert whom is not None and (whom.answer, whom.arrow) == (target, where.arrow)
        state.step = "reinforce"
        put = bot.decide(Deploy(**asked, allowed=state.held(seat), most=6), state)
        assert put is not None and put.arrow is not None and put.arrow[0] in state.held(seat)
        assert put.answer["place"] == put.arrow[0] or strength == "hard", "it may guard another place first"
        assert put.answer["count"] <= 6 and put.arrow[1] in state.neighbours(put.arrow[0])
        assert state.holdings[put.arrow[1]].owner != seat and state.name(put.arrow[1]) in put.reason


@pytest.mark.parametrize(("seed", "parted"), [(0, False), (1, True), (2, True), (4, True), (8, False)])
def test_new_armies_go_where_a_search_finds_most(seed: int, parted: bool) -> None:
    """By the same search, no place alone is better, nor all fronts; on some boards a part is."""
    seat = ("blue", "green", "red")[seed % 3]
    state, bot = dealt(seed, seat, "reinforce"), ClassicBot("hard", 1)
    question = Deploy(seat=seat, prompt="?", rules=("X",), allowed=state.held(seat), most=9)
    advice, plan = bot.decide(question, state), bot._known[1]
    assert advice is not None and plan is not None
    model, position = bot._own_model(state, seat)
    front = [model.ground.index[place] for place in state.held(seat) if bot._enemies(state, seat, place)]
    ways = [((place, 9),) for place in front]
    *alone, spread = bot._after(model, position, [*ways, bot._spread(model, position, front, 9)])
    most = max(one.value for one in alone)
    assert plan.value >= spread.value - 1e-6
    assert (plan.value > most, advice.answer["count"] < 9) == (parted, parted)
    assert parted or plan.value == pytest.approx(most)


@pytest.mark.parametrize("moved", [("ontario", "quebec"), ("ontario", "alberta"), ("alaska", "kamchatka")])
def test_a_plan_says_how_many_go_along_with_its_own_attack_only(moved: tuple[str, str]) -> None:
    held = dict.fromkeys(("ontario", "quebec", "alberta"), ("red", 5)) | {"greenland": ("green", 1)}
    state, bot = (
        a_turn(held | {"alaska": ("red", 9), "kamchatka": ("red", 1)}, rest="green").state,
        ClassicBot("hard", 1),
    )
    model, position = bot._own_model(state, "red")
    places = model.ground.places
    step = PlannedAttack(places.index("ontario"), places.index("quebec"), 0.9, all_in=False)
    bot._known = (_key(state, "red", position), Plan(0.5, (step,)))
    state.facts.occupation = Occupation(*moved, 2)
    advice = bot.decide(Count(seat="red", prompt="?", rules=("X",), least=2, most=4), state)
    assert advice is not None
    assert (str(advice.reason) == "So the plan goes on best.") == (moved == ("ontario", "quebec"))
