"""Manual corrections of a game: units, losses, hands, decks and turn order."""

from collections.abc import Iterator
from functools import partial

from companion.games.rogue import rules
from companion.games.rogue.battlefield_check import COVER_TOKENS
from companion.games.rogue.deck import DECKS
from companion.games.rogue.setup import ALL_CARDS
from companion.games.rogue.state import (
    CLASSES,
    SOLDIERS,
    SOLDIERS_OF_A_CLASS,
    SQUAD,
    TANK,
    TOKENS,
    RogueState,
    Squad,
    TurnFacts,
)
from companion.games.rogue.symbol_dice import DICE, FACE_WORDS, in_words
from companion.games.rogue.victory import cancel_actions, cancel_combat
from companion.games.rogue.words import side_name
from companion.locale.messages import gettext, pgettext
from companion.referee.correction import Editable, apply, declared, editable, number
from companion.referee.entries import Changes
from companion.referee.ruling import ALLOWED, Reason, Ruling, objection

NOBODY = "nobody"
STEP_WORDS = {
    "draw": pgettext("step", "Draw"),
    "aircraft": gettext("Aircraft"),
    "dogfight": gettext("Dogfight"),
    "squad": gettext("Squad"),
    "combat": gettext("Combat"),
}
STEPS = tuple(STEP_WORDS)


def editables(state: RogueState) -> Iterator[Editable]:
    """List what can be corrected; before the squads are placed, only the dice."""
    if state.turn:
        for zone in state.ground.zones:
            yield from _squad(state, zone)
        yield from declared(state)
        yield from _aircraft(state)
        for seat in state.order:
            yield from _seat(state, seat)
        yield from _turn(state)
        yield from _facts(state)
    yield from _dice(state)


def _squad(state: RogueState, zone: str) -> Iterator[Editable]:
    """List the owner, the units and the leaders of a squad, which are set together."""
    squad, name = state.squads.get(zone, Squad(NOBODY, {})), state.name(zone)
    owners = (*state.order, NOBODY)
    yield editable(
        f"{zone}.squad", gettext("{zone}: squad of", zone=name), squad.owner, "RG-SQD-2", None, choices=owners
    )
    for unit in CLASSES:
        most, count = TOKENS if unit == TANK else SQUAD, squad.count(unit)
        label = gettext("{zone}: {unit} units", zone=name, unit=gettext(unit))
        yield editable(f"{zone}.{unit}", label, count, "RG-SQD-1", None, most=most)
    for unit in SOLDIERS:
        key, label = f"{zone}.leader-{unit}", gettext("{zone}: {unit} leaders", zone=name, unit=gettext(unit))
        leads, most = squad.leaders.count(unit), rules.most_leaders(state)
        yield editable(key, label, leads, "RG-LDR-1", None, most=most)


def _aircraft(state: RogueState) -> Iterator[Editable]:
    for tile in state.ground.tiles if state.plays("advanced") else ():
        for seat in state.order:
            here, fly = state.aircraft.get(tile.id, {}).get(seat, 0), partial(_fly, state, tile.id, seat)
            label = gettext("Tile {tile}: {player}'s aircraft", tile=tile.id, player=state.seat(seat).name)
            yield editable(f"{tile.id}.{seat}", label, here, "RG-AIR-2", fly, most=TOKENS)


def _fly(state: RogueState, tile: str, seat: str, count: int) -> None:
    here = state.aircraft.setdefault(tile, {})
    here.pop(seat, None)
    if count:
        here[seat] = count
    if state.dogfight is not None:
        cancel_combat(state)


def _seat(state: RogueState, seat: str) -> Iterator[Editable]:
    name, lost = state.seat(seat).name, state.lost[seat]
    for kind in DECKS:
        label = gettext("{player}: {card} cards", player=name, card=gettext(kind))
        yield number(state.hands[seat], kind, f"{seat}.{kind}", label, "RG-DRW-4", most=ALL_CARDS)
    for unit in SOLDIERS:
        label = gettext("{player}: {unit} units lost", player=name, unit=gettext(unit))
        yield number(lost, unit, f"{seat}.lost-{unit}", label, "RG-CMB-6", most=SOLDIERS_OF_A_CLASS)
    if state.plays("commander"):
        key, label = f"{seat}.commander", gettext("{player}: Commander tokens drawn", player=name)
        yield number(state.tokens_drawn, seat, key, label, "RG-CMD-3", most=rules.TOKENS_PER_GAME)


def _turn(state: RogueState) -> Iterator[Editable]:
    give, go = partial(_give_turn, state), partial(_go_to, state)
    yield editable(
        "game.active", gettext("Whose turn"), str(state.active), "RG-TML", give, choices=state.order
    )
    yield editable("game.step", gettext("Step"), state.step, "RG-TML", go, choices=STEPS, words=STEP_WORDS)


def _facts(state: RogueState) -> Iterator[Editable]:
    yield from declared(state, state.facts)
    words, win = {side.name: side_name(side.name) for side in state.plan.sides}, partial(_win, state)
    label, sides = gettext("Who has won"), (*words, NOBODY)
    yield editable("game.winner", label, NOBODY, "RG-WIN", win, choices=sides, momentary=True, words=words)
    for kind in DECKS:
        key, label = f"deck.{kind}", gettext("{card} cards in deck", card=gettext(kind))
        yield number(state.decks, kind, key, label, "RG-SET-2", most=ALL_CARDS, subject="game")


def _dice(state: RogueState) -> Iterator[Editable]:
    for die in DICE if state.faces else ():
        for at, face in enumerate(state.faces[die]):
            label = gettext("{die} die: face {number}", die=gettext(die), number=at + 1)
            turn, shown, words = partial(_set_face, state, die, at), in_words(face), tuple(FACE_WORDS)
            key = f"{die}.{at + 1}"
            yield editable(key, label, shown, "RG-CMB-5", turn, choices=words, subject="game")


def _set_face(state: RogueState, die: str, at: int, shown: str) -> None:
    faces = list(state.faces[die])
    faces[at] = FACE_WORDS[shown]
    state.faces[die] = tuple(faces)


def correct(state: RogueState, changes: Changes) -> Ruling:
    """Apply a correction; cancel a fight that it affects, and return its cards to the hands."""
    apply(_dice(state), changes)
    if not state.turn:
        return ALLOWED
    apply(declared(state), changes)
    reasons = [reason for zone in state.ground.zones for reason in _set_zone(state, zone, changes)]
    cover = sum(state.cover.values())
    if cover > COVER_TOKENS:
        reasons.append(
            objection("RG-DST", "There are {most} cover tokens, not {count}.", most=COVER_TOKENS, count=cover)
        )
    apply(_aircraft(state), changes)
    for seat in state.order:
        reasons += _set_seat(state, seat, changes)
    apply(_turn(state), changes)
    apply(_facts(state), changes)
    return Ruling.from_reasons(reasons)


def _set_zone(state: RogueState, zone: str, changes: Changes) -> Iterator[Reason]:
    touched = {key for key in changes if key.startswith(f"{zone}.")}
    if touched.intersection(one.correctable.key for one in _squad(state, zone)):
        yield from _set_squad(state, zone, changes)
    if touched and state.fight is not None and zone in (state.fight.origin, state.fight.target):
        cancel_combat(state)


def _set_squad(state: RogueState, zone: str, changes: Changes) -> Iterator[Reason]:
    """RG-SQD-1, RG-LDR-1: set a squad of one to four units of one owner, including its leaders."""
    old = state.squads.get(zone, Squad(NOBODY, {}))
    owner = str(changes.get(f"{zone}.squad", old.owner))
    count = {unit: int(changes.get(f"{zone}.{unit}", old.count(unit))) for unit in CLASSES}
    leads = {
        unit: int(changes.get(f"{zone}.leader-{unit}", min(old.leaders.count(unit), count[unit])))
        for unit in SOLDIERS
    }
    fresh = Squad(
        owner,
        {unit: number for unit, number in count.items() if number},
        [unit for unit, number in leads.items() for _ in range(number)],
    )
    emptied = owner == NOBODY and f"{zone}.squad" in changes
    if emptied or not fresh.size:
        state.squads.pop(zone, None)
    if emptied:
        return
    if not fresh.size and f"{zone}.squad" in changes:
        yield objection("RG-SQD-2", "{zone}: say as well which units are there.", zone=state.name(zone))
    yield from _impossible(state, zone, fresh)
    if fresh.size:
        state.squads[zone] = fresh
        state.holders[zone] = owner


def _impossible(state: RogueState, zone: str, squad: Squad) -> Iterator[Reason]:
    name = state.name(zone)
    if squad.size and squad.owner == NOBODY:
        yield objection("RG-SQD-2", "{zone}: say as well whose squad it is.", zone=name)
    if squad.size > SQUAD:
        yield objection(
            "RG-SQD-1", "{zone}: {count} units, a squad has at most four.", zone=name, count=squad.size
        )
    if any(squad.leaders.count(unit) > squad.count(unit) for unit in SOLDIERS):
        yield objection("RG-LDR-1", "{zone}: more leaders than units.", zone=name)
    if squad.size and "water" in state.ground.zone(zone).terrain:
        yield objection("RG-MOV-5", "{zone} is water.", zone=name)


def _set_seat(state: RogueState, seat: str, changes: Changes) -> Iterator[Reason]:
    """RG-TNK-1, RG-SET-1: set hands and losses within twenty soldiers and three tokens each."""
    apply(_seat(state, seat), changes)
    name = state.seat(seat).name
    for unit in SOLDIERS:
        room = SOLDIERS_OF_A_CLASS - state.on_board(seat, unit)
        if f"{seat}.lost-{unit}" not in changes:
            state.lost[seat][unit] = min(state.lost[seat][unit], max(0, room))
        if state.lost[seat][unit] > room:
            yield objection(
                "RG-SET-1",
                "{player} has {count} {unit} units in all.",
                player=name,
                count=SOLDIERS_OF_A_CLASS,
                unit=gettext(unit),
            )
    if state.on_board(seat, TANK) + state.flying(seat) > TOKENS:
        yield objection(
            "RG-TNK-1",
            "{player} has {count} tokens for tanks and aircraft together.",
            player=name,
            count=TOKENS,
        )
    if state.leaders(seat) > rules.most_leaders(state):
        yield objection(
            "RG-A14", "{player} has more than {count} leaders.", player=name, count=rules.most_leaders(state)
        )
    if state.tokens_used(seat) > rules.TOKENS_PER_GAME:
        yield objection(
            "RG-CMD-3",
            "{player} and team have {count} Commander tokens at most.",
            player=name,
            count=rules.TOKENS_PER_GAME,
        )


def _go_to(state: RogueState, step: str) -> None:
    if step == state.step:
        return
    cancel_combat(state)
    state.facts.dogfights = None
    state.facts.begun = state.facts.begun or step != "draw"
    state.step = step


def _win(state: RogueState, side: str) -> None:
    if side != NOBODY:
        state.winners = state.team(side)
        cancel_actions(state)


def _give_turn(state: RogueState, seat: str) -> None:
    """RG-TML, RG-TEAM: start the turn of another seat."""
    if seat == state.active:
        return
    team = state.team(state.side(seat)) if state.plays("advanced") else (seat,)
    state.team_to_go = (seat, *(member for member in team if member != seat))
    state.active, state.step, state.facts = seat, "draw", TurnFacts()
    state.facts.ordered = True
    cancel_actions(state)
