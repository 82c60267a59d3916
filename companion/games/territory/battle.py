"""Battles with dice: the pools, the losses of a roll, and rolling until a battle is over."""

from collections.abc import Callable
from typing import TypeVar

from companion.games.territory.attack import Attack
from companion.games.territory.state import TerritoryState
from companion.locale.messages import gettext, ngettext
from companion.referee.dice import Contest, Dice, DicePool, Force, Losses, contest_losses
from companion.referee.losses import at_most, counting, roll_losses
from companion.referee.script import Report, Script

T = TypeVar("T", bound=TerritoryState)

Rolled = Dice | Losses
"""A battle roll: its faces, or only its losses; or only the losses of several rolls together."""

ATTACK_DICE = 3


def contest(state: TerritoryState, attack: Attack) -> Contest:
    """Set up the battle of two territories by the standard dice rules."""
    attacking, defending = state.holdings[attack.origin], state.holdings[attack.target]
    return Contest(
        Force(attacking.owner or "", attack.origin, attacking.armies - 1, ATTACK_DICE),
        Force(defending.owner or "", attack.target, defending.armies, state.defence_dice),
    )


def pools(fight: Contest, roller: str, attacks_for: str | None = None) -> tuple[DicePool, DicePool]:
    """Return the dice of both sides, bonus dice among them.

    Args:
        fight: the battle.
        roller: who rolls for the defender.
        attacks_for: who rolls for an attacking army without a player.
    """
    attacker = attacks_for or fight.attacker.seat
    return _pool("attack", attacker, fight.attacker), _pool("defence", roller, fight.defender)


def _pool(name: str, roller: str, force: Force) -> DicePool:
    """A pool of one to as many dice as armies, or always all; extra dice are added."""
    most = counting(force)
    why = (
        ngettext("{count} can attack", "{count} can attack", force.armies)
        if name == "attack"
        else ngettext("{count} defends", "{count} defend", force.armies)
    )
    return DicePool(
        name,
        roller,
        (most if force.always else 1) + force.extra,
        most + force.extra,
        why="" if force.always else why,
    )


def attackers(fight: Contest, rolled: Rolled, later: Contest | None = None) -> int:
    """Count the armies that attacked in a roll; if only losses were entered, the largest number.

    Args:
        fight: the battle before the roll.
        rolled: the dice or losses; those of several rolls leave fewer to attack in the last one.
        later: the battle of the last of several rolls, if its dice are others.
    """
    if not isinstance(rolled, Losses):
        return len(rolled["attack"]) - fight.attacker.extra
    if rolled in roll_losses(fight):
        return counting(fight.attacker)
    return min((later or fight).attacker.dice, fight.attacker.armies - rolled.attacker)


def survivors(fight: Contest, rolled: Rolled, lost: Losses, later: Contest | None = None) -> int:
    """Count the armies that attacked in the last roll and are left; if unknown, the largest number."""
    several = isinstance(rolled, Losses) and rolled not in roll_losses(fight)
    return attackers(fight, rolled, later) - (0 if several else lost.attacker)


def take_losses(state: TerritoryState, fight: Contest, rolled: Rolled, *rules: str) -> Script[Losses]:
    """Remove the losses of a roll from the board, and report them.

    A side that always rolls all dice may lose more pairs than it has armies, but never more armies.
    """
    attacker, defender = fight.attacker, fight.defender
    lost = rolled if isinstance(rolled, Losses) else at_most(fight, contest_losses(fight, rolled))
    state.holdings[attacker.place].armies -= lost.attacker
    state.holdings[defender.place].armies -= lost.defender
    text = gettext(
        "{player} loses {lost}, {other} loses {others} ({place} against {target}).",
        player=state.called(attacker.seat),
        lost=lost.attacker,
        other=state.player(defender.seat),
        others=lost.defender,
        place=state.name(attacker.place),
        target=state.name(defender.place),
    )
    yield from Report(text, kind="battle", seat=attacker.seat, rules=rules)
    return lost


def fight(
    state: T,
    attack: Attack,
    contest: Callable[[T, Attack], Contest],
    roll: Callable[[T, Contest], Script[Rolled | None]],
    lose: Callable[[T, Contest, Rolled], Script[Losses]],
    *,
    once: bool = False,
) -> Script[int]:
    """Roll until the target falls, the attacker has one army left, or it is called off.

    Args:
        state: the state.
        attack: the attack.
        contest: sets up the next roll.
        roll: asks for the dice or their losses; None if the attack is called off.
        lose: removes the losses of the roll from the board.
        once: roll only once.

    Returns:
        How many armies attacked in the roll that took the target; 0 when it did not fall.
    """
    while state.holdings[attack.origin].armies > 1:
        battle = contest(state, attack)
        rolled = yield from roll(state, battle)
        if rolled is None:
            return 0
        yield from lose(state, battle, rolled)
        if state.holdings[attack.target].armies == 0:
            return attackers(battle, rolled)
        if once:
            return 0
    return 0
