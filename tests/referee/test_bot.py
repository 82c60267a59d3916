"""The base class of computer players: what it answers itself, at random, and leaves to people."""

from collections import Counter
from typing import Any

import pytest

from companion.referee.bot import Advice, Bot
from companion.referee.dice import DicePool
from companion.referee.questions import END, Pick, PickOrEnd, PlayCards, Question, Roll
from companion.referee.seats import Strength, seats_of
from companion.referee.timeline import State

RULE: dict[str, Any] = {"prompt": "?", "rules": ("R-1",)}
PICK = Pick(**RULE, allowed=("a", "b"))


class Knows(Bot[State]):
    """Knows that "a" is best, and that no question is for people."""

    def decide(self, question: Question, state: State) -> Advice | None:  # noqa: ARG002
        return Advice("a", "It is best.") if question == PICK else None

    def asks_the_table(self, question: Question, _state: State) -> bool:
        return isinstance(question, PlayCards)


def a_state(turn: int) -> State:
    return State(seats=seats_of(2), step="attack", active="red", round=1, turn=turn)


@pytest.mark.parametrize(("strength", "blunders"), [("easy", 0.1), ("normal", 0.04), ("hard", 0.0)])
def test_weaker_bots_blunder_more_often(strength: Strength, blunders: float) -> None:
    bot = Knows(strength, seed=5)
    reasons = Counter(bot.advise(PICK, a_state(1)).reason for _ in range(2000))
    assert reasons["All answers are equally good."] / 2000 == pytest.approx(blunders, abs=0.015)


def test_nobody_blunders_before_the_first_turn() -> None:
    bot = Knows("easy", seed=5)
    assert {bot.advise(PICK, a_state(0)) for _ in range(200)} == {Advice("a", "It is best.")}


def test_what_only_people_see_is_left_to_them() -> None:
    cards = PlayCards(**RULE, kinds=("wild",), allowed=(("wild",),), lay="Trade")
    assert Knows().advise(cards, a_state(1)) is None


@pytest.mark.parametrize(
    ("question", "reason"),
    [
        (PickOrEnd(**RULE, allowed=(), end="End"), "Nothing else is possible."),
        (Roll(**RULE, pools=(DicePool("attack", "red", 1, 3),)), "Chosen at random."),
        (Pick(**RULE, allowed=("c",)), "All answers are equally good."),
    ],
)
def test_a_bot_without_an_opinion_says_why_it_answers(question: Question, reason: str) -> None:
    advice = Knows("hard").advise(question, a_state(1))
    assert advice is not None and advice.reason == reason
    assert (advice.answer == END) == (reason == "Nothing else is possible.")
