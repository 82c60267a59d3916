"""A bot for battles that attacks, shoots, and gives plausible distances."""

from typing import Any

from companion.referee.questions import (
    Choose,
    Confirm,
    Count,
    FillIn,
    Measure,
    PickOrEnd,
    PickSeveral,
    Question,
    Roll,
)
from tests.games.players import Player


class BattlePlayer(Player):
    """Attacks if it can, and tries denied answers of every kind."""

    def command(self, question: Question) -> Any:
        """Return an allowed answer that makes progress."""
        match question:
            case Choose():
                open_to = [option.id for option in question.options if option.ruling.allowed]
                urgent = [order for order in ("fire", "attack") if order in open_to]
                return urgent[0] if urgent and self.random.random() < 0.6 else self.random.choice(open_to)
            case Confirm():
                return self.random.random() < 0.9
            case PickOrEnd() if question.allowed and question.end == "End turn":
                return self.random.choice(question.allowed) if self.random.random() < 0.9 else "end"
            case FillIn() if question.fields[0].name == "infantry":
                return self._army(question)
        if question.offers and self.random.random() < 0.05:
            return {"offer": question.offers[0].id}
        return self.answer(question)

    def _army(self, question: FillIn) -> dict[str, int]:
        """Return a small army of random units within the purse."""
        left = 10_000 if question.purse is None else question.purse
        army = {}
        for field in self.random.sample(question.fields, len(question.fields)):
            price = question.prices.get(field.name, 0)
            army[field.name] = min(self.random.randint(0, 2), left // price if price else 2)
            left -= army[field.name] * price
        return army

    def denied(self, question: Question) -> Any:
        """Return a denied answer; None if this kind of question lists none."""
        match question:
            case PickOrEnd() | PickSeveral() if question.denied:
                name = self.random.choice(sorted(question.denied))
                return name if isinstance(question, PickOrEnd) else [name]
            case Choose():
                return next((option.id for option in question.options if not option.ruling.allowed), "moon")
            case Measure():
                return question.most + 0.1 if question.most is not None else question.least - 0.1
            case FillIn():
                return {question.fields[0].name: question.fields[0].most + 1}
            case Roll() | Count():
                return super().denied(question)
        return None
