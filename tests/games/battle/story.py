"""Scripted battles: the players' orders, measured distances and dice."""

from collections.abc import Sequence

from companion.games.battle import recruitment
from companion.games.battle.army_list import BATTLE_RISK, ArmyList
from companion.games.battle.game import BATTLE
from companion.games.battle.houserules import BattleHouseRules
from companion.games.battle.setup import begin
from companion.games.battle.state import BattleState, Cannon, Soldier
from companion.referee.houserules import set_house_rules
from companion.referee.questions import Choose, Confirm, Measure
from companion.referee.seats import seats_of
from companion.referee.table import Table
from tests.games.scripted import ScriptedGame

Army = dict[str, int]


class Battle(ScriptedGame):
    """A battle from its start."""

    def __init__(self, players: int = 2, **house: str) -> None:
        super().__init__(BATTLE, players, **house)

    @classmethod
    def raging(
        cls,
        *armies: Army,
        roll: int = 4,
        step: str = "battle",
        **house: str,
    ) -> "Battle":
        """Return a battle in the middle of red's first turn; no cannon has a crew."""
        return cls.fought_with(BATTLE_RISK, *armies, roll=roll, step=step, **house)

    @classmethod
    def fought_with(
        cls, army_list: ArmyList, *armies: Army, roll: int = 4, step: str = "battle", **house: str
    ) -> "Battle":
        """Return the same with another army list."""
        state = begin(seats_of(len(armies)), set_house_rules(BattleHouseRules, house))
        state.army_list, state.library = army_list, ()
        for seat, army in zip(state.order, armies, strict=True):
            recruitment.add_units(state, seat, army)
            state.purses[seat].awarded = 100 if state.house.treasury == "yes" else 0
        state.step, state.active, state.turn, state.round, state.roll = step, "red", 1, 1, roll
        return cls.at(state)

    @classmethod
    def at(cls, state: BattleState) -> "Battle":
        """Return a battle that stands so."""
        battle = cls.__new__(cls)
        battle.table, battle.fired = Table(BATTLE, state), set()
        battle._look()
        return battle

    # --- pieces ---

    def man(self, name: str) -> Soldier:
        """Return a soldier by id."""
        found: Soldier = self.state.soldiers[name]
        return found

    def gun(self, name: str) -> Cannon:
        """Return a cannon by id."""
        found: Cannon = self.state.cannons[name]
        return found

    def told(self) -> str:
        """Return the reports of the last answer."""
        return " ".join(report.text for report in self.table.latest)

    # --- orders ---

    def order(self, piece: str, *orders: object) -> "Battle":
        """Give orders to a piece, after going back from another piece if needed."""
        asked = self.table.question
        if not (isinstance(asked, Choose) and asked.focus == (piece,)):
            if isinstance(asked, Choose):
                self.say("back")
            self.say(piece)
        self.say(*orders)
        return self

    def moves(self, soldier: str, inches: float) -> "Battle":
        """Move a soldier this many inches."""
        return self.order(soldier, "move", inches)

    def attacks(
        self,
        soldier: str,
        target: str,
        hit: int,
        defence: int,
        *,
        inches: float = 0.25,
        height: str = "level",
    ) -> "Battle":
        """Attack a visible target; on flat ground there are no questions about sight and height."""
        self.order(soldier, "attack", target)
        self._sees_and_stands(height)
        self.say(inches, {"attack": [hit], "defence": [defence]})
        return self

    def kills(self, soldier: str, target: str) -> "Battle":
        """Attack and hit; a mounted soldier dies with his horse."""
        rides = not self.state.on_foot(self.man(target))
        self.attacks(soldier, target, 6, 1)
        return self.rolls("horse", 1) if rides else self

    def aims(
        self, cannon: str, shot: str, targets: Sequence[str], *, inches: float = 8.0, height: str = "level"
    ) -> "Battle":
        """Fire a cannon with a crew, up to the first roll."""
        self.order(cannon, "fire", shot, True)
        self._sees_and_stands(height)
        self.say(inches, list(targets))
        return self

    def rolls(self, pool: str, number: int) -> "Battle":
        """Roll one die."""
        self.say({pool: [number]})
        return self

    def hits(self, hit: int, defence: int) -> "Battle":
        """Roll a hit roll against a defence roll."""
        self.say({"attack": [hit], "defence": [defence]})
        return self

    def ends(self) -> "Battle":
        """End the turn."""
        if isinstance(self.table.question, Choose):
            self.say("back")
        self.say("end")
        return self

    def _sees_and_stands(self, height: str) -> None:
        if isinstance(self.table.question, Confirm):
            self.say(True)
        if not isinstance(self.table.question, Measure):
            self.say(height if isinstance(self.table.question, Choose) else True)
