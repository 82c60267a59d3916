"""Inquiries that players can make at any time with "may I?", without a change of the game."""

from companion.games.rogue import air, movement, rules
from companion.games.rogue.state import TANK, RogueState
from companion.locale.messages import gettext, joined
from companion.referee.ruling import ALLOWED, Ruling, refuse


def _judge_zones(state: RogueState, rule: str, target_rule: str, origin: str, target: str) -> Ruling:
    """Judge whether the squad of the player on turn stands in one zone, and whether there is the other."""
    squad = state.squads.get(origin)
    if not state.turn or squad is None:
        return refuse(rule, "No squad stands in {zone}.", zone=repr(origin))
    if squad.owner != state.active:
        return refuse(
            rule,
            "The squad in {zone} is not {player}'s, whose turn it is.",
            zone=state.name(origin),
            player=state.mover.name,
        )
    if target not in state.ground.zones:
        return refuse(target_rule, "There is no zone {zone}.", zone=repr(target))
    return ALLOWED


def judge_move(state: RogueState, *, origin: str, target: str) -> Ruling:
    """RG-MOV-1 to RG-MOV-6: judge whether the whole squad may move from zone to zone."""
    zones = _judge_zones(state, "RG-MOV-1", "RG-MOV-3", origin, target)
    if not zones.allowed:
        return zones
    squad = state.squads[origin]
    planned = movement.Move(squad.owner, origin, squad.size, squad.count(TANK))
    return movement.judge(state, planned, target)


def judge_attack(state: RogueState, *, origin: str, target: str) -> Ruling:
    """RG-CMB-1, RG-CMB-2, RG-CLS-1: judge whether the squad may attack that zone."""
    zones = _judge_zones(state, "RG-CMB-1", "RG-CMB-2", origin, target)
    return rules.judge_target(state, origin, target) if zones.allowed else zones


def judge_fly(state: RogueState, *, origin: str, target: str) -> Ruling:
    """RG-AIR-1: judge whether an aircraft may fly from tile to tile."""
    tiles = [tile.id for tile in state.ground.tiles] if state.field else []
    if origin not in tiles or target not in tiles:
        return refuse("RG-AIR-2", "Aircraft are on tiles: {tiles}.", tiles=", ".join(tiles))
    return air.judge_flight(state, origin, target)


def judge_free_card(state: RogueState, *, kind: str) -> Ruling:
    """RG-DRW-1, RG-DRW-3: judge whether a free card of this kind may be drawn."""
    if not state.turn or not state.plays("intermediate"):
        return refuse("RG-DRW-3", "In Boot Camp no cards are drawn.")
    if kind not in rules.symbols_in_play(state):
        return refuse(
            "RG-DRW-1",
            "There is no {card} deck, but {cards}.",
            card=repr(kind),
            cards=joined(map(gettext, rules.symbols_in_play(state)), ", "),
        )
    return rules.judge_free_card(state, state.mover.id, kind)
