"""A player that gives random legal answers to any question, but tends to end the game."""

import random
from typing import Any

from companion.referee.dice_roller import DiceRoller
from companion.referee.inches import to_sixteenth
from companion.referee.questions import (
    END,
    Choose,
    Confirm,
    Count,
    Deploy,
    FillIn,
    Measure,
    Pick,
    PickOrEnd,
    PickSeveral,
    PlayCards,
    Question,
    Roll,
    Shuffle,
)

CONTINUE_PROBABILITY = 0.95
"""Probability that the random player continues to attack or move if it can."""

MAX_CHOSEN = 3
"""Largest number of things that the random player chooses if it may choose several."""

FAR = 12.0
"""Largest distance that the random player measures if there is no limit, in inches."""


class RandomBot:
    """Plays every seat of a game.

    Args:
        seed: the same seed plays the same game.
        continue_probability: probability that it continues instead of ending a step.
    """

    def __init__(self, seed: int, continue_probability: float = CONTINUE_PROBABILITY) -> None:
        self.random = random.Random(seed)
        self.dice_roller = DiceRoller(seed)
        self.continue_probability = continue_probability

    def answer(self, question: Question) -> Any:
        """Return an allowed answer, in the form that a table takes."""
        match question:
            case Choose():
                return self.random.choice([option.id for option in question.options if option.ruling.allowed])
            case Pick():
                return self.random.choice(question.allowed)
            case PickOrEnd():
                must = not question.end_ruling.allowed
                goes_on = question.allowed and (must or self.random.random() < self.continue_probability)
                return self.random.choice(question.allowed) if goes_on else END
            case Deploy():
                count = question.most if self.random.random() < 0.8 else self.random.randint(1, question.most)
                return {"place": self.random.choice(question.allowed), "count": count}
            case Count():
                return self.random.choice(
                    (question.least, question.most, question.suggested or question.most)
                )
            case PlayCards():
                return list(self.random.choice(question.allowed))
            case Confirm():
                return self.random.random() < 0.5
            case Roll() | Shuffle():
                return self.dice_roller.answer(question)
            case PickSeveral():
                fewest, most = int(not question.none), min(MAX_CHOSEN, len(question.allowed))
                return self.random.sample(question.allowed, self.random.randint(fewest, most))
            case Measure():
                farthest = question.least + FAR if question.most is None else question.most
                return to_sixteenth(self.random.uniform(question.least, farthest))
            case FillIn():
                return {}
