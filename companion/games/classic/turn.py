"""A turn of classic Risk: trade, reinforce, attack, fortify, draw. edition_2008.py extends it."""

from companion.games.classic import cards, edition_2008, missions, rules
from companion.games.classic.state import ClassicState
from companion.games.territory import battle, rewards
from companion.games.territory.attack import Attack, conquer, declare, occupy
from companion.games.territory.battle import Rolled
from companion.games.territory.deployment import put
from companion.games.territory.maneuver import maneuver
from companion.games.territory.objectives import hand_over
from companion.games.territory.reinforcement import Term, in_words, total
from companion.games.territory.state import NEUTRAL
from companion.games.territory.turns import advance_turn
from companion.locale.messages import gettext, joined, ngettext
from companion.referee.dice import Contest, Force, Losses
from companion.referee.interruptions import CALL_OFF, Interruption
from companion.referee.losses import roll_losses
from companion.referee.questions import Offer, Roll
from companion.referee.script import Report, Script


def trade(state: ClassicState) -> Script[None]:
    """CL-SET, CL-STAR: trade cards before reinforcing."""
    yield from edition_2008.check_victory(state)
    if not state.winners:
        yield from cards.trade_at_start(state)


def count_reinforcements(state: ClassicState) -> None:
    """CL-RNF: add the income to the supply, once a turn."""
    if not state.facts.reinforcements_counted:
        state.supply[state.mover.id] += total(rules.income(state, state.mover.id))
    state.facts.reinforcements_counted = True


def reinforce(state: ClassicState) -> Script[None]:
    """CL-RNF: put all armies of the supply on your own territories."""
    terms = rules.income(state, state.mover.id)
    if state.facts.traded_armies:
        terms += (Term(gettext("cards"), state.facts.traded_armies),)
    by_hand = state.supply[state.mover.id] > total(terms)
    text = gettext("Fixed by hand.") if by_hand else gettext("Income: {sum}", sum=in_words(terms))
    yield from _put_supply(state, text)


def _put_supply(state: ClassicState, detail: str) -> Script[None]:
    seat = state.mover.id
    while state.supply[seat]:
        down = yield from put(state, seat, state.supply[seat], "CL-RNF", detail=detail)
        state.supply[seat] -= down.count


def attack(state: ClassicState) -> Script[None]:
    """CL-ATK: attack any number of times."""
    last: Attack | None = None
    while True:
        yield from _finish_conquest(state)
        if state.winners:
            return
        last = yield from declare(
            state, state.mover.id, rules.ATTACKS, last=last, interruptions=missions.INTERRUPTIONS
        )
        if last is None:
            return
        dice = yield from battle.fight(state, last, _contest, _roll, _lose)
        if dice:
            yield from _conquer(state, last, dice)


def _finish_conquest(state: ClassicState) -> Script[None]:
    """CL-OCC: move in at least as many armies as dice were rolled; CL-SET-3: trade captured cards."""
    yield from occupy(state, state.mover.id, "CL-OCC")
    if state.facts.trade_down:
        yield from cards.trade_down(state)
    yield from _put_supply(state, gettext("Before the next attack."))


def _contest(state: ClassicState, attack: Attack) -> Contest:
    """CL-ATK, CL-2008-R: return the dice of both sides, including rewards."""
    return rewards.with_rewards(
        state,
        battle.contest(state, attack),
        state.edition_2008.objectives,
        state.edition_2008.airfields,
        origin_counts=state.house.airfield == "either end",
    )


def _roll(state: ClassicState, fight: Contest) -> Script[Rolled | None]:
    """CL-ATK, CL-ED: both sides roll, or the attacker calls the attack off."""
    attacker, defender = fight.attacker, fight.defender
    helps = tuple(filter(None, (_help(state, attacker), _help(state, defender))))
    more = ("CL-2008-R",) if helps else ("CL-ED",) if state.house.defence == "three dice" else ()
    rolled = yield from Roll(
        seat=state.mover.id,
        prompt=gettext(
            "{place} attacks {target}", place=state.name(attacker.place), target=state.name(defender.place)
        ),
        detail=joined(helps),
        rules=("CL-ATK", *more),
        pools=battle.pools(fight, rules.roller_for(state, defender.seat)),
        contest=fight,
        outcomes=roll_losses(fight),
        later=fight,
        offers=(Offer(CALL_OFF, state.mover.id, gettext("Call off")),),
    ).or_losses()
    return None if isinstance(rolled, Interruption) else rolled


def _lose(state: ClassicState, fight: Contest, rolled: Rolled) -> Script[Losses]:
    """CL-ATK: remove one army for the lower die of each pair."""
    return (yield from battle.take_losses(state, fight, rolled, "CL-ATK"))


def _help(state: ClassicState, force: Force) -> str:
    """CL-2008-R: describe what airfields and bonus dice give one side."""
    parts = (
        gettext("+{bonus} on the highest die", bonus=force.bonus) if force.bonus else "",
        gettext("one die more, the best count") if force.extra else "",
    )
    text = joined(parts, ", ")
    return gettext("{player}: {help}.", player=state.player(force.seat), help=text) if text else ""


def _conquer(state: ClassicState, attack: Attack, dice: int) -> Script[None]:
    """CL-OCC: move in the armies that rolled; CL-ELM: eliminate a player without territories."""
    loser = state.holdings[attack.target].owner
    yield from conquer(state, attack, dice, "CL-OCC")
    state.facts.conquered = True
    yield from edition_2008.lose_airfield(state, attack.target)
    if loser is not None and loser != NEUTRAL and not state.holds_land(loser):
        yield from eliminate(state, loser, state.mover.id)
    yield from edition_2008.check_victory(state)


def eliminate(state: ClassicState, loser: str, by: str) -> Script[None]:
    """CL-ELM: give the cards to the conqueror, who may have to trade now; CL-2008: and the objectives."""
    seat, captured = state.seat(by), state.cards.hands[loser]
    state.eliminated[loser] = seat.id
    state.cards.hands[seat.id] += captured
    state.cards.hands[loser] = 0
    text = ngettext(
        "{player} is out. {other} takes {count} card.",
        "{player} is out. {other} takes {count} cards.",
        captured,
        player=state.player(loser),
        other=seat.name,
    )
    yield from Report(text, kind="elimination", seat=loser, rules=("CL-ELM",))
    trades_now = seat.id == state.active and state.step == "attack" and captured > 0
    state.facts.trade_down = trades_now and state.cards.hands[seat.id] > rules.HAND_THAT_MUST_TRADE
    won = hand_over(state.edition_2008.objectives, loser, seat.id)
    if won:
        text = ngettext(
            "{player} takes {count} objective; the rewards are destroyed.",
            "{player} takes {count} objectives; the rewards are destroyed.",
            len(won),
            player=seat.name,
        )
        yield from Report(text, seat=seat.id, rules=("CL-2008",))


def fortify(state: ClassicState) -> Script[None]:
    """CL-FORT: make one move between your own territories, or none; CL-2008-R: one more with a reward."""
    done = state.facts
    while done.maneuvers < rules.maneuvers(state):
        first = done.maneuvers == 0
        moved = yield from maneuver(
            state,
            state.mover.id,
            ("CL-FORT",) if first else ("CL-FORT", "CL-2008-R"),
            prompt=gettext("Fortify: move armies out of where?")
            if first
            else gettext("Once more: move armies out of where?"),
            end=gettext("End turn"),
            adjacent_only=state.house.fortify == "adjacent",
            interruptions=missions.INTERRUPTIONS,
        )
        if moved is None or state.winners:
            return
        done.maneuvers += 1
        yield from missions.after_move(state)


def pass_turn(state: ClassicState) -> None:
    """CL-TURN: pass the turn to the next seat that still plays; after the last seat begin a new round."""
    advance_turn(state, rules.order_of_play(state))
    state.begin_turn()
