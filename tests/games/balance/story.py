"""Scripted games of the variant, with a method for each action."""

from collections.abc import Iterable, Mapping
from typing import Any

from companion.games.balance.game import BALANCE
from companion.games.boards.board import load_board
from companion.games.territory.state import NEUTRAL
from companion.referee.questions import END, Choose, Count, Deploy, Pick, PickOrEnd, PlayCards, Roll, Shuffle
from tests.games.scripted import ScriptedGame

PLACES = tuple(territory.id for territory in load_board("classic").territories)
CITIES = (
    *("alaska", "alberta", "greenland", "brazil", "congo"),
    *("egypt", "iceland", "scandinavia", "china", "irkutsk", "kamchatka", "mongolia", "yakutsk"),
    *("siam", "western-europe"),
)
ROUGH = (
    *("iceland", "great-britain", "siberia", "peru", "ontario", "quebec", "madagascar", "east-africa"),
    *("middle-east", "new-guinea", "eastern-australia", "northern-europe", "siam", "japan", "afghanistan"),
)
SITES = ("siam", "india", "ural", "ukraine", "western-europe", "japan")


def deck(*first: str) -> list[str]:
    """Return a complete deck of territory cards with these on top."""
    return [*first, *(place for place in PLACES if place not in first)]


def world(*continents: str) -> tuple[str, ...]:
    """Return all territories of some continents."""
    return tuple(t.id for t in load_board("classic").territories if t.continent in continents)


class Story(ScriptedGame):
    """A scripted game of the variant.

    Attributes:
        bought: special combat actions bought so far.
        not_bought: special combat actions whose purchase was refused.
    """

    def __init__(self, players: int, **house: str) -> None:
        super().__init__(BALANCE, players, **house)
        self.bought: set[str] = set()
        self.not_bought: set[str] = set()

    def refused(self, answer: object, *rules: str) -> "Story":
        """Give an answer; check that these rules refuse it, in this order, and that nothing changes."""
        super().refused(answer, *rules)
        if self._in_the_shop():
            self.not_bought.add(str(answer))
        return self

    def say(self, *answers: object) -> "Story":
        """Give answers and check that all are allowed."""
        for answer in answers:
            if self._in_the_shop() and answer != END:
                self.bought.add(str(answer))
            super().say(answer)
        return self

    def _in_the_shop(self) -> bool:
        return self.table.question is not None and "BP-CAS-3" in self.table.question.rules

    # --- the set-up ---

    def lands(self, owners: Mapping[str, Iterable[str]]) -> "Story":
        """Claim territories in turn, or deal them, so that every seat has these."""
        hands = {seat: list(places) for seat, places in owners.items()}
        if isinstance(self.table.question, Shuffle):
            rounds = zip(*hands.values(), strict=False)
            dealt = [place for turn in rounds for place in turn]
            self.say(dealt + [place for places in hands.values() for place in places if place not in dealt])
        while self.state.step == "claim":
            assert isinstance(self.table.question, Pick)
            self.say(hands[str(self.table.question.seat)].pop(0))
        return self

    def garrisons(self, **places: str) -> "Story":
        """Place all first troops of every seat on one of its territories."""
        while self.state.step == "place":
            question = self.table.question
            assert isinstance(question, Deploy)
            self.say({"place": places[str(question.seat)], "count": question.most})
        return self

    def shuffled(self) -> "Story":
        """Shuffle without changing the order."""
        assert isinstance(self.table.question, Shuffle)
        return self.say(list(self.table.question.items))

    # --- a turn ---

    def draft(self, *places: str) -> "Story":
        """Buy and trade nothing, and distribute the draft evenly, the remainder to the last territory."""
        if self.state.step == "actions":
            self.no_more()
        while self.state.step == "draft":
            question = self.table.question
            if isinstance(question, PlayCards):
                self.say([])
                continue
            assert isinstance(question, Deploy)
            share = question.most // len(places)
            for place in places[:-1]:
                self.put(place, share)
            self.put(places[-1], question.most - share * (len(places) - 1))
        return self

    def put(self, place: str, count: int) -> "Story":
        """Place some troops."""
        self.say({"place": place, "count": count})
        return self

    def attack(self, origin: str, target: str, *rolls: tuple[list[int], list[int]]) -> "Story":
        """Attack with these dice, attacker's first; without any, with winning dice until the target falls."""
        self.say(origin, target)
        for attack, defence in rolls:
            self.roll(attack, defence)
        if not rolls:
            self.storm()
        return self

    def roll(self, attack: list[int], defence: list[int]) -> "Story":
        """Roll once."""
        self.say({"attack": attack, "defence": defence})
        return self

    def storm(self) -> "Story":
        """Roll sixes against ones until the battle ends."""
        while isinstance(self.table.question, Roll) and self.table.question.contest:
            faces = {6: "attack", 1: "defence"}
            pools = {pool.name: pool.most for pool in self.table.question.pools}
            self.say({name: [face] * pools[name] for face, name in faces.items()})
        return self

    def bleed(self, origin: str, target: str, troops: int) -> "Story":
        """Attack so that both sides lose this many troops, one per roll, then call the attack off."""
        return self.attack(origin, target, *[([5, 1, 1], [4, 4])] * troops).stop()

    def move_in(self, count: int | None = None) -> "Story":
        """Move this many troops into a conquest; by default all that can move."""
        question = self.table.question
        if isinstance(question, Count):
            self.say(question.most if count is None else count)
        return self

    def take(self, origin: str, *targets: str) -> "Story":
        """Conquer territories one after another with all troops."""
        for target in targets:
            self.attack(origin, target).move_in()
            if self.table.question is None:
                break
            origin = target
        return self

    def draft_against(self, loser: str) -> "Story":
        """Place the whole draft on the strongest territory beside a player."""
        own = self.state.held(self.state.active)
        front = [place for place in own if self._beside(place, loser)]
        return self.draft(max(front, key=lambda place: self.state.holdings[place].armies))

    def sweep(self, loser: str) -> "Story":
        """Conquer a player's territories, each time from the strongest neighbour, while troops last."""
        while self.table.question is not None and (front := self._front(loser)):
            origin = max(front, key=lambda place: self.state.holdings[place].armies)
            ways = {place: len(self._beside(place, loser)) for place in self._beside(origin, loser)}
            self.attack(origin, min(ways, key=lambda place: ways[place])).move_in()
        return self

    def _front(self, loser: str) -> list[str]:
        own = self.state.held(self.state.active)
        return [p for p in own if self.state.holdings[p].armies > 1 and self._beside(p, loser)]

    def _beside(self, place: str, owner: str) -> list[str]:
        return [near for near in self.state.neighbours(place) if self.state.holdings[near].owner == owner]

    def stop(self) -> "Story":
        """Call the attack off."""
        self.say({"offer": "call off"})
        return self

    def end_attacks(self) -> "Story":
        """End the attacks."""
        assert self.state.step == "attack", self.state.step
        self.say(END)
        return self

    def collect(self, objective: str) -> "Story":
        """Collect an objective."""
        assert isinstance(self.table.question, Choose), self.table.question
        self.say(objective)
        return self

    def stay(self) -> "Story":
        """Decline everything else until the next turn."""
        turn = self.state.turn
        while self.table.question is not None and self.state.turn == turn:
            self._decline()
        return self

    def stay_until(self, seat: str, step: str) -> "Story":
        """Decline everything until this seat is in this step."""
        while (self.state.active, self.state.step) != (seat, step):
            self._decline()
        return self

    def _decline(self) -> None:
        question = self.table.question
        match question:
            case Choose():
                self.say(next(o.id for o in question.options if o.id in (END, "none")))
            case PickOrEnd():
                self.say(END)
            case PlayCards():
                self.say([])
            case Deploy() if question.offers:
                self.say({"offer": "discard"})
            case Deploy():
                self.say({"place": question.allowed[0], "count": question.most})
            case Count():
                self.say(question.least)
            case Roll():
                self.say({pool.name: [face] * pool.most for face, pool in enumerate(question.pools, 1)})
            case _:
                raise AssertionError(question)

    # --- special combat actions ---

    def fallout(self, **faces: int) -> "Story":
        """Roll for the territories next to a bomb: these faces, ones for the others."""
        assert isinstance(self.table.question, Roll)
        names = {name.replace("_", "-"): face for name, face in faces.items()}
        self.say({pool.name: [names.get(pool.name, 1)] for pool in self.table.question.pools})
        return self

    def buy(self, action: str, *answers: object, cards: list[str] | None = None) -> "Story":
        """Buy a special combat action, and answer its questions."""
        assert isinstance(self.table.question, Choose), self.table.question
        self.say(action)
        if isinstance(self.table.question, PlayCards):
            self.say(cards or [])
        self.say(*answers)
        return self

    def cannot_buy(self, rule: str, *actions: str) -> "Story":
        """Check that one rule refuses these special combat actions."""
        for action in actions:
            self.refused(action, rule)
        return self

    def cannot_afford_but(self, *affordable: str) -> "Story":
        """Check that all other special combat actions are refused for their price."""
        question = self.table.question
        assert isinstance(question, Choose)
        dear = (option.id for option in question.options if option.id not in (END, *affordable))
        return self.cannot_buy("BP-CAS-2", *dear)

    def no_more(self) -> "Story":
        """Leave the shop."""
        self.say(END)
        return self

    # --- checks ---

    def has(self, owner: str, **places: int) -> "Story":
        """Check that an owner has this many troops on these territories (``_`` for ``-`` in names)."""
        for place, count in places.items():
            holding = self.state.holdings[place.replace("_", "-")]
            assert (holding.owner, holding.armies) == (owner, count), (place, holding)
        return self

    def pile(self, **casualties: int) -> "Story":
        """Check the contents of some Piles of Casualties."""
        assert {owner: self.state.casualties[owner] for owner in casualties} == casualties
        return self

    def sees(self, **facts: Any) -> "Story":
        """Check fields of the state."""
        assert {name: getattr(self.state, name) for name in facts} == facts
        return self


__all__ = ["CITIES", "NEUTRAL", "ROUGH", "SITES", "Story", "deck", "world"]
