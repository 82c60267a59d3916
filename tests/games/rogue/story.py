"""Scripted games of Rogue, with a method for each action."""

from msgspec.structs import replace

from companion.games.rogue.game import ROGUE
from companion.games.rogue.scenario import read_scenario, save_scenario, scenario_files
from companion.referee.questions import Choose, Confirm
from tests.games.scripted import ScriptedGame


class Story(ScriptedGame):
    """A scripted game of Rogue."""

    def __init__(self, players: int, scenario: str, first: str, **house: str) -> None:
        start_on_the_battlefield(scenario)
        super().__init__(ROGUE, players, **house)
        self.say(scenario, first)

    def move(self, origin: str, target: str, *staying: str) -> "Story":
        """Move a squad, leaving these units behind."""
        self.say(origin, *staying)
        self._go()
        self.say(target)
        return self

    def attack(self, origin: str, target: str, *cards: int) -> "Story":
        """Declare an attack; the attacker, then the defender, lays this many cards."""
        self.say(origin, target, *cards)
        return self

    def throws(self, hits: int, blocks: int, struck: int = 0) -> "Story":
        """Enter the result of the dice; hits on upgraded defence dice come last."""
        told = {"hits": hits, "blocks": blocks}
        self.say(told | ({"struck": struck} if struck else {}))
        return self

    def overrun(self, *staying: str) -> "Story":
        """Move into the emptied zone, leaving these units behind."""
        self.say("overrun", *staying)
        self._go()
        return self

    def describe_card(
        self, name: str, kind: str, needs: str, *powers: tuple[str, ...], when: tuple[str, ...] = ()
    ) -> "Story":
        """Describe a new card: ``("upgrade 2", "hits 1")`` is a power; choose the first."""
        if name in self.state.cards:  # the table knows it from an earlier game
            return self.say_card(name, powers)
        self.say("+new", {"name": name, "kind": kind, "needs": needs}, *when, "+done")
        for number, power in enumerate(powers):
            for effect in power:
                deed, _, amount = effect.rpartition(" ")
                self.say(deed)
                if self.table.question is not None and not isinstance(self.table.question, Choose):
                    self.say(int(amount))
            self.say("+done" if number == len(powers) - 1 else "+second")
        if len(powers) == 2:
            self.say("1")
        return self

    def say_card(self, name: str, powers: tuple[tuple[str, ...], ...]) -> "Story":
        """Name a known card, and its first power if it has two."""
        self.say(name, *(("1",) if len(powers) == 2 else ()))
        return self

    def card(self, name: str, *answers: object) -> "Story":
        """Play a card face up."""
        self.say({"offer": "card"}, name, *answers)
        return self

    def rest(self) -> "Story":
        """End the turn without further actions; free cards are Weapons."""
        before = self.state.turn
        while self.state.turn == before and not self.state.winners:
            self._pass()
        return self

    def rest_until_squad(self) -> "Story":
        """Draw a Weapons card, take no token, fly nowhere, up to moving a squad."""
        while self.state.step != "squad":
            self._pass()
        return self

    def _pass(self) -> None:
        match self.table.question:
            case Choose():
                self.say("weapons")
            case Confirm():
                self.say(False)
            case _:
                self.say("end")

    def _go(self) -> None:
        question = self.table.question
        if isinstance(question, Choose) and question.options[0].id == "+go":
            self.say("+go")


def start_on_the_battlefield(name: str) -> None:
    """Save a scenario of ours as the players' own, with the start zones of its battlefield."""
    (path,) = [path for path in scenario_files() if path.stem == name]
    plan, _ = read_scenario(path)
    save_scenario(replace(plan, starts=()))
