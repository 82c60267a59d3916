"""The view of a game: zones and tiles are places, and their contents are marks. See README.md."""

from collections.abc import Iterator

from companion.games.rogue import rules
from companion.games.rogue.battlefield import Battlefield, Zone
from companion.games.rogue.battlefield_files import photograph_path
from companion.games.rogue.data_files import rogue_folder
from companion.games.rogue.state import CLASSES, SOLDIERS, TANK, RogueState
from companion.games.rogue.victory import progress_of
from companion.games.rogue.victory_words import victory_title
from companion.games.rogue.words import side_name
from companion.locale.messages import gettext, joined
from companion.referee.game_view import Figure, GameView, Goal, Place, Region, Standing, Unit


def game_view(state: RogueState) -> GameView:
    """Return squads in zones, aircraft on tiles, hands and losses by seat, and victories as goals."""
    return GameView(
        kind="battlefield",
        board=state.field.id if state.field else "",
        places=_places(state),
        standings=tuple(_standing(state, seat) for seat in state.order or [seat.id for seat in state.seats]),
        focus=_focus(state),
        goals=_goals(state),
        roster=tuple(_squad(state, zone) for zone in state.squads),
        plan=tuple(regions(state.field)) if state.field else (),
    )


def regions(field: Battlefield) -> Iterator[Region]:
    """Yield the regions of a battlefield: tiles with their photographs, then their zones."""
    file = rogue_folder() / "battlefields" / f"{field.id}.toml"
    for tile in field.tiles:
        photograph = photograph_path(file, tile.id)
        yield Region(
            tile.id,
            field.name(tile.id),
            field.outline(tile.id),
            field.centre(tile.id),
            tile=True,
            photograph=str(photograph) if photograph.is_file() else "",
        )
    for zone in field.zones.values():
        yield Region(zone.id, field.name(zone.id), field.outline(zone.id), field.centre(zone.id))


def _places(state: RogueState) -> dict[str, Place]:
    if state.field is None:
        return {}
    tiles = {tile.id: _tile(state, tile.id) for tile in state.field.tiles}
    return {id: _zone(state, zone) for id, zone in state.field.zones.items()} | tiles


def _zone(state: RogueState, zone: Zone) -> Place:
    squad = state.squads.get(zone.id)
    marks: list[str] = [*zone.terrain, *(f"symbol-{symbol.replace(' ', '-')}" for symbol in zone.symbols)]
    if state.cover.get(zone.id):
        marks.append(f"cover*{state.cover[zone.id]}")
    if zone.id in state.starts:
        marks.append(f"start:{state.starts[zone.id]}")
    if squad is None:
        holder = rules.controller(state, zone.id)
        return Place(holder, 0, (*marks, *((f"held:{holder}",) if holder else ())))
    marks += [f"{unit}*{squad.count(unit)}:{squad.owner}" for unit in CLASSES if squad.count(unit)]
    marks += [f"leader:{squad.owner}" for _ in squad.leaders]
    return Place(squad.owner, squad.size, tuple(marks))


def _squad(state: RogueState, zone: str) -> Unit:
    """Describe a squad in one line: the number of units of each class, and the classes of its leaders."""
    squad = state.squads[zone]
    figures = tuple(Figure(gettext(unit), squad.count(unit)) for unit in CLASSES if squad.count(unit))
    leaders = tuple(f"leader-{unit}" for unit in squad.leaders)
    return Unit(zone, squad.owner, "squad", state.name(zone), figures, leaders)


def _tile(state: RogueState, tile: str) -> Place:
    here = {seat: number for seat, number in state.aircraft.get(tile, {}).items() if number}
    owner = next(iter(here)) if len(here) == 1 else None
    return Place(
        owner, sum(here.values()), tuple(f"aircraft*{number}:{seat}" for seat, number in here.items())
    )


def _standing(state: RogueState, seat: str) -> Standing:
    figures = [Figure(gettext("units"), state.on_board(seat)), Figure(gettext("cards"), state.hand(seat))]
    if state.plays("intermediate"):
        figures.append(Figure(gettext("tokens"), state.reserve(seat, TANK)))
    if state.plays("commander") and state.order:
        figures.append(Figure(gettext("commander"), state.tokens_used(seat)))
    figures += [
        Figure(gettext("supply"), sum(state.supply(seat, soldier) for soldier in SOLDIERS)),
        Figure(gettext("lost"), sum(state.lost[seat][soldier] for soldier in SOLDIERS)),
    ]
    out = state.turn > 0 and not state.on_board(seat)
    return Standing(seat, tuple(figures), out=out, team=_team(state, seat))


def _team(state: RogueState, seat: str) -> str:
    """Return the side of a seat, or an empty string if the seat plays alone."""
    side = state.side(seat) if state.scenario is not None and state.order else ""
    return side_name(side) if side and len(state.team(side)) > 1 else ""


def _focus(state: RogueState) -> tuple[str, ...]:
    if state.dogfight is not None:
        return (state.dogfight.tile,)
    return (state.fight.origin, state.fight.target) if state.fight is not None else ()


def _goals(state: RogueState) -> tuple[Goal, ...]:
    """Return each victory of the scenario with the progress of its side."""
    if state.scenario is None or not state.order:
        return ()
    goals = []
    for number, victory in enumerate(state.scenario.victories):
        have, need = progress_of(state, number) if state.turn else (0, 1)
        won = state.team(victory.side)[0] if have == need else None
        names = joined((state.seat(seat).name for seat in state.team(victory.side)), ", ")
        detail = gettext("{side}: {players}", side=side_name(victory.side), players=names)
        goals.append(
            Goal(str(number), victory_title(victory, state.scenario, state.ground), have, need, won, detail)
        )
    return tuple(goals)
