"""The neutral army: its reinforcements, and its one attack."""

from companion.games.balance import fighting, rules
from companion.games.balance.losing import losing_as_the_turn_began
from companion.games.balance.state import BalanceState, Engagement
from companion.games.territory.deployment import not_own
from companion.games.territory.state import NEUTRAL, amount
from companion.referee.dice import DicePool
from companion.referee.questions import Deploy, Interruptible, Interruption, Offer, PickOrEnd, Roll
from companion.referee.ruling import Ruling, refuse
from companion.referee.script import Report, Script

DISCARD = "discard"


def neutral_phase(state: BalanceState) -> Script[None]:
    """BP-NEU-1: the Losing Player, and nobody else, reinforces the neutral army and attacks with it once."""
    if state.house.surplus_status == "turn start":
        yield from losing_as_the_turn_began(state)
    if not state.neutral_army or not (yield from _is_due(state)):
        return
    losing = yield from losing_as_the_turn_began(state)
    yield from _reinforce(state, losing)
    if not state.deeds.neutral_attacked or state.deeds.engagement or state.deeds.occupation:
        yield from attack_once(state, losing, "BP-NEU-5")


def _is_due(state: BalanceState) -> Script[bool]:
    """BP-A9: the Losing Player's own turn, or the first turn of a round."""
    if state.house.neutral_phase == "each round":
        return state.new_round
    return (yield from losing_as_the_turn_began(state)) == state.active


# --- reinforcements ----------------------------------------------------------------------------------------


def _reinforce(state: BalanceState, losing: str) -> Script[None]:
    if not state.deeds.neutral_drafted:
        casualties = state.casualties[NEUTRAL]
        revived = yield from _revive(losing, casualties)
        _muster(state, revived)
        yield from Report(
            f"{amount(state.supply[NEUTRAL], 'neutral troop', 'neutral troops')} may be placed.",
            seat=losing,
            rules=("BP-NEU-2", "BP-NEU-3", "BP-A22"),
        )
    while state.supply[NEUTRAL] and (yield from _place(state, losing)):
        pass


def _revive(losing: str, casualties: int) -> Script[int]:
    needed = rules.neutral_roll(casualties)
    if needed is None:
        return 0
    best = rules.neutral_reinforcements(casualties, 12)
    rolled = yield from Roll(
        seat=losing,
        prompt="Roll two dice for neutral casualties",
        detail=f"{casualties} in the pile: {best} come back on {needed} to 12.",
        rules=("BP-NEU-3",),
        pools=(DicePool("reinforcements", losing, 2, 2),),
    )
    return rules.neutral_reinforcements(casualties, sum(rolled["reinforcements"]))


def _muster(state: BalanceState, revived: int) -> None:
    """BP-NEU-2: two troops of the troop pile; BP-A22: if it has any, and the revived leave their pile."""
    base = min(rules.BASE_REINFORCEMENTS, state.troop_pile[NEUTRAL])
    state.troop_pile[NEUTRAL] -= base
    state.casualties[NEUTRAL] -= revived
    state.supply[NEUTRAL] += base + revived
    state.deeds.neutral_drafted = True


def _place(state: BalanceState, losing: str) -> Script[bool]:
    """BP-NEU-4: on any neutral territories; whatever is not placed is discarded. Tells whether to go on."""
    down = yield from Interruptible(
        Deploy(
            seat=losing,
            prompt=f"Place {amount(state.supply[NEUTRAL], 'neutral troop', 'neutral troops')}",
            detail="On any territories of the neutral army, or discard them.",
            rules=("BP-NEU-4",),
            allowed=state.held(NEUTRAL),
            denied=not_own(state, NEUTRAL, "BP-NEU-4"),
            most=state.supply[NEUTRAL],
            offers=(Offer(DISCARD, losing, "Discard the rest"),),
        )
    )
    if isinstance(down, Interruption):
        left, state.supply[NEUTRAL] = state.supply[NEUTRAL], 0
        state.troop_pile[NEUTRAL] += left
        yield from Report(
            f"{amount(left, 'neutral troop is', 'neutral troops are')} discarded.",
            seat=losing,
            rules=("BP-NEU-4",),
        )
        return False
    state.holdings[down.place].armies += down.count
    state.supply[NEUTRAL] -= down.count
    return True


# --- the one attack ----------------------------------------------------------------------------------------


def attack_once(state: BalanceState, who: str, rule: str) -> Script[None]:
    """BP-NEU-5: one attack of the neutral army from one territory on one, commanded by a player, or none.

    An attack that has begun goes on after a correction; it is over when it is stopped, and nothing of it is
    left to do when it has conquered and moved in.
    """
    if state.deeds.occupation is None and state.deeds.engagement is None:
        state.deeds.engagement = yield from _engage(state, who, rule)
    if state.deeds.engagement is not None:
        state.deeds.neutral_attacked, state.deeds.pending = True, None
        yield from _fight(state, who, rule, state.deeds.engagement)
        state.deeds.engagement = None
    if state.deeds.occupation is not None and not state.winners:
        yield from fighting.occupy(state, who, state.deeds.occupation, rule)


def _engage(state: BalanceState, who: str, rule: str) -> Script[Engagement | None]:
    while fighting.origins(state, NEUTRAL):
        origin = yield from PickOrEnd(
            seat=who,
            prompt="Neutral attack: from where?",
            detail="One attack only. It may be stopped.",
            rules=(rule, "BP-A8", "BP-A9"),
            allowed=fighting.origins(state, NEUTRAL),
            denied=_refused_origins(state, rule),
            end="No neutral attack",
        )
        if origin is None:
            return None
        target = yield from PickOrEnd(
            seat=who,
            prompt=f"Neutral attack from {state.name(origin)} on?",
            rules=(rule, "BP-NEU-6"),
            allowed=fighting.targets(state, NEUTRAL, origin),
            denied=_refused_targets(state, origin, rule),
            end="From elsewhere",
        )
        if target is not None:
            return Engagement(origin, target)
    return None


def _refused_origins(state: BalanceState, rule: str) -> dict[str, Ruling]:
    return fighting.refused_origins(state, NEUTRAL, rule)


def _refused_targets(state: BalanceState, origin: str, rule: str) -> dict[str, Ruling]:
    """BP-NEU-6: never neutral against neutral, nor against the player who commands them."""
    own = {
        place: refuse("BP-NEU-6", f"{state.name(place)} is neutral: they do not attack each other.")
        for place in state.held(NEUTRAL)
    }
    return fighting.refused_targets(state, NEUTRAL, origin, rule) | own


def _goes_on(state: BalanceState, attack: Engagement) -> bool:
    """Tell whether an attack can go on: a correction may have changed who stands there."""
    origin, target = state.holdings[attack.origin], state.holdings[attack.target]
    return origin.owner == NEUTRAL and origin.armies > 1 and target.owner not in (NEUTRAL, None)


def _fight(state: BalanceState, who: str, rule: str, attack: Engagement) -> Script[None]:
    """BP-A8: the one attack is rolled until it is decided, or once."""
    while _goes_on(state, attack):
        fight = fighting.contest(state, attack.origin, attack.target)
        rolled = yield from fighting.roll(state, fight, who, rule, stop="Stop the attack")
        if rolled is None:
            yield from Report("The neutral attack is stopped.", seat=who, rules=(rule,))
            return
        yield from fighting.lose(state, fight, rolled, rule)
        if state.holdings[attack.target].armies == 0:
            troops = fighting.committed(fight, rolled)
            yield from fighting.conquer(state, attack.origin, attack.target, troops, rule)
            return
        if state.house.neutral_attack == "one roll":
            yield from Report("One roll, and the attack is over.", seat=who, rules=(rule, "BP-A8"))
            return
