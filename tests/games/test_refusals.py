"""Every refused answer and inquiry comes with what would be allowed, or how the question ends."""

from collections.abc import Iterator
from typing import Any

import pytest

from companion.app.labels import place_names
from companion.errors import UnknownName
from companion.games import every_game
from companion.referee.game import Game
from companion.referee.question_base import PlaceQuestion
from companion.referee.questions import Choose, Count, Deploy, Measure, PickSeveral, Question, Roll
from companion.referee.random_bot import RandomBot
from companion.referee.table import Table
from tests.referee.tables import lay


def answer_to(question: Question, place: str) -> object:
    if isinstance(question, Deploy):
        return {"place": place, "count": 1}
    return [place] if isinstance(question, PickSeveral) else place


def others(table: Table[Any], question: Question) -> Iterator[object]:
    """Yield answers that the question does not allow, or hardly."""
    match question:
        case Choose():
            yield from (option.id for option in question.options)
        case Count():
            yield from (question.least - 1, question.most + 1)
        case Measure():
            yield from (question.least - 1, (question.most or 0.0) + 1)
        case Roll():
            yield {pool.name: [1] * (pool.most + 1) for pool in question.pools}
            yield {pool.name: [9] * pool.least for pool in question.pools}
        case PlaceQuestion():
            places = [place for place in place_names(table.game_view) if place not in question.allowed]
            yield from (answer_to(question, place) for place in places[::9])


@pytest.mark.every(3, first=1)
@pytest.mark.parametrize("game", every_game(), ids=lambda game: game.id)
def test_a_refused_answer_names_a_way_out(game: Game[Any]) -> None:
    bot, refused = RandomBot(3), 0
    table = lay(game, max(2, game.seats[0]))
    while table.question is not None and len(table.entries) < 250:
        question, names = table.question, place_names(table.game_view)
        for answer in others(table, question):
            ruling = table.may(answer)
            if not ruling.allowed:
                refused += 1
                assert ruling.instead, (question.prompt, ruling.text)
                if isinstance(question, PlaceQuestion) and ruling.instead.startswith("Allowed: "):
                    listed = ruling.instead.removeprefix("Allowed: ").removesuffix(".").split(" and more")[0]
                    assert listed.split(", ")[0] in names.values(), "by its name"
        table.answer(bot.answer(question))
    assert refused > 30


@pytest.mark.every(3)
@pytest.mark.parametrize("game", [game for game in every_game() if game.inquiries], ids=lambda game: game.id)
def test_a_refused_inquiry_names_a_way_out(game: Game[Any]) -> None:
    """At least 50 in 100 refusals of a game did not: before the turns, in another step, without squads."""
    bot, refused = RandomBot(3), 0
    table = lay(game, max(2, game.seats[0]))
    about, words = {"battle": ("charge", ("soldier",))}.get(game.id, ("attack", ("origin", "target")))
    while table.question is not None and len(table.entries) < 250:
        names = list(place_names(table.game_view))
        for at in range(0, len(names) - 1, 9):
            try:
                ruling = table.inquire(about, **dict(zip(words, names[at:], strict=False)))
            except UnknownName:
                continue  # a cannon does not charge
            refused += not ruling.allowed
            assert ruling.allowed or ruling.instead, ruling.text
            assert ruling.text.endswith(".") and "?." not in ruling.text, "whole sentences"
        table.answer(bot.answer(table.question))
    assert refused > 30
