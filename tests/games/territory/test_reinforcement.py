"""How many armies a seat gets: every bound of the sum, and the words for it."""

import pytest

from companion.games.classic.objectives import cities_in_words
from companion.games.territory.reinforcement import (
    Term,
    continent_terms,
    in_words,
    next_income,
    territory_term,
    total,
)
from tests.games.classic.boards import a_turn


@pytest.mark.parametrize(
    ("territories", "landmarks", "armies", "text"),
    [
        (0, 0, 3, "0 territories (at least 3)"),
        (1, 0, 3, "1 territory (at least 3)"),
        (8, 0, 3, "8 territories (at least 3)"),
        (9, 0, 3, "9 territories"),
        (11, 0, 3, "11 territories"),
        (12, 0, 4, "12 territories"),
        (14, 0, 4, "14 territories"),
        (10, 2, 4, "10 territories and 2 cities"),
        (7, 1, 3, "7 territories and 1 city (at least 3)"),
        (42, 0, 14, "42 territories"),
    ],
)
def test_an_army_for_three_territories_and_never_fewer_than_three(
    territories: int, landmarks: int, armies: int, text: str
) -> None:
    assert territory_term(territories, landmarks=landmarks, called=cities_in_words) == Term(text, armies)


@pytest.mark.parametrize(("share", "least", "armies"), [(2, 3, 6), (2, 7, 7), (5, 1, 2), (3, 4, 4)])
def test_another_share_and_another_least(share: int, least: int, armies: int) -> None:
    assert territory_term(12, least, share).armies == armies


@pytest.mark.parametrize(("seat", "names"), [("red", ["South America"]), ("blue", []), ("green", ["Africa"])])
def test_a_continent_counts_for_who_holds_all_of_it(seat: str, names: list[str]) -> None:
    board = a_turn({}).state.map
    held = dict.fromkeys(board.continent("south-america").territories, ("red", 1))
    held |= dict.fromkeys(board.continent("africa").territories, ("green", 1))
    state = a_turn(held, rest="blue").state
    for continent in board.continents:
        if continent.id not in ("south-america", "africa"):
            state.holdings[continent.territories[0]].owner = "red"
    terms = continent_terms(state, seat)
    assert [term.text for term in terms] == names
    assert [term.armies for term in terms] == [{"South America": 2, "Africa": 3}[name] for name in names]


FOUR, SEVEN = Term("14 territories", 4), Term("Asia", 7)


@pytest.mark.parametrize(
    ("terms", "text", "sum_"),
    [
        ((), "", 0),
        ((FOUR,), "4 for 14 territories", 4),
        ((FOUR, SEVEN), "4 for 14 territories + 7 for Asia = 11", 11),
    ],
)
def test_the_sum_in_words(terms: tuple[Term, ...], text: str, sum_: int) -> None:
    assert (in_words(terms), total(terms)) == (text, sum_)


@pytest.mark.parametrize(
    ("turn", "out", "income"), [(0, False, None), (1, False, 11), (7, True, None), (0, True, None)]
)
def test_the_next_income_is_shown_to_who_plays(turn: int, out: bool, income: int | None) -> None:
    assert next_income(turn, (FOUR, SEVEN), out=out) == income
