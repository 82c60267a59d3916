"""A bot that plays classic Risk."""

from collections.abc import Iterable, Mapping, Sequence
from pathlib import Path
from typing import ClassVar

from companion.games.classic import rules
from companion.games.classic.plans import ground_and_cards
from companion.games.classic.state import ClassicState
from companion.games.territory.attack import Attack, AttackRules
from companion.games.territory.bot import TWO
from companion.games.territory.evaluator import Ground, Weights, read_weights
from companion.games.territory.movement import reach_of
from companion.games.territory.planning_bot import PlanningBot
from companion.odds.battle import CLASSIC, DiceRule
from companion.referee.bot import BLUNDERS, Strength
from companion.referee.questions import Question

ON_CARDS = {"CL-MISSION", "CL-SET-2"}
"""Rules of questions about what stands on a card."""
SURE = 0.9
"""From this chance on nobody leaves a territory of the only rival lying."""


class ClassicBot(PlanningBot[ClassicState]):
    """Plays classic Risk with the bot that the map games share."""

    attacks: ClassVar[AttackRules[ClassicState]] = rules.ATTACKS
    blunders: ClassVar[Mapping[Strength, float]] = {**BLUNDERS, "normal": 0.25, "easy": 0.95}
    one_conquest = True
    weights: ClassVar[Weights] = read_weights(Path(__file__).with_name("plans.toml"))

    def lay_out(self, state: ClassicState) -> tuple[Ground, Sequence[int]]:
        """Return the ground with cities, and the number of cards in each hand."""
        return ground_and_cards(state)

    def dice(self, state: ClassicState, attacks: Sequence[Attack]) -> list[DiceRule]:
        """Return the dice of each attack: rewards of the 2008 edition count at the edges that they help."""
        return super().dice(state, attacks) if state.is_2008 else [CLASSIC] * len(attacks)

    def reach(self, state: ClassicState, origin: str) -> Iterable[str]:
        """CL-FORT: return where armies can move from a territory at the end of the turn."""
        return reach_of(state, origin, adjacent_only=state.house.fortify == "adjacent")

    def is_prize(self, state: ClassicState, seat: str, place: str) -> bool:
        """Also return True for what is nearly sure against the only rival: nobody stops beside lone armies.

        Easy players took one territory a turn from players by chance, and lost 15 of 100 games at two seats.
        """
        own = [near for near in state.neighbours(place) if state.holdings[near].owner == seat]
        lone = len(state.playing()) == TWO and any(self.chance(state, near, place) >= SURE for near in own)
        return lone or super().is_prize(state, seat, place)

    def asks_the_table(self, question: Question, state: ClassicState) -> bool:
        """CL-MISSION, CL-SET-2: also return True for what stands on a card, because only people see it."""
        return bool(ON_CARDS & set(question.rules)) or super().asks_the_table(question, state)
