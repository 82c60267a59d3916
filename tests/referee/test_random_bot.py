"""Whatever is asked, a stand-in answers, and is allowed to."""

from typing import Any

import pytest

from companion.referee.interruptions import read_answer
from companion.referee.questions import (
    END,
    Confirm,
    Deploy,
    Field,
    FillIn,
    Measure,
    PickOrEnd,
    PickSeveral,
    Question,
)
from companion.referee.random_bot import RandomBot
from companion.referee.ruling import refuse

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


def test_it_goes_on_where_it_may_not_end() -> None:
    must = PickOrEnd(**RULE, allowed=("a",), end="End", end_ruling=refuse("R-1", "not yet"))
    may = PickOrEnd(**RULE, allowed=("a",), end="End")
    lazy, eager = RandomBot(1, continue_probability=0.0), RandomBot(1, continue_probability=1.0)
    assert [lazy.answer(must), lazy.answer(may), eager.answer(may)] == ["a", END, "a"]


def test_it_says_yes_and_no() -> None:
    answers = [RandomBot(seed).answer(Confirm(**RULE)) for seed in range(300)]
    assert 0.4 < sum(answers) / 300 < 0.6


def test_it_mostly_deploys_all_that_it_has() -> None:
    question = Deploy(**RULE, allowed=("a",), most=1000)
    counts = [RandomBot(seed).answer(question)["count"] for seed in range(300)]
    assert 0.7 < sum(count == 1000 for count in counts) / 300 < 0.9
