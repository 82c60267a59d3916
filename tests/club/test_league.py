"""The league: points by place and Elo, from the results alone."""

from itertools import permutations
from typing import Any

import pytest

from companion.club.league import FIRST_RATING, league
from companion.club.messages import GameOutcome, PlacedPlayer


def game(number: int, *players: tuple[str, int], **fields: Any) -> GameOutcome:
    return GameOutcome(
        id=f"{number:032x}",
        revision=1,
        table="T",
        title="Classic Risk",
        ended=f"2026-11-22T20:{number:02}:00Z",
        players=tuple(PlacedPlayer(name, place) for name, place in players),
        **fields,
    )


def points(*results: GameOutcome) -> dict[str, float]:
    return {row.name: row.points for row in league(results)}


@pytest.mark.parametrize(
    ("results", "expected"),
    [
        ([], {}),
        ([game(1, ("Anna", 1), ("Ben", 2), ("Carl", 3))], {"Anna": 2, "Ben": 1, "Carl": 0}),
        ([game(1, ("Anna", 1), ("Ben", 2), ("Carl", 2))], {"Anna": 2, "Ben": 0.5, "Carl": 0.5}),
        ([game(1, ("Anna", 1), ("Ben", 2)), game(2, ("ANNA ", 2), ("Ben", 1))], {"ANNA": 1, "Ben": 1}),
        ([game(1, ("Anna", 1), ("Ben", 2), withdrawn=True)], {}),
        ([game(1, ("Anna", 1), ("anna", 2), ("Ben", 3))], {"Anna": 2, "Ben": 0}),
    ],
    ids=["no games", "places", "a shared place", "two spellings", "withdrawn", "one name twice"],
)
def test_points(results: list[GameOutcome], expected: dict[str, float]) -> None:
    assert points(*results) == expected


def test_seats_that_nobody_named_count_as_opponents_only() -> None:
    players = (PlacedPlayer("Anna", 1), PlacedPlayer("Blue", 2, named=False))
    changed: dict[str, Any] = {**fields(game(1)), "players": players}
    (row,) = league([GameOutcome(**changed)])
    assert (row.name, row.points, row.elo) == ("Anna", 1, FIRST_RATING)


def fields(result: GameOutcome) -> dict[str, object]:
    return {name: getattr(result, name) for name in result.__struct_fields__}


def test_elo_is_the_textbooks() -> None:
    rows = {row.name: row.elo for row in league([game(1, ("Anna", 1), ("Ben", 2))], "elo")}
    assert rows == {"Anna": 1516, "Ben": 1484}
    rows = {row.name: row.elo for row in league([game(1, ("A", 1), ("B", 2)), game(2, ("A", 2), ("B", 1))])}
    # The one rated 1484 beats the one rated 1516, against whom 0.4539 was to be expected.
    assert rows["B"] == pytest.approx(1484 + 32 * (1 - 1 / (1 + 10 ** (32 / 400))))


def test_ratings_are_a_sum_that_stays() -> None:
    results = [game(n, ("A", 1), ("B", 1 + n % 3), ("C", 2), ("D", 4)) for n in range(20)]
    rows = league(results, "elo")
    assert sum(row.elo for row in rows) == pytest.approx(4 * FIRST_RATING)
    assert [row.elo for row in rows] == sorted((row.elo for row in rows), reverse=True)


def test_the_order_in_which_results_come_does_not_matter() -> None:
    results = [game(n, ("A", 1 + n % 2), ("B", 2 - n % 2), ("C", 3)) for n in range(4)]
    assert len({str(league(order, "elo")) for order in permutations(results)}) == 1
