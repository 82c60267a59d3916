"""Rulings on attacks and cards, with the reasons for refusals."""

from collections.abc import Iterator

from companion.games.nuked import rules
from companion.games.nuked.rulesets import CARDS
from companion.games.nuked.state import NukedState, Offensive
from companion.games.territory.attack import AttackRules
from companion.referee.ruling import Reason, Ruling

OFFENSIVE: tuple[Offensive, ...] = ("nuke", "boat", "attack", "extra")
NAMES = {kind: CARDS[kind] for kind in (*OFFENSIVE, "defence")}
"""Titles of the kinds of cards, the offensive ones first."""


def linked(state: NukedState, origin: str, target: str) -> bool:
    """NK-MAP: whether two territories share a border or a sea line."""
    return target in state.neighbours(origin)


def by_sea(state: NukedState, origin: str, target: str) -> bool:
    """NK-CRD-4: whether a played Boat connects two territories."""
    boat = state.table.boat
    if not state.helped_by("boat") or origin == target:
        return False
    return boat.reach == "anywhere" or not {origin, target} & set(boat.landlocked)


def reachable(state: NukedState, origin: str) -> tuple[str, ...]:
    """NK-MAP, NK-CRD-4: return the territories in reach of an attack from here, in board order."""
    if not state.helped_by("boat"):
        return state.neighbours(origin)
    return tuple(
        place for place in state.holdings if linked(state, origin, place) or by_sea(state, origin, place)
    )


def helpers(state: NukedState, seat: str, target: str) -> tuple[str, ...]:
    """NK-A6: return all territories of a seat that are linked to a target and can send a soldier."""
    return tuple(place for place in state.neighbours(target) if spare(state, seat, place) > 0)


def spare(state: NukedState, seat: str, place: str) -> int:
    """NK-ATK-4: return how many soldiers of this seat can leave a territory: all but one."""
    holding = state.holdings[place]
    return holding.armies - 1 if holding.owner == seat else 0


def can_send(state: NukedState, seat: str, origin: str, target: str) -> int:
    """NK-ATK-4, NK-A6: return how many soldiers can attack a target, from one origin or from several."""
    alone = spare(state, seat, origin)
    if state.house.origins == "one" or not linked(state, origin, target):
        return alone
    return alone + sum(spare(state, seat, place) for place in helpers(state, seat, target) if place != origin)


def _target_reasons(state: NukedState, seat: str, origin: str, target: str) -> Iterator[Reason]:
    if state.holdings[target].owner == seat:
        yield Reason("NK-ATK-1", f"{state.name(target)} is your own.")
        return
    if not (linked(state, origin, target) or by_sea(state, origin, target)):
        yield _too_far(state, origin, target)
    yield from protection(state, seat, target)
    yield from _too_few(state, seat, origin, target)


def _too_far(state: NukedState, origin: str, target: str) -> Reason:
    names = f"{state.name(target)} is not linked to {state.name(origin)}"
    if not state.helped_by("boat"):
        return Reason("NK-MAP", f"{names}.")
    inland = [state.name(p) for p in (origin, target) if p in state.table.boat.landlocked]
    return Reason("NK-CRD-4", f"{names}, and no Boat goes to {' or '.join(inland)}.", house=True)


def protection(state: NukedState, seat: str, target: str) -> Iterator[Reason]:
    """NK-CAP-2, NK-A11, NK-CRD-4: yield the reasons why a territory cannot be attacked yet."""
    name, owner = state.name(target), state.capital_of(target)
    if owner not in (None, seat) and rules.capitals_are_safe(state, seat):
        when = "the first three turns" if state.house.early == "game turns" else "the first three rounds"
        where = f"turn {state.turn}" if state.house.early == "game turns" else f"round {state.round}"
        yield Reason(
            "NK-CAP-2", f"{name} is {state.player(owner)}'s Capital, safe in {when}; this is {where}."
        )
    if state.house.farm_lost == "safe" and state.farm_of(target) not in (None, seat):
        yield Reason(
            "NK-A11", f"{name} is {state.player(state.farm_of(target))}'s Farm, which is safe.", house=True
        )
    if state.table.nuke.entering == "barred" and target in state.fallout:
        yield Reason("NK-CRD-4", f"{name} is radiated, and cannot be entered.", house=True)


def _too_few(state: NukedState, seat: str, origin: str, target: str) -> Iterator[Reason]:
    wanted, least = rules.need(state, target), rules.fewest(state, target)
    there = can_send(state, seat, origin, target)
    if there >= least:
        return
    rule = "NK-ATK-4" if there + 1 >= least else wanted.rule
    yield Reason(
        rule, f"{_sum(state, target)}, and 1 stays: {least + 1}. {_reachable_by(state, seat, origin, target)}"
    )


def _reachable_by(state: NukedState, seat: str, origin: str, target: str) -> str:
    alone, together = spare(state, seat, origin), can_send(state, seat, origin, target)
    if together > alone:
        return f"{together} can go there in all."
    return f"{state.name(origin)} has {state.holdings[origin].armies}."


def _sum(state: NukedState, target: str) -> str:
    """Write the calculation of the soldiers needed: ``"Brazil needs 6 = 2 x 3"``."""
    wanted, least = rules.need(state, target), rules.fewest(state, target)
    name, times = state.name(target), wanted.times
    if not times:
        return f"{name} is unoccupied and needs {wanted.troops}"
    card = f", {least} with the card" if least != wanted.troops else ""
    return f"{name} needs {wanted.troops} = {times} x {wanted.troops // times}{card}"


def refused_count(state: NukedState, target: str) -> Ruling:
    """NK-ATK-1, NK-ATK-2, NK-ATK-3: return the refusal of too few attackers."""
    wanted, least = rules.need(state, target), rules.fewest(state, target)
    reason = Reason(wanted.rule, f"{_sum(state, target)}.")
    return Ruling.from_reasons((reason,), f"Send {least} or more.")


def refused_surplus(state: NukedState, origin: str, most: int) -> Ruling:
    """NK-ATK-4: return the refusal of too many attackers."""
    there = state.holdings[origin].armies
    reason = Reason("NK-ATK-4", f"{state.name(origin)} has {state.many(there)}, and one stays behind.")
    return Ruling.from_reasons((reason,), f"Send {most} or fewer.")


def _origin_reasons(state: NukedState, seat: str, origin: str) -> Iterator[Reason]:
    """Yield why no attack is possible from here: it is not your own, or the reasons for each neighbour."""
    holding, name = state.holdings[origin], state.name(origin)
    if holding.owner != seat:
        yield Reason("NK-MAP", f"{name} belongs to {state.player(holding.owner)}.")
    elif not spare(state, seat, origin):
        yield Reason("NK-ATK-4", f"{name} has 1 soldier, and one stays behind.")
    elif not ATTACKS.can_attack(state, seat, origin):
        others = [p for p in state.neighbours(origin) if state.holdings[p].owner != seat]
        if not others:
            yield Reason("NK-MAP", f"There is nothing to attack beside {name}.")
        for place in others:
            yield from _target_reasons(state, seat, origin, place)


def _in_effect(state: NukedState) -> str:
    """Name the prepared card."""
    if state.helped_by("boat"):
        return "The Boat is ready."
    return "The Attack card counts for the next battle." if state.helped_by("attack") else ""


ATTACKS: AttackRules[NukedState] = AttackRules(
    _origin_reasons,
    _target_reasons,
    rules=("NK-ATK-5", "NK-ATK-4", "NK-A2"),
    target_rules=("NK-ATK-1", "NK-MAP"),
    detail=_in_effect,
    near=reachable,
)
"""NK-ATK-1 to NK-ATK-4: attack with enough soldiers over a border, a sea line or by Boat."""


def judge_card(state: NukedState, seat: str, card: Offensive) -> Ruling:
    """NK-CRD-1, NK-CRD-4: judge whether a seat may play an offensive card in its own turn."""
    return Ruling.from_reasons(_card_reasons(state, seat, card))


def _card_reasons(state: NukedState, seat: str, card: Offensive) -> Iterator[Reason]:
    if not state.cards.hands[seat]:
        yield Reason("NK-CRD-3", f"{state.player(seat)} holds no card.")
    if state.facts.played is not None:
        name = NAMES[state.facts.played]
        yield Reason("NK-CRD-1", f"One offensive card a turn, and this turn's was {_with_article(name)}.")
    if rules.in_hands(state, card) < 1:
        yield Reason("NK-CRD-4", f"Every {NAMES[card]} card is played already.", house=True)
    if card == "nuke" and not strikes(state, seat):
        yield Reason("NK-CRD-4", "There is nothing that a Nuke can strike.", house=True)


def _with_article(name: str) -> str:
    return f"an {name}" if name[0] in "AE" else f"a {name}"


def strikes(state: NukedState, seat: str) -> tuple[str, ...]:
    """NK-CRD-4: return the territories that this seat can strike with a Nuke."""
    return tuple(place for place in state.holdings if judge_strike(state, seat, place).allowed)


def judge_strike(state: NukedState, seat: str, place: str) -> Ruling:
    """NK-CRD-4, NK-A3: judge a Nuke on a territory: a rival's, within reach, and not protected."""
    return Ruling.from_reasons(_strike_reasons(state, seat, place))


def _strike_reasons(state: NukedState, seat: str, place: str) -> Iterator[Reason]:
    name, owner = state.name(place), state.holdings[place].owner
    if owner in (seat, None) and state.house.nuke_targets == "rivals":
        yield Reason("NK-A21", f"{name} belongs to no rival.", house=True)
        return
    near = owner == seat or any(state.holdings[p].owner == seat for p in state.neighbours(place))
    if state.table.nuke.reach == "next door" and not near:
        yield Reason("NK-CRD-4", f"{name} is not next to a territory of yours.", house=True)
    if state.capital_of(place) not in (None, seat):
        yield from _capital_from_the_air(state, seat, name)
    if state.house.farm_lost == "safe" and state.farm_of(place) not in (None, seat):
        yield Reason("NK-A11", f"{name} is a Farm, which is safe.", house=True)


def _capital_from_the_air(state: NukedState, seat: str, name: str) -> Iterator[Reason]:
    """NK-A3: yield why a Nuke may not strike a Capital."""
    if state.house.nuke_on_capital == "never":
        yield Reason("NK-A3", f"{name} is a Capital, and no Nuke may strike one.", house=True)
    elif state.house.nuke_on_capital == "later" and rules.capitals_are_safe(state, seat):
        yield Reason("NK-A3", f"{name} is a Capital, still safe from Nukes.", house=True)


def judge_defence(state: NukedState, place: str) -> Ruling:
    """NK-CRD-2, NK-A13: judge a Defence card for an attacked territory."""
    return Ruling.from_reasons(_defence_reasons(state, place))


def _defence_reasons(state: NukedState, place: str) -> Iterator[Reason]:
    owner, name = state.holdings[place].owner, state.name(place)
    if owner is None or owner == state.active:
        yield Reason("NK-CRD-2", f"Nobody defends {name} in another's turn.")
        return
    if not state.cards.hands[owner]:
        yield Reason("NK-CRD-3", f"{state.player(owner)} holds no card.")
    any_card = state.house.answers == "any troop card"
    kinds = ("defence", "attack", "extra") if any_card else ("defence",)
    if not any(rules.in_hands(state, kind) > 0 for kind in kinds):
        yield Reason("NK-CRD-4", "Every Defence card is played already.", house=True)
    if place in state.facts.defended and state.house.defence == "one a turn":
        yield Reason("NK-CRD-2", f"{name} has had its Defence card this turn.")
