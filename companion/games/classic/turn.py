"""A turn of classic Risk: trade, reinforce, attack, fortify, draw. campaign.py adds the 2008 edition."""

from companion.games.classic import campaign, cards, rules
from companion.games.classic.state import ClassicState
from companion.games.territory import battle, rewards
from companion.games.territory.deployment import put
from companion.games.territory.goals import hand_over
from companion.games.territory.maneuver import maneuver
from companion.games.territory.occupation import Occupation, move_in
from companion.games.territory.reinforcement import Term, in_words, total
from companion.games.territory.state import NEUTRAL, amount
from companion.games.territory.turns import pass_on
from companion.referee.dice import Contest, Force
from companion.referee.questions import Interruptible, Interruption, Offer, PickOrEnd, Roll
from companion.referee.script import Report, Script

CALL_OFF = "call off"


def trade(state: ClassicState) -> Script[None]:
    """CL-SET, CL-STAR: trade cards before reinforcing."""
    yield from campaign.proclaim(state)
    if not state.winners:
        yield from cards.trade_at_start(state)


def muster(state: ClassicState) -> None:
    """CL-RNF: the armies of territories and continents join the supply, once a turn."""
    if not state.mustered:
        state.supply[state.mover.id] += total(rules.income(state, state.mover.id))
    state.mustered = True


def reinforce(state: ClassicState) -> Script[None]:
    """CL-RNF: put every army of the supply on one's own territories."""
    terms = rules.income(state, state.mover.id)
    if state.traded_armies:
        terms += (Term("cards", state.traded_armies),)
    yield from _put_supply(state, f"Income: {in_words(terms)}")


def _put_supply(state: ClassicState, detail: str) -> Script[None]:
    seat = state.mover.id
    while state.supply[seat]:
        down = yield from put(state, seat, state.supply[seat], "CL-RNF", detail=detail)
        state.supply[seat] -= down.count


def attack(state: ClassicState) -> Script[None]:
    """CL-ATK: attack as often as one likes, from wherever one can."""
    seat = state.mover.id
    while True:
        yield from _settle(state)
        if state.winners:
            return
        origin = yield from _pick_origin(state, seat)
        if origin is None:
            return
        target = yield from _pick_target(state, seat, origin)
        if target is not None:
            yield from _fight(state, origin, target)


def _settle(state: ClassicState) -> Script[None]:
    """Finish what a conquest began: move in, trade down captured cards, place what they bring."""
    if state.occupation is not None:
        yield from _occupy(state, state.occupation)
    if state.trade_down:
        yield from cards.trade_down(state)
    yield from _put_supply(state, "Before the next attack.")


def _pick_origin(state: ClassicState, seat: str) -> Script[str | None]:
    origins = battle.origins_of(state, seat)
    return (
        yield from PickOrEnd(
            seat=seat,
            prompt="Attack from where?",
            rules=("CL-ATK",),
            allowed=origins,
            denied=battle.refused_origins(state, seat, "CL-ATK"),
            end="End attacks",
        )
    )


def _pick_target(state: ClassicState, seat: str, origin: str) -> Script[str | None]:
    targets = battle.targets_of(state, seat, origin)
    return (
        yield from PickOrEnd(
            seat=seat,
            prompt=f"Attack what from {state.name(origin)}?",
            rules=("CL-ATK",),
            allowed=targets,
            denied=battle.refused_targets(state, seat, origin, "CL-ATK"),
            end="From elsewhere",
        )
    )


def _fight(state: ClassicState, origin: str, target: str) -> Script[None]:
    """CL-ATK: roll and lose armies until the target falls, the attacker is spent, or calls it off."""
    while state.holdings[origin].armies > 1:
        fight = _contest(state, origin, target)
        rolled = yield from Interruptible(_roll(state, fight))
        if isinstance(rolled, Interruption):
            return
        lost = battle.take_losses(state, fight, rolled)
        yield from battle.tell_losses(state, fight, lost, "CL-ATK")
        if state.holdings[target].armies == 0:
            yield from _conquer(state, origin, target, len(rolled["attack"]) - fight.attacker.extra)
            return


def _contest(state: ClassicState, origin: str, target: str) -> Contest:
    """CL-ATK, CL-2008-R: the dice of both sides, with what their rewards give."""
    either = state.house.airfield == "either end"
    return rewards.with_rewards(
        state,
        battle.contest(state, origin, target),
        state.campaign.shelf,
        state.campaign.airfields,
        origin_counts=either,
    )


def _roll(state: ClassicState, fight: Contest) -> Roll:
    attacker, defender = fight.attacker, fight.defender
    helps = tuple(filter(None, (_help(state, attacker), _help(state, defender))))
    return Roll(
        seat=state.mover.id,
        prompt=f"{state.name(attacker.place)} attacks {state.name(defender.place)}",
        detail=" ".join(helps),
        rules=("CL-ATK", "CL-2008-R") if helps else ("CL-ATK",),
        pools=battle.pools(fight, rules.thrower_for(state, defender.seat)),
        contest=fight,
        offers=(Offer(CALL_OFF, state.mover.id, "Call off"),),
    )


def _help(state: ClassicState, force: Force) -> str:
    """CL-2008-R: say what airfields and bonus dice give one side."""
    parts = (
        f"+{force.bonus} on the highest die" if force.bonus else "",
        "one die more, the best count" if force.extra else "",
    )
    words = ", ".join(filter(None, parts))
    return f"{state.player(force.seat)}: {words}." if words else ""


def _conquer(state: ClassicState, origin: str, target: str, dice: int) -> Script[None]:
    """CL-OCC: the armies that rolled move in; the loser of a last territory is eliminated."""
    seat, loser = state.mover, state.holdings[target].owner
    state.holdings[target].owner = seat.id
    state.holdings[target].armies = dice
    state.holdings[origin].armies -= dice
    state.conquered = True
    state.occupation = Occupation(origin, target, dice)
    yield from Report(
        f"{seat.name} takes {state.name(target)}.", kind="conquest", seat=seat.id, rules=("CL-OCC",)
    )
    yield from campaign.lose_airfield(state, target)
    if loser is not None and loser != NEUTRAL and not state.held(loser):
        yield from _eliminate(state, loser)
    yield from campaign.proclaim(state)


def _eliminate(state: ClassicState, loser: str) -> Script[None]:
    """CL-ELM: the cards go to the conqueror, who may have to trade at once; CL-2008: so do objectives."""
    seat, captured = state.mover, state.cards.hands[loser]
    state.cards.hands[seat.id] += captured
    state.cards.hands[loser] = 0
    yield from Report(
        f"{state.player(loser)} is out. {seat.name} takes {amount(captured, 'card', 'cards')}.",
        kind="elimination",
        seat=loser,
        rules=("CL-ELM",),
    )
    state.trade_down = captured > 0 and state.cards.hands[seat.id] > rules.HAND_THAT_MUST_TRADE
    won = hand_over(state.campaign.shelf, loser, seat.id)
    if won:
        yield from Report(
            f"{seat.name} takes {amount(len(won), 'objective', 'objectives')}; the rewards are destroyed.",
            seat=seat.id,
            rules=("CL-2008",),
        )


def _occupy(state: ClassicState, conquest: Occupation) -> Script[None]:
    """CL-OCC: at least as many armies move in as dice were rolled, and one stays behind."""
    yield from move_in(state, state.mover.id, conquest, "CL-OCC")
    state.occupation = None


def fortify(state: ClassicState) -> Script[None]:
    """CL-FORT: one move between one's own territories, or none; CL-2008-R: a reward allows one more."""
    done = state.campaign
    while done.maneuvers < rules.maneuvers(state):
        first = done.maneuvers == 0
        moved = yield from maneuver(
            state,
            state.mover.id,
            "CL-FORT",
            prompt="Fortify: move armies out of where?" if first else "Once more: move armies out of where?",
            end="End turn",
            adjacent_only=state.house.fortify == "adjacent",
            because=() if first else ("CL-2008-R",),
        )
        if moved is None:
            return
        done.maneuvers += 1


def pass_turn(state: ClassicState) -> None:
    """CL-TURN: the next seat that still plays takes its turn; a round ends when the order comes round."""
    pass_on(state, rules.order_of_play(state))
    state.begin_turn()
