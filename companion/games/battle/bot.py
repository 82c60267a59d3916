"""A bot for Battle Risk. It cannot see the table: it chooses moves and attacks; people measure."""

from companion.games.battle import rules
from companion.games.battle.state import BattleState, Cannon, Soldier
from companion.odds import hit_chance
from companion.referee.bot import Advice, Bot, Strength
from companion.referee.questions import (
    END,
    Choose,
    Confirm,
    FillIn,
    Measure,
    PickOrEnd,
    PickSeveral,
    Question,
)

HEIGHT = "BR-HGT-1"
HOW_FAR_TO_GO = {"BR-MOV-2", "BR-MOV-3", "BR-MOV-4"}
"""Rules of the questions about the distance of a move; all others ask for the distance to a target."""
BACK = "back"
TRIES: dict[Strength, int] = {"easy": 1, "normal": 2, "hard": 3}
"""Most targets that are proposed for a soldier in a turn, if earlier ones are out of sight or range."""


class BattleBot(Bot[BattleState]):
    """Moves all soldiers towards the enemy, charges, and attacks."""

    def __init__(self, strength: Strength = "normal", seed: int = 0) -> None:
        super().__init__(strength, seed)
        self._turn = 0
        self._done: set[str] = set()
        self._moved: set[str] = set()
        self._tried: dict[str, list[str]] = {}

    def asks_the_table(self, question: Question, _state: BattleState) -> bool:
        """Also return True for distances, heights, sight and hits of templates, which people must measure."""
        match question:
            case Measure():
                return not set(question.rules) & HOW_FAR_TO_GO
            case Confirm() | PickSeveral():
                return True
            case Choose():
                return HEIGHT in question.rules
        return False

    def decide(self, question: Question, state: BattleState) -> Advice | None:
        """Return the best answer for the seat of the question."""
        if state.turn != self._turn:
            self._turn = state.turn
            self._done, self._moved, self._tried = set(), set(), {}
        match question:
            case PickOrEnd() if "BR-ATK-3" in question.rules:
                return self._target(question, state)
            case PickOrEnd() if "BR-MOV-5" in question.rules:
                return self._next_piece(question, state)
            case PickOrEnd() if question.allowed:
                return Advice(question.allowed[0], "It stands beside the cannon.")
            case Choose() if {"BR-MOV-5", "BR-CAN-1"} & set(question.rules):
                return self._order(question, state)
            case Choose() if "BR-CAN-6" in question.rules:
                return Advice("rolling", "Its paper is the longest.")
            case FillIn() if question.purse is not None:
                return _buy(question)
            case Measure():
                return Advice(question.most or 0.0, "As far as it goes, towards the nearest enemy.")
        return None

    def _next_piece(self, question: PickOrEnd, state: BattleState) -> Advice:
        """Rank cannons that can fire first, then cavalry, then infantry."""
        ready = [state.piece(piece) for piece in question.allowed if piece not in self._done]
        ready = [piece for piece in ready if isinstance(piece, Soldier) or _fires(state, piece)]
        if not ready:
            return Advice(END, "Everybody has had a turn.")
        piece = min(ready, key=lambda piece: (isinstance(piece, Soldier), _on_foot(piece)))
        return Advice(piece.id, "It has not attacked yet.")

    def _order(self, question: Choose, state: BattleState) -> Advice:
        """Charge, move, attack; a cannon fires."""
        name = next(piece.id for piece in state.pieces() if question.prompt == f"{piece.name}?")
        allowed = [option.id for option in question.options if option.ruling.allowed]
        if "fire" in allowed and name not in self._done:
            self._done.add(name)
            return Advice("fire", f"A hit has a chance of {float(hit_chance(misfires=True)):.0%} for each.")
        if "charge" in allowed and name not in self._moved:
            return Advice("charge", "One more on the hit roll is worth a point.")
        if "move" in allowed and name not in self._moved:
            self._moved.add(name)
            return Advice("move", "Towards the nearest enemy, and into range.")
        if "attack" in allowed and len(self._tried.get(name, ())) < TRIES[self.strength]:
            return Advice("attack", "An enemy may be in range.")
        self._done.add(name)
        return Advice(BACK, "It has nothing more to do.")

    def _target(self, question: PickOrEnd, state: BattleState) -> Advice:
        army = (man for man in state.field() if question.detail == f"{man.name} attacks.")
        attacker = next(army)
        tried = self._tried.setdefault(attacker.id, [])
        fresh = [enemy for enemy in question.allowed if enemy not in tried]
        if not fresh:
            tried += [""] * TRIES[self.strength]
            return Advice(END, "No other enemy is near.")
        bonus = rules.attack_bonus(state, attacker)

        def gain(name: str) -> tuple[float, str]:
            enemy = state.soldiers[name]
            chance = float(hit_chance(bonus, rules.defence_bonus(state, enemy)))
            killed = chance if enemy.on_foot else chance / 2
            return killed * (enemy.unit_type.bonus + 3 * (state.manned_by(name) is not None)), name

        best = max(fresh, key=gain)
        tried.append(best)
        chance = float(hit_chance(bonus, rules.defence_bonus(state, state.soldiers[best])))
        return Advice(best, f"If it is in range: a hit has a chance of {chance:.0%}.")


def _buy(question: FillIn) -> Advice:
    """Buy the cheapest soldiers: each attacks once a turn and dies after one hit, whatever its price."""
    kind = min(question.prices, key=lambda kind: question.prices[kind])
    most = next(field.most for field in question.fields if field.name == kind)
    count = min((question.purse or 0) // question.prices[kind], most or 0)
    wanted = {field.name: count if field.name == kind else 0 for field in question.fields}
    return Advice(wanted, f"{count} {kind}: most attacks for the price.")


def _fires(state: BattleState, cannon: Cannon) -> bool:
    return rules.judge_fire(state, cannon).allowed


def _on_foot(piece: Soldier | Cannon) -> bool:
    return isinstance(piece, Soldier) and piece.on_foot
