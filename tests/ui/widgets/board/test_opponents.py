"""Who fights whom: teams over a tile stand together, players in no fight are left out, letters are large."""

from typing import Any

import pytest

from companion.referee.game_view import GameView, Place, Region, Standing, Unit
from companion.referee.seats import seats_of

TEAMS = {"red": "Coast", "green": "Coast", "blue": "Heights", "yellow": "Heights"}
ALONE = dict.fromkeys(TEAMS, "")


SQUARE = ((0.0, 0.0), (100.0, 0.0), (100.0, 100.0), (0.0, 100.0))


def over(teams: dict[str, str], *flying: str) -> GameView:
    marks = tuple(f"aircraft*1:{seat}" for seat in flying)
    return GameView(
        "battlefield",
        "",
        {"3A": Place(None, len(flying), marks)},
        tuple(Standing(seat, (), team=team) for seat, team in teams.items()),
        focus=("3A",),
        plan=(Region("3A", "tile 3A", SQUARE, (50.0, 50.0), tile=True),),
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
    from companion.ui.widgets.board.opponents import teams_over

    parted = teams_over("3A", over(teams, *flying), first, second)
    assert [[mark.owner for mark in team] for team in parted] == [left, right]


def test_squads_are_read_from_60_cm(screen: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    from companion.ui.theme import px
    from companion.ui.widgets.board.battlefield import squads
    from companion.ui.widgets.board.opponents import HEIGHT, Opponents
    from companion.ui.widgets.players import emblem
    from tests.ui.inspector import Inspector
    from tests.ui.overflow import Overflow

    inspector = Inspector(Overflow(monkeypatch.setattr))
    seats = seats_of(2)
    marks = ("recon*1", "assault*5")
    game_view = GameView(
        "battlefield",
        "",
        {seat.id: Place(seat.id, 6, tuple(f"{mark}:{seat.id}" for mark in marks)) for seat in seats},
        (),
        focus=tuple(seat.id for seat in seats),
        roster=tuple(Unit(seat.id, seat.id, "squad", "Squad", (), ("leader-recon",)) for seat in seats),
        plan=tuple(Region(seat.id, "grove", SQUARE, (50.0, 50.0)) for seat in seats),
    )
    badges: list[tuple[Any, float]] = []
    draw = emblem.draw_badge
    monkeypatch.setattr(squads, "draw_badge", lambda *at: (badges.append(at[1:]), draw(*at)))
    size = (px(700), px(HEIGHT))
    shown = screen.show(Opponents(game_view=game_view, seats=seats, size=size, size_hint=(None, None)))
    screen.frames(2)
    found = inspector.inspect(screen.window.children[0])
    assert found == []
    names = [text for text in inspector.overflow.written[shown] if text.text == "grove"]
    (_, name), (_, ((x, _y), radius)) = names, badges
    assert name.left + name.texture.width <= x - radius, "the emblem lies beside the name"
