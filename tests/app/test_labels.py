"""What pieces are called, and who stands on a board."""

from typing import Any

import pytest

from companion.app.labels import (
    NO_PLAYER,
    count_label,
    inflect,
    place_names,
    seats_with_neutral,
)
from companion.games import every_game
from companion.referee.game import Game
from companion.referee.game_view import Figure, GameView, Place, Region, Standing, Unit
from companion.referee.questions import Count
from companion.referee.random_bot import RandomBot
from companion.referee.seats import seats_of
from companion.referee.table import Table
from tests.app.chronicle.bot_games import told


@pytest.mark.parametrize(
    ("unit", "number", "words"),
    [
        ("armies", 3, "armies"),
        ("armies", 1, "army"),
        ("troops", 1, "troop"),
        ("units", 0, "units"),
    ],
)
def test_one_of_many_is_called_by_its_own_name(unit: str, number: int, words: str) -> None:
    assert inflect(unit, number) == words


@pytest.mark.parametrize(
    ("labels", "words"),
    [
        (("territories", "troops"), "2 troops"),  # the game's own word
        (("territories",), "2 armies"),  # where it has none
    ],
)
def test_pieces_are_called_as_the_game_calls_them(labels: tuple[str, ...], words: str) -> None:
    figures = tuple(Figure(label, 1) for label in labels)
    assert count_label(GameView("territories", "classic", {}, (Standing("red", figures),)), 2) == words


def test_armies_without_a_player_have_a_seat_of_their_colour() -> None:
    game_view = GameView(
        "territories", "classic", {"peru": Place("neutral-blue", 2), "siam": Place("red", 1)}, ()
    )
    *players, neutral = seats_with_neutral(game_view, seats_of(1))
    assert [seat.id for seat in players] == ["red"]
    assert (neutral.id, neutral.colour, neutral.emblem) == ("neutral-blue", "blue", NO_PLAYER)


def test_every_place_and_piece_has_a_name() -> None:
    corner = ((0.0, 0.0), (1.0, 0.0), (0.0, 1.0))
    plan = (Region("2b-1", "Old mill", corner, (0.3, 0.3)),)
    roster = (Unit("gun", "red", "cannon", "Cannon 1"),)
    assert place_names(GameView("battlefield", "", {}, (), plan=plan, roster=roster)) == {
        "2b-1": "Old mill",
        "gun": "Cannon 1",
    }
    assert place_names(GameView("territories", "classic", {}, ()))["peru"] == "Peru"


@pytest.mark.every(3)
@pytest.mark.parametrize("game", every_game(), ids=lambda game: game.id)
def test_every_unit_that_is_counted_has_a_word_for_one(game: Game[Any]) -> None:
    """Of questions, and of the first figure in the standings, which awards count."""
    table = Table(game, game.begin(seats_of(game.seats[0]), game.house_rules()))
    player, units = RandomBot(6), set()
    for _ in range(300):
        if table.question is None:
            break
        if isinstance(table.question, Count) and table.question.unit:
            units.add(table.question.unit)
        units |= {standing.figures[0].label for standing in table.game_view.standings}
        table.answer(player.answer(table.question))
    assert [unit for unit in units if unit.endswith("s") and inflect(unit, 1) == unit] == []


@pytest.mark.every(3)
@pytest.mark.parametrize("game", [game.id for game in every_game() if game.bot])
def test_one_of_each_figure_has_a_word(game: str) -> None:
    labels = {figure.label for view in told(game).views for seat in view.standings for figure in seat.figures}
    assert [label for label in labels if label.endswith("s") and inflect(label, 1) == label] == []
