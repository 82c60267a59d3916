"""Scripted games of Nuked, with a method for each action."""

from itertools import zip_longest
from typing import Any

from msgspec import structs

from companion.games.nuked.game import NUKED
from companion.games.nuked.rulesets import SetupRules
from companion.referee.questions import Confirm, FillIn
from companion.referee.table import Table
from tests.games.scripted import ScriptedGame

Hands = dict[str, str]
"""Names of territories, by seat."""


class Story(ScriptedGame):
    """A scripted game of Nuked."""

    def __init__(self, players: int, **house: str) -> None:
        super().__init__(NUKED, players, **house)

    def play_by(self, rule_set: str) -> "Story":
        """Choose a rule set and agree to it; territories are dealt, without grace rounds."""
        self.say(rule_set, True)
        state = self.table.state
        state.table = structs.replace(state.table, start=SetupRules())
        self.table = Table(NUKED, state)
        return self

    def make_rules(self, name: str, **entries: Any) -> "Story":
        """Create a rule set with these entries and defaults for all others."""
        self.say("new")
        entries = {"territories": "dealt", "grace": 0} | entries
        while isinstance(self.table.question, FillIn) and self.table.question.fields[0].name != "name":
            known = {field.name for field in self.table.question.fields}
            self.say({key: value for key, value in entries.items() if key in known})
        self.say({"name": name}, True)
        return self

    def give_out(self, hands: Hands) -> "Story":
        """Deal or claim so that every seat gets these territories."""
        dealt = [names.split() for names in hands.values()]
        order = [name for names in zip_longest(*dealt) for name in names if name]
        if self.state.table.start.territories == "claimed":
            self.say(*order)
        else:
            self.say(order)
        return self

    def settle_down(self, **homes: tuple[str, str]) -> "Story":
        """Choose Capital and Farm, seat by seat."""
        for capital, farm in homes.values():
            self.say(capital, farm)
        return self

    def man(self, **places: str) -> "Story":
        """Place all first troops of each seat on one territory."""
        while self.state.step == "troops":
            asked = self.table.question
            assert asked is not None
            self.say({"place": places[str(asked.seat)], "count": getattr(asked, "most", 1)})
        return self

    def fresh(self, place: str) -> "Story":
        """Place fresh troops "anywhere", all on one territory."""
        self.say("anywhere")
        self.say({"place": place, "count": self.state.supply[self.state.active]})
        return self

    def attack(self, origin: str, target: str, soldiers: int, *answer: str) -> "Story":
        """Attack, with the defender's answer."""
        self.say(origin, target, soldiers, *answer)
        return self

    def card(self, kind: str, *place: str) -> "Story":
        """Play a card in the player's own turn."""
        self.say({"offer": "card"}, kind, *place)
        return self

    def end(self, *losses: str) -> "Story":
        """End the attacks, and check and confirm these losses."""
        self.say("end")
        return self.bury(*losses) if losses else self

    def bury(self, *losses: str) -> "Story":
        """Check and confirm the losses at the end of a turn."""
        assert isinstance(self.table.question, Confirm), self.table.question
        assert tuple(self.table.question.detail.split("\n")) == losses
        self.say(True)
        return self

    def quiet(self, **places: str) -> "Story":
        """Play turns in this order in which each seat only places fresh troops on a territory."""
        for seat, place in places.items():
            assert self.state.active == seat
            self.fresh(place).end()
        return self
