"""Every refused place comes with what would be allowed, or how the question ends."""

from typing import Any

import pytest

from companion.app.labels import place_names
from companion.games import find_game
from companion.referee.question_base import PlaceQuestion
from companion.referee.questions import Deploy, PickSeveral
from companion.referee.random_bot import RandomBot
from tests.referee.tables import lay


def answer_to(question: Any, place: str) -> object:
    if isinstance(question, Deploy):
        return {"place": place, "count": 1}
    return [place] if isinstance(question, PickSeveral) else place


@pytest.mark.parametrize("game", ["classic", "nuked", "balance", "starcraft", "rogue"])
def test_a_refused_place_names_a_way_out(game: str) -> None:
    rules, bot, refused = find_game(game), RandomBot(3), 0
    table = lay(rules, max(2, rules.seats[0]))
    while table.question is not None and len(table.entries) < 250:
        question = table.question
        if isinstance(question, PlaceQuestion):
            names = place_names(table.game_view)
            for place in [place for place in names if place not in question.allowed][::9]:
                ruling = table.may(answer_to(question, place))
                if not ruling.allowed:
                    refused += 1
                    assert ruling.instead, (question.prompt, ruling.text)
                    if ruling.instead.startswith("Allowed: ") and place in question.denied:
                        listed = (
                            ruling.instead.removeprefix("Allowed: ").removesuffix(".").split(" and more")[0]
                        )
                        assert listed.split(", ")[0] in names.values(), "by its name"
        table.answer(bot.answer(question))
    assert refused > 30
