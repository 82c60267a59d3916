"""Inquiries of Nuked: "may I?" questions that change nothing."""

from collections.abc import Iterator

from companion.errors import UnknownName
from companion.games.nuked import rules, rulings
from companion.games.nuked.state import NukedState
from companion.games.territory.turns import in_step
from companion.locale.messages import gettext, joined
from companion.referee.ruling import Reason, Ruling


def judge_attack(state: NukedState, *, origin: str, target: str, soldiers: int | None = None) -> Ruling:
    """NK-ATK-1 to NK-ATK-4: judge whether the active seat can attack `target` with this many soldiers."""
    origin, target = state.map.territory(origin).id, state.map.territory(target).id
    return in_step(state, "attack", "NK-TURN", lambda: _judge_attack(state, origin, target, soldiers))


def _judge_attack(state: NukedState, origin: str, target: str, sent: int | None) -> Ruling:
    seat = state.mover.id
    attacks = rulings.ATTACKS
    if rulings.spare(state, seat, origin) == 0:
        reasons = attacks.origin_reasons(state, seat, origin)
        return Ruling.from_reasons(reasons, attacks.instead_of_origin(state, seat))
    target_reasons = attacks.target_reasons(state, seat, origin, target)
    target_ruling = Ruling.from_reasons(target_reasons, attacks.instead_of_target(state, seat, origin))
    if sent is None or not target_ruling.allowed:
        return target_ruling
    return Ruling.from_reasons(
        _number(state, seat, origin, target, sent),
        gettext(
            "Send {least} to {most}.",
            least=rules.fewest(state, target),
            most=rulings.spare(state, seat, origin),
        ),
    )


def _number(state: NukedState, seat: str, origin: str, target: str, sent: int) -> Iterator[Reason]:
    most = rulings.spare(state, seat, origin)
    if sent < rules.fewest(state, target) and state.house.origins == "one":
        yield from rulings.refused_count(state, target).reasons
    if sent > most:
        yield from rulings.refused_surplus(state, origin, most).reasons


def judge_card(state: NukedState, *, card: str) -> Ruling:
    """NK-CRD-1: judge whether the active seat can play this offensive card now."""
    kind = next((known for known in rulings.OFFENSIVE if known == card), None)
    if kind is None:
        raise UnknownName(
            "There is no offensive card {card!r}; there are: {cards}.",
            card=card,
            cards=joined(rulings.OFFENSIVE, ", "),
        )
    return in_step(state, state.step, "NK-TURN", lambda: rulings.judge_card(state, state.mover.id, kind))


def judge_defence(state: NukedState, *, place: str) -> Ruling:
    """NK-CRD-2: judge whether a Defence card could be played on this territory if it were attacked now."""
    place = state.map.territory(place).id
    return in_step(state, "attack", "NK-TURN", lambda: rulings.judge_defence(state, place))


def judge_nuke(state: NukedState, *, target: str) -> Ruling:
    """NK-CRD-4, NK-A3: judge whether the active seat can strike this territory with a Nuke."""
    target = state.map.territory(target).id
    return in_step(state, state.step, "NK-TURN", lambda: _judge_nuke(state, target))


def _judge_nuke(state: NukedState, target: str) -> Ruling:
    seat = state.mover.id
    card = rulings.judge_card(state, seat, "nuke")
    return Ruling.from_reasons((*card.reasons, *rulings.judge_strike(state, seat, target).reasons))
