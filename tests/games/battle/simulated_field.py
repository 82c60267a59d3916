"""A field with positions: it answers for the people who see the table, and moves the pieces."""

from collections.abc import Callable
from math import hypot
from typing import Any

from companion.games.battle.game import BATTLE
from companion.games.battle.houserules import BattleHouseRules
from companion.games.battle.prompts import FULL_MOVE
from companion.games.battle.ranges import attack_range
from companion.games.battle.rules import move_range
from companion.games.battle.setup import begin
from companion.games.battle.state import BattleState, Cannon
from companion.referee.bot import Bot
from companion.referee.houserules import set_house_rules
from companion.referee.questions import (
    END,
    Confirm,
    Measure,
    PickOrEnd,
    PickSeveral,
    Question,
    Roll,
    Shuffle,
)
from companion.referee.random_bot import RandomBot
from companion.referee.seats import seats_of
from companion.referee.table import Table

WIDTH, DEPTH = 24.0, 16.0
"""Of the field, in inches; each army begins along one edge."""
NEAR = 0.2
"""Inches between two soldiers that stand face to face, or a cannon and who mans it: less than contact."""


class SimulatedField:
    """One battle on flat ground between two bots.

    Args:
        bots: make the bots of red and blue, from a seed.
        seed: of bots, dice and places.

    Attributes:
        beyond: number of attacks on a target out of range while an enemy stood within range.
        shots: number of shots of a cannon whose crew stood beside it.
        attacks: number of attacks that were within range.
    """

    def __init__(self, bots: tuple[Callable[[int], Bot[Any]], ...], seed: int) -> None:
        house = set_house_rules(BattleHouseRules, {"field": "flat and open"})
        self.table = Table(BATTLE, begin(seats_of(2), house))
        self.bots = dict(zip(("red", "blue"), (make(seed) for make in bots), strict=True))
        self.chance = RandomBot(seed)
        self.at: dict[str, tuple[float, float]] = {}
        self.attacks = self.beyond = self.shots = 0

    @property
    def state(self) -> BattleState:
        """The state of the battle."""
        return self.table.state

    def play(self, most: int = 6000) -> tuple[str, ...]:
        """Play to the end; return the winners, none if it takes too long."""
        for _ in range(most):
            question = self.table.question
            if question is None:
                break
            self._place_new()
            self.table.answer(self._answer(question))
        return tuple(self.state.winners)

    def _place_new(self) -> None:
        for piece in sorted(self.state.pieces(), key=lambda piece: isinstance(piece, Cannon)):
            if piece.id in self.at:
                continue
            x = self.chance.random.uniform(0.0, WIDTH)
            self.at[piece.id] = (x, 0.0 if piece.seat == "red" else DEPTH)
            if isinstance(piece, Cannon) and (mates := self._mates(piece)):
                self.at[piece.id] = self.at[mates[0]]

    def _answer(self, question: Question) -> Any:
        if isinstance(question, Roll | Shuffle):
            return self.chance.answer(question)
        bot = self.bots[question.seat or "red"]
        advice = bot.advise(question, self.state)
        if advice is None:
            return self._seen(question)
        if isinstance(question, Measure):
            self._move(self._named(question.prompt), advice.answer)
        elif advice.answer == FULL_MOVE:
            (man,) = question.focus
            self._move(man, move_range(self.state, self.state.piece(man)))
        return advice.answer

    def _seen(self, question: Question) -> Any:
        """What people answer who see the field."""
        match question:
            case Measure() if "edge" in question.finish:
                return DEPTH
            case Measure() if "commander" in question.finish or "new soldiers" in question.start:
                return 20.0
            case Measure():
                return self._measured(question)
            case Confirm():
                return True
            case PickSeveral():
                return self._under_paper(question)
            case PickOrEnd() if "BR-CAN-2" in question.rules:
                gun = self.state.cannons[question.focus[0]]
                beside = [man for man in self._mates(gun) if man in question.allowed]
                return next((man for man in beside if self._distance(man, gun.id) <= NEAR), END)
            case PickOrEnd() if question.focus:
                near = self._nearest(question.focus[0])
                within = near is not None and self._in_range(question.focus[0], near)
                return near if within and near in question.allowed else END
        return self.chance.answer(question)

    def _measured(self, question: Measure) -> Any:
        attacker = self._named(question.start)
        near = self._nearest(attacker)
        target = near if question.finish == "the target" else self._named(question.finish)
        if target is not None and self._distance(attacker, target) <= (question.most or 0.0):
            self.attacks += 1
            return self._distance(attacker, target)
        self.beyond += near is not None and self._in_range(attacker, near)
        return {"offer": "call off"}

    def _under_paper(self, question: PickSeveral) -> list[str]:
        self.shots += 1
        gun = next((gun.id for gun in self.state.battery(question.seat or "")), None)
        near = self._nearest(gun) if gun is not None else None
        return [near] if near in question.allowed and near is not None else []

    def _named(self, text: str) -> str:
        return max(
            (piece.id for piece in self.state.pieces() if self.state.name(piece) in text),
            key=lambda name: len(self.state.name(self.state.piece(name))),
        )

    def _mates(self, gun: Cannon) -> list[str]:
        return [man.id for man in self.state.army(gun.seat) if self.state.on_foot(man)]

    def _nearest(self, name: str) -> str | None:
        seat = self.state.piece(name).seat
        enemies = [man.id for man in self.state.field() if man.seat != seat]
        return min(enemies, key=lambda other: self._distance(name, other), default=None)

    def _in_range(self, name: str, other: str) -> bool:
        return self._distance(name, other) <= attack_range(self.state, self.state.piece(name)).inches

    def _distance(self, one: str, other: str) -> float:
        (x, y), (across, up) = self.at[one], self.at[other]
        return hypot(x - across, y - up)

    def _move(self, name: str, inches: float) -> None:
        near = self._nearest(name)
        if near is None:
            return
        far = self._distance(name, near)
        share = max(0.0, min(inches, far - NEAR)) / far if far else 0.0
        (x, y), (across, up) = self.at[name], self.at[near]
        self.at[name] = (x + (across - x) * share, y + (up - y) * share)
