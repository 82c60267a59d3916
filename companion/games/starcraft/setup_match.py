"""Set-up of the 1 v 1 match with its four neutral colours (SC-1V1)."""

from companion.games.starcraft import rules, setup_field
from companion.games.starcraft.factions import COLOURS
from companion.games.starcraft.state import NEUTRAL_COLOUR, StarcraftState
from companion.games.territory.claiming import free_places, take
from companion.games.territory.deployment import not_own, put, put_rest
from companion.locale.messages import gettext, joined
from companion.referee.questions import Choose, Option, Pick, Shuffle
from companion.referee.script import Report, Script

TURNS_EACH = 9
OWN_LEFT = rules.MATCH_UNITS - rules.MATCH_CARDS
NEUTRALS_LEFT = rules.NEUTRAL_UNITS - rules.NEUTRAL_CARDS
"""Units left after the deal for players and neutrals: 27 and 18, for nine turns of 3 and 1."""


def deal(state: StarcraftState) -> Script[None]:
    """SC-1V1: deal nine cards to each player and six to each neutral colour, then place bases."""
    free = free_places(state)
    if free:
        yield from _deal_cards(state, free)
    yield from place_bases(state, "SC-1V1")


def _deal_cards(state: StarcraftState, free: tuple[str, ...]) -> Script[None]:
    shares = dict.fromkeys(state.order, rules.MATCH_CARDS)
    shares |= dict.fromkeys(rules.neutrals(state), rules.NEUTRAL_CARDS)
    colours = joined(
        (COLOURS[neutral.removeprefix(NEUTRAL_COLOUR)] for neutral in rules.neutrals(state)), ", "
    )
    dealt = yield from Shuffle(
        prompt=gettext("Deal the territory cards"),
        detail=gettext(
            "9 each, {player} first; then 6 each, neutral: {colours}.",
            player=state.player(state.order[0]),
            colours=colours,
        ),
        rules=("SC-1V1",),
        items=free,
    )
    state.supply = dict.fromkeys(state.order, rules.MATCH_UNITS)
    state.supply |= dict.fromkeys(rules.neutrals(state), rules.NEUTRAL_UNITS)
    for place in dealt:
        due = (owner for owner in shares if len(state.held(owner)) < shares[owner])
        take(state, place, next(due, state.order[0]))
    yield from Report(gettext("The territories are dealt: one unit on each."), rules=("SC-1V1",))


def place_bases(state: StarcraftState, rule: str) -> Script[None]:
    """SC-1V1, SC-A16: each player puts a base on one of their territories; neutrals have none."""
    for seat in state.order:
        if seat not in state.bases and state.holds_land(seat):
            state.bases[seat] = yield from Pick(
                seat=seat,
                prompt=gettext("Where is {player}'s base?", player=state.player(seat)),
                detail=gettext("On a territory of your own. It never moves."),
                rules=(rule, "SC-A16"),
                allowed=state.held(seat),
                denied=not_own(state, seat, rule),
            )


def deploy(state: StarcraftState) -> Script[None]:
    """SC-1V1: in nine turns each, place three own units and one of every neutral colour; then minerals."""
    turns = 1 if state.house.placing == "all at once" else TURNS_EACH
    while neutrals_left := max(state.supply.get(neutral, 0) for neutral in rules.neutrals(state)):
        to_come = -(-neutrals_left * turns * 2 // NEUTRALS_LEFT) - 1
        seat = state.order[to_come % 2 - 1]
        yield from _put(state, seat, seat, OWN_LEFT // turns * (to_come // 2))
        for neutral in rules.neutrals(state):
            yield from _put(state, seat, neutral, NEUTRALS_LEFT // (2 * turns) * to_come)
    yield from put_rest(state, state.order, "SC-1V1", at_once=True)
    yield from setup_field.draw_minerals(state, "SC-1V1")


def _put(state: StarcraftState, seat: str, owner: str, remaining: int) -> Script[None]:
    """Place units until only `remaining` are left for later turns."""
    while (due := state.supply[owner] - remaining) > 0:
        down = yield from put(
            state,
            owner,
            due,
            "SC-1V1",
            asked=None if owner == seat else seat,
            detail=gettext("{units} left in all.", units=state.many(state.supply[owner])),
        )
        state.supply[owner] -= down.count


def roll_for_first(state: StarcraftState) -> Script[None]:
    """SC-1V1: after the set-up, roll again for the first turn."""
    first = yield from Choose(
        prompt=gettext("Who begins?"),
        detail=joined([gettext("Roll again."), gettext("High roll wins.")]),
        rules=("SC-1V1", "SC-TURN"),
        options=tuple(Option(seat.id, seat.name) for seat in state.seats),
    )
    state.order = (first, *(seat for seat in state.order if seat != first))
    state.active = first
