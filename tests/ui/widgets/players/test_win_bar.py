"""The bar of chances: each part as wide as its chance, one part for a team."""

from typing import Any

import pytest

from companion.referee.evaluation import WinChance
from companion.referee.seats import seats_of

TEAMS = {"red": "A", "blue": "A", "green": "B", "yellow": "B"}


@pytest.mark.parametrize(
    ("chances", "teams", "parts"),
    [
        ((0.5, 0.25, 0.25), {}, [("red", 0, 400), ("blue", 400, 200), ("green", 600, 200)]),
        ((1.0, 0.0), {}, [("red", 0, 800), ("blue", 800, 0)]),
        ((0.6, 0.6, 0.4, 0.4), TEAMS, [("red", 0, 480), ("green", 480, 320)]),
        ((), {}, []),
    ],
)
def test_parts(screen: Any, chances: tuple[float, ...], teams: dict[str, str], parts: list[Any]) -> None:
    from companion.ui.widgets.players.win_bar import WinBar

    seats = seats_of(4)
    shown = tuple(
        WinChance(seat.id, share, share, share) for seat, share in zip(seats, chances, strict=False)
    )
    widget = WinBar(size_hint=(None, None), size=(800, 24), pos=(0, 100))
    widget.seats, widget.teams, widget.chances = seats, teams, shown
    screen.show(widget)
    screen.frames(2)
    found = [(seat.id, left, width) for seat, left, width in widget.parts()]
    assert [part[0] for part in found] == [part[0] for part in parts]
    assert [part[1:] for part in found] == [pytest.approx(part[1:]) for part in parts]
