"""Battles: possible attacks, dice with terrain and actions, and losses."""

from collections.abc import Iterator
from functools import partial

from msgspec import structs

from companion.games.balance import rules
from companion.games.balance.cards import receive
from companion.games.balance.objectives import WORDS
from companion.games.balance.state import TROOPS_OF_A_TANK, BalanceState
from companion.games.territory import battle
from companion.games.territory.attack import Attack, AttackRules, conquer, dice_attacks
from companion.games.territory.battle import Rolled
from companion.games.territory.objectives import hand_over, title
from companion.games.territory.rewards import tower_bonus
from companion.games.territory.state import DEFENCE_DICE, NEUTRAL
from companion.locale.messages import gettext, joined, listed, ngettext
from companion.referee.dice import Contest, Dice, DicePool, Force, Losses
from companion.referee.interruptions import CALL_OFF, Interruption
from companion.referee.losses import roll_losses
from companion.referee.questions import Offer, Roll
from companion.referee.ruling import Reason, objection
from companion.referee.script import Report, Script

ROUGH_DICE = 2
MIN_TANKS_AGAINST_ONE = 2


# --- possible attacks --------------------------------------------------------------------------------------


def forbidden(state: BalanceState, army: str, origin: str, target: str) -> Iterator[Reason]:
    """Yield the reasons against an attack that the general attack rules do not include."""
    owner = state.holdings[target].owner
    if army == NEUTRAL and owner == commander(state):
        yield objection(
            "BP-NEU-6",
            "{place} belongs to {player}, who commands them.",
            place=state.name(target),
            player=state.player(owner),
        )
    for effect in state.in_force("alliance"):
        if effect.target == army and effect.by == owner:
            yield objection(
                "BP-SCA-ALLIANCE",
                "{player} must be an ally of {other}.",
                player=state.called(army),
                other=state.player(owner),
            )
    for effect in state.in_force("general"):
        if effect.target == army and effect.by == owner and effect.place == origin:
            yield objection(
                "BP-SCA-GENERAL",
                "The general in {place} is dead: no attack on {player} from there.",
                place=state.name(effect.place),
                player=state.player(owner),
            )


ATTACKS: AttackRules[BalanceState] = dice_attacks("BP-ATK", objections=forbidden)
"""BP-ATK: attack from two or more troops on a linked territory of another owner or none (BP-A14)."""


def commander(state: BalanceState) -> str:
    """BP-NEU-1, BP-A9: return the neutral army's commander: the Losing Player, or the buyer of an attack."""
    if state.step == "neutral" and state.facts.losing is not None:
        return state.facts.losing
    return state.mover.id


# --- dice --------------------------------------------------------------------------------------------------


def contest(state: BalanceState, attack: Attack) -> Contest:
    """BP-ATK: return the battle, three dice against two, changed by terrain, airfields, tanks and actions."""
    origin, target = attack.origin, attack.target
    attacking, defending = state.holdings[origin], state.holdings[target]
    always, improved = always_two(state, target), improved_defence(state, defending.owner)
    dice = DEFENCE_DICE + improved
    on_top = min(DEFENCE_DICE, defending.armies) + improved - min(dice, defending.armies)
    return Contest(
        Force(
            attacking.owner or "",
            origin,
            max(0, attacking.armies - 1),  # BP-A14: a plan may lead through a territory that is empty
            _attack_dice(state, attacking.owner, target),
            bonus=bonus(state, attacking.owner or "", origin, target),
            extra=state.facts.extra_dice if attacking.owner == state.active and state.step == "attack" else 0,
        ),
        Force(
            defending.owner or "",
            target,
            defending.armies,
            dice,
            bonus=bonus(state, defending.owner or "", origin, target, attacks=False),
            extra=0 if always else on_top,
            always=always,
        ),
    )


def _attack_dice(state: BalanceState, army: str | None, target: str) -> int:
    """BP-RGH: return the attack dice: two on rough terrain; BP-SCA-FORCES: three with special forces."""
    rough = target in state.landmarks["rough"]
    special = state.facts.special_forces and army == state.active
    return ROUGH_DICE if rough and not special else battle.ATTACK_DICE


def improved_defence(state: BalanceState, owner: str | None) -> int:
    """BP-SCA-DEFENSE: return the number of extra defence dice of an owner."""
    return sum(effect.by == owner for effect in state.in_force("defence"))


def always_two(state: BalanceState, target: str) -> bool:
    """BP-RGH, BP-A6, BP-NEU-8, BP-A7: return whether even a single troop defends with all dice."""
    rough = target in state.landmarks["rough"] and state.house.rough_defence == "two dice"
    neutral = state.holdings[target].owner == NEUTRAL and state.house.neutral_defence == "two dice"
    return rough or neutral


def bonus(state: BalanceState, army: str, origin: str, target: str, *, attacks: bool = True) -> int:
    """BP-A16: return the bonus of airfields and tanks to one side's highest die."""
    airfields = tower_bonus(state, state.airfields, army, (target,))
    if state.house.airfields == "one counts":
        airfields = min(1, airfields)
    added = airfields + tank_bonus(state, army, origin, target, attacks=attacks)
    return min(1, added) if state.house.bonuses == "one at most" else added


def tank_bonus(state: BalanceState, army: str, origin: str, target: str, *, attacks: bool) -> int:
    """BP-TNK: return 1 with tanks near the battle; one attacking tank has no effect on two in the target."""
    if not state.tanks:
        return 0
    near = {*state.neighbours(target), *(state.neighbours(origin) if attacks else ())}
    if state.house.tanks_at_home == "count":
        near |= {origin, target, *state.neighbours(origin)}
    tanks = sum(state.tanks.get(place, 0) for place in near if state.holdings[place].owner == army)
    well_defended = attacks and state.tanks.get(target, 0) >= MIN_TANKS_AGAINST_ONE
    return int(tanks > (1 if well_defended else 0))


def roller_for(state: BalanceState, defender: str, attacker: str) -> str:
    """BP-NEU-8, BP-A24: return who rolls the defence: the owner, or the next player for the neutral army."""
    if defender != NEUTRAL:
        return defender
    order = rules.order_of_play(state)
    after = order.index(attacker) + 1
    playing = {seat.id for seat in state.playing()} - {attacker}
    return next((seat for seat in order[after:] + order[:after] if seat in playing), attacker)


def roll(
    state: BalanceState, fight: Contest, *, who: str, rule: str, stop: str, once: bool = False
) -> Script[Rolled | None]:
    """Roll a battle's dice once; return None if the attack is called off.

    Args:
        state: the state.
        fight: the battle.
        who: the seat that commands the attack.
        rule: id of the rule that allows the attack.
        stop: label of the button that calls the attack off.
        once: whether this is the only roll.
    """
    attacker, defender = fight.attacker, fight.defender
    told = not recon_dice(state, fight)
    roller = roller_for(state, defender.seat, who)
    rolled = yield from Roll(
        seat=who,
        prompt=gettext(
            "{place} attacks {other}", place=state.name(attacker.place), other=state.name(defender.place)
        ),
        detail=joined(_advantages(state, fight), "; "),
        rules=(rule, *_rules_of(state, fight)),
        pools=_pools(state, fight, roller, who),
        contest=fight,
        outcomes=roll_losses(fight) if told else (),
        later=fight if told and not once else None,
        offers=(Offer(CALL_OFF, who, stop),),
    ).or_losses()
    if isinstance(rolled, Interruption):
        return None
    if isinstance(rolled, Losses):
        return rolled
    return (yield from _recon(state, fight, who, rolled))


def _pools(state: BalanceState, fight: Contest, roller: str, who: str) -> tuple[DicePool, DicePool]:
    """BP-RGH, BP-A6, BP-NEU-8, BP-A7: return the dice of both sides with the rules of their numbers."""
    attack, defence = battle.pools(fight, roller, who)
    if fight.attacker.dice < battle.ATTACK_DICE:
        attack = structs.replace(attack, rule="BP-RGH", why=gettext("it is rough terrain"))
    if fight.defender.always:
        rough = fight.defender.place in state.landmarks["rough"] and state.house.rough_defence == "two dice"
        why = gettext("it is rough terrain") if rough else gettext("the neutral army defends")
        defence = structs.replace(defence, rule="BP-RGH" if rough else "BP-NEU-8", why=why)
    return attack, defence


def _advantages(state: BalanceState, fight: Contest) -> Iterator[str]:
    target = fight.defender.place
    if target in state.landmarks["rough"]:
        special = state.facts.special_forces
        # Translators: what helps in a battle is a list: "rough terrain; 1 extra attack die".
        yield gettext("rough terrain with special forces") if special else gettext("rough terrain")
    if fight.attacker.bonus or fight.defender.bonus:
        yield gettext(
            "highest die: attack +{attack}, defence +{defence}",
            attack=fight.attacker.bonus,
            defence=fight.defender.bonus,
        )
    if fight.attacker.extra:
        yield ngettext("{count} extra attack die", "{count} extra attack dice", fight.attacker.extra)
    if improved := improved_defence(state, fight.defender.seat):
        yield ngettext("{count} extra defence die", "{count} extra defence dice", improved)
    if recon := recon_dice(state, fight):
        yield ngettext("recon: {count} die cannot be 1", "recon: {count} dice cannot be 1", recon)


def _rules_of(state: BalanceState, fight: Contest) -> Iterator[str]:
    """Return the rules that changed a battle's dice."""
    owner, target = fight.defender.seat, fight.defender.place
    near = fight.attacker.bonus + fight.defender.bonus
    yield from ("BP-RGH", "BP-A6") if target in state.landmarks["rough"] else ()
    yield from ("BP-NEU-8", "BP-A7") if owner == NEUTRAL else ()
    yield from ("BP-A24",) if fight.attacker.seat == NEUTRAL else ()
    yield from ("BP-SCA-FORCES",) if state.facts.special_forces and target in state.landmarks["rough"] else ()
    yield from ("BP-SCA-ATTACK", "BP-A12") if fight.attacker.extra else ()
    yield from ("BP-SCA-DEFENSE", "BP-A12") if improved_defence(state, owner) else ()
    yield from ("BP-SCA-AIRFIELD", "BP-A16") if near and state.airfields else ()
    yield from ("BP-TNK",) if near and state.tanks else ()


def recon_dice(state: BalanceState, fight: Contest) -> int:
    """BP-SCA-RECON: return the number of dice that cannot show a one, if the buyer attacks a site."""
    ours = fight.attacker.seat == state.active and state.step == "attack"
    return state.facts.recon if ours and fight.defender.place in state.landmarks["site"] else 0


def _recon(state: BalanceState, fight: Contest, who: str, rolled: Dice) -> Script[Dice]:
    """BP-SCA-RECON, BP-A11: roll ones again until they show another number, or count them as two."""
    faces = sorted(rolled["attack"], reverse=True)
    ones = min(recon_dice(state, fight), faces.count(1))
    if not ones:
        return rolled
    if state.house.recon == "counts as two":
        new_rolls = (2,) * ones
    else:
        new_rolls = yield from _reroll(who, ones)
    text = ngettext(
        "Recon: {count} one becomes {faces}.",
        "Recon: {count} ones become {faces}.",
        ones,
        faces=listed(map(str, new_rolls)),
    )
    yield from Report(text, seat=who, rules=("BP-SCA-RECON", "BP-A11"))
    return rolled | {"attack": (*faces[: len(faces) - ones], *new_rolls)}


def _reroll(who: str, ones: int) -> Script[tuple[int, ...]]:
    good: tuple[int, ...] = ()
    while len(good) < ones:
        left = ones - len(good)
        rolled = yield from Roll(
            seat=who,
            prompt=gettext("Recon: roll {dice} again", dice=ngettext("{count} die", "{count} dice", left)),
            detail=gettext("They showed 1. Dice that show 1 again are rolled again."),
            rules=("BP-SCA-RECON", "BP-A11"),
            pools=(DicePool("attack", who, left, left),),
        )
        good += tuple(face for face in rolled["attack"] if face != 1)
    return good


# --- fights and losses -------------------------------------------------------------------------------------


def fight(
    state: BalanceState, attack: Attack, who: str, rule: str, *, stop: str, once: bool = False
) -> Script[bool]:
    """BP-ATK: roll until the target falls, the attacker has one troop, or the attack is called off.

    Args:
        state: the state.
        attack: the attack.
        who: the seat that commands the attack.
        rule: id of the rule that allows the attack.
        stop: label of the button that calls the attack off.
        once: roll only once (BP-A8).

    Returns:
        Whether the target fell.
    """
    troops = yield from battle.fight(
        state,
        attack,
        contest,
        partial(roll, who=who, rule=rule, stop=stop, once=once),
        partial(_lose, rule=rule),
        once=once,
    )
    if troops:
        yield from take(state, attack, troops, rule)
    return troops > 0


def _lose(state: BalanceState, fight: Contest, rolled: Rolled, *, rule: str) -> Script[Losses]:
    """BP-ATK, BP-CAS-1: move the lost troops of both sides to their piles."""
    lost = yield from battle.take_losses(state, fight, rolled, rule)
    rules.add_casualties(state, fight.attacker.seat, lost.attacker)
    rules.add_casualties(state, fight.defender.seat, lost.defender)
    return lost


def take(state: BalanceState, attack: Attack, least: int, rule: str) -> Script[None]:
    """Take a territory without defenders; at least `least` troops move in (CL-OCC)."""
    army, loser = state.holdings[attack.origin].owner, state.holdings[attack.target].owner
    least = max(1, min(least, state.holdings[attack.origin].armies - 1))
    yield from conquer(state, attack, least, rule, "CL-OCC")
    state.facts.conquered |= army != NEUTRAL
    lose_buildings(state, attack.target, loser)
    yield from eliminate(state, loser, None if army == NEUTRAL else army)
    yield from report_end_of_neutral_army(state, loser)


def report_end_of_neutral_army(state: BalanceState, loser: str | None) -> Script[None]:
    """BP-NEU-9: report that the neutral army has lost its last troop."""
    if loser == NEUTRAL and not state.neutral_army:
        yield from Report(
            gettext("The neutral army has no troops left."), kind="elimination", rules=("BP-NEU-9",)
        )


def lose_buildings(state: BalanceState, place: str, loser: str | None) -> None:
    """BP-TNK, BP-SCA-AIRFIELD: destroy the tanks of a lost territory; destroy or transfer its airfield."""
    if (tanks := state.tanks.pop(place, 0)) and loser is not None:
        state.troop_pile[loser] += tanks * TROOPS_OF_A_TANK
    if place in state.airfields:
        del state.airfields[place]
        taker = state.holdings[place].owner
        if state.house.lost_airfield == "captured" and taker not in (None, NEUTRAL):
            state.airfields[place] = str(taker)


def eliminate(state: BalanceState, loser: str | None, by: str | None) -> Script[None]:
    """CL-ELM: eliminate a player without territories; the conqueror gets their cards and objectives.

    Args:
        state: the state.
        loser: the owner that has lost a territory.
        by: the player who took it; None for the neutral army or a bomb, which get no cards.
    """
    if loser in (None, NEUTRAL) or state.holds_land(str(loser)):
        return
    loser = str(loser)
    state.effects = [effect for effect in state.effects if loser not in (effect.by, effect.target)]
    yield from Report(
        joined((gettext("{player} is out.", player=state.player(loser)), _inherit(state, loser, by))),
        kind="elimination",
        seat=loser,
        rules=("CL-ELM",) if by else ("CL-ELM", "BP-NEU-7"),
    )
    yield from win(state, rules.last_player(state))


def _inherit(state: BalanceState, loser: str, by: str | None) -> str:
    """CL-ELM: give cards and objectives to the conqueror; BP-NEU-7: the neutral army gets neither.

    Returns:
        What becomes of them, in words.
    """
    hand, state.cards.hands[loser] = state.cards.hands[loser], 0
    if by is not None:
        receive(state, by, hand)
        won = len(hand_over(state.objectives, loser, by))
        loot = [ngettext("{count} card", "{count} cards", hand)]
        loot += [ngettext("{count} objective", "{count} objectives", won)] if won else []
        return gettext("{player} takes {loot}.", player=state.player(by), loot=listed(loot))
    state.cards.discards += hand
    goes = ngettext("{count} card put aside.", "{count} cards put aside.", hand)
    orphaned = state.objectives.owned(loser)
    names = listed(title(card.objective, WORDS, state.map) for card in orphaned)
    for card in orphaned:
        card.owner = None
        if state.house.orphaned_objectives == "leave":
            state.objectives.cards.remove(card)
    if not orphaned:
        return goes
    if state.house.orphaned_objectives == "leave":
        return joined((goes, gettext("Out of the game: {objectives}.", objectives=names)))
    return joined((goes, gettext("Open to all again: {objectives}.", objectives=names)))


def win(state: BalanceState, winners: tuple[str, ...]) -> Script[None]:
    """BP-WIN: end the game if a player has won."""
    state.winners = winners
    if state.winners:
        state.facts.occupation = state.facts.pending = state.facts.neutral_attack = None
        text = gettext("{player} has won.", player=state.player(state.winners[0]))
        yield from Report(text, kind="victory", seat=state.winners[0], rules=("BP-WIN",))
