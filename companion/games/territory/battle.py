"""Attacking from one territory into another: who may, with how many dice, and what the dice did."""

from collections.abc import Iterator

from companion.games.territory.state import TerritoryState, listed
from companion.referee.dice import Contest, Dice, DicePool, Force, Losses, laid_out
from companion.referee.ruling import Reason, Ruling
from companion.referee.script import Report, Script

ATTACK_DICE = 3
DEFENCE_DICE = 2


def judge_origin(state: TerritoryState, seat: str, origin: str, rule: str) -> Ruling:
    """Rule on attacking from a territory: one's own, with an army to spare and an enemy beside it."""
    return Ruling.from_reasons(_origin_reasons(state, seat, origin, rule), _from_where(state, seat))


def judge_target(state: TerritoryState, seat: str, origin: str, target: str, rule: str) -> Ruling:
    """Rule on attacking a territory from another: it must be somebody else's and linked to the origin."""
    return Ruling.from_reasons(
        _target_reasons(state, seat, origin, target, rule), _at_what(state, seat, origin)
    )


def refused_origins(state: TerritoryState, seat: str, rule: str) -> dict[str, Ruling]:
    """Rule on every territory that a seat cannot attack from."""
    instead = _from_where(state, seat)
    rulings = {p: Ruling.from_reasons(_origin_reasons(state, seat, p, rule), instead) for p in state.holdings}
    return {place: ruling for place, ruling in rulings.items() if not ruling.allowed}


def refused_targets(state: TerritoryState, seat: str, origin: str, rule: str) -> dict[str, Ruling]:
    """Rule on every territory that a seat cannot attack from an origin."""
    instead = _at_what(state, seat, origin)
    rulings = {
        p: Ruling.from_reasons(_target_reasons(state, seat, origin, p, rule), instead) for p in state.holdings
    }
    return {place: ruling for place, ruling in rulings.items() if not ruling.allowed}


def _origin_reasons(state: TerritoryState, seat: str, origin: str, rule: str) -> Iterator[Reason]:
    holding, name = state.holdings[origin], state.name(origin)
    if holding.owner != seat:
        yield Reason(rule, f"{name} belongs to {state.player(holding.owner)}.")
        return
    if holding.armies < 2:
        yield Reason(
            rule, f"{name} has {state.many(holding.armies)}; an attack needs 2, for one stays behind."
        )
    if not targets_of(state, seat, origin):
        yield Reason(rule, f"No enemy stands beside {name}.")


def _target_reasons(
    state: TerritoryState, seat: str, origin: str, target: str, rule: str
) -> Iterator[Reason]:
    name = state.name(target)
    if state.holdings[target].owner == seat:
        yield Reason(rule, f"{name} is your own.")
        return
    if state.holdings[target].owner is None:
        yield Reason(rule, f"Nobody holds {name}.")
    if target not in state.neighbours(origin):
        yield Reason(rule, f"{name} is not linked to {state.name(origin)}.")


def _from_where(state: TerritoryState, seat: str) -> str:
    return listed("Attack from", (state.name(place) for place in origins_of(state, seat)))


def _at_what(state: TerritoryState, seat: str, origin: str) -> str:
    return listed("Within reach:", (state.name(place) for place in targets_of(state, seat, origin)))


def judge_attack(state: TerritoryState, seat: str, origin: str, target: str, rule: str) -> Ruling:
    """Rule on a whole attack, naming all that is wrong."""
    first, second = judge_origin(state, seat, origin, rule), judge_target(state, seat, origin, target, rule)
    reasons = dict.fromkeys(first.reasons + second.reasons)
    return Ruling.from_reasons(reasons, " ".join(filter(None, (first.instead, second.instead))))


def targets_of(state: TerritoryState, seat: str, origin: str) -> tuple[str, ...]:
    """Return the enemy territories linked to an origin."""
    return tuple(
        place for place in state.neighbours(origin) if state.hostile(seat, state.holdings[place].owner)
    )


def origins_of(state: TerritoryState, seat: str) -> tuple[str, ...]:
    """Return the territories that a seat can attack from."""
    return tuple(
        place
        for place in state.held(seat)
        if state.holdings[place].armies > 1 and targets_of(state, seat, place)
    )


def contest(state: TerritoryState, origin: str, target: str) -> Contest:
    """Set up the battle of one territory against another by the plain rules of dice."""
    attacking, defending = state.holdings[origin], state.holdings[target]
    return Contest(
        Force(attacking.owner or "", origin, attacking.armies - 1, ATTACK_DICE),
        Force(defending.owner or "", target, defending.armies, DEFENCE_DICE),
    )


def pools(fight: Contest, thrower: str, attacks_for: str | None = None) -> tuple[DicePool, DicePool]:
    """Return the dice of both sides, bonus dice among them.

    Args:
        fight: the battle.
        thrower: who rolls for the defender.
        attacks_for: who rolls for an attacking army without a player.
    """
    attacker = attacks_for or fight.attacker.seat
    return _pool("attack", attacker, fight.attacker), _pool("defence", thrower, fight.defender)


def _pool(name: str, thrower: str, force: Force) -> DicePool:
    """One to as many dice as armies, or always all of them; dice of which the best count come on top."""
    most = force.dice if force.always else min(force.dice, force.armies)
    return DicePool(name, thrower, (most if force.always else 1) + force.extra, most + force.extra)


def take_losses(state: TerritoryState, fight: Contest, rolled: Dice) -> Losses:
    """Take the armies that a roll costs off the board and return their numbers.

    Who always rolls all dice may lose more pairs than there are armies, but never more armies.
    """
    loser = [pair.loser for pair in laid_out(fight, rolled)]
    lost = Losses(
        min(loser.count("attacker"), fight.attacker.armies),
        min(loser.count("defender"), fight.defender.armies),
    )
    state.holdings[fight.attacker.place].armies -= lost.attacker
    state.holdings[fight.defender.place].armies -= lost.defender
    return lost


def tell_losses(state: TerritoryState, fight: Contest, lost: Losses, rule: str) -> Script[None]:
    """Report what a roll cost each side."""
    attacker, defender = fight.attacker, fight.defender
    costs = f"loses {lost.attacker}, {state.player(defender.seat)} loses {lost.defender}"
    where = f"{state.name(attacker.place)} against {state.name(defender.place)}"
    yield from Report(
        f"{state.called(attacker.seat)} {costs} ({where}).",
        kind="battle",
        seat=attacker.seat,
        rules=(rule,),
    )
