"""Attacks: declare an invasion, commit units, play cards, roll dice."""

from collections.abc import Iterator

from msgspec import structs

from companion.games.starcraft import abilities, conquest, hero, rules, victory
from companion.games.starcraft.state import Boost, Invasion, StarcraftState
from companion.games.territory import battle, rewards
from companion.games.territory.attack import Attack, declare
from companion.locale.messages import gettext, joined, ngettext, pgettext
from companion.referee.dice import Contest, DicePool, Force
from companion.referee.interruptions import CALL_OFF, FROM, Interruption
from companion.referee.losses import roll_losses
from companion.referee.questions import Choose, Offer, Option, Roll
from companion.referee.ruling import ALLOWED, Ruling, refuse
from companion.referee.script import Script

WITH_HERO = " hero"
MAX_BONUS = 2


def attack(state: StarcraftState) -> Script[None]:
    """SC-ATK-8: attack any number of times, any territory."""
    last: Attack | None = None
    while True:
        yield from abilities.finish(state)
        if (yield from victory.check(state, "at once")):
            return
        yield from conquest.finish_conquest(state)
        if state.facts.invasion is not None:
            yield from _fight(state, state.facts.invasion)
            continue
        last = yield from _declare(state, last)
        if last is None:
            return


def _declare(state: StarcraftState, last: Attack | None) -> Script[Attack | None]:
    """SC-ATK-1: ask for an attack from a territory with two or more units on a linked enemy territory."""
    declared = yield from declare(
        state, state.mover.id, rules.ATTACKS, last=last, interruptions=abilities.INTERRUPTIONS, presumes=True
    )
    if declared is not None:
        state.facts.invasion = Invasion(declared.origin, declared.target, others=declared.others)
    return declared


# --- committing units -------------------------------------------------------------------------------------


def _fight(state: StarcraftState, invasion: Invasion) -> Script[None]:
    """SC-ATK-2: commit units and roll until the target falls, no unit can attack, or it is called off."""
    most = rules.most_committed(state, invasion.origin)
    invasion.committed = min(invasion.committed, most)
    if not most:
        state.facts.invasion = None
    elif invasion.committed:
        yield from _roll(state, invasion)
    elif _asks_number(state, invasion, most):
        yield from _commit(state, invasion, most)
    else:
        invasion.committed, invasion.exact = most, False


def _asks_number(state: StarcraftState, invasion: Invasion, most: int) -> bool:
    """SC-HER-3, SC-A17: return whether the units must be named, as the dice of the roll do not tell enough.

    A hero is declared in before the first roll. With a bonus die that stays out beside a single unit, the
    possible numbers of dice have a gap.
    """
    may_be_in = not invasion.rolled and hero.stands_at(state, state.mover.id, invasion.origin)
    most_dice = contest(state, structs.replace(invasion, committed=most)).attacker.extra
    gap = state.house.lone_bonus_die == "stays out" and most_dice > 0
    return state.facts.commits_first or may_be_in or gap


def _commit(state: StarcraftState, invasion: Invasion, most: int) -> Script[None]:
    target, units = state.name(invasion.target), state.holdings[invasion.origin].armies
    may_be_in = hero.stands_at(state, state.mover.id, invasion.origin)
    answer = yield from Choose(
        seat=state.mover.id,
        prompt=gettext("Commit how many to {place}?", place=target),
        detail=gettext(
            "{place} has {units}; one stays.", place=state.name(invasion.origin), units=state.many(units)
        ),
        rules=("SC-ATK-2", "SC-ATK-3", *(("SC-HER-3", "SC-A10") if may_be_in else ())),
        options=_choices(invasion, most, may_be_in=may_be_in),
        offers=(*_other_origins(state, invasion), *abilities.offers(state)),
    ).or_offer()
    if isinstance(answer, Interruption):
        yield from _interrupt(state, invasion, answer.offer)
    elif answer == CALL_OFF:
        state.facts.invasion = None
    else:
        invasion.committed, invasion.exact = int(answer.removesuffix(WITH_HERO)), True
        invasion.hero = answer.endswith(WITH_HERO)


def _choices(invasion: Invasion, most: int, *, may_be_in: bool) -> tuple[Option, ...]:
    numbers = range(rules.MAX_COMMITTED, 0, -1)
    rulings = {number: _may_commit(invasion, number, most) for number in numbers}
    alone = [
        Option(str(number), ngettext("{count} unit", "{count} units", number), ruling=rulings[number])
        for number in numbers
    ]
    with_hero = [
        Option(
            f"{number}{WITH_HERO}",
            gettext("{units}, hero in", units=ngettext("{count} unit", "{count} units", number)),
            ruling=rulings[number],
        )
        for number in numbers
        if may_be_in and number <= most
    ]
    return (*with_hero, *alone, Option(CALL_OFF, gettext("Call off"), ruling=_may_call_off(invasion)))


def _may_commit(invasion: Invasion, number: int, most: int) -> Ruling:
    if number > most:
        return refuse(
            "SC-ATK-1",
            "{units} can go, for one stays.",
            units=ngettext("{count} unit", "{count} units", most),
            instead=gettext("Commit {count}.", count=most),
        )
    if invasion.bound and number < most:
        return refuse("SC-ATK-11", "A defensive card asks for all {count} that can go.", count=most)
    return ALLOWED


def _may_call_off(invasion: Invasion) -> Ruling:
    if invasion.bound:
        return refuse("SC-ATK-11", "A defensive card was played: roll once, then you may stop.")
    if not invasion.rolled and not invasion.others:
        return refuse("SC-ATK-3", "The invasion is declared: at least one unit must go.")
    return ALLOWED


# --- rolling ----------------------------------------------------------------------------------------------


def contest(state: StarcraftState, invasion: Invasion) -> Contest:
    """SC-ATK-5, SC-HER-2, SC-RWD-4 to SC-RWD-7: return the battle with all bonuses."""
    plain = battle.contest(state, Attack(invasion.origin, invasion.target))
    always = invasion.exact or invasion.bound
    plain = structs.replace(
        plain, attacker=structs.replace(plain.attacker, dice=invasion.committed, always=always)
    )
    origin_too = state.house.towers == "its origin too"
    fight = rewards.with_rewards(state, plain, state.objectives, state.towers, origin_counts=origin_too)
    defends = hero.stands_at(state, fight.defender.seat, invasion.target)
    return structs.replace(
        fight,
        attacker=_with_bonuses(state, fight.attacker, invasion.attack, hero_in=invasion.hero),
        defender=_with_bonuses(state, fight.defender, invasion.defence, hero_in=defends),
    )


def _with_bonuses(state: StarcraftState, force: Force, cards: Boost, *, hero_in: bool) -> Force:
    """SC-HER-2, SC-A4, SC-A17: add the bonuses of hero and towers, and the dice of single units."""
    bonus = force.bonus + hero_in
    if state.house.stacking == "two at most":
        bonus = min(MAX_BONUS, bonus)
    alone = min(force.dice, force.armies) == 1 and state.house.lone_bonus_die == "stays out"
    extra = 0 if alone else force.extra
    return structs.replace(force, bonus=bonus + cards.bonus, extra=extra + cards.extra)


def rules_of(fight: Contest, towers: int, heroes: int) -> tuple[str, ...]:
    """Return the rules that apply to a roll."""
    attacker, defender = fight.attacker, fight.defender
    applies = {
        "SC-ATK-5": True,
        "SC-ATK-4": True,
        "SC-ATK-6": True,
        "SC-ATK-7": True,
        "SC-HER-2": heroes > 0,
        "SC-RWD-4": towers > 0,
        "SC-A3": towers > 0,
        "SC-RWD-5": towers > 1,
        "SC-A4": towers > 0 and towers + heroes > 1,
        "SC-RWD-6": attacker.extra > 0,
        "SC-RWD-7": defender.extra > 0,
        "SC-A17": any(force.extra and min(force.dice, force.armies) == 1 for force in (attacker, defender)),
    }
    return tuple(rule for rule, holds in applies.items() if holds)


def _roll(state: StarcraftState, invasion: Invasion) -> Script[None]:
    """SC-ATK-2, SC-ATK-5, SC-ATK-6: roll one die a unit; dice tell how many attack and defend."""
    fight, later = contest(state, invasion), _later(state, invasion)
    defender = fight.defender.seat
    heroes = invasion.hero + hero.stands_at(state, defender, invasion.target)
    towers = fight.attacker.bonus + fight.defender.bonus - heroes
    towers -= invasion.attack.bonus + invasion.defence.bonus
    rolled = yield from Roll(
        seat=state.mover.id,
        prompt=gettext("Invasion of {place}", place=state.name(invasion.target)),
        detail=_describe_bonuses(state, invasion, fight)
        or (gettext("From {place}.", place=state.name(invasion.origin)) if invasion.others else ""),
        rules=rules_of(fight, towers, heroes),
        pools=_pools(state, invasion, fight),
        contest=fight,
        outcomes=roll_losses(fight),
        later=later,
        offers=(*_other_origins(state, invasion), *_offer_to_stop(state, invasion), *abilities.offers(state)),
    ).or_losses()
    if isinstance(rolled, Interruption):
        yield from _interrupt(state, invasion, rolled.offer)
        return
    lost = yield from battle.take_losses(state, fight, rolled, "SC-ATK-6", "SC-ATK-7")
    invasion.committed, invasion.rolled, invasion.bound, invasion.others = 0, True, False, ()
    invasion.attack, invasion.defence = Boost(), Boost()
    if state.holdings[invasion.target].armies == 0:
        yield from conquest.conquer(state, invasion, battle.survivors(fight, rolled, lost, later))


def _other_origins(state: StarcraftState, invasion: Invasion) -> tuple[Offer, ...]:
    """SC-ATK-1: offer to attack from elsewhere, while the origin is only presumed."""
    return tuple(
        Offer(FROM + place, state.mover.id, gettext("From {place}", place=state.name(place)))
        for place in invasion.others
    )


def _interrupt(state: StarcraftState, invasion: Invasion, offer: str) -> Script[None]:
    """Attack from elsewhere, call the invasion off, or play a card."""
    if offer == CALL_OFF:
        state.facts.invasion = None
    elif offer.startswith(FROM):
        named = offer.removeprefix(FROM)
        origin = named if named in invasion.others else invasion.origin
        state.facts.invasion = Invasion(origin, invasion.target)
    else:
        invasion.others = ()
        yield from abilities.play(state, offer)


def _pools(state: StarcraftState, invasion: Invasion, fight: Contest) -> tuple[DicePool, DicePool]:
    attack, defence = battle.pools(fight, rules.roller_for(state, fight.defender.seat))
    rule = "SC-ATK-11" if invasion.bound else "SC-ATK-2"
    return structs.replace(attack, rule=rule), defence


def _later(state: StarcraftState, invasion: Invasion) -> Contest | None:
    """SC-ATK-2: return the battle after this roll, if its dice tell how many units go."""
    most = rules.MAX_COMMITTED
    next_one = Invasion(invasion.origin, invasion.target, most, invasion.hero, rolled=True, exact=False)
    return None if _asks_number(state, next_one, most) else contest(state, next_one)


def _offer_to_stop(state: StarcraftState, invasion: Invasion) -> tuple[Offer, ...]:
    """SC-ATK-3, SC-ATK-8, SC-ATK-11: after a roll the invasion may end, unless a card binds the attacker."""
    may = _may_call_off(invasion).allowed
    return (Offer(CALL_OFF, state.mover.id, gettext("Call off")),) if may else ()


def _describe_bonuses(state: StarcraftState, invasion: Invasion, fight: Contest) -> str:
    """Describe the bonuses, such as ``"Attack +2: Zagara, a tower."``."""
    defends = hero.stands_at(state, fight.defender.seat, invasion.target)
    sides = (
        (pgettext("side", "Attack"), fight.attacker, invasion.attack, invasion.hero),
        (pgettext("side", "Defence"), fight.defender, invasion.defence, defends),
    )
    return joined(text for side in sides for text in _bonus_texts(state, invasion, *side))


def _bonus_texts(
    state: StarcraftState, invasion: Invasion, side: str, force: Force, cards: Boost, hero_in: bool
) -> Iterator[str]:
    if force.bonus:
        helpers = joined(_helpers(state, invasion, force, cards, hero_in), ", ")
        yield gettext("{side} +{bonus}: {helpers}.", side=side, bonus=force.bonus, helpers=helpers)
    if force.extra:
        dice = ngettext("{count} bonus die", "{count} bonus dice", force.extra)
        yield gettext("{side}: {dice}, the best count.", side=side, dice=dice)


def _helpers(
    state: StarcraftState, invasion: Invasion, force: Force, cards: Boost, hero_in: bool
) -> Iterator[str]:
    where = (invasion.target, invasion.origin)[: 1 + (state.house.towers == "its origin too")]
    towers = rewards.tower_bonus(state, state.towers, force.seat, where)
    if hero_in:
        yield state.faction(force.seat).hero
    if towers:
        yield ngettext("{count} tower", "{count} towers", towers)
    if cards.bonus:
        # Translators: a card of a player adds to their highest die, in a list with heroes and towers.
        yield gettext("card +{bonus}", bonus=cards.bonus)
