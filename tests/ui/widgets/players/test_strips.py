"""The strips report what was tapped, and show the most important parts if there is little room."""

from typing import Any

import pytest
from msgspec.structs import replace

from companion.games import every_game
from companion.referee.game_view import Figure
from companion.referee.seats import seats_of
from companion.referee.timeline import always
from tests.ui.widgets.gallery import standings, steps

STEPS = steps("Draft", "Attack", "Fortify", now=1)


@pytest.fixture
def timeline(screen: Any, heard: Any) -> Any:
    from companion.ui.widgets.status.timeline_strip import TimelineStrip

    strip = TimelineStrip(timeline=STEPS, clock="12:31", size_hint=(None, None), size=(800, 48), pos=(0, 432))
    strip.pauses, strip.taps = [], []
    strip.bind(on_pause=heard(strip.pauses), on_step=heard(strip.taps))
    return screen.show(strip)


def test_pause_is_one_tap_away(screen: Any, timeline: Any) -> None:
    screen.tap_on(timeline.pause)
    assert len(timeline.pauses) == 1
    assert min(timeline.pause.width, timeline.height) >= 47


def test_a_chip_tells_its_step(screen: Any, timeline: Any) -> None:
    screen.tap(40, timeline.center_y)
    screen.tap(140, timeline.center_y)
    assert timeline.taps == ["Draft", "Attack"]


def test_a_paused_strip_offers_to_go_on(screen: Any, timeline: Any) -> None:
    timeline.paused = True
    screen.frames()
    assert timeline.pause.icon == "play"


@pytest.mark.parametrize("players", range(1, 7))
def test_every_seat_of_any_table_can_be_tapped(screen: Any, heard: Any, players: Any) -> None:
    from companion.ui.widgets.players.seat_strip import SeatStrip

    taps: list[Any] = []
    strip = SeatStrip(
        game_view=standings(players),
        seats=seats_of(players),
        active="red",
        event="Blue lost 2 in Alaska",
        size_hint=(None, None),
        size=(800, 48),
    )
    strip.bind(on_seat=heard(taps))
    screen.show(strip)
    for x in range(10, 800, 20):
        screen.tap(x, 24)
    assert list(dict.fromkeys(taps)) == [seat.id for seat in seats_of(players)]


@pytest.mark.parametrize("game", every_game(), ids=lambda game: game.id)
@pytest.mark.parametrize("most", [False, True])
def test_every_number_of_a_seat_has_a_name_and_cards_are_never_dropped(
    screen: Any, game: Any, most: bool
) -> None:
    from companion.referee.houserules import set_house_rules
    from companion.referee.table import Table
    from companion.ui.widgets.players.figure_icons import FIGURE_ICONS
    from companion.ui.widgets.players.seat_strip import SeatStrip

    seats = seats_of(max(game.seats) if most else min(game.seats))
    house = set_house_rules(game.house_rules, {})
    view = Table(game, game.begin(seats, house)).game_view
    standings = tuple(
        replace(at, figures=tuple(replace(figure, value=7) for figure in at.figures)) for at in view.standings
    )
    view = replace(view, standings=standings)
    strip = SeatStrip(game_view=view, seats=seats, active=seats[0].id, event="Blue loses 1", size=(800, 48))
    screen.show(strip)
    for standing, cell in zip(view.standings, strip._fitting(strip._seated()), strict=True):
        labels = [label for label, _ in cell.figures]
        assert set(labels) <= set(FIGURE_ICONS), labels
        assert "cards" in labels or "cards" not in [figure.label for figure in standing.figures]
    assert strip._spans[-1][1] <= 800
    assert [cell.name for cell in strip._fitting(strip._seated())] == [seat.name for seat in seats]


def test_six_seats_with_large_numbers_are_read_from_60_cm(
    screen: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    from companion.ui.widgets.players.seat_strip import SeatStrip
    from tests.ui.inspector import Inspector
    from tests.ui.overflow import Overflow

    inspector = Inspector(Overflow(monkeypatch.setattr))
    view = standings(6)
    large = tuple(Figure(label, 16) for label in ("territories", "armies", "cards"))
    view = replace(view, standings=tuple(replace(at, figures=large) for at in view.standings))
    strip = SeatStrip(game_view=view, seats=seats_of(6), active="red", size=(800, 52), size_hint=(None, None))
    screen.show(strip)
    screen.frames(2)
    assert inspector.inspect(strip) == []


def test_numbers_stand_there_as_soon_as_one_of_them_means_something(screen: Any) -> None:
    from companion.ui.widgets.players.seat_strip import SeatStrip

    nothing = standings(6)
    empty = tuple(replace(at, figures=(Figure("cards", 0),)) for at in nothing.standings)
    strip = SeatStrip(game_view=replace(nothing, standings=empty), seats=seats_of(6), size=(800, 52))
    screen.show(strip)
    assert not any(cell.figures for cell in strip._fitting(strip._seated()))
    strip.game_view = nothing
    assert all(len(cell.figures) == 3 for cell in strip._fitting(strip._seated()))


@pytest.mark.parametrize(("width", "rows"), [(800, 1), (480, 2)])
@pytest.mark.parametrize("game", every_game(), ids=lambda game: game.id)
def test_every_step_of_a_turn_is_named_or_counted(screen: Any, game: Any, width: int, rows: int) -> None:
    from companion.ui.widgets.status.timeline_strip import TimelineStrip

    titles = [step.title for step in game.steps if step.part == "turn" and step.when is always]
    for now in range(len(titles)):
        strip = TimelineStrip(
            timeline=steps(*titles, now=now), clock="1:12:31", rows=rows, size=(width, 40 * rows)
        )
        screen.show(strip)
        lines, gap = strip._lines(strip.timeline.chips, width - 160)
        shown = [step for line in lines for step in line]
        assert titles[now] in [step.text for step in shown if step.status == "now"]
        assert all(step.text for step in shown)
        assert all(sum(step.width(gap) for step in line) <= width - 160 for line in lines)
        if rows == 1:
            assert [step.text for step in shown] == titles


def test_steps_without_room_are_counted(screen: Any) -> None:
    from companion.ui.widgets.status.timeline_strip import TimelineStrip

    titles = (
        "Table",
        "Who begins",
        "Cities",
        "Rough terrain",
        "Sites",
        "Neutral army",
        "Territories",
        "Capitals",
    )
    strip = screen.show(TimelineStrip(timeline=steps(*titles, now=4), clock="2:31", size=(600, 48)))
    (line,), _ = strip._lines(strip.timeline.chips, 460)
    assert [step.text for step in line][:2] == ["4 done", "Sites"]
    assert line[-1].text == "2 more"


def test_only_the_seats_that_changed_are_drawn_anew(screen: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    from companion.ui.widgets.players import seat_strip

    drawn, draw = [], seat_strip._draw_cell

    def counted(seat: Any, *rest: Any) -> None:
        drawn.append(seat.id)
        draw(seat, *rest)

    monkeypatch.setattr(seat_strip, "_draw_cell", counted)
    whole: dict[str, Any] = {"seats": seats_of(4), "size_hint": (None, None), "size": (800, 48)}
    strip = screen.show(seat_strip.SeatStrip(game_view=standings(4), active="red", **whole))
    screen.frames(2)
    first = list(drawn)
    strip.active = seats_of(4)[1].id
    screen.frames(2)
    assert sorted(drawn[len(first) :]) == sorted(seat.id for seat in seats_of(4)[:2])
