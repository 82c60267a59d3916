"""A scenario made step by step, as fingers do; what is refused changes nothing."""

from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from companion.errors import BrokenFile
from companion.external_files.typed_toml import decode
from companion.games.rogue.battlefield_files import load_battlefield
from companion.games.rogue.data_files import encode
from companion.games.rogue.scenario import ConditionKind, read_scenario, scenario_files
from companion.games.rogue.victory_words import victory_sentence
from companion.tools.editors.authoring.battlefield_builder import BattlefieldBuilder
from companion.tools.editors.authoring.scenario_builder import ScenarioBuilder

Operation = Callable[[ScenarioBuilder], Any]

pytestmark = [pytest.mark.rule("RG-SCN", "RG-WIN"), pytest.mark.usefixtures("rogue_folder")]


def fresh() -> ScenarioBuilder:
    """Four players on the compound, everybody against everybody."""
    return ScenarioBuilder.new(load_battlefield("compound"))


def two_sides() -> ScenarioBuilder:
    """Coast (1, 3) against Heights (2, 4)."""
    builder = fresh()
    for player, side in ((3, 0), (4, 1)):
        assert builder.assign(player, side).allowed
    builder.name_side(0, "Coast")
    builder.name_side(1, "Heights")
    return builder


def sides(builder: ScenarioBuilder) -> dict[str, tuple[int, ...]]:
    return {side.name: side.players for side in builder.scenario.sides}


def said(builder: ScenarioBuilder) -> list[str]:
    return [
        victory_sentence(victory, builder.scenario, builder.field) for victory in builder.scenario.victories
    ]


def test_a_new_scenario_can_be_played_at_once(rogue_folder: Path) -> None:
    builder = fresh()
    assert builder.call("Night raid!").allowed and builder.check() == ()
    path = builder.save()
    assert path == rogue_folder / "scenarios" / "night-raid.toml"
    assert read_scenario(path) == (builder.scenario, builder.field)
    assert said(builder)[0] == "Player 1 wins by eliminating everybody else."


@pytest.mark.parametrize(
    ("operation", "expected"),
    [
        (lambda b: b.set_players(2), {"Coast": (1,), "Heights": (2,)}),
        (lambda b: b.set_players(3), {"Coast": (1, 3), "Heights": (2,)}),
        (lambda b: b.assign(3, 2), {"Coast": (1,), "Heights": (2, 4), "Player 3": (3,)}),
        (lambda b: b.play_earlier(1), {"Heights": (2, 4), "Coast": (1, 3)}),
    ],
)
def test_players_change_sides(operation: Operation, expected: dict[str, tuple[int, ...]]) -> None:
    builder = two_sides()
    assert operation(builder).allowed
    assert list(sides(builder).items()) == list(expected.items())
    assert builder.check() == ()


def test_a_side_that_nobody_named_is_named_after_its_players() -> None:
    builder = fresh()
    builder.assign(3, 0)
    builder.name_side(2, "Heights")
    assert sides(builder) == {"Players 1 and 3": (1, 3), "Player 2": (2,), "Heights": (4,)}
    builder.assign(2, 0)
    assert sides(builder) == {"Players 1, 2 and 3": (1, 2, 3), "Heights": (4,)}


def test_victories_follow_their_sides() -> None:
    builder = two_sides()
    assert said(builder) == ["Coast wins by eliminating Heights.", "Heights win by eliminating Coast."]
    assert [victory.title for victory in builder.scenario.victories] == [
        "Eliminate Heights",
        "Eliminate Coast",
    ]
    builder.assign(3, 2)  # on a side of its own, which wins as the last one standing
    assert said(builder) == [
        "Coast wins by eliminating everybody else.",
        "Heights win by eliminating everybody else.",
        "Player 3 wins by eliminating everybody else.",
    ]
    builder.set_players(2)
    assert said(builder) == ["Coast wins by eliminating Heights.", "Heights win by eliminating Coast."]


def test_a_side_that_was_all_of_the_players_left_is_parted() -> None:
    builder = fresh()
    builder.assign(2, 0)
    builder.set_players(2)
    assert sides(builder) == {"Player 1": (1,), "Player 2": (2,)}
    assert builder.check() == ()


@pytest.mark.parametrize(
    ("parts", "sentence", "title"),
    [
        (
            [("hold", ["old-battery"], 2)],
            "Coast wins by holding Old battery for 2 turns.",
            "Hold Old battery for 2 turns",
        ),
        ([("hold", ["quay", "docks"], 1)], "Coast wins by holding Docks and Quay for a turn.", None),
        ([("reach", ["quay", "docks"], 1)], "Coast wins by reaching Docks or Quay.", "Reach Docks or Quay"),
        ([("reach", [], 1)], "Coast wins by reaching ___.", None),
        ([("survive", [], 10)], "Coast wins by surviving 10 rounds.", "Survive 10 rounds"),
        ([("kill", [], 1)], "Coast wins by taking 1 unit of Heights.", None),
        (
            [("kill", [], 8), ("reach", ["ford"], 1), ("survive", [], 1)],
            "Coast wins by taking 8 units of Heights, reaching Ford and surviving a round.",
            "Take 8 units of Heights, reach Ford and survive a round",
        ),
    ],
)
def test_a_victory_is_retold_as_it_stands(
    parts: list[tuple[Any, list[str], int]], sentence: str, title: str | None
) -> None:
    builder = two_sides()
    builder.add_victory("Coast", parts[0][0])
    number = len(builder.scenario.victories) - 1
    for kind, _, _ in parts[1:]:
        builder.add_condition(number, kind)
    for part, (_, zones, count) in enumerate(parts):
        for zone in zones:
            builder.toggle_zone(number, part, zone)
        builder.set_number(number, part, count)
    assert said(builder)[number] == sentence
    assert title in (None, builder.scenario.victories[number].title)


def test_parts_and_victories_go_again() -> None:
    builder = two_sides()
    builder.add_victory("Coast", "kill")
    builder.toggle_player(2, 0, 4)
    assert said(builder)[2] == "Coast wins by taking 4 units of Player 2."
    builder.add_condition(2, "survive")
    builder.remove_condition(2, 0)
    assert said(builder)[2] == "Coast wins by surviving 10 rounds."
    builder.remove_condition(2, 0)
    assert len(said(builder)) == 2
    builder.remove_victory(0)
    builder.remove_victory(0)
    assert [flaw.text for flaw in builder.check()] == ["nobody can win"]


def test_starts_and_cover_are_told_where_they_differ_from_the_battlefield() -> None:
    builder = two_sides()
    assert builder.toggle_start("quay", 1).allowed
    assert builder.toggle_start("docks", 1).allowed  # no longer
    assert {start.player: start.zones for start in builder.scenario.starts} == {1: ("quay",)}
    builder.toggle_start("quay", 2)  # taken over from player 1, who starts nowhere now
    assert [flaw.text for flaw in builder.check()] == ["player 1 has 0 start zones, not 1 to 3"]
    builder.start_as_drawn()
    assert builder.scenario.starts == ()
    before = sum(builder.cover.values())
    builder.set_cover("quay", 3)
    builder.set_cover("fish-market", 0)
    assert builder.scenario.cover == {"fish-market": 0, "quay": 3}
    assert sum(builder.cover.values()) == before + 2
    shown = builder.shown_field()
    assert (shown.zone("quay").cover, shown.zone("docks").start) == (3, 1)
    builder.set_cover("fish-market", 1)
    assert builder.scenario.cover == {"quay": 3}


def test_another_battlefield_forgets_zones_of_the_former_one() -> None:
    builder = two_sides()
    builder.add_victory("Coast", "hold")
    builder.toggle_zone(2, 0, "old-battery")
    builder.toggle_start("quay", 1)
    builder.place_on(load_battlefield("airfield"))
    assert builder.scenario.starts == () and said(builder)[2] == "Coast wins by holding ___ for 2 turns."
    assert [flaw.text for flaw in builder.check()] == ["Coast: hold needs zones"]


def test_a_battlefield_for_two_leaves_two_players() -> None:
    small = BattlefieldBuilder()
    small.add_tile("2A", (0, 0))
    for player, left in ((1, 0), (2, 50)):
        zone, _ = small.add_zone("2A", [(left, 0), (left + 50, 0), (left + 50, 100), (left, 100)])
        small.set_start(zone, player)
    small.link_adjacent()
    builder = fresh()
    builder.place_on(small.field)
    assert sides(builder) == {"Player 1": (1,), "Player 2": (2,)} and builder.check() == ()


@pytest.mark.parametrize(
    ("operation", "words"),
    [
        (lambda b: b.call("!"), "letters or figures"),
        (lambda b: b.call("Pincer"), "already"),
        (lambda b: b.set_players(5), "2 to 4"),
        (lambda b: b.set_players(1), "2 to 4"),
        (lambda b: (b.set_players(2), b.assign(2, 0))[1], "play against"),
        (lambda b: b.name_side(0, "Player 2"), "no other"),
        (lambda b: b.name_side(0, " "), "needs a name"),
        (lambda b: b.name_side(0, "The people of the whole coast"), "14 letters"),
        (lambda b: b.call("Half a league, half a league onward"), "28 letters"),
        (lambda b: b.toggle_start("river", 1), "water"),
        (lambda b: b.set_cover("quay", 12), "17 cover tokens"),
        (lambda b: b.toggle_player(0, 0, 1), "no enemy"),
        (lambda b: b.set_number(0, 0, 0), "1 or more"),
    ],
)
def test_what_cannot_be_is_refused(operation: Operation, words: str) -> None:
    builder = fresh()
    ruling = operation(builder)
    assert not ruling.allowed and words in ruling.text
    assert builder.check() == ()


def test_a_player_has_three_start_zones_at_the_most() -> None:
    builder = fresh()
    dry = [zone.id for zone in builder.field.zones.values() if not zone.start and "water" not in zone.terrain]
    rulings = [builder.toggle_start(zone, 1).allowed for zone in dry[:3]]
    assert rulings == [True] * 2 + [False]


@pytest.mark.parametrize("path", scenario_files(), ids=lambda path: path.stem)
def test_the_games_own_are_copied_and_never_written_over(rogue_folder: Path, path: Path) -> None:
    builder = ScenarioBuilder.load(path)
    assert not builder.call(builder.scenario.title).allowed  # a copy needs a name of its own
    assert builder.call(f"{builder.scenario.title} 2").allowed
    copy = builder.save()
    assert copy.parent == rogue_folder / "scenarios" and path.is_file()
    assert read_scenario(copy)[0].victories == read_scenario(path)[0].victories


def test_a_new_name_leaves_no_old_file(rogue_folder: Path) -> None:
    builder = fresh()
    builder.call("One")
    first = builder.save()
    again = ScenarioBuilder.load(first)
    again.call("Two")
    second = again.save()
    assert sorted((rogue_folder / "scenarios").glob("*")) == [second]


def test_an_unfinished_one_is_gone_on_with_but_not_played() -> None:
    builder = fresh()
    builder.call("Half")
    builder.add_victory("Player 1", "reach")
    path = builder.save()
    assert [flaw.text for flaw in ScenarioBuilder.load(path).check()] == ["Player 1: reach needs zones"]
    line = path.read_text().splitlines().index('part = "reach"')
    with pytest.raises(BrokenFile, match=f"line {line}: Player 1: reach needs zones"):
        read_scenario(path)


def test_titles_of_the_games_own_stay_until_their_parts_change() -> None:
    builder = ScenarioBuilder.load(next(path for path in scenario_files() if path.stem == "radar-hill"))
    before = [victory.title for victory in builder.scenario.victories]
    builder.name_side(0, "Paras")
    assert [victory.title for victory in builder.scenario.victories] == before
    builder.set_number(1, 0, 3)
    assert builder.scenario.victories[1].title == "Hold Radar hill for 3 turns"


KINDS: tuple[ConditionKind, ...] = ("eliminate", "reach", "hold", "kill", "survive")
NUMBERS = st.integers(0, 4)
OPERATIONS: dict[str, Callable[[ScenarioBuilder, int, int], Any]] = {
    "players": lambda b, one, _: b.set_players(one),
    "put": lambda b, one, other: b.assign(1 + one % b.scenario.players, other % (len(b.scenario.sides) + 1)),
    "name": lambda b, one, other: b.name_side(one % len(b.scenario.sides), f"Band {other}"),
    "earlier": lambda b, one, _: b.play_earlier(one % len(b.scenario.sides)),
    "start": lambda b, one, other: b.toggle_start(list(b.field.zones)[other], 1 + one % b.scenario.players),
    "cover": lambda b, one, other: b.set_cover(list(b.field.zones)[other], one),
    "victory": lambda b, one, other: b.add_victory(
        b.scenario.sides[one % len(b.scenario.sides)].name, KINDS[other]
    ),
    "condition": lambda b, one, other: _at_a_victory(b, one, lambda n: b.add_condition(n, KINDS[other])),
    "zone": lambda b, one, other: _at_a_victory(
        b, one, lambda n: b.toggle_zone(n, 0, list(b.field.zones)[other])
    ),
    "player": lambda b, one, other: _at_a_victory(b, one, lambda n: b.toggle_player(n, 0, other)),
    "number": lambda b, one, other: _at_a_victory(b, one, lambda n: b.set_number(n, 0, other)),
    "remove condition": lambda b, one, _: _at_a_victory(b, one, lambda n: b.remove_condition(n, 0)),
    "elsewhere": lambda b, one, _: b.place_on(load_battlefield(("compound", "airfield")[one % 2])),
}


def _at_a_victory(builder: ScenarioBuilder, number: int, operation: Callable[[int], Any]) -> Any:
    return operation(number % len(builder.scenario.victories)) if builder.scenario.victories else None


@given(operations=st.lists(st.tuples(st.sampled_from(sorted(OPERATIONS)), NUMBERS, NUMBERS), max_size=12))
def test_any_operations_leave_a_consistent_scenario(operations: list[tuple[str, int, int]]) -> None:
    builder = fresh()
    for name, one, other in operations:
        OPERATIONS[name](builder, one, other)
    scenario = builder.scenario
    players = [player for side in scenario.sides for player in side.players]
    assert sorted(players) == list(range(1, len(players) + 1)) and len(scenario.sides) > 1
    for victory in scenario.victories:
        own = next(side.players for side in scenario.sides if side.name == victory.side)
        named = {player for condition in victory.conditions for player in condition.players}
        assert victory.conditions and victory.title and not named & set(own)
        assert victory_sentence(victory, scenario, builder.field)
    lacking = ("start zones", "needs zones", "needs players", "nobody can win")
    assert all(any(words in flaw.text for words in lacking) for flaw in builder.check())
    assert decode(encode(scenario), type(scenario), Path("x.toml")) == scenario
