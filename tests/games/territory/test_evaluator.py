"""Positions as arrays: what each seat is rated by, and the chances that come of it."""

from dataclasses import replace

import numpy as np
import pytest

from companion.games.classic.bot import ClassicBot
from companion.games.classic.plans import ground_and_cards
from companion.games.territory.evaluator import (
    BLOCK,
    FEATURES,
    Ground,
    Positions,
    Weights,
    _in_turn,
    chances,
    features,
    of_sets,
    of_stars,
    position_of,
)
from companion.games.territory.stars import ARMIES
from tests.games.classic.boards import a_turn
from tests.games.territory.features_by_hand import ByHand, by_chance

AUSTRALIA = ("indonesia", "new-guinea", "western-australia", "eastern-australia")
HELD = dict.fromkeys(AUSTRALIA, ("red", 3)) | dict.fromkeys(("siam", "india"), ("blue", 4))


def laid_out(held: dict[str, tuple[str, int]], **facts: object) -> tuple[Ground, Positions]:
    """The ground and the position of a board; all other territories are Green's, with two armies each."""
    state = a_turn(held, **facts).state  # type: ignore[arg-type]
    ground, cards = ground_and_cards(state)
    return ground, position_of(state, ground, cards)


def rated(held: dict[str, tuple[str, int]], name: str, seat: str = "red", **facts: object) -> float:
    """One feature of one seat."""
    ground, position = laid_out(held, **facts)
    rows, _ = features(ground, position, 0)
    return float(rows[0, ground.seats.index(seat), FEATURES.index(name)])


def test_what_is_counted_on_a_board() -> None:
    assert rated(HELD, "armies") == pytest.approx(12 / (12 + 8 + 2 * 36))
    assert rated(HELD, "land") == pytest.approx(4 / 42)
    assert rated(HELD, "log income") == pytest.approx(np.log1p(3 + 2))
    assert rated(HELD, "front") == pytest.approx(1 / 4), "only Indonesia stands beside an enemy"
    assert rated(HELD, "at the front") == pytest.approx(3 / 12)


def test_a_continent_is_the_safer_the_more_stand_at_its_border() -> None:
    safe = [rated(HELD | {"indonesia": ("red", armies)}, "safe bonus") for armies in (1, 3, 9, 99)]
    assert safe == sorted(safe) and safe[0] < 0.02 and safe[-1] == pytest.approx(0.2, abs=0.01)
    assert rated(HELD | {"new-guinea": ("red", 99)}, "safe bonus") == pytest.approx(safe[1]), "not the border"
    assert rated(HELD | {"siam": ("blue", 40)}, "safe bonus") < safe[1]


def test_cards_bring_what_their_sets_or_stars_are_worth() -> None:
    sets = of_sets(10.0)
    assert (np.diff(sets) > 0).all() and sets[0] == 0 and sets[3] < 10 < sets[5], "five cards hold a set"
    stars = of_stars()
    assert (np.diff(stars) >= 0).all() and stars[0] == 0 and stars[-1] == max(ARMIES.values())
    with_cards = [rated(HELD, "cards", hands={"red": cards}) for cards in (0, 3, 5)]
    assert with_cards == sorted(set(with_cards)) and with_cards[0] == 0


def test_chances_add_up_and_who_is_out_has_none() -> None:
    ground, position = laid_out(HELD | dict.fromkeys(("siam", "india"), ("red", 4)), players=3)
    assert "blue" not in ground.seats
    ground, position = laid_out(HELD)
    found = chances(ground, position, 0, ClassicBot.weights)[0]
    assert found.sum() == pytest.approx(1) and (found > 0).all()
    position.owner[position.owner == ground.seats.index("blue")] = ground.seats.index("red")
    found = chances(ground, position, 0, ClassicBot.weights)[0]
    assert found[ground.seats.index("blue")] == 0 and found.sum() == pytest.approx(1)


@pytest.mark.parametrize(("blue_lives", "column"), [(False, "armies"), (True, "land")])
def test_two_sides_are_rated_by_weights_of_their_own(blue_lives: bool, column: str) -> None:
    """A conditional logit: the chances are as the exponentials of what the seats are worth."""
    duel, crowd = (tuple(3.0 * (name == rated) for name in FEATURES) for rated in ("armies", "land"))
    ground, position = laid_out(HELD)
    if not blue_lives:
        position.owner[position.owner == ground.seats.index("blue")] = ground.seats.index("red")
    rows, alive = features(ground, position, 0)
    powers = np.exp(3 * rows[0, :, FEATURES.index(column)]) * alive[0]
    assert chances(ground, position, 0, Weights(duel, crowd))[0] == pytest.approx(powers / powers.sum())


def test_who_has_won_has_hardly_less_than_all_chances() -> None:
    ground, position = by_chance(1, homes=True)
    assert ground.homes is not None
    homes = replace(ground.homes, to_win=1, capitals=np.array([-1, -1, 0, -1]))
    position.owner[0, 0] = 2
    none = (0.0,) * len(FEATURES)
    won = chances(replace(ground, homes=homes), position, 0, Weights(none, none))[0]
    assert won[2] == pytest.approx(1, abs=1e-9)
    assert chances(ground, position, 0, Weights(none, none))[0].max() <= 1


@pytest.mark.parametrize("players", [2, 3])
def test_more_armies_are_better_everywhere(players: int) -> None:
    ground, position = laid_out(
        dict.fromkeys(AUSTRALIA, ("red", 3)) | {"siam": ("green" if players == 3 else "blue", 2)},
        players=players,
        rest="blue",
    )
    more = position.take(np.zeros(len(AUSTRALIA) + 1, np.intp))
    for row, place in enumerate(AUSTRALIA, 1):
        more.armies[row, ground.index[place]] += 5
    found = chances(ground, more, 1, ClassicBot.weights)[:, ground.seats.index("red")]
    assert (found[1:] > found[0]).all()


def test_many_positions_are_rated_as_each_alone() -> None:
    ground, position = laid_out(HELD)
    many = position.take(np.zeros(2 * BLOCK + 3, np.intp))
    many.armies += np.arange(len(many.armies), dtype=np.float32)[:, None]
    together = chances(ground, many, 1, ClassicBot.weights)
    for row in (0, BLOCK - 1, BLOCK, 2 * BLOCK + 2):
        alone = chances(ground, many.take(np.array([row])), 1, ClassicBot.weights)
        assert together[row] == pytest.approx(alone[0], rel=1e-5)


def test_a_landmark_counts_for_the_income() -> None:
    ground, position = laid_out(HELD)
    counts, extra = ground.counts.copy(), ground.extra.copy()
    counts[ground.index["indonesia"]] += 8
    extra[ground.index["new-guinea"]] = 3
    column, red = FEATURES.index("log income"), ground.seats.index("red")
    rows, _ = features(replace(ground, counts=counts, extra=extra), position, 0)
    assert rows[0, red, column] == pytest.approx(np.log1p((4 + 8) // 3 + 2 + 3))


@pytest.mark.parametrize("homes", [False, True])
@pytest.mark.parametrize("teams", [False, True])
@pytest.mark.parametrize("seed", range(8))
def test_features_are_those_counted_territory_by_territory(seed: int, teams: bool, homes: bool) -> None:
    ground, position = by_chance(seed, teams=teams, homes=homes)
    counted = ByHand(ground, position)
    for to_move in range(2):
        rows, alive = features(ground, position, to_move)
        assert alive.all()
        for seat in counted.seats:
            wanted = dict.fromkeys(FEATURES, 0.0) | counted.features(seat, to_move)
            wanted |= counted.homes(seat) if homes else {}
            assert rows[0, seat].tolist() == pytest.approx(list(wanted.values()), rel=1e-4, abs=1e-6)


@pytest.mark.parametrize("seed", range(5))
def test_who_moves_first_may_end_the_game_first(seed: int) -> None:
    """Three quarters of a chance to end it are left after each turn of a rival."""
    chance = np.random.default_rng(seed)
    rated, at_hand = chance.dirichlet(np.ones(3), 2), chance.random((2, 3)).astype(np.float32)
    at_hand[1, 2] = 2
    for to_move in range(3):
        ended, goes_on = np.zeros(3), 1.0
        for turn, seat in enumerate((to_move + step) % 3 for step in range(3)):
            ended[seat] = goes_on * at_hand[0, seat] * 0.75**turn
            goes_on -= ended[seat]
        found = _in_turn(rated, at_hand, to_move)
        assert found[0] == pytest.approx(ended + goes_on * rated[0]), to_move
        assert found[1] == pytest.approx(rated[1]), "somebody has won"
