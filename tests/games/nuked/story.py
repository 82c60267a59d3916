"""Whole games of Nuked told as stories: one line for what a player does."""

from itertools import zip_longest
from typing import Any

from msgspec import structs

from companion.games.nuked.game import NUKED
from companion.games.nuked.rulesets import Start
from companion.referee.questions import Confirm, FillIn
from companion.referee.table import Table
from tests.games.scripted import ScriptedGame

Hands = dict[str, str]
"""Names of territories, by seat."""


class Story(ScriptedGame):
    """A game of Nuked whose players say what they do in the words of the game."""

    def __init__(self, players: int, **house: str) -> None:
        super().__init__(NUKED, players, **house)

    def play_by(self, rule_set: str) -> "Story":
        """Choose a rule set and agree to it; here territories are dealt plainly, without grace."""
        self.say(rule_set, True)
        state = self.table.state
        state.table = structs.replace(state.table, start=Start())
        self.table = Table(NUKED, state)
        return self

    def make_rules(self, name: str, **entries: Any) -> "Story":
        """Fill in a new rule set: these entries, all others as suggested."""
        self.say("new")
        entries = {"territories": "dealt", "grace": 0} | entries
        while isinstance(self.table.question, FillIn) and self.table.question.fields[0].name != "name":
            known = {field.name for field in self.table.question.fields}
            self.say({key: value for key, value in entries.items() if key in known})
        self.say({"name": name}, True)
        return self

    def give_out(self, hands: Hands) -> "Story":
        """Deal, or claim, so that everybody gets these territories."""
        dealt = [names.split() for names in hands.values()]
        order = [name for names in zip_longest(*dealt) for name in names if name]
        if self.state.table.start.territories == "claimed":
            self.say(*order)
        else:
            self.say(order)
        return self

    def settle_down(self, **homes: tuple[str, str]) -> "Story":
        """Name Capital and Farm, seat by seat."""
        for capital, farm in homes.values():
            self.say(capital, farm)
        return self

    def man(self, **places: str) -> "Story":
        """Put all first troops of each seat on one place."""
        while self.state.step == "troops":
            asked = self.table.question
            assert asked is not None
            self.say({"place": places[str(asked.seat)], "count": getattr(asked, "most", 1)})
        return self

    def fresh(self, place: str) -> "Story":
        """Fresh troops anywhere, which is one place."""
        self.say("anywhere")
        self.say({"place": place, "count": self.state.supply[self.state.active]})
        return self

    def attack(self, origin: str, target: str, soldiers: int, *answer: str) -> "Story":
        """Attack, and hear what the defender answers."""
        self.say(origin, target, soldiers, *answer)
        return self

    def card(self, kind: str, *place: str) -> "Story":
        """Play a card in one's own turn."""
        self.say({"offer": "card"}, kind, *place)
        return self

    def end(self, *losses: str) -> "Story":
        """End the attacks, and bury just these."""
        self.say("end")
        return self.bury(*losses) if losses else self

    def bury(self, *losses: str) -> "Story":
        """Take off the board just these at the end of a turn."""
        assert isinstance(self.table.question, Confirm), self.table.question
        assert tuple(self.table.question.detail.split("\n")) == losses
        self.say(True)
        return self

    def quiet(self, **places: str) -> "Story":
        """Quiet turns: in this order, everybody puts fresh troops on a place and does nothing else."""
        for seat, place in places.items():
            assert self.state.active == seat
            self.fresh(place).end()
        return self
