"""Signs of what stands on a place: each counted once, each explained, none hidden by its disc."""

from itertools import pairwise
from math import hypot
from typing import Any

import pytest

from companion.games import every_game
from companion.icons.sheets import icon_sheet
from companion.ui.widgets.board.map_icons import RADIUS, _counted, _round, _side_by_side
from companion.ui.widgets.board.territory.disc import clearest_directions


@pytest.mark.parametrize(
    ("marks", "counted"),
    [
        ((), []),
        (("city", "city", "base:red"), [("city", 2), ("base:red", 1)]),
        (("base:red", "base:blue"), [("base:red", 1), ("base:blue", 1)]),  # whose it is makes a difference
    ],
)
def test_marks_are_counted_in_their_order(marks: tuple[str, ...], counted: list[Any]) -> None:
    assert _counted(marks) == counted


@pytest.mark.usefixtures("screen")
def test_signs_stand_clear_of_their_disc_and_of_one_another() -> None:
    places = list(_round(15.0, clearest_directions((0.0, 0.0), [(30.0, 0.0), (0.0, 40.0), (-50.0, -50.0)])))
    assert len(places) >= 4
    assert all(hypot(x, y) > 15.0 for x, y in places)
    pairs = [(one, other) for n, one in enumerate(places) for other in places[:n]]
    assert min(hypot(a - c, b - d) for (a, b), (c, d) in pairs) > RADIUS


def test_signs_stand_away_from_the_nearest_disc_first() -> None:
    assert clearest_directions((0.0, 0.0), [(30.0, 0.0)])[0] == pytest.approx(0.5)
    assert clearest_directions((0.0, 0.0), [(0.0, 30.0), (900.0, 0.0)])[0] == pytest.approx(0.75, abs=0.05)


@pytest.mark.usefixtures("screen")
@pytest.mark.parametrize("count", [1, 2, 5])
def test_without_a_disc_they_stand_side_by_side_about_the_middle(count: int) -> None:
    across = [x for x, _ in _side_by_side(count)]
    assert sum(across) == pytest.approx(0.0)
    assert all(b - a > 2 * RADIUS for a, b in pairwise(across))


def test_every_sign_that_a_map_explains_is_drawn() -> None:
    names = [icon.name for icon in icon_sheet("marks").values() if icon.name]
    assert len(set(names)) == len(names), "no two signs mean the same"


@pytest.mark.every(3)
@pytest.mark.parametrize("game", every_game(), ids=lambda game: game.id)
def test_no_game_draws_a_sign_that_there_is_not(game: Any) -> None:
    from companion.referee.houserules import set_house_rules
    from companion.referee.random_bot import RandomBot
    from companion.referee.seats import seats_of
    from companion.referee.table import Table

    house = set_house_rules(game.house_rules, {})
    table, player = Table(game, game.begin(seats_of(game.seats[0]), house)), RandomBot(1)
    kinds: set[str] = set()
    for _ in range(200):
        if table.question is None:
            break
        table.answer(player.answer(table.question))
        if table.game_view.kind == "territories":
            marks = (mark for place in table.game_view.places.values() for mark in place.marks)
            kinds |= {mark.partition(":")[0] for mark in marks}
    assert kinds <= {icon.id for icon in icon_sheet("marks").values() if icon.name}
