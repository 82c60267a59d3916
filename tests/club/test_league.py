"""The league: scores, ratings, awards and who beats whom, from the results alone."""

from itertools import permutations
from typing import Any

import pytest

from companion.club.league import Duel, Season, league
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


def scores(*results: GameOutcome) -> dict[str, float]:
    return {row.name: round(row.score, 3) for row in league(results).rows}


@pytest.mark.parametrize(
    ("results", "expected"),
    [
        ([], {}),
        ([game(1, ("Anna", 1), ("Ben", 2), ("Carl", 3))], {"Anna": 1, "Ben": 0.5, "Carl": 0}),
        ([game(1, ("Anna", 1), ("Ben", 2), ("Carl", 2))], {"Anna": 1, "Ben": 0.25, "Carl": 0.25}),
        ([game(1, ("Anna", 1), ("Ben", 2)), game(2, ("ANNA ", 2), ("Ben", 1))], {"ANNA": 0.5, "Ben": 0.5}),
        ([game(1, ("Anna", 1), ("Ben", 2), withdrawn=True)], {}),
        ([game(1, ("Anna", 1), ("anna", 2), ("Ben", 3))], {"Anna": 1, "Ben": 0}),
    ],
    ids=["no games", "places", "a shared place", "two spellings", "withdrawn", "one name twice"],
)
def test_scores(results: list[GameOutcome], expected: dict[str, float]) -> None:
    assert scores(*results) == expected


def test_playing_more_earns_nothing_by_itself_and_one_win_does_not_lead() -> None:
    often = [game(n, ("Often", 1 + (n % 2)), ("Ben", 2 - (n % 2))) for n in range(20)]
    good = [game(20 + n, ("Good", 1 + (n == 3)), ("Carl", 2 - (n == 3))) for n in range(6)]
    once = [game(40, ("Once", 1), ("Dan", 2))]
    names = [row.name for row in league([*often, *good, *once]).rows]
    assert names.index("Good") < names.index("Once") < names.index("Often")


def test_seats_that_nobody_named_count_as_opponents_only() -> None:
    players = (PlacedPlayer("Anna", 1), PlacedPlayer("Blue", 2, named=False))
    changed: dict[str, Any] = {**fields(game(1)), "players": players}
    (row,) = league([GameOutcome(**changed)]).rows
    assert (row.name, row.score) == ("Anna", 1)
    assert row.rating > 25, "it has beaten somebody"


def fields(result: GameOutcome) -> dict[str, object]:
    return {name: getattr(result, name) for name in result.__struct_fields__}


def test_a_rating_follows_the_results_and_grows_sure() -> None:
    results = [game(n, ("Anna", 1), ("Ben", 2), ("Carl", 3)) for n in range(12)]
    after_one, after_all = (league(results[:count], "rating").rows for count in (1, 12))
    assert [row.name for row in after_all] == ["Anna", "Ben", "Carl"]
    assert after_all[0].rating > after_one[0].rating > 25 > after_one[2].rating > after_all[2].rating
    assert after_all[0].spread < after_one[0].spread


def test_the_order_by_rating_counts_what_is_sure() -> None:
    results = [game(n, ("Anna", 1 + (n % 5 == 0)), ("Ben", 2 - (n % 5 == 0))) for n in range(20)]
    rows = league([*results, game(30, ("Once", 1), ("Dan", 2))], "rating").rows
    assert rows[0].name == "Anna"


def test_the_order_in_which_results_come_does_not_matter() -> None:
    results = [game(n, ("A", 1 + n % 2), ("B", 2 - n % 2), ("C", 3)) for n in range(4)]
    assert len({str(league(order, "rating")) for order in permutations(results)}) == 1


@pytest.mark.parametrize(
    ("season", "games"),
    [
        (Season(), 3),
        (Season("Winter", "2026-11-22"), 2),
        (Season("Winter", "2026-11-22", "2026-11-22"), 1),
        (Season("Winter", last="2026-11-21"), 1),
    ],
)
def test_a_season_counts_only_its_days(season: Season, games: int) -> None:
    days = ("2026-11-21", "2026-11-22", "2026-11-23")
    results = [
        GameOutcome(**{**fields(game(n, ("Anna", 1), ("Ben", 2))), "ended": f"{day}T20:00:00Z"})  # type: ignore[arg-type]
        for n, day in enumerate(days)
    ]
    found = league(results, season=season)
    assert (found.rows[0].games, found.season) == (games, season)


def test_who_beats_whom_and_the_awards_are_recounted() -> None:
    results = [game(n, ("Anna", 1), ("Ben", 2), ("Carl", 2)) for n in range(4)]
    results += [game(10, ("Ben", 1), ("Anna", 2))]
    found = league(results)
    assert found.duels[0] == Duel("Anna", "Ben", 5, 4, 1)
    assert Duel("Ben", "Carl", 4, 0, 0) in found.duels
    awards = {award.title: (award.name, award.text) for award in found.awards}
    assert awards["First of the league"][0] == "Anna"
    assert awards["Most games"] == ("Anna", "5 games")
    assert awards["Most wins"] == ("Anna", "4 of 5 games")
    assert awards["Nemesis"] == ("Anna", "beat Carl in 4 of 4 games")
    assert awards["Biggest surprise"][0] == "Ben", "who had lost four times before"
    assert league([]).awards == ()
