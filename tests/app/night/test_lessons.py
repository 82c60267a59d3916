"""A first game to learn by, of every game."""

from pathlib import Path
from typing import Any

import pytest

from companion.app.night.lessons import first_lesson
from companion.games import every_game
from companion.journal.journal import Journal
from companion.referee.game import Game
from companion.referee.game_info import BY_THE_LETTER
from companion.referee.houserules import departures, set_house_rules
from companion.referee.seats import LEARNER


@pytest.mark.parametrize("game", every_game(), ids=lambda game: game.id)
def test_the_learner_has_the_turn_and_everything_stands(tmp_path: Path, game: Game[Any]) -> None:
    session = first_lesson(Journal.open(tmp_path / "games.sqlite"), game)
    where = session.table.timeline
    you = session.seat(where.active)
    assert where.part == "turn" and you is not None and you.strength is None
    assert session.seats[0].id == you.id or you.name == LEARNER
    assert all(seat.strength == "easy" for seat in session.seats if seat.id != you.id)


@pytest.mark.parametrize("game", every_game(), ids=lambda game: game.id)
def test_lessons_belong_to_steps_of_a_turn(game: Game[Any]) -> None:
    steps = {step.id for step in game.steps if step.part == "turn"}
    assert 2 <= len(game.lessons) <= 4
    assert {lesson.step for lesson in game.lessons} <= steps
    assert all(lesson.text.endswith(".") and len(lesson.text) <= 110 for lesson in game.lessons)


@pytest.mark.parametrize("game", every_game(), ids=lambda game: game.id)
def test_presets_are_house_rules_of_the_game(game: Game[Any]) -> None:
    for preset in game.presets:
        house = set_house_rules(game.house_rules, preset.house_rules)
        assert departures(house) == dict(preset.house_rules), preset.title
    assert [preset.title for preset in game.presets].count(BY_THE_LETTER) == 1
    assert game.info.minutes > 0 and (game.info.cover.board or game.info.cover.signs)
