"""Scripted games of Risk StarCraft, with a method for each action and winning dice."""

from collections.abc import Sequence
from itertools import pairwise, zip_longest

from companion.games.boards.board import load_board
from companion.games.starcraft.game import STARCRAFT
from companion.games.starcraft.rules import ATTACKS
from companion.referee.entries import Changes
from companion.referee.questions import (
    Choose,
    Confirm,
    Count,
    Deploy,
    Pick,
    PickOrEnd,
    PlayCards,
    Roll,
    Shuffle,
)
from tests.games.scripted import ScriptedGame

SECTOR = load_board("starcraft")
PLANET = {planet.id: planet.territories for planet in SECTOR.continents}
PLACES = tuple(territory.id for territory in SECTOR.territories)


class Story(ScriptedGame):
    """A game of Risk StarCraft."""

    def __init__(self, players: int, mode: str, **house: str) -> None:
        super().__init__(STARCRAFT, players, mode=mode, placing="all at once", **house)

    # --- setting up ---------------------------------------------------------------------------------------

    def takes_sides(self, *seats: str) -> "Story":
        """Roll for colours: in this order each seat takes the chart's first faction and its first colour."""
        self.say(list(seats))
        while self.state.step == "sides":
            assert isinstance(self.table.question, Choose)
            self.say(self.table.question.options[0].id)
        return self

    def finds_field(self, minerals: Sequence[str], silver: Sequence[str], gold: Sequence[str]) -> "Story":
        """Draw mineral fields and achievements in this order, the others in any order."""
        while isinstance(question := self.table.question, Shuffle) and self.state.step != "land":
            wanted = [*minerals, *silver, *gold]
            first = [item for item in wanted if item in question.items]
            self.say([*first, *(item for item in question.items if item not in first)])
        return self

    def deals(self, *hands: Sequence[str]) -> "Story":
        """Deal the territories so that each player, in seating order, gets these."""
        self.say([place for cards in zip_longest(*hands) for place in cards if place is not None])
        return self

    def claims(self, **hands: Sequence[str]) -> "Story":
        """Claim territories in turn, each seat from its own list, the first with the base."""
        left = {seat: list(places) for seat, places in hands.items()}
        while isinstance(question := self.table.question, Pick) and self.state.step == "land":
            self.say(left[str(question.seat)].pop(0))
        return self

    def puts(self, place: str, count: int | None = None) -> "Story":
        """Place this many units, or all; no stars are traded."""
        if isinstance(self.table.question, PlayCards):
            self.say([])
        assert isinstance(self.table.question, Deploy), self.table.question
        self.say({"place": place, "count": count or self.table.question.most})
        return self

    def stations(self, *places: str) -> "Story":
        """Place all remaining units, each player's on one of these territories."""
        for place in places:
            self.puts(place)
        return self

    # --- a turn -------------------------------------------------------------------------------------------

    def reaches(self, step: str) -> "Story":
        """Do only what is required until this step of the turn asks something."""
        seat, turn = self.state.active, self.state.turn
        while self.state.step != step:
            assert (self.state.active, self.state.turn) == (seat, turn), f"{step} asks nothing"
            self._least()
        return self

    def passes(self) -> "Story":
        """Do only what is required until the next player's turn."""
        turn = self.state.turn
        while self.table.question is not None and self.state.turn == turn:
            self._least()
        return self

    def waits_for(self, seat: str) -> "Story":
        """Let everybody pass until this seat has its next turn."""
        self.passes()
        while self.table.question is not None and self.state.active != seat:
            self.passes()
        return self

    def _least(self) -> None:
        match self.table.question:
            case PlayCards():
                self.say([])
            case Deploy(allowed=allowed, most=most):
                self.say({"place": allowed[0], "count": most})
            case PickOrEnd():
                self.say("end")
            case Choose():
                self.say("none")
            case Confirm():
                self.say(False)
            case question:
                raise AssertionError(question)

    def attacks(self, origin: str, target: str, commit: str = "") -> "Story":
        """Declare an invasion, and commit units where the dice alone do not tell them."""
        self.say(origin, target, *([commit] if commit else []))
        return self

    def rolls(self, attack: Sequence[int], defence: Sequence[int]) -> "Story":
        self.say({"attack": list(attack), "defence": list(defence)})
        return self

    def marches(self, *places: str) -> "Story":
        """Conquer territories one after another with all available units and winning dice."""
        for origin, target in pairwise(places):
            self.say(origin, target)
            self._wins()
        return self

    def _wins(self) -> None:
        """Roll until the target falls, and move all units in."""
        while self.table.question is not None and (self.state.facts.invasion or self.state.facts.occupation):
            match self.table.question:
                case Choose(options=options):
                    self.say(next(option.id for option in options if option.ruling.allowed))
                case Roll(pools=(attack, defence)):
                    self.say({"attack": [6] * attack.most, "defence": [1] * defence.most})
                case Count(most=most):
                    self.say(most)

    def conquers_all(self, seat: str) -> "Story":
        """Every turn deploy beside enemies and conquer what is possible; the other players pass."""
        while self.table.question is not None:
            if self.state.active != seat:
                self.waits_for(seat)
            if self.table.question is not None:
                self._breaks_out(seat)
        return self

    def _breaks_out(self, seat: str) -> None:
        while isinstance(self.table.question, PlayCards):
            self.say([])
        while isinstance(question := self.table.question, Deploy):
            front = [place for place in question.allowed if ATTACKS.targets(self.state, seat, place)]
            self.puts(max(front, key=lambda place: self.state.holdings[place].armies))
        self.reaches("attack")
        while self.state.step == "attack" and (origins := ATTACKS.origins(self.state, seat)):
            origin = max(origins, key=lambda place: self.state.holdings[place].armies)
            targets = ATTACKS.targets(self.state, seat, origin)
            self.marches(origin, min(targets, key=lambda place: len(SECTOR.neighbours(place))))
            if self.table.question is None:
                return
        self.passes()

    # --- the end of a turn --------------------------------------------------------------------------------

    def collects(self, achievement: str, reward: str | None = None, tower: str | None = None) -> "Story":
        """Collect an achievement with its reward."""
        self.reaches("achieve")
        self.say(*filter(None, (achievement, reward, tower)))
        return self

    def plays_card(self, seat: str, effect: str, amount: int = 1) -> "Story":
        """Play a card that is new to the table."""
        self.say({"offer": f"card:{seat}"}, "new", {"effect": effect, "amount": amount})
        return self

    def rolls_on(self) -> "Story":
        """Fight until the target has fallen, and move all units in."""
        self._wins()
        return self

    def corrected(self, changes: Changes) -> "Story":
        """Correct the board."""
        ruling = self.table.correct(changes)
        assert ruling.allowed, ruling.text
        self._look()
        return self
