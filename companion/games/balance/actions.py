"""Special combat actions except bombs: for each the objections to buying it, and its effect."""

from collections.abc import Callable, Iterator

from companion.games.balance import cards, combat, neutral
from companion.games.balance.state import ActionId, BalanceState, LastingEffect, PendingAction
from companion.games.territory import battle, movement
from companion.games.territory.deployment import put
from companion.games.territory.rewards import AIRFIELD, place_tower
from companion.games.territory.state import NEUTRAL
from companion.locale.messages import gettext, ngettext
from companion.referee.questions import Choose, Count, Option, Pick, PickOrEnd
from companion.referee.ruling import ALLOWED, Reason, Ruling, objection, refuse
from companion.referee.script import Report, Script

MANEUVERED = 5
DRAFTED = 3


def opponents(state: BalanceState) -> tuple[str, ...]:
    """Return the other players, in seat order."""
    return tuple(seat.id for seat in state.playing() if seat.id != state.active)


def enemies_next_door(state: BalanceState) -> tuple[str, ...]:
    """Return the enemy territories adjacent to a territory of the active seat."""
    near = {place for own in state.held(state.mover.id) for place in state.neighbours(own)}
    return tuple(
        place
        for place, holding in state.holdings.items()
        if place in near and holding.owner not in (state.active, None)
    )


def not_next_door(state: BalanceState, allowed: tuple[str, ...], rule: str) -> dict[str, Ruling]:
    """Return a refusal for each territory that is not allowed, with the reason."""
    near = enemies_next_door(state)
    return {
        place: refuse(rule, _why_not(state, place, near), instead=gettext("Choose an enemy next to you."))
        for place in state.holdings
        if place not in allowed
    }


def _why_not(state: BalanceState, place: str, near: tuple[str, ...]) -> str:
    name, holding = state.name(place), state.holdings[place]
    if holding.owner in (state.active, None):
        return gettext("{place} does not belong to an enemy.", place=name)
    if place not in near:
        return gettext("{place} is not next to a territory of yours.", place=name)
    return gettext(
        "{place} has {troops}: nothing can be done there.", place=name, troops=state.many(holding.armies)
    )


def bound(state: BalanceState, action: ActionId, target: str) -> bool:
    """Return whether an action already affects a target; for alliances count only the active seat's."""
    mine = {"alliance": (state.active,)}.get(action)
    return any(
        effect.target == target and (mine is None or effect.by in mine) for effect in state.in_force(action)
    )


def report(state: BalanceState, text: str, *rules: str) -> Script[None]:
    """Report what an action of the active seat did."""
    yield from Report(text, seat=state.active, rules=rules)


# --- Recon Mission, Special Forces, Improved Attack, Improved Defence ---------------------------------------


def no_site_to_attack(state: BalanceState) -> Iterator[Reason]:
    """BP-SCA-RECON: object if the buyer holds every site, or recon already protects every attack die."""
    if not set(state.landmarks["site"]) - set(state.held(state.mover.id)):
        yield objection("BP-SCA-RECON", "You hold every site: there is none to attack.")
    dice = battle.ATTACK_DICE + state.facts.extra_dice
    if state.facts.recon >= dice:
        yield objection(
            "BP-SCA-RECON",
            "No die can show 1 already.",
        )


def recon(state: BalanceState) -> Script[None]:
    """BP-SCA-RECON: protect one more die from showing a one in attacks on sites this turn."""
    state.facts.recon += 1
    text = ngettext(
        "At a site {count} die cannot show 1.",
        "At a site {count} dice cannot show 1.",
        state.facts.recon,
    )
    yield from report(state, text, "BP-SCA-RECON")


def forces_already(state: BalanceState) -> Iterator[Reason]:
    """BP-SCA-FORCES: object if already bought this turn, or if the buyer holds all rough terrain."""
    if state.facts.special_forces:
        yield objection("BP-SCA-FORCES", "Rough terrain may be attacked with 3 this turn already.")
    if not set(state.landmarks["rough"]) - set(state.held(state.mover.id)):
        yield objection("BP-SCA-FORCES", "You hold all rough terrain: there is none to attack.")


def special_forces(state: BalanceState) -> Script[None]:
    """BP-SCA-FORCES: allow three dice in attacks on rough terrain this turn."""
    state.facts.special_forces = True
    yield from report(state, gettext("Rough terrain may be attacked with 3 this turn."), "BP-SCA-FORCES")


def extra_die_already(state: BalanceState) -> Iterator[Reason]:
    """BP-SCA-ATTACK, BP-A12: object to a second extra die, if the house rule allows only one."""
    if state.facts.extra_dice and state.house.extra_dice == "one":
        yield objection("BP-A12", "You attack with an extra die already; one is the most.", house=True)


def improve_attack(state: BalanceState) -> Script[None]:
    """BP-SCA-ATTACK: add an attack die for this turn."""
    state.facts.extra_dice += 1
    text = ngettext(
        "Attacks have {count} extra die this turn.",
        "Attacks have {count} extra dice this turn.",
        state.facts.extra_dice,
    )
    yield from report(state, text, "BP-SCA-ATTACK", "BP-A12")


def defence_die_already(state: BalanceState) -> Iterator[Reason]:
    """BP-SCA-DEFENSE, BP-A12: object to a second extra die, if the house rule allows only one."""
    if combat.improved_defence(state, state.active) and state.house.extra_dice == "one":
        yield objection("BP-A12", "You defend with an extra die already; one is the most.", house=True)


def improve_defence(state: BalanceState) -> Script[None]:
    """BP-SCA-DEFENSE: add a defence die until the buyer's next turn."""
    state.effects.append(LastingEffect("defence", state.mover.id))
    text = ngettext(
        "{player} defends with an extra die until their next turn.",
        "{player} defends with {count} extra dice until their next turn.",
        combat.improved_defence(state, state.mover.id),
        player=state.mover.name,
    )
    yield from report(state, text, "BP-SCA-DEFENSE", "BP-A12", "BP-A13")


# --- Maneuver, Draft 3 Troops -------------------------------------------------------------------------------


def nowhere_to_move(state: BalanceState) -> Iterator[Reason]:
    """BP-SCA-MANEUVER: object if no troops can move to another connected territory."""
    if not movement.movers_of(state, state.mover.id, adjacent_only=False):
        yield objection(
            "BP-SCA-MANEUVER", "No troops to spare are connected with another territory of yours."
        )


def maneuver(state: BalanceState) -> Script[None]:
    """BP-SCA-MANEUVER: move up to five troops to one territory from connected territories."""
    pending = state.facts.pending or PendingAction("maneuver")
    if not pending.place:
        pending.place, pending.left = (yield from _pick_meeting_place(state)), MANEUVERED
    while pending.left and (near := _origins_for(state, pending.place)):
        origin = yield from _pick_column(state, pending, near)
        if origin is None:
            return
        yield from _send(state, pending, origin)


def _origins_for(state: BalanceState, target: str) -> tuple[str, ...]:
    connected = state.connected(target) - {target}
    return tuple(place for place in state.held(state.mover.id) if _can_send(state, place, connected))


def _can_send(state: BalanceState, place: str, connected: frozenset[str]) -> bool:
    return place in connected and state.holdings[place].armies > 1


def _pick_meeting_place(state: BalanceState) -> Pick:
    allowed = tuple(place for place in state.held(state.mover.id) if _origins_for(state, place))
    return Pick(
        seat=state.active,
        prompt=gettext("Maneuver: move troops to where?"),
        detail=gettext("Up to {count}, from territories connected with it.", count=MANEUVERED),
        rules=("BP-SCA-MANEUVER",),
        allowed=allowed,
        denied=_unconnected(
            state, allowed, lambda name: gettext("No troops to spare are connected with {place}.", place=name)
        ),
    )


def _pick_column(state: BalanceState, pending: PendingAction, near: tuple[str, ...]) -> PickOrEnd:
    return PickOrEnd(
        seat=state.active,
        prompt=gettext("Move to {place} from where?", place=state.name(pending.place)),
        detail=gettext("{troops} more may go.", troops=state.many(pending.left)),
        rules=("BP-SCA-MANEUVER",),
        allowed=near,
        denied=_unconnected(
            state,
            near,
            lambda name: gettext(
                "{place} has none to spare or is not connected with {other}.",
                place=name,
                other=state.name(pending.place),
            ),
        ),
        end=gettext("Enough"),
        focus=(pending.place,),
    )


def _unconnected(
    state: BalanceState, allowed: tuple[str, ...], text: Callable[[str], str]
) -> dict[str, Ruling]:
    return {
        place: refuse("BP-SCA-MANEUVER", text(state.name(place)))
        for place in state.holdings
        if place not in allowed
    }


def _send(state: BalanceState, pending: PendingAction, origin: str) -> Script[None]:
    most = min(pending.left, state.holdings[origin].armies - 1)
    troops = yield from Count(
        seat=state.active,
        prompt=gettext("How many troops leave {place}?", place=state.name(origin)),
        detail=gettext("At most {count} in all; one stays.", count=MANEUVERED),
        rules=("BP-SCA-MANEUVER",),
        least=1,
        most=most,
        suggested=most,
        unit=gettext("troops"),
        focus=(origin, pending.place),
    )
    state.holdings[origin].armies -= troops
    state.holdings[pending.place].armies += troops
    pending.left -= troops
    text = ngettext(
        "{count} troop moves to {place}.",
        "{count} troops move to {place}.",
        troops,
        place=state.name(pending.place),
    )
    yield from report(state, text, "BP-SCA-MANEUVER")


def no_troops_to_draft(state: BalanceState) -> Iterator[Reason]:
    """BP-SCA-DRAFT: object if the troop pile and the Pile of Casualties, which fills it, are empty."""
    seat = state.mover.id
    if not state.troop_pile[seat] + state.casualties[seat]:
        yield objection("BP-SCA-DRAFT", "Your troop pile is empty: every troop is on the board.")


def draft_three(state: BalanceState) -> Script[None]:
    """BP-SCA-DRAFT: add up to three troops to the supply; the buyer places them immediately."""
    seat = state.mover.id
    troops = min(DRAFTED, state.troop_pile[seat])
    state.troop_pile[seat] -= troops
    state.supply[seat] += troops
    yield from report(
        state, ngettext("{count} troop is drafted.", "{count} troops are drafted.", troops), "BP-SCA-DRAFT"
    )


def put_drafted(state: BalanceState) -> Script[None]:
    """BP-SCA-DRAFT: place the drafted troops on the buyer's territories."""
    seat = state.mover.id
    while state.supply[seat] and state.holds_land(seat):
        down = yield from put(
            state, seat, state.supply[seat], "BP-SCA-DRAFT", detail=gettext("Before the draft of the turn.")
        )
        state.supply[seat] -= down.count


# --- Forced Alliance, Kill General, Sabotage, Espionage -----------------------------------------------------


def _choose_somebody(
    state: BalanceState, prompt: str, rule: str, rulings: dict[str, Ruling], detail: str = ""
) -> Choose:
    return Choose(
        seat=state.active,
        prompt=prompt,
        detail=detail,
        rules=(rule, "BP-A13"),
        options=tuple(Option(who, state.called(who), ruling=ruling) for who, ruling in rulings.items()),
    )


def _possible_allies(state: BalanceState) -> dict[str, Ruling]:
    everybody = (*opponents(state), *((NEUTRAL,) if state.neutral_army else ()))
    return {
        who: _refuse_if_in_effect(
            state,
            "alliance",
            who,
            "BP-SCA-ALLIANCE",
            lambda name: gettext("{player} must be your ally already.", player=name),
        )
        for who in everybody
    }


def _refuse_if_in_effect(
    state: BalanceState, action: ActionId, who: str, rule: str, text: Callable[[str], str]
) -> Ruling:
    if not bound(state, action, who):
        return ALLOWED
    return refuse(rule, text(state.called(who)))


def nobody_to_ally(state: BalanceState) -> Iterator[Reason]:
    """BP-SCA-ALLIANCE: object if every possible ally is bound already."""
    if not any(ruling.allowed for ruling in _possible_allies(state).values()):
        yield objection("BP-SCA-ALLIANCE", "Everybody must be your ally already.")


def alliance(state: BalanceState) -> Script[None]:
    """BP-SCA-ALLIANCE: choose an opponent, who cannot attack the buyer in their next turn."""
    ally = yield from _choose_somebody(
        state, gettext("Forced Alliance: with whom?"), "BP-SCA-ALLIANCE", _possible_allies(state)
    )
    state.effects.append(LastingEffect("alliance", state.mover.id, ally))
    text = gettext(
        "{player} cannot attack {other} in their next turn.",
        player=state.called(ally),
        other=state.mover.name,
    )
    yield from report(state, text, "BP-SCA-ALLIANCE", "BP-A13")


def _living_generals(state: BalanceState) -> tuple[str, ...]:
    dead = {effect.place for effect in state.in_force("general") if effect.by == state.active}
    return tuple(place for place in enemies_next_door(state) if place not in dead)


def no_general_to_kill(state: BalanceState) -> Iterator[Reason]:
    """BP-SCA-GENERAL: object if no adjacent enemy territory has a general."""
    if not _living_generals(state):
        yield objection("BP-SCA-GENERAL", "No enemy next to you has a general left.")


def kill_general(state: BalanceState) -> Script[None]:
    """BP-SCA-GENERAL: forbid attacks on the buyer from one territory in its owner's next turn."""
    allowed = _living_generals(state)
    place = yield from Pick(
        seat=state.active,
        prompt=gettext("Kill the general of which territory?"),
        detail=gettext("No attack on you from there in their next turn."),
        rules=("BP-SCA-GENERAL", "BP-A13"),
        allowed=allowed,
        denied=not_next_door(state, allowed, "BP-SCA-GENERAL"),
    )
    owner = str(state.holdings[place].owner)
    state.effects.append(LastingEffect("general", state.mover.id, owner, place))
    text = gettext(
        "The general in {place} is dead: no attack on {player} from there.",
        place=state.name(place),
        player=state.mover.name,
    )
    yield from report(state, text, "BP-SCA-GENERAL", "BP-A13")


def _possible_victims(state: BalanceState) -> dict[str, Ruling]:
    return {
        who: _refuse_if_in_effect(
            state,
            "sabotage",
            who,
            "BP-SCA-SABOTAGE",
            lambda name: gettext("{player} is sabotaged already.", player=name),
        )
        for who in opponents(state)
    }


def nobody_to_sabotage(state: BalanceState) -> Iterator[Reason]:
    """BP-SCA-SABOTAGE: object if every opponent is sabotaged already."""
    if not any(ruling.allowed for ruling in _possible_victims(state).values()):
        yield objection("BP-SCA-SABOTAGE", "Everybody else is sabotaged already.")


def sabotage(state: BalanceState) -> Script[None]:
    """BP-SCA-SABOTAGE: choose an opponent, who drafts only 40% in their next turn."""
    victim = yield from _choose_somebody(
        state, gettext("Sabotage: whose draft?"), "BP-SCA-SABOTAGE", _possible_victims(state)
    )
    state.effects.append(LastingEffect("sabotage", state.mover.id, victim))
    text = gettext("{player} drafts only 40% in their next turn.", player=state.player(victim))
    yield from report(state, text, "BP-SCA-SABOTAGE", "BP-A13", "BP-A15")


def _holders(state: BalanceState) -> dict[str, Ruling]:
    return {
        who: ALLOWED
        if state.cards.hands[who]
        else refuse("BP-SCA-ESPIONAGE", "{player} has no card.", player=state.called(who))
        for who in opponents(state)
    }


def no_card_to_steal(state: BalanceState) -> Iterator[Reason]:
    """BP-SCA-ESPIONAGE: object if no opponent holds a card."""
    if not any(ruling.allowed for ruling in _holders(state).values()):
        yield objection("BP-SCA-ESPIONAGE", "Nobody else holds a card.")


def espionage(state: BalanceState) -> Script[None]:
    """BP-SCA-ESPIONAGE: take a card of an opponent; BP-A23: at random, or the victim chooses it."""
    at_random = state.house.espionage == "random"
    victim = yield from _choose_somebody(
        state,
        gettext("Espionage: whose card?"),
        "BP-SCA-ESPIONAGE",
        _holders(state),
        gettext("Draw it at random.") if at_random else gettext("They choose which."),
    )
    state.cards.hands[victim] -= 1
    cards.receive(state, state.mover.id, 1)
    text = gettext("{player} steals a card of {other}.", player=state.mover.name, other=state.player(victim))
    yield from report(state, text, "BP-SCA-ESPIONAGE", "BP-A23")


# --- Draw Card, Neutral Attack, Build Airfield --------------------------------------------------------------


def no_card_to_draw(state: BalanceState) -> Iterator[Reason]:
    """BP-SCA-CARD: object if no card is left to draw."""
    if not cards.left_to_draw(state):
        yield objection("BP-SCA-CARD", "No card is left to draw.")


def draw_card(state: BalanceState) -> Script[None]:
    """BP-SCA-CARD: draw a card."""
    state.facts.pending = None
    yield from cards.draw(state, state.mover.id)


def no_neutral_attack(state: BalanceState) -> Iterator[Reason]:
    """BP-SCA-NEUTRAL: object if there is no neutral army, or if it cannot attack."""
    if not state.neutral_army:
        yield objection("BP-SCA-NEUTRAL", "There is no neutral army.")
    elif not combat.ATTACKS.origins(state, NEUTRAL):
        yield objection("BP-SCA-NEUTRAL", "No neutral troops may attack anybody for you.")


def neutral_attack(state: BalanceState) -> Script[None]:
    """BP-SCA-NEUTRAL: make one attack with the neutral army; the buyer commands it."""
    yield from neutral.attack_once(state, state.mover.id, "BP-SCA-NEUTRAL")


def no_room_for_airfield(state: BalanceState) -> Iterator[Reason]:
    """BP-SCA-AIRFIELD: object if each of the buyer's territories has an airfield."""
    if all(place in state.airfields for place in state.held(state.mover.id)):
        yield objection("BP-SCA-AIRFIELD", "Every territory of yours has an airfield.")


def build_airfield(state: BalanceState) -> Script[None]:
    """BP-SCA-AIRFIELD: build an airfield on one of the buyer's territories."""
    place = yield from place_tower(state, state.airfields, state.mover.id, "BP-SCA-AIRFIELD", words=AIRFIELD)
    if place is not None:
        yield from report(
            state, gettext("An airfield is built in {place}.", place=state.name(place)), "BP-SCA-AIRFIELD"
        )
