"""A bot for Battlefield Rogue: it moves squads to the scenario's goals and to good attacks."""

from collections.abc import Mapping
from typing import ClassVar

from msgspec.structs import replace

from companion.games.rogue import rules
from companion.games.rogue.ahead import Outlook, TurnPlan, best_turn
from companion.games.rogue.cards import NEW, which_power
from companion.games.rogue.deck import Card, EffectKind
from companion.games.rogue.fight_odds import attack_gain, attack_losses, dogfight_gain
from companion.games.rogue.moves import GO
from companion.games.rogue.state import TANK, RogueState, Squad
from companion.games.rogue.units import LEADER
from companion.locale.messages import gettext, ngettext
from companion.referee.bot import BLUNDERS, Advice, Bot, Strength
from companion.referee.questions import END, Choose, Confirm, Count, FillIn, PickOrEnd, Question

TO_MOVE, TO_ATTACK = "RG-MOV-1", "RG-CMB-1"
"""Rules of the questions that begin a move and an attack."""
MIN_GAIN = 0.05
"""Smallest gain that a flight needs, in aircraft."""

FULL_HANDS = (3, 6)
"""Cards in hand from which a second and a third card is laid into a fight."""
POWERS: Mapping[EffectKind, float] = {"hits": 2.0, "blocks": 1.5, "cancel": 1.5, "attack": 1.5}
"""What one of these effects is worth, roughly in units; others count one."""


class RogueBot(Bot[RogueState]):
    """Makes the move and the attack after which it stands best; hard players look at the rivals' replies.

    Weaker players are timid, and play less for the goal. Errors by chance lose to random players as well,
    so they could not set three strengths far apart.

    Its cards lie open beside its seat. It says how many it lays into a fight, and people say which they are.
    """

    blunders: ClassVar[Mapping[Strength, float]] = {**BLUNDERS, "normal": 0.3, "easy": 0.2}
    fears: ClassVar[Mapping[Strength, float]] = {"easy": 20.0, "normal": 3.0, "hard": 0.0}
    """What the best attack of each enemy squad counts against a plan: better players make use of that."""
    goals: ClassVar[Mapping[Strength, float]] = {"easy": 0.15, "normal": 0.5, "hard": 1.0}
    """What it counts to hold zones that the scenario wants."""

    def __init__(self, strength: Strength = "normal", seed: int = 0) -> None:
        super().__init__(strength, seed)
        self._plan, self._wanted_card = TurnPlan(), 0

    def decide(self, question: Question, state: RogueState) -> Advice | None:
        """Return the best answer for the seat of the question."""
        match question:
            case PickOrEnd() if {TO_MOVE, TO_ATTACK} & set(question.rules):
                return self._pick(question, state)
            case PickOrEnd() if "RG-MOV-3" in question.rules:
                return self._pick_zone(question, state)
            case PickOrEnd() if "RG-CMB-2" in question.rules:
                return self._pick_target(question, state)
            case Count() if "RG-CMB-3" in question.rules or "RG-AIR-5" in question.rules:
                return self._lay(question, state)
            case PickOrEnd() if "RG-AIR-1" in question.rules:
                return _fly(question, state)
            case PickOrEnd() if "RG-DRW-6" in question.rules:
                return Advice(question.allowed[0], gettext("It shoots enemy aircraft down."))
            case Confirm() if "RG-CMD-2" in question.rules:
                return Advice(False, gettext("It must be used at once."))
            case Choose():
                return self._choose(question, state)
        return None

    def asks_the_table(self, question: Question, state: RogueState) -> bool:
        """Return whether players must read the dice because their faces are unknown."""
        dice_spent = isinstance(question, FillIn) and state.turn > 0
        return dice_spent or _asks_for_a_card(question) or super().asks_the_table(question, state)

    def for_table(self, question: Question, state: RogueState) -> Question:
        """Ask people for a card of its open hand: the first that this moment allows."""
        if not isinstance(question, Choose) or not _asks_for_a_card(question):
            return question
        return replace(
            question,
            prompt=gettext(
                "Which open card does {player} play?", player=state.seat(question.seat or "").name
            ),
        )

    # --- the turn ---

    def err(self, question: Question, state: RogueState) -> Advice | None:
        """Act on a lesser plan, as people do: any of the better half of what could be done at once."""
        deciding = TO_MOVE if "RG-MOV-1" in question.rules else TO_ATTACK
        if not isinstance(question, PickOrEnd) or deciding not in question.rules or not question.allowed:
            return self.decide(question, state)
        moves = deciding == TO_MOVE
        plans = self._outlook(question, state, replies=False).plans(moves=moves)
        _, self._plan = self._random.random.choice(plans[: -(-len(plans) // 2)])
        return self._follow(moves, state)

    def _pick(self, question: PickOrEnd, state: RogueState) -> Advice:
        """Choose the squad that moves, or that attacks, by the best plan for the rest of the turn."""
        moves = TO_MOVE in question.rules
        if moves and question.offers and not question.allowed and self._wanted_card != state.turn:
            self._wanted_card = state.turn  # once a turn: people may answer that no card helps
            return Advice({"offer": question.offers[0].id}, gettext("Only a card can bring units on."))
        self._plan = best_turn(self._outlook(question, state, replies=self.strength == "hard"), moves=moves)
        return self._follow(moves, state)

    def _outlook(self, question: Question, state: RogueState, *, replies: bool) -> Outlook:
        """Judge plans as a player of this strength does."""
        fear, goals = self.fears[self.strength], self.goals[self.strength]
        return Outlook(state, question.seat or state.mover.id, replies=replies, fear=fear, goals=goals)

    def _follow(self, moves: bool, state: RogueState) -> Advice:
        plan = self._plan
        if moves:
            if not plan.origin:
                return Advice(END, gettext("All squads are well placed."))
            better = gettext("{zone} is better.", zone=state.name(plan.zone))
            return Advice(plan.origin, better, (plan.origin, plan.zone))
        if not plan.attacker:
            return Advice(END, gettext("No attack costs the enemy more than us."))
        near = gettext("{zone} is within reach.", zone=state.name(plan.target))
        return Advice(plan.attacker, near, (plan.attacker, plan.target))

    def _stay(self, question: Choose, state: RogueState, kinds: list[str]) -> Advice:
        """Let as many units stay behind as the plan says, plain soldiers first."""
        origin = question.focus[0]
        going = next(option.count for option in question.options if option.id == GO)
        stay = self._plan.stay if self._plan.origin == origin and state.fight is None else 0
        if state.squads[origin].size - going >= stay:
            return Advice(GO, gettext("All of them go."))
        plain = [kind for kind in kinds if not kind.startswith(LEADER) and kind != TANK]
        return Advice(
            (plain or [kind for kind in kinds if kind == TANK] or kinds)[0], gettext("It holds the zone.")
        )

    def _pick_zone(self, question: PickOrEnd, state: RogueState) -> Advice | None:
        """Go where the plan says; where people have chosen another squad, where it is best."""
        origin = question.focus[0]
        if (self._plan.origin, self._plan.zone in question.allowed) != (origin, True):
            plans = self._outlook(question, state, replies=False).plans(moves=True)
            fitting = (plan for _, plan in plans if plan.origin == origin and plan.zone in question.allowed)
            self._plan = next(fitting, TurnPlan())
        if not self._plan.zone:
            return Advice(END, gettext("It is well placed."))
        zone, timid = self._plan.zone, self.fears[self.strength] > 0
        return Advice(zone, _why(state, state.squads[origin], zone, timid=timid), (origin, zone))

    def _pick_target(self, question: PickOrEnd, state: RogueState) -> Advice:
        origin, target = question.focus[0], self._plan.target
        squad = state.squads[origin]
        if self._plan.attacker != origin or target not in question.allowed:
            target = max(question.allowed, key=lambda zone: attack_gain(state, squad, origin, zone))
        dealt = attack_losses(state, squad, origin, target)
        return Advice(target, gettext("{units:.1f} units fall on average.", units=dealt), (origin, target))

    # --- cards ---

    def _lay(self, question: Count, state: RogueState) -> Advice:
        """Lay more cards the fuller the hand: at eleven cards all but ten are lost."""
        hand = sum(state.hands[question.seat or state.mover.id].values())
        count = min(question.most, 1 + sum(hand > full for full in FULL_HANDS))
        return Advice(count, ngettext("It has {count} card.", "It has {count} cards.", hand))

    # --- choices ---

    def _choose(self, question: Choose, state: RogueState) -> Advice | None:
        allowed = [option.id for option in question.options if option.ruling.allowed]
        for card in state.cards.values():
            if question.prompt == which_power(card):
                return _power(card)
        if GO in allowed and question.focus:
            return self._stay(question, state, [kind for kind in allowed if kind != GO])
        if "RG-CMB-6" in question.rules:
            plain = [kind for kind in allowed if not kind.startswith("leader") and kind != TANK]
            return Advice((plain or allowed)[0], gettext("It is the least useful one."))
        if "RG-DRW-1" in question.rules or "RG-DRW-4" in question.rules:
            hand = state.hands[state.mover.id]
            fewest = "RG-DRW-1" in question.rules
            kind = (min if fewest else max)(allowed, key=lambda kind: hand[kind])
            return Advice(kind, gettext("It has few of them.") if fewest else gettext("It has most of them."))
        if "RG-OVR" in question.rules and "overrun" in allowed and state.fight is not None:
            outlook = self._outlook(question, state, replies=self.strength == "hard")
            better = outlook.overruns(state.fight.origin, state.fight.target)
            return Advice("overrun" if better else "stay", gettext("That zone is worth more."))
        return None


def _asks_for_a_card(question: Question) -> bool:
    """Whether a question is which card is played, which only people see."""
    return isinstance(question, Choose) and NEW in [option.id for option in question.options]


def _power(card: Card) -> Advice:
    """Choose the power of a card that does most in a fight."""
    worths = [
        sum(POWERS.get(effect.do, 1.0) * effect.number for effect in power.effects) for power in card.powers
    ]
    best = worths.index(max(worths))
    return Advice(str(best + 1), gettext("{power} does more.", power=card.powers[best].title))


def _why(state: RogueState, squad: Squad, zone: str, *, timid: bool) -> str:
    side = state.side(squad.owner)
    goals = {
        goal
        for victory in state.plan.victories
        if victory.side == side
        for condition in victory.conditions
        for goal in condition.zones
    }
    if zone in goals:
        return gettext("The scenario wants it.")
    near = [state.squads[there] for there in state.ground.neighbours(zone) if there in state.squads]
    if timid and not any(state.hostile(squad.owner, other.owner) for other in near):
        return gettext("No enemy stands beside it.")
    return gettext("It is nearer to the goal, or to a good attack.")


# --- aircraft ----------------------------------------------------------------------------------------------


def _fly(question: PickOrEnd, state: RogueState) -> Advice:
    """Fly to the dogfight with the best expected gain, or stay if there is none."""
    origins = question.focus or question.allowed
    flights = [
        (_dogfight(state, target, coming=1) - _dogfight(state, origin), origin, target)
        for origin in origins
        for target in (question.allowed if question.focus else rules.flights(state, origin))
    ]
    gain, origin, target = max(flights, default=(0.0, "", ""))
    if gain < MIN_GAIN:
        return Advice(END, gettext("The aircraft are where they should be."))
    gains = gettext("A dogfight over tile {tile} should gain.", tile=target)
    return Advice(target if question.focus else origin, gains, (origin, target))


def _dogfight(state: RogueState, tile: str, coming: int = 0) -> float:
    """Return the gain of a dogfight over a tile, in aircraft, with `coming` more of your own."""
    here, seat = state.aircraft.get(tile, {}), state.mover.id
    enemies = sum(number for owner, number in here.items() if state.hostile(seat, owner))
    own = sum(number for owner, number in here.items() if not state.hostile(seat, owner)) + coming
    if not enemies or not own:
        return 0.0
    return dogfight_gain(state, own, enemies)
