"""Somebody to play with, who also tries what is not allowed."""

from typing import Any

from companion.referee.questions import END, Cards, Count, Deploy, Pick, PickOrEnd, Question, Roll
from companion.referee.scene import Place
from companion.referee.stand_in import StandIn


class Player(StandIn):
    """A stand-in that knows wrong answers too."""

    def denied(self, question: Question) -> Any:
        """An answer that is not allowed, or nothing when this kind of question denies none by name."""
        match question:
            case Pick() | PickOrEnd() if question.denied:
                return self.random.choice(sorted(question.denied))
            case Deploy():
                return {"place": self.random.choice(question.allowed), "count": question.most + 1}
            case Count():
                return question.most + 1
            case Roll():
                return {pool.name: [1] * (pool.most + 1) for pool in question.pools}
            case Cards():
                return ["infantry", "infantry", "cavalry"]
        return None


class General(Player):
    """Plays to win: gathers armies in one place and strikes the weakest neighbour while it is strong."""

    ENOUGH = 4

    def command(self, question: Question, places: dict[str, Place]) -> Any:
        """An answer that is allowed and gets on, by what stands on the board."""
        match question:
            case Deploy():
                return {"place": self._strongest(question.allowed, places), "count": question.most}
            case PickOrEnd() if question.allowed:
                return self._march(question, places)
            case Count():
                return question.most
        return self.answer(question)

    def _march(self, question: PickOrEnd, places: dict[str, Place]) -> str:
        if places[question.allowed[0]].owner != question.seat:
            return min(question.allowed, key=lambda place: places[place].count)
        strongest = self._strongest(question.allowed, places)
        return strongest if places[strongest].count >= self.ENOUGH else END

    def _strongest(self, allowed: tuple[str, ...], places: dict[str, Place]) -> str:
        most = max(places[place].count for place in allowed)
        return self.random.choice([place for place in allowed if places[place].count == most])
