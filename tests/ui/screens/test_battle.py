"""A battle roll entered by hand shows its result: the pairs, the losses, and what follows."""

from typing import Any

import pytest

from companion.referee.random_bot import RandomBot
from companion.referee.seats import seats_of


def to_a_battle(app: Any) -> Any:
    """Play classic Risk to its first battle roll."""
    from companion.games import find_game
    from companion.referee.questions import Roll

    app.start_game(find_game("classic"), seats_of(3), {"placing": "all at once"})
    session, bot = app.playing, RandomBot(3, eagerness=1.0)
    while not isinstance(session.question, Roll) or session.question.contest is None:
        session.answer(bot.answer(session.question))
    return session


def banners(app: Any) -> list[Any]:
    """The results on the screen."""
    from companion.ui.widgets.roll_result import RollResult

    return [widget for widget in app.children if isinstance(widget, RollResult)]


@pytest.mark.parametrize("attack", [1, 6])
def test_a_roll_by_hand_shows_who_loses_what(app: Any, screen: Any, attack: int) -> None:
    session = to_a_battle(app)
    screen.frames(2)
    question = session.question
    app.driver.give({"attack": [attack] * question.pools[0].most, "defence": [3] * question.pools[1].most})
    screen.frames(2)
    (result,) = banners(app)
    if app.home.name != "battle":
        told = [report.text for report in session.table.latest if report.kind != "battle"]
        assert app.pointer.shows(" ".join(told))
    app.pointer.tap_at(*result.center)
    assert banners(app) == []


def test_a_result_goes_with_the_next_answer(app: Any, screen: Any) -> None:
    session = to_a_battle(app)
    screen.frames(2)
    app.driver.give({pool.name: [3] * pool.most for pool in session.question.pools})
    session.undo()
    assert banners(app) == []
