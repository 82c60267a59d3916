"""Answers as short text: a table of what they look like, and all of them read back as they were written."""

from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from companion.errors import MalformedAnswer
from companion.referee.dice import DicePool, Losses
from companion.referee.interruptions import Interruption, read_answer
from companion.referee.notation import read_answer_text, write_answer
from companion.referee.questions import (
    Choose,
    Confirm,
    Count,
    Deploy,
    Deployment,
    Field,
    FillIn,
    Measure,
    Offer,
    Option,
    Pick,
    PickOrEnd,
    PickSeveral,
    PlayCards,
    Question,
    Roll,
    Shuffle,
)

RULE: dict[str, Any] = {"prompt": "?", "rules": ("R-1",)}
CHOOSE = Choose(**RULE, options=(Option("one by one", "One by one"),))
PICK = Pick(**RULE, allowed=("peru",))
PICK_OR_END = PickOrEnd(**RULE, allowed=("peru",), end="Enough")
DEPLOY = Deploy(**RULE, allowed=("north-africa",), most=9)
COUNT = Count(**RULE, least=1, most=9)
CARDS = PlayCards(**RULE, kinds=("infantry", "wild"), allowed=(), none="None")
ROLL = Roll(**RULE, pools=(DicePool("attack", "red", 1, 3), DicePool("defence", "blue", 0, 2)))
MEASURE = Measure(**RULE, start="a", finish="b")
FILL_IN = FillIn(**RULE, fields=(Field("blocks", "Blocks", 0, 0, 9), Field("name", "Name", "")))
SEVERAL = PickSeveral(**RULE, allowed=("a", "b"), none="None")
SHUFFLE = Shuffle(**RULE, items=("a", "b", "c"))
OFFERED = Confirm(**RULE, offers=(Offer("call off", "blue", "Call off"),))

ids = st.from_regex(r"[a-z0-9][a-z0-9 -]*[a-z0-9]", fullmatch=True)
faces = st.lists(st.integers(1, 20), max_size=5).map(tuple)
ANSWERS: tuple[tuple[Question, st.SearchStrategy[Any]], ...] = (
    (CHOOSE, ids),
    (PICK, ids),
    (PICK_OR_END, st.none() | ids.filter(lambda place: place != "end")),
    (DEPLOY, st.builds(Deployment, ids, st.integers(-5, 999))),
    (COUNT, st.integers()),
    (CARDS, st.lists(ids, max_size=5).map(lambda cards: tuple(sorted(cards)))),
    (ROLL, st.fixed_dictionaries({"attack": faces, "defence": faces}) | st.just(Losses(1, 1))),
    (MEASURE, st.floats(0, 1e6)),
    (FILL_IN, st.fixed_dictionaries({"blocks": st.integers(-99, 99), "name": st.text()})),
    (OFFERED, st.booleans() | st.just(Interruption("call off"))),
    (SEVERAL, st.lists(ids, max_size=9).map(tuple)),
    (SHUFFLE, st.lists(ids, max_size=9).map(tuple)),
)


@given(st.sampled_from(ANSWERS).flatmap(lambda row: st.tuples(st.just(row[0]), row[1])))
def test_what_is_written_is_read_back(asked: tuple[Question, Any]) -> None:
    question, value = asked
    text = write_answer(question, value)
    assert read_answer(question, read_answer_text(question, text))[0] == value


@pytest.mark.parametrize(
    ("question", "text", "raw"),
    [
        (CHOOSE, "one by one", "one by one"),
        (PICK, "peru", "peru"),
        (PICK_OR_END, "end", "end"),
        (DEPLOY, "north-africa+3", {"place": "north-africa", "count": 3}),
        (COUNT, "7", 7),
        (CARDS, "infantry, infantry, wild", ["infantry", "infantry", "wild"]),
        (CARDS, "-", []),
        (ROLL, "6 4 1 / 5 2", {"attack": [6, 4, 1], "defence": [5, 2]}),
        (ROLL, "6 / -", {"attack": [6], "defence": []}),
        (ROLL, "lost 1 / 1", {"losses": {"attacker": 1, "defender": 1}}),
        (MEASURE, '3.5"', 3.5),
        (MEASURE, "3.5", 3.5),
        (MEASURE, '3.5+-0.02"', {"inches": 3.5, "error": 0.02}),
        (FILL_IN, 'blocks=1, name="a \\"wall\\", low"', {"blocks": 1, "name": 'a "wall", low'}),
        (OFFERED, "yes", True),
        (OFFERED, "!call off", {"offer": "call off"}),
        (SHUFFLE, "c, a, b", ["c", "a", "b"]),
    ],
)
def test_what_texts_mean(question: Question, text: str, raw: object) -> None:
    assert read_answer_text(question, text) == raw


@pytest.mark.parametrize(
    ("question", "text", "words"),
    [
        (ROLL, "6 4 1", "does not show the dice of attack / defence"),
        (ROLL, "6 4 / 5 / 3", "does not show the dice of attack / defence"),
        (DEPLOY, "alaska", "no number"),
        (COUNT, "many", "'many' is no number"),
        (COUNT, "m" * 41, f"'{'m' * 40}' is no number"),
        (COUNT, "9" * 5000, "no number"),
        (ROLL, "6 4 1", "dice of attack / defence"),
        (ROLL, "6 x / 5", "'x' is no number"),
        (ROLL, "lost 1", "no number"),
        (MEASURE, "far", "no number"),
        (FILL_IN, "blocks 1", "fills nothing in"),
        (FILL_IN, 'name="\\x"', "fills nothing in"),
        (OFFERED, "maybe", "neither yes nor no"),
    ],
)
def test_texts_that_mean_nothing(question: Question, text: str, words: str) -> None:
    with pytest.raises(MalformedAnswer, match=words):
        read_answer_text(question, text)
