"""A bot that plays classic Risk."""

from typing import ClassVar

from companion.games.classic import rules
from companion.games.classic.state import ClassicState
from companion.games.territory.attack import AttackRules
from companion.games.territory.bot import TerritoryBot
from companion.referee.questions import Question


class ClassicBot(TerritoryBot[ClassicState]):
    """Plays classic Risk with the bot that the map games share."""

    attacks: ClassVar[AttackRules[ClassicState]] = rules.ATTACKS

    def asks_the_table(self, question: Question, state: ClassicState) -> bool:
        """CL-MISSION: also return True for a secret mission, because only people can see it."""
        return "CL-MISSION" in question.rules or super().asks_the_table(question, state)
