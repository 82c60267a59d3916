"""A bot that plays classic Risk."""

from typing import ClassVar

from companion.games.classic import rules
from companion.games.classic.state import ClassicState
from companion.games.territory.attack import AttackRules
from companion.games.territory.bot import TerritoryBot


class ClassicBot(TerritoryBot[ClassicState]):
    """Plays classic Risk by what the map games share."""

    attacks: ClassVar[AttackRules[ClassicState]] = rules.ATTACKS
