"""Bots for tests, which also give denied answers."""

from collections.abc import Sequence
from typing import Any

import pytest

from companion.games.territory.state import TerritoryState
from companion.referee.questions import END, Count, Deploy, Pick, PickOrEnd, PlayCards, Question, Roll
from companion.referee.random_bot import RandomBot


def seeds(start: int, count: int) -> list[Any]:
    """Return seeds of random games: the first quarter for every run, the others for the slow ones."""
    often = start + (count + 3) // 4
    rare = range(often, start + count)
    return [*range(start, often), *(pytest.param(seed, marks=pytest.mark.slow) for seed in rare)]


class Player(RandomBot):
    """A random bot that can also choose denied answers."""

    def denied(self, question: Question) -> Any:
        """Return a denied answer; None if this kind of question lists none."""
        match question:
            case Pick() | PickOrEnd() if question.denied:
                return self.random.choice(sorted(question.denied))
            case Deploy():
                return {"place": self.random.choice(question.allowed), "count": question.most + 1}
            case Count():
                return question.most + 1
            case Roll():
                return {pool.name: [1] * (pool.most + 1) for pool in question.pools}
            case PlayCards():
                return ["infantry", "infantry", "cavalry"]
        return None


class MapGamePlayer(Player):
    """Plays a map game to win: gathers armies at the front and attacks the weakest neighbour."""

    ENOUGH = 4

    def command(self, question: Question, state: TerritoryState) -> Any:
        """Return an allowed answer that makes progress, based on the board."""
        match question:
            case Deploy():
                return {
                    "place": self._strongest(self._front(question.allowed, state), state),
                    "count": question.most,
                }
            case PickOrEnd() if question.allowed:
                return self._march(question.allowed, state)
            case Count():
                return question.most
        return self.answer(question)

    def _march(self, allowed: tuple[str, ...], state: TerritoryState) -> str:
        if state.holdings[allowed[0]].owner != state.active:
            return min(allowed, key=lambda place: state.holdings[place].armies)
        if state.step == "fortify":
            return self._fortify(allowed, state)
        strongest = self._strongest(allowed, state)
        return strongest if state.holdings[strongest].armies >= self.ENOUGH else END

    def _fortify(self, allowed: tuple[str, ...], state: TerritoryState) -> str:
        """Move armies from the hinterland to the front."""
        front = self._front(allowed, state)
        quiet = [place for place in allowed if place not in front and state.holdings[place].armies > 1]
        return self._strongest(quiet or front, state)

    def _front(self, places: Sequence[str], state: TerritoryState) -> Sequence[str]:
        return [place for place in places if self._faces_enemies(place, state)] or places

    def _faces_enemies(self, place: str, state: TerritoryState) -> bool:
        owner = str(state.holdings[place].owner)
        return any(state.hostile(owner, state.holdings[near].owner) for near in state.neighbours(place))

    def _strongest(self, places: Sequence[str], state: TerritoryState) -> str:
        most = max(state.holdings[place].armies for place in places)
        return self.random.choice([place for place in places if state.holdings[place].armies == most])
