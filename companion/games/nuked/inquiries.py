"""What can be asked at any time with "may I?", without acting."""

from collections.abc import Iterator

from companion.errors import UnknownName
from companion.games.nuked import rules, verdicts
from companion.games.nuked.state import NukedState
from companion.games.territory.turns import in_step
from companion.referee.ruling import Reason, Ruling


def judge_attack(state: NukedState, *, origin: str, target: str, soldiers: int | None = None) -> Ruling:
    """NK-ATK-1 to NK-ATK-4: may the active seat attack this territory from that one, with so many?"""
    origin, target = state.map.territory(origin).id, state.map.territory(target).id
    return in_step(state, "attack", "NK-TURN", lambda: _judge_attack(state, origin, target, soldiers))


def _judge_attack(state: NukedState, origin: str, target: str, sent: int | None) -> Ruling:
    seat = state.mover.id
    if verdicts.spare(state, seat, origin) == 0:
        return verdicts.judge_origin(state, seat, origin)
    target_ruling = verdicts.judge_target(state, seat, origin, target)
    if sent is None or not target_ruling.allowed:
        return target_ruling
    reasons = _number(state, seat, origin, target, sent)
    return Ruling.from_reasons(
        reasons, f"Send {rules.fewest(state, target)} to {verdicts.spare(state, seat, origin)}."
    )


def _number(state: NukedState, seat: str, origin: str, target: str, sent: int) -> Iterator[Reason]:
    most = verdicts.spare(state, seat, origin)
    if sent < rules.fewest(state, target) and state.house.origins == "one":
        yield from verdicts.refused_count(state, target).reasons
    if sent > most:
        yield from verdicts.refused_surplus(state, origin, most).reasons


def judge_card(state: NukedState, *, card: str) -> Ruling:
    """NK-CRD-1: may the active seat play this offensive card now?"""
    kind = next((known for known in verdicts.OFFENSIVE if known == card), None)
    if kind is None:
        raise UnknownName(f"There is no offensive card {card!r}; there are: {', '.join(verdicts.OFFENSIVE)}.")
    return in_step(state, state.step, "NK-TURN", lambda: verdicts.judge_card(state, state.mover.id, kind))


def judge_defence(state: NukedState, *, place: str) -> Ruling:
    """NK-CRD-2: may a Defence card be played on this territory, should it be attacked now?"""
    place = state.map.territory(place).id
    return in_step(state, "attack", "NK-TURN", lambda: verdicts.judge_defence(state, place))


def judge_nuke(state: NukedState, *, target: str) -> Ruling:
    """NK-CRD-4, NK-A3: may the active seat strike this territory with a Nuke?"""
    target = state.map.territory(target).id
    return in_step(state, state.step, "NK-TURN", lambda: _judge_nuke(state, target))


def _judge_nuke(state: NukedState, target: str) -> Ruling:
    seat = state.mover.id
    card = verdicts.judge_card(state, seat, "nuke")
    return Ruling.from_reasons((*card.reasons, *verdicts.judge_strike(state, seat, target).reasons))
