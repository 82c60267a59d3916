"""The StarCraft board is the classic one in a mirror: the same borders and ways, under its own names."""

import json
from collections import Counter
from pathlib import Path

import pytest

from companion.games.boards.board import FOLDER, load_board
from companion.games.boards.board_files import read_board_file
from companion.games.boards.elements import LineString, Point
from companion.tools.map_drawing import mirror
from companion.tools.map_drawing.world import WORLD

CLASSIC, SECTOR = load_board("classic"), load_board("starcraft")


def beyond(point: Point) -> Point:
    return (round(CLASSIC.width - point[0], 1), point[1])


def mirrored(line: LineString) -> LineString:
    return tuple(beyond(point) for point in reversed(line))


def test_the_sector_has_42_territories_on_6_planets_and_83_links() -> None:
    assert (len(SECTOR.territories), len(SECTOR.continents), len(SECTOR.links)) == (42, 6, 83)


@pytest.mark.parametrize(
    ("planet", "bonus", "size", "colour"),
    [
        ("aiur", 5, 9, "green"),
        ("zerus", 2, 4, "teal"),
        ("korhal", 5, 7, "purple"),
        ("mar-sara", 3, 6, "yellow"),
        ("char", 7, 12, "red"),
        ("shakuras", 2, 4, "blue"),
    ],
)
def test_planets(planet: str, bonus: int, size: int, colour: str) -> None:
    found = SECTOR.continent(planet)
    assert (found.bonus, len(found.territories), found.colour) == (bonus, size, colour)


@pytest.mark.parametrize(
    ("a", "b"),
    [
        # The examples of the document: an attack, two moves, and the space-line.
        ("augustgrad", "keresh-province"),
        ("talemattros", "katuul-province"),
        ("katuul-province", "pyramus"),
        ("char-aleph", "feral-hives"),
    ],
)
def test_links_that_the_document_speaks_of(a: str, b: str) -> None:
    assert b in SECTOR.neighbours(a)


@pytest.mark.parametrize(("old", "new"), WORLD.starcraft.territories.items())
def test_every_territory_is_the_classic_one_in_a_mirror(old: str, new: str) -> None:
    one, other = CLASSIC.territory(old), SECTOR.territory(new)
    assert other.label == beyond(one.label)
    assert other.continent == WORLD.starcraft.continents[one.continent]
    assert SECTOR.neighbours(new) == {WORLD.starcraft.territories[near] for near in CLASSIC.neighbours(old)}
    for polygon, image in zip(one.polygons, other.polygons, strict=True):
        assert image.rings == tuple(mirrored(ring) for ring in polygon.rings)


def test_sea_lines_run_from_the_first_territory_of_a_link_to_the_second() -> None:
    seas = {(link.a, link.b): link for link in SECTOR.links if link.kind == "sea"}
    assert len(seas) == sum(link.kind == "sea" for link in CLASSIC.links)
    for (a, b), link in seas.items():
        first, last = link.lines[0][0], link.lines[-1][0 if len(link.lines) > 1 else -1]
        assert SECTOR.territory(a).distance(*first) < SECTOR.territory(a).distance(*last)
        assert SECTOR.territory(b).distance(*last) < SECTOR.territory(b).distance(*first)


def test_the_space_line_leaves_over_both_rims() -> None:
    aleph, hives = next(
        link for link in SECTOR.links if (link.a, link.b) == ("char-aleph", "feral-hives")
    ).lines
    assert (aleph[-1][0], hives[-1][0]) == (0, SECTOR.width)
    assert aleph[-1][1] == hives[-1][1]


def test_the_links_are_those_of_the_rules(shared: Path) -> None:
    rules = json.loads((shared / "rules" / "starcraft_map.json").read_text(encoding="utf-8"))
    assert {(link.a, link.b) for link in SECTOR.links} == {
        tuple(sorted((edge["a"], edge["b"]))) for edge in rules["edges"]
    }
    for wanted in rules["territories"]:
        territory = SECTOR.territory(wanted["id"])
        assert (territory.name, territory.continent) == (wanted["name"], wanted["planet"])
        assert SECTOR.neighbours(territory.id) == set(wanted["neighbours"])
        assert WORLD.starcraft.territories[wanted["classic_equivalent"]] == territory.id
    for wanted in rules["planets"]:
        planet = SECTOR.continent(wanted["id"])
        assert (planet.name, planet.bonus, len(planet.territories), planet.colour) == (
            wanted["name"],
            wanted["bonus"],
            wanted["size"],
            wanted["colour"],
        )
        assert WORLD.starcraft.continents[wanted["classic"]] == planet.id


def test_every_border_is_borne_out(shared: Path) -> None:
    """By a list that names it from both sides, from one side, or by a border that is drawn."""
    rules = json.loads((shared / "rules" / "starcraft_map.json").read_text(encoding="utf-8"))
    evidence = {(edge["a"], edge["b"]): edge["evidence"] for edge in rules["edges"]}
    counted = Counter(evidence.values())
    assert counted["both directions in public implementation"] == 68
    assert counted["one direction in public implementation"] == 11
    unlisted = [pair for pair, words in evidence.items() if words.startswith("polygons adjacent")]
    assert len(unlisted) == 83 - 68 - 11
    for a, b in unlisted:
        coasts = [
            {point for polygon in SECTOR.territory(id).polygons for point in polygon.exterior}
            for id in (a, b)
        ]
        assert len(coasts[0] & coasts[1]) > 1, "a border drawn point for point"


@pytest.mark.parametrize(
    ("spelt", "found"),
    [
        ("Keresch Province", "keresh-province"),
        ("Keres Province", "keresh-province"),
        ("Talematros", "talemattros"),
        ("hell's", "hells-gates"),
    ],
)
def test_other_spellings_are_found(spelt: str, found: str) -> None:
    assert [territory.id for territory in SECTOR.find(spelt)] == [found]


def test_the_drawing_is_what_the_mirror_shows() -> None:
    sector = read_board_file(FOLDER / "starcraft.json")
    fresh = mirror.mirrored(read_board_file(FOLDER / "classic.json").drawing, sector)
    assert fresh == sector.drawing
