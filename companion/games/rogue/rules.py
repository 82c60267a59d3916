"""Calculations and rulings: pure functions, each with its rule id."""

from collections.abc import Iterator
from typing import cast

from companion.games.rogue.battlefield import SYMBOLS
from companion.games.rogue.deck import Card, Window
from companion.games.rogue.houserules import level_label
from companion.games.rogue.movement import distances, tank_bans
from companion.games.rogue.state import SOLDIERS, SQUAD, TANK, Fight, RogueState, Role, Squad, card_battle_of
from companion.locale.messages import gettext, joined, listed, ngettext
from companion.referee.ruling import ALLOWED, Reason, Ruling, objection, refuse

ATTACK_DICE = 3
DEFENCE_DICE = 2
CARDS_IN_A_FIGHT = 3
HAND_LIMIT = 10
TOKENS_PER_GAME = 4
COMMANDER_TOKENS = 8
SECOND_LEADER_AT = 11
FLIGHT = 2


def attack_dice(units: int) -> int:
    """RG-CMB-4: return one attack die for each unit, at most three."""
    return min(ATTACK_DICE, units)


def defence_dice(units: int) -> int:
    """RG-CMB-4: return one defence die for each unit, at most two."""
    return min(DEFENCE_DICE, units)


def upgraded(dice: int, cover: int, tanks: int, cards: int) -> int:
    """RG-CMB-5, RG-TNK-7: return one upgraded die for each cover token, tank and card, up to `dice`."""
    return min(dice, cover + tanks + cards)


def wounds(hits: int, blocks: int) -> int:
    """RG-CMB-6: subtract one hit for each block."""
    return max(0, hits - blocks)


def engineers_blocks(squad: Squad) -> int:
    """RG-TNK-8: return one additional block for each pair of a tank and an engineer."""
    return min(squad.count(TANK), squad.count("engineer"))


def attack_range(state: RogueState, squad: Squad) -> int:
    """RG-CMB-2: return a range of one zone; RG-CLS-1: plus one for each recon unit beyond the first."""
    sniping = max(0, squad.count("recon") - 1) if state.plays("advanced") else 0
    return 1 + sniping + state.facts.range


def most_cards(state: RogueState, enemy: Squad) -> int:
    """RG-CMB-3: return a limit of three cards; RG-CLS-2: minus one per enemy support unit after the first."""
    if not state.plays("advanced"):
        return CARDS_IN_A_FIGHT
    return max(0, CARDS_IN_A_FIGHT - max(0, enemy.count("support") - 1))


def run_zones(assaults: int) -> int:
    """RG-CLS-3: return one zone for each assault unit beyond the first."""
    return max(0, assaults - 1)


def surplus(hand: int) -> int:
    """RG-DRW-4: return the number of cards to discard after drawing."""
    return max(0, hand - HAND_LIMIT)


def dogfight_upgrades(tokens: int, dice: int, cards: int = 0) -> int:
    """RG-AIR-5: return one upgraded die for each friendly token beyond the first, up to `dice`."""
    return min(dice, max(0, tokens - 1) + cards)


def most_leaders(state: RogueState) -> int:
    """RG-A14: return the maximum number of squad leaders: two, or three by house rule."""
    return 2 if state.house.bases == "two leaders" else 3


def becomes_second_leader(before: int, after: int, leaders: int) -> bool:
    """RG-LDR-3: return whether the eleventh unit becomes a second leader; it needs a free place."""
    return before < SECOND_LEADER_AT <= after and leaders < 2


def counted_units(state: RogueState, seat: str) -> int:
    """RG-A7: return the number of units for the rule of the eleventh unit."""
    return state.on_board(seat, *(() if state.house.eleventh == "all units" else SOLDIERS))


def controller(state: RogueState, zone: str) -> str | None:
    """RG-A1: return who controls a zone: the owner of its squad, or by house rule of the last squad there."""
    squad = state.squads.get(zone)
    if squad is not None:
        return squad.owner
    return state.holders.get(zone) if state.house.control == "lasting" else None


def symbols_of(state: RogueState, seat: str) -> dict[str, int]:
    """RG-DRW-2: return how many cards of each kind a seat draws for the zones that it controls."""
    kinds = symbols_in_play(state)
    return {
        kind: sum(
            kind in zone.symbols and controller(state, zone.id) == seat
            for zone in state.ground.zones.values()
        )
        for kind in kinds
    }


def symbols_in_play(state: RogueState) -> tuple[str, ...]:
    """Return the kinds of card in play: Air Support only from Advanced on."""
    return tuple(kind for kind in SYMBOLS if kind != "air support" or state.plays("advanced"))


def judge_free_card(state: RogueState, seat: str, kind: str) -> Ruling:
    """RG-DRW-1: judge a free card; your side, or no player, must control a zone with its symbol."""
    deck = judge_deck(state, kind)
    owners = [controller(state, zone.id) for zone in state.ground.zones.values() if kind in zone.symbols]
    if not owners:
        none = gettext("No zone of the battlefield shows {card}.", card=gettext(kind))
        return (
            deck if state.house.free_card == "any" else Ruling(False, (Reason("RG-A13", none), *deck.reasons))
        )
    if any(owner is None or not state.hostile(owner, seat) for owner in owners):
        return deck
    held = ngettext(
        "The enemy controls the only zone with {card}.",
        "The enemy controls all {count} zones with {card}.",
        len(owners),
        card=gettext(kind),
    )
    return Ruling(
        False,
        (Reason("RG-DRW-1", held), *deck.reasons),
        gettext("Choose a symbol of your side or of nobody."),
    )


def judge_deck(state: RogueState, kind: str) -> Ruling:
    """RG-DRW-5: Leadership is never reshuffled; RG-A10: other decks are, from their discards."""
    again = kind != "leadership" and state.house.reshuffle != "never"
    if state.decks[kind] or (again and state.discards[kind]):
        return ALLOWED
    if kind == "leadership":
        return refuse("RG-DRW-5", "The Leadership deck is gone and is not shuffled again.")
    return refuse("RG-A10", "No {card} card is left to draw.", card=gettext(kind))


def targets(state: RogueState, zone: str) -> dict[str, int]:
    """RG-CMB-2, RG-CLS-1: return enemy squads in range with their distances; zones between must be free."""
    squad = state.squads[zone]
    reach = attack_range(state, squad)
    return {
        other: far
        for other, far in distances(state, zone, reach).items()
        if other in state.squads and state.hostile(squad.owner, state.squads[other].owner)
    }


def judge_target(state: RogueState, zone: str, other: str) -> Ruling:
    """Judge an attack from one zone on another."""
    squad, enemy = state.squads[zone], state.squads.get(other)
    if other in targets(state, zone):
        return ALLOWED
    reach = attack_range(state, squad)
    if enemy is None:
        return refuse("RG-CMB-1", "Nobody stands in {zone}.", zone=state.name(other))
    if not state.hostile(squad.owner, enemy.owner):
        return refuse("RG-CMB-1", "{zone} is held by your own side.", zone=state.name(other))
    if other in distances(state, zone, reach, blocked=False):
        return refuse(
            "RG-CLS-1",
            "Units or cover stand between {zone} and {other}.",
            zone=state.name(zone),
            other=state.name(other),
        )
    rule = "RG-CLS-1" if reach > 1 else "RG-CMB-2"
    return refuse(
        rule,
        "{target} is out of range: {reach} from {zone}, never diagonally.",
        target=state.name(other),
        reach=reach,
        zone=state.name(zone),
    )


def judge_card(
    state: RogueState, seat: str, card: Card, windows: tuple[Window, ...], squad: Squad | None
) -> Ruling:
    """RG-CMB-3, RG-CRD: judge a card: it needs its window, its unit in the squad, and to be in hand.

    Args:
        state: the game.
        seat: its player.
        card: the card.
        windows: the current windows.
        squad: the squad that fights; without one, any squad of the seat is enough.
    """
    squads = [squad] if squad is not None else [state.squads[zone] for zone in state.zones_of(seat)]
    return Ruling.from_reasons(_objections(state, seat, card, windows, squads))


def _objections(
    state: RogueState, seat: str, card: Card, windows: tuple[Window, ...], squads: list[Squad]
) -> Iterator[Reason]:
    if not state.plays(card.first_level):
        text = gettext(
            "{card} is an {level} card; you play {own}.",
            card=card.title,
            level=level_label(card.first_level),
            own=level_label(state.house.level),
        )
        yield Reason("RG-CRD", text)
    if card.kind != "commander" and not set(windows) & set(card.windows):
        text = gettext(
            "{card} is played: {moments}; now it is {now}.",
            card=card.title,
            moments=joined(map(gettext, card.windows), ", "),
            now=listed(map(gettext, windows), alternatives=True),
        )
        yield Reason("RG-TML", text)
    if (
        windows != ("dogfight",)
        and card.needs != "all"
        and not any(squad.has(card.needs) for squad in squads)
    ):
        yield objection(
            "RG-CMB-3", "{card} needs a {unit} in the squad.", card=card.title, unit=gettext(card.needs)
        )
    if card.kind != "commander" and not state.hands[seat][card.kind]:
        yield objection(
            "RG-CRD",
            "{player} has no {card} card in hand.",
            player=state.seat(seat).name,
            card=gettext(card.kind),
        )
    if card.kind == "commander" and not (state.facts.token and seat == state.active):
        yield objection("RG-CMD-1", "No Commander token was drawn this turn.")


def spawn_zones(state: RogueState, seat: str, unit: str) -> tuple[dict[str, Ruling], tuple[str, ...]]:
    """RG-A2, RG-TNK-4: find the owner's start zones that one more unit of a class may come on in.

    Returns:
        Rulings on the closed start zones, and the open ones.
    """
    denied = {
        zone: ruling
        for zone in state.start_zones(seat)
        if not (ruling := _judge_entry(state, seat, zone, unit)).allowed
    }
    return denied, tuple(zone for zone in state.start_zones(seat) if zone not in denied)


def _judge_entry(state: RogueState, seat: str, zone: str, unit: str) -> Ruling:
    """RG-TNK-5: judge a unit that comes on in a zone; some ground excludes tanks."""
    bans = tank_bans(state, state.ground.zone(zone)) if unit == TANK else []
    if bans:
        return refuse(
            "RG-TNK-5",
            "{zone} has {grounds}: no tank can enter.",
            zone=state.name(zone),
            grounds=listed(map(gettext, bans)),
        )
    return judge_room(state, seat, zone)


def judge_room(state: RogueState, seat: str, zone: str) -> Ruling:
    """RG-SQD-1, RG-SQD-2: judge the room for a unit in a zone: one squad of at most four units."""
    squad = state.squads.get(zone)
    if squad is None:
        return ALLOWED
    if squad.owner != seat:
        return refuse(
            "RG-SQD-2",
            "{player}'s squad is in {zone}.",
            player=state.seat(squad.owner).name,
            zone=state.name(zone),
        )
    if squad.size + 1 > SQUAD:
        return refuse(
            "RG-SQD-1",
            "{zone}: {size} + {units} units, a squad has four.",
            zone=state.name(zone),
            size=squad.size,
            units=1,
        )
    return ALLOWED


def judge_token(state: RogueState, seat: str) -> Ruling:
    """RG-CMD-3: judge a Commander token: four a game, while the supply lasts."""
    drawn = state.tokens_used(seat)
    if drawn >= TOKENS_PER_GAME:
        return refuse(
            "RG-CMD-3", "{count} of {most} Commander tokens are drawn.", count=drawn, most=TOKENS_PER_GAME
        )
    return ALLOWED if state.tokens_left else refuse("RG-CMD-3", "No Commander token is left.")


def air_tokens(state: RogueState, tile: str, side: str) -> int:
    """Count the aircraft of a side on a tile."""
    here = state.aircraft.get(tile, {})
    return sum(number for seat, number in here.items() if state.side(seat) == side)


def contested(state: RogueState, seat: str) -> dict[str, int]:
    """RG-AIR-4, RG-A3: return the number of dogfights on each tile with your own and enemy aircraft."""
    each = state.house.dogfights == "per token"
    side = state.side(seat)
    return {
        tile: here[seat] if each else 1
        for tile, here in state.aircraft.items()
        if here.get(seat) and any(here[other] and state.side(other) != side for other in here)
    }


def flights(state: RogueState, tile: str) -> tuple[str, ...]:
    """RG-AIR-1: return the tiles within two orthogonal steps; enemy aircraft do not block them."""
    reached = {tile}
    for _ in range(FLIGHT):
        reached |= {near for here in reached for near in state.ground.next_tiles(here)}
    return tuple(near.id for near in state.ground.tiles if near.id in reached and near.id != tile)


def dice_of(state: RogueState, role: Role) -> tuple[int, int]:
    """Return how many dice a side of the fight or dogfight rolls, and how many of them are upgraded."""
    if state.dogfight is not None:
        fighter = state.dogfight.card_battle.side(role)
        dice = ATTACK_DICE if role == "attack" else DEFENCE_DICE
        tokens = air_tokens(state, state.dogfight.tile, state.side(fighter.seat))
        return dice, dogfight_upgrades(tokens, dice, fighter.upgrades)
    return _ground_dice(state, cast(Fight, state.fight), role)


def _ground_dice(state: RogueState, fight: Fight, role: Role) -> tuple[int, int]:
    zone = fight.zone(role)
    squad = state.squads[zone]
    dice = attack_dice(squad.size) if role == "attack" else defence_dice(squad.size)
    cards = fight.card_battle.side(role).upgrades
    return dice, upgraded(dice, state.cover.get(zone, 0), squad.count(TANK), cards)


def certain_blocks(state: RogueState, role: Role) -> int:
    """RG-TNK-8, RG-A12: return the blocks without dice, from cards and from engineers with tanks."""
    blocks = card_battle_of(state).side(role).blocks
    if state.fight is not None and state.dogfight is None:
        helps = role == "defence" or state.house.engineers_block == "attack too"
        blocks += engineers_blocks(state.squads[state.fight.zone(role)]) if helps else 0
    return blocks
