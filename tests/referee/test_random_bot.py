"""Whatever is asked, a stand-in answers, and is allowed to."""

from typing import Any

import pytest

from companion.referee.questions import Field, FillIn, Measure, PickSeveral, Question, read_answer
from companion.referee.random_bot import RandomBot

RULE: dict[str, Any] = {"prompt": "?", "rules": ("R-1",)}


@pytest.mark.parametrize(
    "question",
    [
        PickSeveral(**RULE, allowed=("a", "b", "c", "d", "e")),
        PickSeveral(**RULE, allowed=(), none="Nobody"),
        Measure(**RULE, start="a", finish="b", most=1.0),
        Measure(**RULE, start="a", finish="b", least=12.0),
        FillIn(**RULE, fields=(Field("purse", "Purse", 100, 0, 999),)),
    ],
)
@pytest.mark.parametrize("seed", range(9))
def test_its_answers_are_allowed(question: Question, seed: int) -> None:
    assert read_answer(question, RandomBot(seed).answer(question))[1].allowed
