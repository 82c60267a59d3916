"""A bot for Battle Risk. It cannot see the table: it gives orders; people say who is near, and measure."""

from collections.abc import Mapping
from typing import ClassVar

from msgspec.structs import replace

from companion.games.battle import rules
from companion.games.battle.prompts import FULL_MOVE
from companion.games.battle.ranges import attack_range
from companion.games.battle.state import BattleState, Cannon, Soldier
from companion.locale.messages import gettext
from companion.odds import hit_chance
from companion.referee.bot import BLUNDERS, Advice, Bot, Strength
from companion.referee.questions import (
    END,
    Choose,
    Confirm,
    FillIn,
    Measure,
    PickOrEnd,
    PickSeveral,
    Question,
    Template,
)

HEIGHT = "BR-HGT-1"
HOW_FAR_TO_GO = {"BR-MOV-2", "BR-MOV-3", "BR-MOV-4"}
"""Rules of the questions about the distance of a move; all others ask for the distance to a target."""
BACK = "back"
WHOM = "BR-ATK-3"
BESIDE = "BR-CAN-2"
"""Of the question who mans a cannon: an infantry soldier right beside it."""


class BattleBot(Bot[BattleState]):
    """Moves all soldiers towards the enemy, charges, and attacks."""

    blunders: ClassVar[Mapping[Strength, float]] = {**BLUNDERS, "normal": 0.06, "easy": 0.15}

    def __init__(self, strength: Strength = "normal", seed: int = 0) -> None:
        super().__init__(strength, seed)
        self._turn = 0
        self._done: set[str] = set()
        self._moved: set[str] = set()
        self._asked: set[str] = set()
        self._aims: set[str] = set()
        self._in_reach: set[str] = set()

    def asks_the_table(self, question: Question, _state: BattleState) -> bool:
        """Also return True for who is near, distances, heights, sight and hits, which people see."""
        match question:
            case PickOrEnd():
                return bool({WHOM, BESIDE} & set(question.rules))
            case Measure():
                return not set(question.rules) & HOW_FAR_TO_GO
            case Confirm() | PickSeveral():
                return True
            case Choose():
                return HEIGHT in question.rules
        return False

    def advise(self, question: Question, state: BattleState) -> Advice | None:
        """Also remember who is asked about the sight of its target: not seen, it looks for another."""
        if isinstance(question, Confirm | Measure | PickOrEnd) and question.focus:
            (self._aims.add if isinstance(question, Confirm) else self._aims.discard)(question.focus[0])
        return super().advise(question, state)

    def decide(self, question: Question, state: BattleState) -> Advice | None:
        """Return the best answer for the seat of the question."""
        self._follow_turn(state)
        self._in_reach |= {man.id for man in state.field() if man.attacked}
        match question:
            case PickOrEnd() if "BR-MOV-5" in question.rules:
                return self._next_piece(question, state)
            case Choose() if {"BR-MOV-5", "BR-CAN-1"} & set(question.rules):
                return self._order(question, state)
            case Choose() if "BR-CAN-6" in question.rules:
                return Advice(_longest(state.army_list.shots), gettext("Its paper is the longest."))
            case FillIn() if question.purse is not None:
                return _buy(question)
            case Measure():
                return Advice(question.most or 0.0, gettext("As far as it goes, towards the nearest enemy."))
        return None

    def err(self, question: Question, state: BattleState) -> Advice | None:
        """End the turn while some have not attacked, as people do who forget a soldier, not a whole turn."""
        self._follow_turn(state)
        army = state.army(question.seat or "")
        acted = any(man.attacked or (man.spent and man.id in self._done) for man in army)
        if acted and isinstance(question, PickOrEnd) and "BR-MOV-5" in question.rules:
            return Advice(END, gettext("That is enough for this turn."))
        return self.decide(question, state)

    def _follow_turn(self, state: BattleState) -> None:
        if state.turn != self._turn:
            self._turn = state.turn
            self._done, self._moved, self._asked, self._aims = set(), set(), set(), set()

    def for_table(self, question: Question, state: BattleState) -> Question:
        """Ask people for the nearest enemy within range: the one thing that it must know."""
        if not (isinstance(question, PickOrEnd) and WHOM in question.rules):
            return question
        attacker = state.piece(question.focus[0])
        reach = attack_range(state, attacker)
        detail = gettext("In sight and within its range, {range}; else Nobody.", range=reach.text)
        return replace(
            question,
            prompt=gettext("Who is nearest to {attacker}?", attacker=state.name(attacker)),
            detail=detail,
        )

    def _next_piece(self, question: PickOrEnd, state: BattleState) -> Advice:
        """Rank cannons that can fire first, then cavalry, then infantry; commanders follow their soldiers."""
        ready = [state.piece(piece) for piece in question.allowed if piece not in self._done]
        ready = [piece for piece in ready if isinstance(piece, Soldier) or _fires(state, piece)]
        if not ready:
            return Advice(END, gettext("Everybody has had a turn."))
        piece = min(
            ready,
            key=lambda piece: (_leads(state, piece), isinstance(piece, Soldier), _on_foot(state, piece)),
        )
        return Advice(piece.id, gettext("It has not attacked yet."))

    def _order(self, question: Choose, state: BattleState) -> Advice:
        """Charge, move, attack; a cannon fires, and its crew stays beside it while others fight."""
        (name,) = question.focus
        stays = state.manned_by(name) is not None and _others_fight(state, question.seat or "")
        moves = {"charge", "move"} if stays or name in self._moved else set[str]()
        allowed = {option.id for option in question.options if option.ruling.allowed} - moves
        if "fire" in allowed and name not in self._done:
            self._done.add(name)
            percent = f"{float(hit_chance(misfires=True)):.0%}"
            return Advice("fire", gettext("A hit has a chance of {percent} for each.", percent=percent))
        if "charge" in allowed and name in self._in_reach:
            return Advice("charge", gettext("One more on the hit roll is worth a point."))
        if "move" in allowed:
            self._moved.add(name)
            return Advice(FULL_MOVE, gettext("Towards the nearest enemy, and into range."))
        self._done.add(name)
        if "attack" in allowed and (name not in self._asked or name in self._aims):
            self._asked.add(name)
            self._in_reach.discard(name)
            return Advice("attack", gettext("An enemy may be in range."))
        return Advice(BACK, gettext("It has nothing more to do."))


def _buy(question: FillIn) -> Advice:
    """Buy the cheapest soldiers: each attacks once a turn and dies after one hit, whatever its price."""
    kind = min(question.prices, key=lambda kind: question.prices[kind])
    most = next(field.most for field in question.fields if field.name == kind)
    count = min((question.purse or 0) // question.prices[kind], most or 0)
    wanted = {field.name: count if field.name == kind else 0 for field in question.fields}
    text = gettext("{count} {unit}: most attacks for the price.", count=count, unit=gettext(kind))
    return Advice(wanted, text)


def _longest(shots: dict[str, Template]) -> str:
    return max(shots, key=lambda shot: shots[shot].length)


def _fires(state: BattleState, cannon: Cannon) -> bool:
    return rules.judge_fire(state, cannon).allowed


def _others_fight(state: BattleState, seat: str) -> bool:
    return any(state.manned_by(man.id) is None for man in state.army(seat))


def _leads(state: BattleState, piece: Soldier | Cannon) -> bool:
    """Whether it is a commander: who goes first stands nearest to the enemy, and its fall spreads fear."""
    return isinstance(piece, Soldier) and state.unit_type(piece).commander


def _on_foot(state: BattleState, piece: Soldier | Cannon) -> bool:
    return isinstance(piece, Soldier) and state.on_foot(piece)
