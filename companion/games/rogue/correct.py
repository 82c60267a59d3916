"""Manual corrections of a game: units, losses, hands, decks and turn order."""

from collections.abc import Iterator

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
from companion.referee.correction import Correctable
from companion.referee.entries import Changes
from companion.referee.ruling import ALLOWED, Reason, Ruling

NOBODY = "nobody"
STEPS = ("draw", "aircraft", "dogfight", "squad", "combat")


def correctables(state: RogueState) -> tuple[Correctable, ...]:
    """List all values that can be corrected; before the squads are placed, only the dice."""
    dice = tuple(_dice(state))
    if not state.turn:
        return dice
    return (
        *(correctable for zone in state.ground.zones for correctable in _zone(state, zone)),
        *_aircraft(state),
        *(correctable for seat in state.order for correctable in _seat(state, seat)),
        *_game(state),
        *dice,
    )


def _zone(state: RogueState, zone: str) -> Iterator[Correctable]:
    squad = state.squads.get(zone, Squad(NOBODY, {}))
    name = state.name(zone)
    owners = (*state.order, NOBODY)
    yield Correctable(f"{zone}.squad", zone, f"{name}: squad of", squad.owner, "RG-SQD-2", owners)
    for unit in CLASSES:
        most = TOKENS if unit == TANK else SQUAD
        label = f"{name}: {unit} units"
        yield Correctable(f"{zone}.{unit}", zone, label, squad.count(unit), "RG-SQD-1", most=most)
    for unit in SOLDIERS:
        leads, most = squad.leaders.count(unit), rules.most_leaders(state)
        label = f"{name}: {unit} leaders"
        yield Correctable(f"{zone}.leader-{unit}", zone, label, leads, "RG-LDR-1", most=most)
    cover = state.cover.get(zone, 0)
    yield Correctable(f"{zone}.cover", zone, f"{name}: cover", cover, "RG-DST", most=COVER_TOKENS)
    if state.house.control == "lasting":
        holder = state.holders.get(zone, NOBODY)
        yield Correctable(f"{zone}.holder", zone, f"{name}: last held by", holder, "RG-A1", owners)


def _aircraft(state: RogueState) -> Iterator[Correctable]:
    if state.plays("advanced"):
        for tile in state.ground.tiles:
            for seat in state.order:
                here = state.aircraft.get(tile.id, {}).get(seat, 0)
                label = f"Tile {tile.id}: {state.seat(seat).name}'s aircraft"
                yield Correctable(f"{tile.id}.{seat}", tile.id, label, here, "RG-AIR-2", most=TOKENS)


def _seat(state: RogueState, seat: str) -> Iterator[Correctable]:
    name = state.seat(seat).name
    for kind in DECKS:
        hand = state.hands[seat][kind]
        yield Correctable(f"{seat}.{kind}", seat, f"{name}: {kind} cards", hand, "RG-DRW-4", most=ALL_CARDS)
    for unit in SOLDIERS:
        lost = state.lost[seat][unit]
        label = f"{name}: {unit} units lost"
        yield Correctable(f"{seat}.lost-{unit}", seat, label, lost, "RG-CMB-6", most=SOLDIERS_OF_A_CLASS)
    if state.plays("commander"):
        drawn = state.tokens_drawn[seat]
        label = f"{name}: Commander tokens drawn"
        yield Correctable(f"{seat}.commander", seat, label, drawn, "RG-CMD-3", most=rules.TOKENS_PER_GAME)


def _game(state: RogueState) -> Iterator[Correctable]:
    sides = (*(side.name for side in state.plan.sides), NOBODY)
    yield Correctable("game.active", "game", "Whose turn", str(state.active), "RG-TML", state.order)
    yield Correctable("game.step", "game", "Step", state.step, "RG-TML", STEPS)
    yield Correctable("game.moves", "game", "Moves left", state.facts.moves, "RG-MOV-1", most=99)
    yield Correctable("game.attacks", "game", "Attacks left", state.facts.attacks, "RG-CMB-1", most=99)
    yield Correctable("game.winner", "game", "Who has won", NOBODY, "RG-WIN", sides)
    for kind in DECKS:
        left = state.decks[kind]
        yield Correctable(f"deck.{kind}", "game", f"{kind} cards in deck", left, "RG-SET-2", most=ALL_CARDS)


def _dice(state: RogueState) -> Iterator[Correctable]:
    for die in DICE if state.faces else ():
        for number, face in enumerate(state.faces[die], 1):
            label = f"{die} die: face {number}"
            yield Correctable(f"{die}.{number}", "game", label, in_words(face), "RG-CMB-5", tuple(FACE_WORDS))


def correct(state: RogueState, changes: Changes) -> Ruling:
    """Apply a correction; cancel a fight that it affects, and return its cards to the hands."""
    _set_dice(state, changes)
    if not state.turn:
        return ALLOWED
    reasons = [reason for zone in state.ground.zones for reason in _set_zone(state, zone, changes)]
    cover = sum(state.cover.values())
    if cover > COVER_TOKENS:
        reasons.append(Reason("RG-DST", f"There are {COVER_TOKENS} cover tokens, not {cover}."))
    _set_aircraft(state, changes)
    reasons += [reason for seat in state.order for reason in _set_seat(state, seat, changes)]
    _set_game(state, changes)
    return Ruling.from_reasons(reasons)


def _set_dice(state: RogueState, changes: Changes) -> None:
    for die, faces in state.faces.items():
        numbered = enumerate(faces, 1)
        state.faces[die] = tuple(
            FACE_WORDS[str(changes.get(f"{die}.{number}", in_words(face)))] for number, face in numbered
        )


def _set_zone(state: RogueState, zone: str, changes: Changes) -> Iterator[Reason]:
    touched = {key for key in changes if key.startswith(f"{zone}.")}
    if f"{zone}.cover" in touched:
        state.cover[zone] = int(changes[f"{zone}.cover"])
    if f"{zone}.holder" in touched:
        _set_holder(state, zone, str(changes[f"{zone}.holder"]))
    if touched & {f"{zone}.{what}" for what in ("squad", *CLASSES, *(f"leader-{unit}" for unit in SOLDIERS))}:
        yield from _set_squad(state, zone, changes)
    if touched and state.fight is not None and zone in (state.fight.origin, state.fight.target):
        cancel_combat(state)


def _set_holder(state: RogueState, zone: str, seat: str) -> None:
    state.holders.pop(zone, None)
    if seat != NOBODY:
        state.holders[zone] = seat


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
    state.squads.pop(zone, None)
    if owner == NOBODY and f"{zone}.squad" in changes:
        return
    yield from _impossible(state, zone, fresh)
    if fresh.size:
        state.squads[zone] = fresh
        state.holders[zone] = owner


def _impossible(state: RogueState, zone: str, squad: Squad) -> Iterator[Reason]:
    name = state.name(zone)
    if squad.size and squad.owner == NOBODY:
        yield Reason("RG-SQD-2", f"{name}: say as well whose squad it is.")
    if squad.size > SQUAD:
        yield Reason("RG-SQD-1", f"{name}: {squad.size} units, a squad has at most four.")
    if any(squad.leaders.count(unit) > squad.count(unit) for unit in SOLDIERS):
        yield Reason("RG-LDR-1", f"{name}: more leaders than units.")
    if squad.size and "water" in state.ground.zone(zone).terrain:
        yield Reason("RG-MOV-5", f"{name} is water.")


def _set_aircraft(state: RogueState, changes: Changes) -> None:
    for tile in state.ground.tiles:
        for seat in state.order:
            key = f"{tile.id}.{seat}"
            if key in changes:
                here = state.aircraft.setdefault(tile.id, {})
                here.pop(seat, None)
                if changes[key]:
                    here[seat] = int(changes[key])
                if state.dogfight is not None:
                    cancel_combat(state)


def _set_seat(state: RogueState, seat: str, changes: Changes) -> Iterator[Reason]:
    """RG-TNK-1, RG-SET-1: set hands and losses within twenty soldiers and three tokens each."""
    for kind in DECKS:
        state.hands[seat][kind] = int(changes.get(f"{seat}.{kind}", state.hands[seat][kind]))
    name = state.seat(seat).name
    for unit in SOLDIERS:
        key = f"{seat}.lost-{unit}"
        room = SOLDIERS_OF_A_CLASS - state.on_board(seat, unit)
        lost = int(changes.get(key, min(state.lost[seat][unit], max(0, room))))
        state.lost[seat][unit] = lost
        if lost > room:
            yield Reason("RG-SET-1", f"{name} has {SOLDIERS_OF_A_CLASS} {unit} units in all.")
    if state.on_board(seat, TANK) + state.flying(seat) > TOKENS:
        yield Reason("RG-TNK-1", f"{name} has {TOKENS} tokens for tanks and aircraft together.")
    if state.leaders(seat) > rules.most_leaders(state):
        yield Reason("RG-A14", f"{name} has more than {rules.most_leaders(state)} leaders.")
    state.tokens_drawn[seat] = int(changes.get(f"{seat}.commander", state.tokens_drawn[seat]))
    if state.tokens_used(seat) > rules.TOKENS_PER_GAME:
        yield Reason("RG-CMD-3", f"{name} and team have {rules.TOKENS_PER_GAME} Commander tokens at most.")


def _set_game(state: RogueState, changes: Changes) -> None:
    for kind in DECKS:
        state.decks[kind] = int(changes.get(f"deck.{kind}", state.decks[kind]))
    active = str(changes.get("game.active", state.active))
    if active != state.active:
        _give_turn(state, active)
    step = str(changes.get("game.step", state.step))
    if step != state.step:
        cancel_combat(state)
        state.facts.dogfights = None
        state.facts.begun = state.facts.begun or step != "draw"
        state.step = step
    state.facts.moves = int(changes.get("game.moves", state.facts.moves))
    state.facts.attacks = int(changes.get("game.attacks", state.facts.attacks))
    winner = str(changes.get("game.winner", NOBODY))
    if winner != NOBODY:
        state.winners = state.team(winner)
        cancel_actions(state)


def _give_turn(state: RogueState, seat: str) -> None:
    """RG-TML, RG-TEAM: start the turn of another seat."""
    team = state.team(state.side(seat)) if state.plays("advanced") else (seat,)
    state.team_to_go = (seat, *(member for member in team if member != seat))
    state.active, state.step, state.facts = seat, "draw", TurnFacts()
    state.facts.ordered = True
    cancel_actions(state)
