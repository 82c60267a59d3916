"""The Atomic Bomb and Bombardment actions, which remove troops without a battle."""

from collections.abc import Iterator

from companion.games.balance import combat, rules
from companion.games.balance.actions import enemies_next_door, not_next_door, report
from companion.games.balance.state import BalanceState, PendingAction
from companion.locale.messages import gettext, joined
from companion.referee.dice import DicePool
from companion.referee.questions import Pick, Roll
from companion.referee.ruling import Reason, Refusals, Ruling, objection, refuse
from companion.referee.script import Script

BOMBED = 2
BOMBARDED = 3
FALLOUT_FROM = 4


def can_lose(state: BalanceState, place: str) -> int:
    """BP-A14: return the number of troops that bombs can remove: all but one, or all by house rule."""
    armies = state.holdings[place].armies
    return armies if state.house.bombing == "may empty" else armies - 1


def remove(state: BalanceState, place: str, troops: int, rule: str) -> Script[None]:
    """Move troops to their owner's pile (BP-CAS-1); an empty territory loses its owner (BP-A14)."""
    holding, troops = state.holdings[place], min(troops, can_lose(state, place))
    owner = holding.owner
    holding.armies -= troops
    rules.add_casualties(state, str(owner), troops)
    stays = holding.armies == 1 and state.house.bombing == "one stays"
    text = (
        gettext("{place} loses {count}, one stays.", place=state.name(place), count=troops)
        if stays
        else gettext("{place} loses {count}.", place=state.name(place), count=troops)
    )
    yield from report(state, text, rule, "BP-A14", "BP-CAS-1")
    if holding.armies == 0:
        holding.owner = None
        combat.lose_buildings(state, place, owner)
        yield from combat.eliminate(state, owner, None)
        yield from combat.report_end_of_neutral_army(state, owner)


def enemies(state: BalanceState) -> tuple[str, ...]:
    """Return the territories of others that an atomic bomb can be meant for."""
    return tuple(
        place for place, holding in state.holdings.items() if holding.owner not in (state.active, None)
    )


# --- Atomic Bomb -------------------------------------------------------------------------------------------


def nothing_to_bomb(state: BalanceState) -> Iterator[Reason]:
    """BP-SCA-BOMB: object if no enemy territory can lose troops."""
    if not any(can_lose(state, place) for place in enemies(state)):
        yield objection("BP-SCA-BOMB", "Every enemy territory has a single troop, which stays.")


def atomic_bomb(state: BalanceState) -> Script[None]:
    """BP-SCA-BOMB: remove two troops of an enemy territory, and one of each neighbour on a roll of 4 to 6."""
    pending = state.facts.pending or PendingAction("bomb")
    if not pending.place:
        pending.place = yield from _pick_target(state)
        yield from remove(state, pending.place, BOMBED, "BP-SCA-BOMB")
    if not state.winners:
        yield from _fall_out(state, pending.place)


def _pick_target(state: BalanceState) -> Pick:
    allowed = enemies(state)
    return Pick(
        seat=state.active,
        prompt=gettext("Atomic Bomb: on which territory?"),
        detail=joined(
            (
                _loses(state, BOMBED),
                gettext("Each next to it loses 1 on a roll of {least} to 6.", least=FALLOUT_FROM),
            )
        ),
        rules=("BP-SCA-BOMB", "BP-A14"),
        allowed=allowed,
        denied=Refusals(state.holdings, allowed, lambda place: _no_enemy(state, place)),
    )


def _no_enemy(state: BalanceState, place: str) -> Ruling:
    return refuse("BP-SCA-BOMB", "{place} does not belong to an enemy.", place=state.name(place))


def _loses(state: BalanceState, troops: int) -> str:
    """BP-A14: describe the actual effect of a bomb on its target."""
    if state.house.bombing == "one stays":
        return gettext("It loses {count}, but one stays.", count=troops)
    return gettext("It loses {count}.", count=troops)


def _fall_out(state: BalanceState, target: str) -> Script[None]:
    reached = tuple(place for place in state.neighbours(target) if falls_out_on(state, place))
    if not reached:
        return
    rolled = yield from Roll(
        seat=state.active,
        prompt=gettext("A die for each territory next to it"),
        detail=gettext("One troop is lost on {least} to 6.", least=FALLOUT_FROM),
        rules=("BP-SCA-BOMB", "BP-A14"),
        pools=tuple(DicePool(place, state.mover.id, 1, 1, title=state.name(place)) for place in reached),
    )
    for place in reached:
        if rolled[place][0] >= FALLOUT_FROM and not state.winners:
            yield from remove(state, place, 1, "BP-SCA-BOMB")


def falls_out_on(state: BalanceState, place: str) -> bool:
    """BP-A14: return whether the fallout affects a territory: anyone's, or only an enemy's by house rule."""
    owner = state.holdings[place].owner
    spared = owner is None or (owner == state.active and state.house.fallout == "enemies")
    return not spared and can_lose(state, place) > 0


# --- Bombardment -------------------------------------------------------------------------------------------


def in_range(state: BalanceState) -> tuple[str, ...]:
    """Return the enemy territories next door that have troops to lose."""
    return tuple(place for place in enemies_next_door(state) if can_lose(state, place))


def nothing_to_bombard(state: BalanceState) -> Iterator[Reason]:
    """BP-SCA-BOMBARDMENT: object if no adjacent enemy territory can lose troops."""
    if not in_range(state):
        yield objection("BP-SCA-BOMBARDMENT", "No enemy next to you has troops to lose.")


def bombardment(state: BalanceState) -> Script[None]:
    """BP-SCA-BOMBARDMENT: remove three troops of an adjacent enemy territory."""
    allowed = in_range(state)
    place = yield from Pick(
        seat=state.active,
        prompt=gettext("Bombardment: of which territory?"),
        detail=_loses(state, BOMBARDED),
        rules=("BP-SCA-BOMBARDMENT", "BP-A14"),
        allowed=allowed,
        denied=not_next_door(state, allowed, "BP-SCA-BOMBARDMENT"),
    )
    yield from remove(state, place, BOMBARDED, "BP-SCA-BOMBARDMENT")
