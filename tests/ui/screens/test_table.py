"""Beside the board the question, what answers it and interruptions never overlap."""

from typing import Any

from companion.referee.questions import Deploy
from companion.referee.random_bot import RandomBot
from companion.referee.seats import seats_of
from companion.ui.screens.table import OFFERS


def test_many_interruptions_leave_the_question_its_room(app: Any, screen: Any) -> None:
    from companion.games import find_game

    house = {"mode": "command room", "placing": "all at once", "rewards": "dealt"}
    app.start_game(find_game("starcraft"), seats_of(5), house)
    session, bot = app.playing, RandomBot(4)
    session.unsubscribe(app._on_change)
    for _ in range(900):
        question = session.question
        if question is None or (isinstance(question, Deploy) and len(question.offers) > OFFERS):
            break
        session.answer(bot.answer(question))
    assert session.question is not None and len(session.question.offers) > OFFERS
    session.subscribe(app._on_change)
    app.show_home()
    screen.frames(4)
    panel = app.home.panel
    assert panel.minimum_height <= panel.height + 1, "what answers the question is cut"
