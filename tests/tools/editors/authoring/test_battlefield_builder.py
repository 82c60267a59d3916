"""Building a battlefield step by step, as fingers do."""

from pathlib import Path

import pytest

from companion.games.rogue.battlefield_files import load_battlefield, read_battlefield
from companion.tools.editors.authoring.battlefield_builder import BattlefieldBuilder

LEFT = [(0, 0), (50, 0), (50, 100), (0, 100)]
RIGHT = [(50, 0), (100, 0), (100, 100), (50, 100)]


def a_builder() -> BattlefieldBuilder:
    """Two tiles of two zones each."""
    builder = BattlefieldBuilder()
    builder.call("Our Field!", "behind the house")
    for tile, at in (("1A", (0, 0)), ("2B", (1, 0))):
        assert builder.add_tile(tile, at).allowed
        for polygon in (LEFT, RIGHT):
            assert builder.add_zone(tile, polygon)[1].allowed
    return builder


@pytest.mark.rule("RG-SCN", "RG-MOV-4")
def test_a_battlefield_is_built_saved_loaded_and_sound(rogue_folder: Path) -> None:
    builder = a_builder()
    assert {flaw.text for flaw in builder.check()} == {"there is no start zone"}
    assert builder.link_adjacent() == 3  # along the edges, across the tiles as well
    builder.set_start("1a-1", 1)
    builder.set_start("2b-2", 2)
    builder.set_terrain("1a-2", "woods", on=True)
    builder.set_symbol("1a-2", "weapons", on=True)
    builder.set_cover("2b-1", 2)
    builder.name_zone("1a-2", "Old wood")
    assert builder.check() == ()
    path = builder.save()
    assert path == rogue_folder / "battlefields" / "our-field.toml"
    field = read_battlefield(path)
    assert field == builder.field == load_battlefield("our-field")
    assert field.neighbours("1a-2") == ("1a-1", "2b-1")
    assert field.zones["1a-2"].terrain == ("woods",) and field.name("1a-2") == "Old wood"


@pytest.mark.rule("RG-MOV-4")
def test_nothing_is_joined_over_a_corner() -> None:
    builder = a_builder()
    builder.add_tile("3A", (1, 1))
    zone, _ = builder.add_zone("3A", [(0, 0), (50, 0), (50, 40), (0, 40)])
    assert builder.link("1a-2", zone).rules == ("RG-MOV-4",)  # the tiles touch at a corner
    assert builder.link("2b-1", zone).allowed
    assert builder.link("2b-2", zone).allowed is False  # the zones touch at no more than a corner


def test_what_is_refused_changes_nothing() -> None:
    builder = a_builder()
    before = builder.field
    refused = [
        builder.add_tile("1A", (3, 3)),
        builder.add_tile("3A", (0, 0)),
        builder.add_tile("9Z", (2, 0)),
        builder.add_zone("1A", LEFT, id="1a-1")[1],
        builder.add_zone("1A", LEFT, id="Big One")[1],
        builder.add_zone("1A", LEFT[:2])[1],
        builder.link("1a-1", "1a-1"),
        builder.set_terrain("1a-1", "lava", on=True),  # type: ignore[arg-type]  # as a file might say
        builder.set_symbol("1a-1", "gold", on=True),  # type: ignore[arg-type]
        builder.set_cover("1a-1", 18),
        builder.set_start("1a-1", 5),
        builder.name_zone("1a-1", " "),
        builder.call("!"),
        builder.move_tile("2B", (0, 0)),
    ]
    assert not any(ruling.allowed for ruling in refused)
    assert builder.field == before


def test_taking_away_and_laying_elsewhere() -> None:
    builder = a_builder()
    builder.link_adjacent()
    builder.unlink("1a-1", "1a-2")
    assert builder.field.neighbours("1a-2") == ("2b-1",)
    builder.move_tile("2B", (0, 1), 1)
    assert builder.field.neighbours("1a-2") == ()  # links between tiles are cut
    assert builder.field.tile("2B").turned == 1
    builder.remove_zone("2b-1")
    assert "2b-1" not in builder.field.zones and builder.field.neighbours("2b-2") == ()
    builder.remove_tile("2B")
    assert [tile.id for tile in builder.field.tiles] == ["1A"]


def test_a_tile_drawn_before_is_laid_out_again(tmp_path: Path) -> None:
    first = a_builder()
    first.link_adjacent()
    drawn = BattlefieldBuilder.load(first.save(tmp_path / "unfinished.toml")).field.tile(
        "1A"
    )  # start zones are missing
    second = BattlefieldBuilder()
    assert second.lay_out(drawn, (2, 1), 3).allowed
    assert second.field.neighbours("1a-1") == ("1a-2",)  # its own links stay, those to other tiles do not
    assert second.field.neighbours("1a-2") == ("1a-1",)
    assert not second.lay_out(drawn, (0, 0)).allowed


def test_links_to_nowhere_in_an_unfinished_file_can_be_dropped_and_stop_nothing(tmp_path: Path) -> None:
    path = tmp_path / "half.toml"
    path.write_text(
        'id = "half"\ntitle = "Half"\n\n[[tile]]\nid = "2A"\nat = [0, 0]\n\n[[tile.zone]]\nid = "hill"\n'
        'name = "Hill"\nneighbours = ["valley"]\n'
    )
    builder = BattlefieldBuilder.load(path)
    assert builder.move_tile("2A", (1, 0)).allowed  # cuts what leads off the tile
    assert builder.field.neighbours("hill") == ()
    again = BattlefieldBuilder.load(path)
    assert (again.drop_loose_links(), again.drop_loose_links()) == (1, 0)
    assert again.field.neighbours("hill") == ()
