"""Turns: the five steps of the timeline, and the start and end of a turn (RG-TML)."""

from companion.games.rogue import air, card_draw, combat, effects, moves
from companion.games.rogue.state import SOLDIERS, PendingEffect, RogueState, TurnFacts
from companion.games.rogue.victory import check_victory, count_turns, declare_winner
from companion.games.rogue.words import side_name
from companion.locale.messages import gettext
from companion.referee.questions import Choose, Option
from companion.referee.script import Report, Script

PLAY_ON = "+on"


def draw(state: RogueState) -> Script[None]:
    """RG-TML: start the turn; from Intermediate on, draw cards and a token."""
    yield from effects.resolve_pending(state)
    yield from _begin(state)
    if state.winners or not state.plays("intermediate"):
        return
    while not state.facts.free_card and not state.winners:
        yield from card_draw.free_card(state)
        yield from effects.resolve_pending(state)
    if not state.facts.zone_cards and not state.winners:
        yield from card_draw.zone_cards(state)
    yield from card_draw.discard_surplus(state)
    yield from effects.resolve_pending(state)
    if state.plays("commander") and not state.facts.token_asked and not state.winners:
        yield from card_draw.commander_token(state)


def _begin(state: RogueState) -> Script[None]:
    if state.winners or state.facts.begun:
        return
    if len(state.team_to_go) > 1 and not state.facts.ordered:
        yield from _choose_order(state)
    yield from _replace_leader(state)
    if state.house.spawning == "one a turn" and not state.facts.spawned:
        state.facts.spawned = True
        state.pending.append(PendingEffect(state.mover.id, "spawn", 1, "leadership", any_unit=True))
    state.facts.begun = True
    yield from effects.resolve_pending(state)


def _choose_order(state: RogueState) -> Script[None]:
    """RG-TEAM: ask the team which of its players plays next."""
    state.active = yield from Choose(
        prompt=gettext("Who in the team goes next?"),
        rules=("RG-TEAM",),
        options=tuple(Option(seat, state.seat(seat).name) for seat in state.team_to_go),
    )
    state.facts.ordered = True


def _replace_leader(state: RogueState) -> Script[None]:
    """RG-LDR-2: replace a missing leader by a unit in a start zone, or by the next unit placed."""
    seat = state.mover.id
    due = seat in state.leader_due
    if state.leaders(seat):
        state.leader_due = tuple(due for due in state.leader_due if due != seat)
        return
    zones = tuple(zone for zone in state.start_zones(seat) if zone in state.zones_of(seat))
    if any(state.squads[zone].count(unit) for zone in zones for unit in SOLDIERS):
        yield from effects.promote(state, seat, zones, ("RG-LDR-2", "RG-TNK-3"))
        return
    if due:
        return
    state.leader_due = (*state.leader_due, seat)
    text = gettext("{player} has no leader: the next soldier in a start zone leads.", player=state.mover.name)
    yield from Report(text, seat=seat, rules=("RG-LDR-2",))


def aircraft(state: RogueState) -> Script[None]:
    """RG-AIR-1: move aircraft, from Advanced on."""
    yield from air.fly(state)


def dogfight(state: RogueState) -> Script[None]:
    """RG-AIR-4: dogfights, from Advanced on."""
    yield from air.dogfights(state)


def squad(state: RogueState) -> Script[None]:
    """RG-MOV-1: move a squad."""
    yield from moves.move_step(state)


def fight(state: RogueState) -> Script[None]:
    """RG-CMB-1: attack; then the turn ends."""
    yield from combat.attacks(state)
    if not state.winners:
        yield from _end(state)


def _end(state: RogueState) -> Script[None]:
    """RG-WIN: let players decide if no units are left; then count the turns of holding."""
    yield from card_draw.discard_unused_token(state)
    if not any(state.on_board(seat) for seat in state.order):
        yield from _nobody_left(state)
    if not state.winners:
        count_turns(state)
        yield from check_victory(state)


def _nobody_left(state: RogueState) -> Script[None]:
    chosen = yield from Choose(
        prompt=gettext("No units are left. Who has won?"),
        detail=gettext("The scenario does not say."),
        rules=("RG-WIN",),
        options=(
            *(Option(side.name, side_name(side.name)) for side in state.plan.sides),
            Option(PLAY_ON, gettext("Play on")),
        ),
    )
    if chosen != PLAY_ON:
        yield from declare_winner(state, chosen, gettext("as the table decided"))


def pass_turn(state: RogueState) -> None:
    """RG-TML: pass the turn clockwise; RG-TEAM: in Advanced, first to the rest of the team."""
    before = state.mover.id
    left = tuple(seat for seat in state.team_to_go if seat != before)
    if left:
        state.team_to_go = left
    elif state.plays("advanced"):
        sides = [side.name for side in state.plan.sides]
        at = (sides.index(state.side(before)) + 1) % len(sides)
        state.team_to_go = state.team(sides[at])
        state.round += at == 0
    else:
        at = (state.order.index(before) + 1) % len(state.order)
        state.team_to_go = (state.order[at],)
        state.round += at == 0
    state.active = state.team_to_go[0]
    state.turn += 1
    state.facts = TurnFacts()
