"""Everybody's standings: the table with teams, what signs on the map mean, the shelf, what is in force."""

from types import SimpleNamespace
from typing import Any

import pytest

from companion.games import find_game
from companion.referee.game_view import Figure, GameView, Goal, Place, Standing, Unit
from companion.referee.seats import seats_of
from companion.ui.screens.standings import marks_of
from companion.ui.widgets.players.standings_table import TOGETHER, team_standing

PLACES = {"peru": Place("red", 2, ("city", "base:red")), "siam": Place("blue", 1, ("city",))}


def standing(seat: str, team: str, **figures: int) -> Standing:
    return Standing(seat, tuple(Figure(label, value) for label, value in figures.items()), team=team)


@pytest.mark.parametrize(
    ("kind", "marks"),
    [
        ("territories", {"city", "base"}),  # each once, whosesoever it is
        ("battlefield", set()),  # its signs are explained in the builder
    ],
)
def test_signs_that_stand_on_the_map_are_explained(kind: Any, marks: set[str]) -> None:
    assert set(marks_of(GameView(kind, "classic", PLACES, ()))) == marks


def test_a_team_has_the_sums_of_its_members() -> None:
    sums = team_standing([standing("red", "north", armies=3, cards=1), standing("blue", "north", armies=4)])
    assert sums.seat == TOGETHER
    assert {figure.label: figure.value for figure in sums.figures} == {"armies": 7, "cards": 1}


@pytest.mark.parametrize(
    ("teams", "rows"),
    [
        (("", "", ""), ["red", "blue", "green"]),
        (("north", "south", "north"), ["red", "green", TOGETHER, "blue", TOGETHER]),
    ],
)
@pytest.mark.usefixtures("screen")
def test_teams_stand_together_over_their_sums(teams: tuple[str, ...], rows: list[str]) -> None:
    from companion.ui.widgets.players.standings_table import ROW, StandingsTable

    seats = seats_of(3)
    game_view = GameView(
        "territories",
        "classic",
        {},
        tuple(standing(seat.id, team, armies=2) for seat, team in zip(seats, teams, strict=True)),
    )
    table = StandingsTable(game_view=game_view, seats=seats, width=800)
    assert [one.seat for one in table._rows()] == rows
    assert table.height == ROW * (len(rows) + 1)


@pytest.fixture
def game_view(app: Any, monkeypatch: pytest.MonkeyPatch) -> GameView:
    """A game whose view has everything that can be shown."""
    app.start_game(find_game("classic"), seats_of(3), {})
    figures = GameView(
        "territories",
        "classic",
        PLACES,
        tuple(standing(seat.id, "north", armies=2) for seat in app.playing.seats),
        goals=(Goal("asia", "Hold Asia", 3, 12), Goal("two", "Take two", 2, 2, owner="red")),
        roster=(Unit("tax", "blue", "action", "Capital tax", (Figure("rounds", 2),)),),
    )
    monkeypatch.setattr(type(app.playing.table), "game_view", figures)
    return figures


@pytest.mark.parametrize("size", [(800, 480), (720, 1280)])
def test_all_of_it_is_told_and_nothing_is_cut(
    screen: Any, app: Any, game_view: GameView, monkeypatch: pytest.MonkeyPatch, size: tuple[int, int]
) -> None:
    from companion.ui.screens.standings import StandingsScreen
    from companion.ui.widgets.board.legend_row import LegendRow
    from companion.ui.widgets.players.goal_card import GoalCard
    from tests.ui.overflow import Overflow

    overflow = Overflow(monkeypatch.setattr)
    screen.resize(*size)
    shown = screen.show(StandingsScreen(app))
    screen.frames(3)
    kinds = [type(widget) for widget in shown.walk()]
    assert kinds.count(LegendRow) == 2 and kinds.count(GoalCard) == len(game_view.goals)
    words = [getattr(widget, "text", "") for widget in shown.walk()]
    assert {"On the map", "Goals", "In force"} <= set(words)
    assert any(text.startswith("Capital tax") and "2 rounds" in text for text in words)
    assert overflow.found(shown) == []


@pytest.mark.usefixtures("game_view")
def test_an_unknown_seat_of_what_is_in_force_is_no_trouble(app: Any) -> None:
    from companion.ui.screens.standings import StandingsScreen

    screen: Any = SimpleNamespace(playing=app.playing)
    line = StandingsScreen._line(screen, Unit("x", "nobody", "action", "Fallout"))
    assert [child.text for child in line.children] == ["Fallout"]


@pytest.mark.parametrize("game", ["classic", "nuked", "balance", "starcraft"])
def test_the_next_turn_is_in_the_standings_where_the_game_knows_it(game: str) -> None:
    from companion.referee.houserules import set_house_rules
    from companion.referee.random_bot import RandomBot
    from companion.referee.table import Table
    from companion.ui.widgets.players.standings_table import figures

    played = find_game(game)
    seats = seats_of(3)
    table = Table(played, played.begin(seats, set_house_rules(played.house_rules, {})))
    assert [standing.income for standing in table.game_view.standings] == [None] * 3, "not before the first"
    bot = RandomBot(1)
    while table.state.turn == 0:
        assert table.question is not None
        table.answer(bot.answer(table.question))
    for standing in table.game_view.standings:
        assert standing.income is not None and standing.income >= 3
        assert figures(standing)[-1] == ("next turn", f"+{standing.income}")


@pytest.mark.usefixtures("screen")
def test_figures_stand_in_words_where_their_headings_have_no_room() -> None:
    from companion.ui.widgets.players.standings_table import StandingsTable

    sevens = dict.fromkeys(("territories", "cities", "troops", "casualties", "cards", "objectives"), 7)
    game_view = GameView("territories", "classic", {}, (standing("red", "", **sevens),))
    table = StandingsTable(game_view=game_view, seats=seats_of(2), width=480)
    assert table.labels_in_rows
    words = " ".join(table._lines(table._rows()[0]))
    assert all(f"{label} 7" in words for label in sevens)
