"""The neutral army: its reinforcements and its single attack."""

import dataclasses
from collections.abc import Iterable
from functools import partial

from companion.games.balance import combat, rules
from companion.games.balance.losing import losing_as_the_turn_began
from companion.games.balance.state import BalanceState, NeutralAttack
from companion.games.territory.attack import Attack, AttackRules, declare, dice_attacks, occupy
from companion.games.territory.deployment import not_own
from companion.games.territory.state import NEUTRAL
from companion.locale.messages import gettext, ngettext
from companion.referee.dice import DicePool
from companion.referee.interruptions import Interruption
from companion.referee.questions import Deploy, Offer, Roll
from companion.referee.ruling import Why, objection
from companion.referee.script import Report, Script

DISCARD = "discard"


def neutral_phase(state: BalanceState) -> Script[None]:
    """BP-NEU-1: the Losing Player reinforces the neutral army and attacks with it once."""
    if state.house.surplus_status == "turn start":
        yield from losing_as_the_turn_began(state)
    if not state.neutral_army or not (yield from _is_due(state)):
        return
    losing = yield from losing_as_the_turn_began(state)
    yield from _reinforce(state, losing)
    if not state.facts.neutral_attacked or state.facts.neutral_attack or state.facts.occupation:
        yield from attack_once(state, losing, "BP-NEU-5")


def _is_due(state: BalanceState) -> Script[bool]:
    """BP-A9: return whether it is the Losing Player's turn, or by house rule the first turn of a round."""
    if state.house.neutral_phase == "each round":
        return state.new_round
    return (yield from losing_as_the_turn_began(state)) == state.active


# --- reinforcements ----------------------------------------------------------------------------------------


def _reinforce(state: BalanceState, losing: str) -> Script[None]:
    if not state.facts.neutral_drafted:
        casualties = state.casualties[NEUTRAL]
        revived = yield from _revive(losing, casualties)
        _count_reinforcements(state, revived)
        text = gettext(
            "{troops} may be placed.",
            troops=ngettext("{count} neutral troop", "{count} neutral troops", state.supply[NEUTRAL]),
        )
        yield from Report(text, seat=losing, rules=("BP-NEU-2", "BP-NEU-3", "BP-A22"))
    while state.supply[NEUTRAL] and (yield from _place(state, losing)):
        pass


def _revive(losing: str, casualties: int) -> Script[int]:
    needed = rules.neutral_roll(casualties)
    if needed is None:
        return 0
    best = rules.neutral_reinforcements(casualties, 12)
    rolled = yield from Roll(
        seat=losing,
        prompt=gettext("Roll two dice for neutral casualties"),
        detail=ngettext(
            "{casualties} in the pile: {count} comes back on {needed} to 12.",
            "{casualties} in the pile: {count} come back on {needed} to 12.",
            best,
            casualties=casualties,
            needed=needed,
        ),
        rules=("BP-NEU-3",),
        pools=(DicePool("reinforcements", losing, 2, 2),),
    )
    return rules.neutral_reinforcements(casualties, sum(rolled["reinforcements"]))


def _count_reinforcements(state: BalanceState, revived: int) -> None:
    """BP-NEU-2, BP-A22: add up to two troops of the troop pile and the revived casualties to the supply."""
    base = min(rules.BASE_REINFORCEMENTS, state.troop_pile[NEUTRAL])
    state.troop_pile[NEUTRAL] -= base
    state.casualties[NEUTRAL] -= revived
    state.supply[NEUTRAL] += base + revived
    state.facts.neutral_drafted = True


def _place(state: BalanceState, losing: str) -> Script[bool]:
    """BP-NEU-4: place troops on a neutral territory, or discard the rest; return False after a discard."""
    down = yield from Deploy(
        seat=losing,
        prompt=gettext(
            "Place {troops}",
            troops=ngettext("{count} neutral troop", "{count} neutral troops", state.supply[NEUTRAL]),
        ),
        detail=gettext("On any territories of the neutral army, or discard them."),
        rules=("BP-NEU-4",),
        allowed=state.held(NEUTRAL),
        denied=not_own(state, NEUTRAL, "BP-NEU-4"),
        most=state.supply[NEUTRAL],
        offers=(Offer(DISCARD, losing, gettext("Discard the rest")),),
    ).or_offer()
    if isinstance(down, Interruption):
        left, state.supply[NEUTRAL] = state.supply[NEUTRAL], 0
        state.troop_pile[NEUTRAL] += left
        text = ngettext("{count} neutral troop is discarded.", "{count} neutral troops are discarded.", left)
        yield from Report(text, seat=losing, rules=("BP-NEU-4",))
        return False
    state.holdings[down.place].armies += down.count
    state.supply[NEUTRAL] -= down.count
    return True


# --- attack ------------------------------------------------------------------------------------------------


def _attacks(rule: str) -> AttackRules[BalanceState]:
    """BP-NEU-6: return attack rules that protect neutral territories and the commanding player."""
    attacks: AttackRules[BalanceState] = dice_attacks(rule, objections=combat.forbidden)
    return dataclasses.replace(
        attacks,
        target_reasons=partial(_target_reasons, attacks),
        rules=(rule, "BP-A8", "BP-A9"),
        target_rules=(rule, "BP-NEU-6"),
        prompt=gettext("Neutral attack: from where?"),
        target_prompt=gettext("Neutral attack: on what?"),
        detail=lambda _: gettext("One attack only. It may be stopped."),
        end=gettext("No neutral attack"),
    )


def _target_reasons(
    attacks: AttackRules[BalanceState], state: BalanceState, army: str, origin: str, target: str
) -> Iterable[Why]:
    if state.holdings[target].owner == NEUTRAL:
        return (
            objection(
                "BP-NEU-6", "{place} is neutral: they do not attack each other.", place=state.name(target)
            ),
        )
    return attacks.target_reasons(state, army, origin, target)


def attack_once(state: BalanceState, who: str, rule: str) -> Script[None]:
    """BP-NEU-5: make at most one attack with the neutral army; a player commands it.

    A started attack continues after a correction. It ends when it is stopped, or when the troops have moved
    into the conquered territory.
    """
    facts = state.facts
    if facts.occupation is None and facts.neutral_attack is None and combat.ATTACKS.origins(state, NEUTRAL):
        declared = yield from declare(state, who, _attacks(rule), army=NEUTRAL)
        if declared is not None:
            facts.neutral_attack = NeutralAttack(declared.origin, declared.target)
    if facts.neutral_attack is not None:
        facts.neutral_attacked, facts.pending = True, None
        yield from _fight(state, who, rule, Attack(facts.neutral_attack.origin, facts.neutral_attack.target))
        facts.neutral_attack = None
    if not state.winners:
        yield from occupy(state, who, rule, "CL-OCC")


def _can_continue(state: BalanceState, attack: Attack) -> bool:
    """Return whether an attack can continue, because a correction may have changed the armies."""
    origin, target = state.holdings[attack.origin], state.holdings[attack.target]
    return origin.owner == NEUTRAL and origin.armies > 1 and target.owner not in (NEUTRAL, None)


def _fight(state: BalanceState, who: str, rule: str, attack: Attack) -> Script[None]:
    """BP-A8: roll until the attack is decided, or once by house rule."""
    once = state.house.neutral_attack == "one roll"
    if not _can_continue(state, attack):
        return
    fell = yield from combat.fight(state, attack, who, rule, stop=gettext("Stop the attack"), once=once)
    if not fell and once:
        yield from Report(gettext("One roll, and the attack is over."), seat=who, rules=(rule, "BP-A8"))
    elif not fell and state.holdings[attack.origin].armies > 1:
        yield from Report(gettext("The neutral attack is stopped."), seat=who, rules=(rule,))
