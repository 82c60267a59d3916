"""The model of the scenario editor.

Every operation returns a ruling; a refused operation changes nothing. Players are numbered from 1, victories
and their conditions from 0.
"""

from collections.abc import Callable
from pathlib import Path

from msgspec.structs import replace

from companion.external_files.typed_toml import Problem
from companion.games.rogue import scenario as scenarios
from companion.games.rogue.battlefield import MAX_STARTS, PLAYERS, Battlefield
from companion.games.rogue.battlefield_check import COVER_TOKENS
from companion.games.rogue.data_files import rogue_folder, slug
from companion.games.rogue.houserules import Level
from companion.games.rogue.scenario import (
    Condition,
    ConditionKind,
    Scenario,
    StartZones,
    Victory,
    read_scenario,
    save_scenario,
    scenario_files,
    start_zones,
)
from companion.games.rogue.victory_words import title_of
from companion.locale.messages import gettext
from companion.referee.ruling import ALLOWED, Ruling, refuse
from companion.tools.editors.authoring import scenario_sides
from companion.tools.editors.authoring.scenario_sides import skirmish

_RULE = "RG-SCN"
FIRST_NUMBERS: dict[ConditionKind, int] = {"eliminate": 1, "reach": 1, "hold": 2, "kill": 4, "survive": 10}
"""Initial number of turns, units or rounds of a new condition."""

MAX_TITLE, MAX_NAME = 28, 14
"""Maximum number of letters in a scenario's title and in a side's name, so that they fit on every screen."""


class ScenarioBuilder:
    """A scenario that is being edited.

    Args:
        scenario: the initial scenario.
        field: its battlefield.
        kept: its path among the players' own, if it has been saved.

    Attributes:
        scenario: the current scenario.
        field: its battlefield.
        kept: its last saved path.
    """

    def __init__(self, scenario: Scenario, field: Battlefield, kept: Path | None = None) -> None:
        self.scenario, self.field, self.kept = scenario, field, kept

    @classmethod
    def new(cls, field: Battlefield) -> "ScenarioBuilder":
        """Start with a free-for-all scenario without a title on a battlefield."""
        return cls(replace(skirmish(field), story=""), field)

    @classmethod
    def load(cls, path: Path) -> "ScenarioBuilder":
        """Load a scenario, finished or not; the game's own scenarios are never overwritten.

        Raises:
            BrokenFile: the file is not a scenario file, or its battlefield is missing.
        """
        scenario, field = read_scenario(path, unfinished=True)
        return cls(scenario, field, path if path.is_relative_to(rogue_folder()) else None)

    def call(self, title: str) -> Ruling:
        """Set a title that no other scenario has; the file name follows from it."""
        id = slug(title)
        if not id:
            return refuse(_RULE, "A scenario needs a name with letters or figures in it.")
        if len(title) > MAX_TITLE:
            return refuse(_RULE, "A title of {most} letters at most fits on the screen.", most=MAX_TITLE)
        known = {path.stem for path in scenario_files()} - ({self.kept.stem} if self.kept else set())
        if id in known:
            return refuse(
                _RULE,
                "There is a scenario {title} already.",
                title=repr(title),
                instead=gettext("Choose another name."),
            )
        return self._change(id=id, title=title)

    def set_story(self, story: str) -> Ruling:
        """Set the description."""
        return self._change(story=story)

    def aim_at(self, level: Level) -> Ruling:
        """Set the intended level of play."""
        return self._change(level=level)

    def place_on(self, field: Battlefield) -> Ruling:
        """Change the battlefield; remove zones and players that it does not have."""
        self.field = field
        drawn = len({zone.start for zone in field.zones.values() if zone.start})
        if drawn < self.scenario.players:
            self.set_players(drawn)
        victories = tuple(
            self._with_conditions(
                victory,
                tuple(
                    replace(condition, zones=tuple(zone for zone in condition.zones if zone in field.zones))
                    for condition in victory.conditions
                ),
            )
            for victory in self.scenario.victories
        )
        return self._change(battlefield=field.id, starts=(), cover={}, victories=victories)

    # --- sides ---------------------------------------------------------------------------------------------

    def set_players(self, number: int) -> Ruling:
        """Set the number of players; new players are on sides by themselves."""
        if not 2 <= number <= PLAYERS:
            return refuse(
                _RULE, "It can be played by 2 to {most}, not by {count}.", most=PLAYERS, count=number
            )
        return self._regroup(scenario_sides.for_players(self.scenario.sides, number))

    def assign(self, player: int, side: int) -> Ruling:
        """Move a player to a side by its index, or to a new side if the index is the number of sides."""
        return self._regroup(scenario_sides.player_moved(self.scenario.sides, player, side))

    def name_side(self, side: int, name: str) -> Ruling:
        """Rename a side."""
        before = self.scenario.sides[side].name
        taken = [other.name for other in self.scenario.sides if other.name != before]
        if not name.strip() or name.strip() in taken:
            return refuse(_RULE, "A side needs a name that no other has.")
        if len(name.strip()) > MAX_NAME:
            return refuse(_RULE, "A name of {most} letters at most fits on the screen.", most=MAX_NAME)
        groups = [
            scenario_sides.Group(one.name, one.players, name.strip() if one.name == before else one.name)
            for one in self.scenario.sides
        ]
        return self._take_over(groups)

    def play_earlier(self, side: int) -> Ruling:
        """Move a side one place earlier in the order of play (Advanced)."""
        order = list(self.scenario.sides)
        order.insert(max(0, side - 1), order.pop(side))
        return self._change(sides=tuple(order))

    def _regroup(self, groups: list[scenario_sides.Group]) -> Ruling:
        if len(groups) < 2:
            return refuse(
                _RULE, "Somebody must play against them.", instead=gettext("Leave a player on another side.")
            )
        return self._take_over(groups)

    def _take_over(self, groups: list[scenario_sides.Group]) -> Ruling:
        """Apply new sides, and adapt victories, starts and the titles that contain names."""
        untitled = tuple(
            replace(victory, title="" if victory.title == self._title(victory) else victory.title)
            for victory in self.scenario.victories
        )
        fresh = scenario_sides.regrouped(replace(self.scenario, victories=untitled), groups)
        starts = tuple(start for start in fresh.starts if start.player <= fresh.players)
        self.scenario = replace(fresh, starts=starts)
        return self._retitle()

    # --- the ground ----------------------------------------------------------------------------------------

    @property
    def starts(self) -> dict[str, int]:
        """The player of each start zone."""
        return start_zones(self.scenario, self.field)

    @property
    def cover(self) -> dict[str, int]:
        """The number of cover tokens of each zone with cover."""
        cover = {zone.id: zone.cover for zone in self.field.zones.values()} | self.scenario.cover
        return {zone: tokens for zone, tokens in cover.items() if tokens}

    def shown_field(self) -> Battlefield:
        """Return the battlefield with the scenario's start zones and cover."""
        starts, cover = self.starts, self.cover
        tiles = tuple(
            replace(
                tile,
                zones=tuple(
                    replace(zone, start=starts.get(zone.id, 0), cover=cover.get(zone.id, 0))
                    for zone in tile.zones
                ),
            )
            for tile in self.field.tiles
        )
        return replace(self.field, tiles=tiles)

    def toggle_start(self, zone: str, player: int) -> Ruling:
        """Add a start zone of a player or remove it."""
        starts = self.starts
        if "water" in self.field.zone(zone).terrain:
            return refuse(_RULE, "{zone} is water: no squad can start there.", zone=self.field.name(zone))
        if starts.get(zone) == player:
            del starts[zone]
        elif list(starts.values()).count(player) >= MAX_STARTS:
            return refuse(_RULE, "A player has {most} start zones at most.", most=MAX_STARTS)
        else:
            starts[zone] = player
        return self._change(starts=self._starts_from(starts))

    def start_as_drawn(self) -> Ruling:
        """Reset all start zones to those of the battlefield."""
        return self._change(starts=())

    def set_cover(self, zone: str, tokens: int) -> Ruling:
        """Set the number of cover tokens on a zone at the start."""
        others = sum(number for id, number in self.cover.items() if id != zone)
        if not 0 <= tokens <= COVER_TOKENS - others:
            return refuse(
                _RULE,
                "There are {most} cover tokens, and {count} lie elsewhere.",
                most=COVER_TOKENS,
                count=others,
            )
        cover = self.cover | {zone: tokens}
        cover = {
            id: cover.get(id, 0) for id in self.field.zones if cover.get(id, 0) != self.field.zones[id].cover
        }
        return self._change(cover=cover)

    def _starts_from(self, wanted: dict[str, int]) -> tuple[StartZones, ...]:
        """Return the scenario's start zones of these players."""
        starts = []
        for player in range(1, self.scenario.players + 1):
            zones = tuple(zone for zone in self.field.zones if wanted.get(zone) == player)
            drawn = tuple(zone.id for zone in self.field.zones.values() if zone.start == player)
            if zones != drawn:
                starts.append(StartZones(player=player, zones=zones))
        return tuple(starts)

    # --- victories -----------------------------------------------------------------------------------------

    def first_condition(self, kind: ConditionKind, side: str) -> Condition:
        """Return a new condition for a side; if it needs players, it contains all enemies."""
        enemies = scenario_sides.enemies(self.scenario, side) if kind in ("eliminate", "kill") else ()
        return Condition(kind=kind, players=enemies, number=FIRST_NUMBERS[kind])

    def add_victory(self, side: str, kind: ConditionKind) -> Ruling:
        """Add a victory for a side at the end of the list, with its first condition."""
        fresh = Victory(side=side, title="", conditions=())
        whole = self._with_conditions(fresh, (self.first_condition(kind, side),))
        return self._change(victories=(*self.scenario.victories, whole))

    def remove_victory(self, victory: int) -> Ruling:
        """Remove a victory."""
        known = self.scenario.victories
        return self._change(victories=(*known[:victory], *known[victory + 1 :]))

    def add_condition(self, victory: int, kind: ConditionKind) -> Ruling:
        """Add a condition at the end of a victory."""
        known = self.scenario.victories[victory]
        return self._set_conditions(victory, (*known.conditions, self.first_condition(kind, known.side)))

    def remove_condition(self, victory: int, index: int) -> Ruling:
        """Remove a condition; with the last one, remove the victory."""
        known = self.scenario.victories[victory].conditions
        if len(known) == 1:
            return self.remove_victory(victory)
        return self._set_conditions(victory, (*known[:index], *known[index + 1 :]))

    def toggle_zone(self, victory: int, index: int, zone: str) -> Ruling:
        """Add a zone to a condition or remove it."""

        def toggled(condition: Condition) -> Condition:
            zones = set(condition.zones) ^ {zone}
            return replace(condition, zones=tuple(id for id in self.field.zones if id in zones))

        return self._change_condition(victory, index, toggled)

    def toggle_player(self, victory: int, index: int, player: int) -> Ruling:
        """Add an enemy to a condition or remove it."""
        side = self.scenario.victories[victory].side
        if player not in scenario_sides.enemies(self.scenario, side):
            return refuse(_RULE, "Player {player} is no enemy of {side}.", player=player, side=gettext(side))
        return self._change_condition(
            victory, index, lambda known: replace(known, players=tuple(sorted(set(known.players) ^ {player})))
        )

    def set_number(self, victory: int, index: int, number: int) -> Ruling:
        """Set the number of turns, units or rounds of a condition."""
        if number < 1:
            return refuse(_RULE, "The number must be 1 or more.")
        return self._change_condition(victory, index, lambda known: replace(known, number=number))

    def _change_condition(self, victory: int, index: int, change: Callable[[Condition], Condition]) -> Ruling:
        known = self.scenario.victories[victory].conditions
        return self._set_conditions(victory, (*known[:index], change(known[index]), *known[index + 1 :]))

    def _set_conditions(self, victory: int, conditions: tuple[Condition, ...]) -> Ruling:
        known = self.scenario.victories
        fresh = self._with_conditions(known[victory], conditions)
        return self._change(victories=(*known[:victory], fresh, *known[victory + 1 :]))

    def _with_conditions(self, victory: Victory, conditions: tuple[Condition, ...]) -> Victory:
        """Set the conditions of a victory; if they changed, update its title."""
        if victory.conditions == conditions:
            return victory
        fresh = replace(victory, conditions=conditions)
        return replace(fresh, title=self._title(fresh))

    def _title(self, victory: Victory) -> str:
        return title_of(victory, self.scenario, self.field).english

    def _retitle(self) -> Ruling:
        """Add titles to the victories that have none."""
        victories = tuple(
            victory if victory.title else replace(victory, title=self._title(victory))
            for victory in self.scenario.victories
        )
        return self._change(victories=victories)

    # --- checking and keeping ------------------------------------------------------------------------------

    def check(self) -> tuple[Problem, ...]:
        """List all errors that prevent a game of the scenario."""
        return scenarios.problems(self.scenario, self.field)

    def save(self) -> Path:
        """Write the scenario among the players' own; remove the file of its former name.

        Raises:
            BrokenFile: the file cannot be written; the former file still exists.
        """
        path = save_scenario(self.scenario)
        if self.kept is not None and self.kept != path:
            self.kept.unlink(missing_ok=True)
        self.kept = path
        return path

    def _change(self, **facts: object) -> Ruling:
        self.scenario = replace(self.scenario, **facts)
        return ALLOWED
