"""A first game to learn by, of every game."""

from pathlib import Path
from typing import Any

import pytest

from companion.app.night.lessons import SEED, first_lesson
from companion.app.night.session import Session
from companion.games import every_game, find_game
from companion.journal.journal import Journal
from companion.referee.game import Game
from companion.referee.game_info import BY_THE_LETTER
from companion.referee.houserules import departures, set_house_rules
from companion.referee.random_bot import RandomBot

MOST_ASKED = 22
"""Questions of a first turn; with a soldier's height asked for Battle Risk asks most."""


@pytest.mark.parametrize("game", every_game(), ids=lambda game: game.id)
def test_the_learner_has_the_turn_and_everything_stands(tmp_path: Path, game: Game[Any]) -> None:
    session = first_lesson(Journal.open(tmp_path / "games.sqlite"), game)
    where = session.table.timeline
    you = session.seat(where.active)
    assert where.part == "turn" and you is not None and you.strength is None
    assert all(seat.strength == "easy" for seat in session.seats if seat.id != you.id)
    assert len(session.seats) == game.seats[0], "the fewest other turns to wait for"


def first_turn(session: Session) -> list[str]:
    """What a learner is asked who follows the advice of a strong player."""
    game, learner, asked = session.game, session.table.timeline.active, list[str]()
    assert game.bot is not None
    adviser, chance = game.bot("hard", SEED), RandomBot(SEED)
    while (question := session.question) is not None and session.table.timeline.active == learner:
        advice = None if question.by_chance else adviser.advise(question, session.table.state)
        follows = advice is not None and session.table.may(advice.answer).allowed
        asked.append(str(question.prompt))
        session.answer(advice.answer if advice is not None and follows else chance.answer(question))
    return asked


@pytest.mark.parametrize("name", ["starcraft", "battle"])
def test_a_first_turn_is_short_and_shows_a_fight(tmp_path: Path, name: str) -> None:
    session = first_lesson(Journal.open(tmp_path / "games.sqlite"), find_game(name))
    asked = first_turn(session)
    assert 6 <= len(asked) <= MOST_ASKED
    assert any("Invasion of" in prompt or "Attack on" in prompt for prompt in asked)


@pytest.mark.parametrize("game", every_game(), ids=lambda game: game.id)
def test_a_first_game_begins_with_the_turn_and_opens_again(tmp_path: Path, game: Game[Any]) -> None:
    journal = Journal.open(tmp_path / "games.sqlite")
    session = first_lesson(journal, game)
    assert not session.table.entries and session.question is not None
    again = Session.resume(journal, session.number, find_game)
    assert again.question == session.question


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
    assert [preset.title for preset in game.presets].count(BY_THE_LETTER) == bool(game.switches)
    assert game.info.minutes > 0 and (game.info.cover.board or game.info.cover.signs)
