"""Rulings on attacks and cards, with the reasons for refusals."""

from collections.abc import Iterator

from companion.games.nuked import rules
from companion.games.nuked.rulesets import CARDS
from companion.games.nuked.state import NukedState, Offensive
from companion.games.territory.attack import AttackRules
from companion.locale.messages import gettext, joined, listed, ngettext
from companion.referee.ruling import Reason, Ruling, Why, objection

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


def _target_reasons(state: NukedState, seat: str, origin: str, target: str) -> Iterator[Why]:
    if state.holdings[target].owner == seat:
        yield lambda: objection("NK-ATK-1", "{place} is your own.", place=state.name(target))
        return
    if not (linked(state, origin, target) or by_sea(state, origin, target)):
        yield lambda: _too_far(state, origin, target)
    yield from protection(state, seat, target)
    if can_send(state, seat, origin, target) < rules.fewest(state, target):
        yield lambda: _too_few(state, seat, origin, target)


def _too_far(state: NukedState, origin: str, target: str) -> Reason:
    places = {"place": state.name(target), "origin": state.name(origin)}
    if not state.helped_by("boat"):
        return Reason("NK-MAP", gettext("{place} is not linked to {origin}.", **places))
    inland = [state.name(p) for p in (origin, target) if p in state.table.boat.landlocked]
    text = gettext(
        "{place} is not linked to {origin}, and no Boat goes to {inland}.",
        **places,
        inland=listed(inland, alternatives=True),
    )
    return Reason("NK-CRD-4", text, house=True)


def protection(state: NukedState, seat: str, target: str) -> Iterator[Reason]:
    """NK-CAP-2, NK-A11, NK-CRD-4: yield the reasons why a territory cannot be attacked yet."""
    owner = state.capital_of(target)
    if owner not in (None, seat) and rules.capitals_are_safe(state, seat):
        yield Reason("NK-CAP-2", _safe(state, state.name(target), state.player(owner)))
    if state.house.farm_lost == "safe" and state.farm_of(target) not in (None, seat):
        yield objection(
            "NK-A11",
            "{place} is {player}'s Farm, which is safe.",
            place=state.name(target),
            player=state.player(state.farm_of(target)),
            house=True,
        )
    if state.table.nuke.entering == "barred" and target in state.fallout:
        text = gettext("{place} is radiated, and cannot be entered.", place=state.name(target))
        yield Reason("NK-CRD-4", text, house=True)


def _safe(state: NukedState, place: str, player: str) -> str:
    if state.house.early == "game turns":
        return gettext(
            "{place} is {player}'s Capital, safe in the first three turns; this is turn {number}.",
            place=place,
            player=player,
            number=state.turn,
        )
    return gettext(
        "{place} is {player}'s Capital, safe in the first three rounds; this is round {number}.",
        place=place,
        player=player,
        number=state.round,
    )


def _too_few(state: NukedState, seat: str, origin: str, target: str) -> Reason:
    wanted, least = rules.need(state, target), rules.fewest(state, target)
    rule = "NK-ATK-4" if can_send(state, seat, origin, target) + 1 >= least else wanted.rule
    text = gettext("{sum}, and 1 stays: {number}.", sum=_sum(state, target), number=least + 1)
    return Reason(rule, joined([text, _reachable_by(state, seat, origin, target)]))


def _reachable_by(state: NukedState, seat: str, origin: str, target: str) -> str:
    alone, together = spare(state, seat, origin), can_send(state, seat, origin, target)
    if together > alone:
        return ngettext("{count} can go there in all.", "{count} can go there in all.", together)
    return gettext("{place} has {number}.", place=state.name(origin), number=state.holdings[origin].armies)


def _sum(state: NukedState, target: str) -> str:
    """Write the calculation of the soldiers needed: ``"Brazil needs 6 = 2 x 3"``."""
    wanted, least = rules.need(state, target), rules.fewest(state, target)
    name, times = state.name(target), wanted.times
    if not times:
        return gettext("{place} is unoccupied and needs {number}", place=name, number=wanted.troops)
    numbers = {"number": wanted.troops, "times": times, "defenders": wanted.troops // times}
    if least != wanted.troops:
        return gettext(
            "{place} needs {number} = {times} x {defenders}, {least} with the card",
            place=name,
            **numbers,
            least=least,
        )
    return gettext("{place} needs {number} = {times} x {defenders}", place=name, **numbers)


def refused_count(state: NukedState, target: str) -> Ruling:
    """NK-ATK-1, NK-ATK-2, NK-ATK-3: return the refusal of too few attackers."""
    wanted, least = rules.need(state, target), rules.fewest(state, target)
    reason = objection(wanted.rule, "{sum}.", sum=_sum(state, target))
    return Ruling.from_reasons((reason,), gettext("Send {number} or more.", number=least))


def refused_surplus(state: NukedState, origin: str, most: int) -> Ruling:
    """NK-ATK-4: return the refusal of too many attackers."""
    return Ruling.from_reasons((_one_stays(state, origin),), gettext("Send {number} or fewer.", number=most))


def _one_stays(state: NukedState, origin: str) -> Reason:
    soldiers = state.many(state.holdings[origin].armies)
    text = gettext(
        "{place} has {soldiers}, and one stays behind.", place=state.name(origin), soldiers=soldiers
    )
    return Reason("NK-ATK-4", text)


def _origin_reasons(state: NukedState, seat: str, origin: str) -> Iterator[Why]:
    """Yield why no attack is possible from here: it is not your own, or the reasons for each neighbour."""
    if state.holdings[origin].owner != seat:
        yield lambda: Reason("NK-MAP", state.belongs(origin))
    elif not spare(state, seat, origin):
        yield lambda: _one_stays(state, origin)
    elif not ATTACKS.can_attack(state, seat, origin):
        others = [p for p in state.neighbours(origin) if state.holdings[p].owner != seat]
        if not others:
            yield lambda: objection(
                "NK-MAP", "There is nothing to attack beside {place}.", place=state.name(origin)
            )
        for place in others:
            yield from _target_reasons(state, seat, origin, place)


def _in_effect(state: NukedState) -> str:
    """Name the prepared card."""
    if state.helped_by("boat"):
        return gettext("The Boat is ready.")
    return gettext("The Attack card counts for the next battle.") if state.helped_by("attack") else ""


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
        yield objection("NK-CRD-3", "{player} holds no card.", player=state.player(seat))
    if state.facts.played is not None:
        text = gettext(
            "One offensive card a turn, and this turn's was {card}.", card=_A_CARD[state.facts.played]
        )
        yield Reason("NK-CRD-1", text)
    if rules.in_hands(state, card) < 1:
        yield objection("NK-CRD-4", "Every {card} card is played already.", card=NAMES[card], house=True)
    if card == "nuke" and not strikes(state, seat):
        yield objection("NK-CRD-4", "There is nothing that a Nuke can strike.", house=True)


_A_CARD: dict[Offensive, str] = {
    "nuke": gettext("a Nuke"),
    "boat": gettext("a Boat"),
    "attack": gettext("an Attack"),
    "extra": gettext("an Extra Troop"),
}


def strikes(state: NukedState, seat: str) -> tuple[str, ...]:
    """NK-CRD-4: return the territories that this seat can strike with a Nuke."""
    return tuple(place for place in state.holdings if judge_strike(state, seat, place).allowed)


def judge_strike(state: NukedState, seat: str, place: str) -> Ruling:
    """NK-CRD-4, NK-A3: judge a Nuke on a territory: a rival's, within reach, and not protected."""
    return Ruling.from_reasons(_strike_reasons(state, seat, place))


def _strike_reasons(state: NukedState, seat: str, place: str) -> Iterator[Reason]:
    name, owner = state.name(place), state.holdings[place].owner
    if owner in (seat, None) and state.house.nuke_targets == "rivals":
        yield objection("NK-A21", "{place} belongs to no rival.", place=name, house=True)
        return
    near = owner == seat or any(state.holdings[p].owner == seat for p in state.neighbours(place))
    if state.table.nuke.reach == "next door" and not near:
        yield objection("NK-CRD-4", "{place} is not next to a territory of yours.", place=name, house=True)
    if state.capital_of(place) not in (None, seat):
        yield from _capital_from_the_air(state, seat, name)
    if state.house.farm_lost == "safe" and state.farm_of(place) not in (None, seat):
        yield objection("NK-A11", "{place} is a Farm, which is safe.", place=name, house=True)


def _capital_from_the_air(state: NukedState, seat: str, name: str) -> Iterator[Reason]:
    """NK-A3: yield why a Nuke may not strike a Capital."""
    if state.house.nuke_on_capital == "never":
        yield objection("NK-A3", "{place} is a Capital, and no Nuke may strike one.", place=name, house=True)
    elif state.house.nuke_on_capital == "later" and rules.capitals_are_safe(state, seat):
        yield objection("NK-A3", "{place} is a Capital, still safe from Nukes.", place=name, house=True)


def judge_defence(state: NukedState, place: str) -> Ruling:
    """NK-CRD-2, NK-A13: judge a Defence card for an attacked territory."""
    return Ruling.from_reasons(_defence_reasons(state, place))


def _defence_reasons(state: NukedState, place: str) -> Iterator[Reason]:
    owner, name = state.holdings[place].owner, state.name(place)
    if owner is None or owner == state.active:
        yield objection("NK-CRD-2", "Nobody defends {place} in another's turn.", place=name)
        return
    if not state.cards.hands[owner]:
        yield objection("NK-CRD-3", "{player} holds no card.", player=state.player(owner))
    any_card = state.house.answers == "any troop card"
    kinds = ("defence", "attack", "extra") if any_card else ("defence",)
    if not any(rules.in_hands(state, kind) > 0 for kind in kinds):
        yield objection("NK-CRD-4", "Every Defence card is played already.", house=True)
    if place in state.facts.defended and state.house.defence == "one a turn":
        yield objection("NK-CRD-2", "{place} has had its Defence card this turn.", place=name)
