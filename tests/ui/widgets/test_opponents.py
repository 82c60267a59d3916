"""Who fights whom over a tile: teams stand together, and players in no fight are left out."""

import pytest

from companion.referee.game_view import GameView, Place, Region, Standing

TEAMS = {"red": "Coast", "green": "Coast", "blue": "Heights", "yellow": "Heights"}
ALONE = dict.fromkeys(TEAMS, "")


def over(teams: dict[str, str], *flying: str) -> GameView:
    square = ((0.0, 0.0), (100.0, 0.0), (100.0, 100.0), (0.0, 100.0))
    marks = tuple(f"aircraft*1:{seat}" for seat in flying)
    return GameView(
        "battlefield",
        "",
        {"3A": Place(None, len(flying), marks)},
        tuple(Standing(seat, (), team=team) for seat, team in teams.items()),
        focus=("3A",),
        plan=(Region("3A", "tile 3A", square, (50.0, 50.0), tile=True),),
    )


@pytest.mark.parametrize(
    ("teams", "flying", "first", "second", "left", "right"),
    [
        (TEAMS, ("green", "red", "yellow"), "red", "yellow", ["red", "green"], ["yellow"]),
        (TEAMS, ("green", "red", "yellow"), "yellow", "green", ["yellow"], ["green", "red"]),
        (TEAMS, ("green", "blue", "red", "yellow"), "red", None, ["red", "green"], ["blue", "yellow"]),
        (ALONE, ("green", "red", "yellow"), "red", "yellow", ["red"], ["yellow"]),  # green looks on
        (ALONE, ("green", "red", "yellow"), "red", None, ["red"], ["green", "yellow"]),
        (ALONE, ("green", "red"), None, None, ["green"], ["red"]),
    ],
)
def test_teams_stand_together(
    teams: dict[str, str],
    flying: tuple[str, ...],
    first: str | None,
    second: str | None,
    left: list[str],
    right: list[str],
) -> None:
    from companion.ui.widgets.opponents import teams_over

    parted = teams_over("3A", over(teams, *flying), first, second)
    assert [[mark.owner for mark in team] for team in parted] == [left, right]
