"""Aircraft: flights and dogfights. Aircraft are on tiles, not in zones (RG-AIR-2)."""

from companion.games.rogue import cards, combat_round, rules
from companion.games.rogue.effects import resolve_pending
from companion.games.rogue.state import AIRCRAFT, ROLES, CardBattle, Dogfight, Fighter, RogueState, Role
from companion.games.rogue.words import in_blocks, in_hits
from companion.locale.messages import gettext
from companion.referee.interruptions import Interruption
from companion.referee.questions import Choose, Option, Pick, PickOrEnd
from companion.referee.ruling import ALLOWED, Refusals, Ruling, refuse
from companion.referee.script import Report, Script

CANNOT = "+cannot"


def fly(state: RogueState) -> Script[None]:
    """RG-AIR-1: move each of your aircraft up to two tiles, before the squad moves."""
    yield from resolve_pending(state)
    seat = state.mover.id
    while not state.winners and (ready := _ready(state, seat)):
        tile = yield from PickOrEnd(
            seat=seat,
            prompt=gettext("Move an aircraft from which tile?"),
            rules=("RG-AIR-1", "RG-AIR-2"),
            allowed=ready,
            denied=_not_ready(state, seat, ready),
            end=gettext("Done flying"),
            offers=cards.offers(state, seat),
        ).or_offer()
        if isinstance(tile, Interruption):
            yield from cards.play(state, seat, ("after draw", "aircraft"), tile.offer)
            yield from resolve_pending(state)
        elif tile is None:
            return
        else:
            yield from _fly_from(state, seat, tile)


def _ready(state: RogueState, seat: str) -> tuple[str, ...]:
    return tuple(
        tile for tile, here in state.aircraft.items() if here.get(seat, 0) > state.facts.flown.get(tile, 0)
    )


def _not_ready(state: RogueState, seat: str, ready: tuple[str, ...]) -> dict[str, Ruling]:
    return {
        tile.id: refuse("RG-AIR-1", _why_not(state, seat, tile.id))
        for tile in state.ground.tiles
        if tile.id not in ready
    }


def _why_not(state: RogueState, seat: str, tile: str) -> str:
    moved = state.aircraft.get(tile, {}).get(seat)
    if moved:
        return gettext("Tile {tile}: all aircraft here have moved.", tile=tile)
    return gettext("No aircraft of yours is on tile {tile}.", tile=tile)


def judge_flight(state: RogueState, origin: str, target: str) -> Ruling:
    """RG-AIR-1: judge a flight from tile to tile."""
    if target in rules.flights(state, origin):
        return ALLOWED
    if target == origin:
        return refuse("RG-AIR-1", "The aircraft is on tile {tile} already.", tile=origin)
    return refuse(
        "RG-AIR-1",
        "Tile {tile} is more than {count} tiles from {origin}, side by side.",
        tile=target,
        count=rules.FLIGHT,
        origin=origin,
    )


def _fly_from(state: RogueState, seat: str, origin: str) -> Script[None]:
    judged = {tile.id: judge_flight(state, origin, tile.id) for tile in state.ground.tiles}
    target = yield from PickOrEnd(
        seat=seat,
        prompt=gettext("Fly from tile {tile} to which tile?", tile=origin),
        detail=gettext("Up to two tiles; enemy aircraft do not matter"),
        rules=("RG-AIR-1",),
        allowed=tuple(tile for tile, ruling in judged.items() if ruling.allowed),
        denied={tile: ruling for tile, ruling in judged.items() if not ruling.allowed},
        end=gettext("Another aircraft"),
        focus=(origin,),
    )
    if target is None:
        return
    remove_aircraft(state, seat, origin)
    here = state.aircraft.setdefault(target, {})
    here[seat] = here.get(seat, 0) + 1
    state.facts.flown[target] = state.facts.flown.get(target, 0) + 1


def remove_aircraft(state: RogueState, seat: str, tile: str) -> None:
    """Remove an aircraft from a tile."""
    state.aircraft[tile][seat] -= 1
    if not state.aircraft[tile][seat]:
        del state.aircraft[tile][seat]


def dogfights(state: RogueState) -> Script[None]:
    """RG-AIR-4, RG-A3: fight dogfights on each tile that has your own and enemy aircraft."""
    yield from resolve_pending(state)
    yield from _finish(state)
    seat = state.mover.id
    if state.facts.dogfights is None:
        state.facts.dogfights = rules.contested(state, seat)
    while not state.winners and (tiles := _remaining(state, seat)):
        tile = yield from Pick(
            seat=seat,
            prompt=gettext("Dogfight over which tile?"),
            rules=("RG-AIR-4", "RG-A3"),
            allowed=tiles,
            denied=Refusals([tile.id for tile in state.ground.tiles], tiles, _no_dogfight),
            offers=cards.offers(state, seat),
        ).or_offer()
        if isinstance(tile, Interruption):
            yield from cards.play(state, seat, ("after aircraft",), tile.offer)
            yield from resolve_pending(state)
        else:
            yield from _declare(state, seat, tile)
            yield from _finish(state)


def _no_dogfight(tile: str) -> Ruling:
    return refuse("RG-AIR-4", "No dogfight is due over tile {tile}.", tile=tile)


def _remaining(state: RogueState, seat: str) -> tuple[str, ...]:
    left = state.facts.dogfights or {}
    return tuple(tile for tile in rules.contested(state, seat) if left.get(tile, 0) > 0)


def _declare(state: RogueState, seat: str, tile: str) -> Script[None]:
    here = state.aircraft[tile]
    enemies = [other for other in state.order if here.get(other) and state.hostile(other, seat)]
    sides = dict.fromkeys(state.side(enemy) for enemy in enemies)
    side = next(iter(sides))
    if len(sides) > 1:
        side = yield from Choose(
            seat=seat,
            prompt=gettext("Dogfight against whom?"),
            rules=("RG-AIR-4",),
            options=tuple(Option(name, gettext(name)) for name in sides),
        )
    enemy = next(rival for rival in enemies if state.side(rival) == side)
    own = state.side(seat)
    attacker = combat_round.attacker(state, seat, _most_cards(state, tile, side))
    battle = CardBattle(attacker, Fighter(enemy, _most_cards(state, tile, own)))
    battle.allies = {"attack": _allies(state, tile, seat, side), "defence": _allies(state, tile, enemy, own)}
    state.dogfight = Dogfight(tile, battle)


def _allies(state: RogueState, tile: str, seat: str, enemy_side: str) -> list[Fighter]:
    """RG-AIR-5: return the side's other players with an aircraft on the tile; they may play cards too."""
    team = (ally for ally in state.team(state.side(seat)) if ally != seat and state.aircraft[tile].get(ally))
    return [Fighter(ally, _most_cards(state, tile, enemy_side)) for ally in team]


def _most_cards(state: RogueState, tile: str, enemy_side: str) -> int:
    """RG-AIR-5: return the card limit, three; RG-A15: by house rule enemy squads on the tile lower it."""
    squads = [
        squad
        for zone, squad in state.squads.items()
        if state.ground.home[zone].id == tile and state.side(squad.owner) == enemy_side
    ]
    if state.house.suppression == "ground" or not squads:
        return rules.CARDS_IN_A_FIGHT
    return min(rules.most_cards(state, squad) for squad in squads)


def _finish(state: RogueState) -> Script[None]:
    """RG-AIR-5: finish the declared dogfight, which has only one round."""
    fight = state.dogfight
    if fight is None:
        return
    if fight.losses is None:
        yield from combat_round.play_cards(state, "dogfight")
        if not combat_round.is_over(state):
            yield from _roll_and_report(state, fight)
    yield from _take_losses(state, fight)
    state.dogfight = None
    left = state.facts.dogfights
    if left is not None:
        left[fight.tile] = left.get(fight.tile, 0) - 1


def _roll_and_report(state: RogueState, fight: Dogfight) -> Script[None]:
    """RG-AIR-5: roll three dice against two, for any number of aircraft."""
    attack, defence = yield from combat_round.roll_dice(
        state, gettext("Dogfight over tile {tile}", tile=fight.tile), ("RG-AIR-5", "RG-AIR-4")
    )
    dealt = rules.wounds(attack.hits, defence.blocks)
    suffered = rules.wounds(defence.hits, attack.blocks)
    fight.losses = {"attack": suffered, "defence": dealt}
    tally = {
        "hits": in_hits(attack.hits),
        "blocks": in_blocks(defence.blocks),
        "dealt": dealt,
        "suffered": suffered,
    }
    text = (
        gettext("{hits}, {blocks}: {dealt} shot down. {suffered} of the attacker's.", **tally)
        if defence.hits
        else gettext("{hits}, {blocks}: {dealt} shot down.", **tally)
    )
    yield from Report(text, kind="battle", seat=fight.card_battle.attack.seat, rules=("RG-AIR-5",))


def _take_losses(state: RogueState, fight: Dogfight) -> Script[None]:
    for role in ROLES:
        while fight.losses and fight.losses[role] and _owners(state, fight, role):
            owner = yield from _ask_owner(state, fight, role)
            remove_aircraft(state, owner, fight.tile)
            state.lost[owner][AIRCRAFT] += 1
            fight.losses[role] -= 1
            text = gettext("{player} loses an aircraft.", player=state.seat(owner).name)
            yield from Report(text, kind="elimination", seat=owner, rules=("RG-AIR-5",))


def _owners(state: RogueState, fight: Dogfight, role: Role) -> tuple[str, ...]:
    side = state.side(fight.card_battle.side(role).seat)
    return tuple(seat for seat in state.team(side) if state.aircraft[fight.tile].get(seat))


def _ask_owner(state: RogueState, fight: Dogfight, role: Role) -> Script[str]:
    """RG-AIR-5: ask whose aircraft is lost; the team chooses, otherwise the other side."""
    owners = _owners(state, fight, role)
    if len(owners) == 1:
        return owners[0]
    options = tuple(Option(seat, state.seat(seat).name) for seat in owners)
    chosen = yield from _ask_whose(
        fight.card_battle.side(role).seat, (*options, Option(CANNOT, gettext("We cannot agree")))
    )
    if chosen == CANNOT:
        chosen = yield from _ask_whose(fight.card_battle.side(combat_round.OPPONENT[role]).seat, options)
    return chosen


def _ask_whose(chooser: str, options: tuple[Option, ...]) -> Choose:
    return Choose(
        seat=chooser, prompt=gettext("Whose aircraft is lost?"), rules=("RG-AIR-5",), options=options
    )
