"""Scripted games of classic Risk, with a method for each action and winning dice."""

from collections.abc import Sequence
from itertools import pairwise, zip_longest

from companion.games.boards.board import load_board
from companion.games.classic.game import CLASSIC
from companion.referee.questions import Count, Pick, Roll
from tests.games.scripted import ScriptedGame

CONTINENT = {continent.id: continent.territories for continent in load_board("classic").continents}


class Story(ScriptedGame):
    """A game of classic Risk."""

    def __init__(self, players: int, **house: str) -> None:
        super().__init__(CLASSIC, players, placing="all at once", **house)

    def deals(self, *hands: Sequence[str]) -> "Story":
        """Deal the territories so that each player, in seating order, gets these."""
        rounds = zip_longest(*hands)
        self.say([place for cards in rounds for place in cards if place is not None])
        return self

    def puts(self, place: str, count: int | None = None) -> "Story":
        """Place this many armies, or all."""
        self.say({"place": place, "count": count or self.table.question.most})
        return self

    def attacks(self, origin: str, target: str, attack: Sequence[int], defence: Sequence[int]) -> "Story":
        """Declare an attack and roll once."""
        self.say(origin, target, {"attack": list(attack), "defence": list(defence)})
        return self

    def takes(self, origin: str, target: str) -> "Story":
        """Conquer a territory with one die at a time, and move in as few armies as allowed."""
        self.say(origin, target)
        while isinstance(question := self.table.question, Roll):
            most = question.pools[1].most
            least = question.pools[0].least
            self.say({"attack": [6] * least, "defence": [1] * most})
        return self.moves_in(all_of_them=False)

    def marches(self, *places: str) -> "Story":
        """Conquer territories one after another with all dice, and move on with all armies but one."""
        for origin, target in pairwise(places):
            self.say(origin, target)
            while isinstance(question := self.table.question, Roll):
                attack, defence = (pool.most for pool in question.pools)
                self.say({"attack": [6] * attack, "defence": [1] * defence})
            self.moves_in()
        return self

    def moves_in(self, *, all_of_them: bool = True) -> "Story":
        """Move armies into a conquest: as many or as few as allowed."""
        if isinstance(question := self.table.question, Count):
            self.say(question.most if all_of_them else question.least)
        return self

    def keeps_cards(self) -> "Story":
        """Trade no cards, if asked."""
        if self.state.step == "trade":
            self.say([])
        return self

    def done(self) -> "Story":
        """End attacks, collect nothing and move nothing until the next player's turn."""
        seat = self.state.active
        while self.table.question is not None and self.state.active == seat:
            self.say("none" if self.state.step == "objective" else "end")
        return self

    def founds(self, *capitals: str) -> "Story":
        """Place the capitals, in order."""
        for place in capitals:
            assert isinstance(self.table.question, Pick)
            self.say(place)
        return self
