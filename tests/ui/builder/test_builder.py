"""The builder under real fingers, from the list to the tile and back."""

from pathlib import Path

import pytest

from companion.games.rogue.battlefield_files import read_battlefield
from companion.ui.builder.workbench import field_files


@pytest.fixture
def stage(app, data_folder):
    """The lobby with Battlefield Rogue chosen."""
    app.own = data_folder / "rogue" / "battlefields"
    app.hand.tap("Battlefield Rogue")
    return app


@pytest.fixture
def building(stage):
    """A new battlefield with a blank tile 2B on it."""
    stage.hand.tap("Battlefields")
    stage.hand.tap("New battlefield")
    stage.fingers.type_words("Old mill 7")
    touch(stage, "+0,0")
    stage.hand.tap("2B")
    stage.hand.tap("Blank")
    return stage


def touch(stage, place):
    stage.hand.tap_at(*stage.cover.map.where(place))


def draw(stage, *corners):
    for corner in corners:
        stage.hand.tap_at(*stage.cover.sheet.where(corner))


def quarters(stage):
    """Draw four zones on the tile, a few pixels off at every corner that is there already."""
    stage.hand.tap("Draw zones")
    draw(stage, (0, 0), (50, 0), (50, 40), (0, 50), (0, 0))
    draw(stage, (51, 1), (99, 1), (100, 45), (52, 42), (51, 1))
    draw(stage, (1, 51), (51, 41), (60, 100), (0, 100), (1, 51))
    draw(stage, (51, 41), (99, 44), (100, 100), (61, 99), (51, 41))


def test_every_battlefield_is_listed_and_one_that_comes_with_the_game_opens(stage):
    stage.hand.tap("Battlefields")
    for title in ("Airfield", "The Compound", "Crossroads"):
        assert stage.hand.sees(title)
    stage.hand.tap("The Compound")
    assert stage.hand.sees("Ready")
    stage.hand.tap("Back")
    stage.hand.tap("Back")
    assert stage.hand.sees("A new game")
    assert not list(stage.own.glob("*"))  # looking changes nothing


def test_a_battlefield_needs_a_name_that_is_free(stage):
    stage.hand.tap("Battlefields")
    for name in ("Crossroads", "- -"):
        stage.hand.tap("New battlefield")
        stage.fingers.type_words(name)
        assert stage.hand.sees("Why not?")
        stage.hand.tap_at(400, 10)
    assert stage.cover.name == "battlefields"


def test_zones_are_drawn_by_tapping_corners_that_hold_the_finger(building):
    quarters(building)
    bench = building.cover.bench
    assert len(bench.field.tiles[0].zones) == 4
    assert bench.field.zone("2b-2").polygon == ((50, 0), (100, 0), (100, 45), (50, 40))
    assert bench.field.neighbours("2b-1") == ("2b-2", "2b-3")
    building.hand.tap("Done")
    assert building.cover.name == "builder"


def test_a_corner_is_taken_back_and_a_zone_rubbed_out(building):
    building.hand.tap("Draw zones")
    draw(building, (0, 0), (50, 0), (50, 60))
    building.hand.tap("Corner back")
    assert len(building.cover.sheet.corners) == 2
    draw(building, (50, 50), (0, 50))
    building.hand.tap("Zone is done")
    draw(building, (25, 25))
    building.hand.hold("Rub it out")
    assert not building.cover.bench.field.zones


def drag(stage, corner, to):
    stage.hand.drag(stage.cover.sheet.where(corner), stage.cover.sheet.where(to))


def test_corners_of_a_finished_zone_are_dragged_and_neighbours_follow(building):
    quarters(building)
    bench = building.cover.bench
    draw(building, (25, 25))
    drag(building, (50, 40), (30, 60))
    assert (30, 60) in bench.field.zone("2b-1").polygon and (50, 40) not in bench.field.zone("2b-1").polygon
    assert all((30, 60) in bench.field.zone(f"2b-{number}").polygon for number in (2, 3, 4))
    draw(building, (25, 0))  # the plus in the middle of its lower edge
    assert (25, 0) in bench.field.zone("2b-1").polygon
    draw(building, (25, 0))
    building.hand.tap("Take it out")
    assert (25, 0) not in bench.field.zone("2b-1").polygon
    drag(building, (0, 0), (60, 50))
    assert "would cross itself" in building.hand.find_kind(sheet()).ruling.words


def test_over_a_corner_nothing_is_joined_and_the_rule_is_said(building):
    quarters(building)
    building.hand.tap("Done")
    building.hand.tap("Joins")
    touch(building, "2b-1")
    touch(building, "2b-4")
    assert building.hand.find_kind(sheet()).ruling.rules == ("RG-MOV-4",)
    building.hand.tap_at(400, 10)
    touch(building, "2b-1")
    touch(building, "2b-2")
    assert building.cover.bench.field.neighbours("2b-1") == ("2b-3",)
    building.hand.tap("Join all that meet")
    assert set(building.cover.bench.field.neighbours("2b-1")) == {"2b-2", "2b-3"}


def sheet():
    from companion.ui.widgets.ruling_sheet import RulingSheet

    return RulingSheet


@pytest.mark.parametrize(
    ("sign", "touches", "mark"),
    [
        ("woods", 1, {"terrain": ("woods",)}),
        ("woods", 2, {"terrain": ()}),  # again takes it off
        ("symbol-air-support", 1, {"symbols": ("air support",)}),
        ("cover", 3, {"cover": 3}),
        ("cover", 4, {"cover": 0}),  # round and round
        ("start*3", 1, {"start": 3}),
        ("start*3", 2, {"start": 0}),
    ],
)
def test_signs_are_put_on_zones(building, sign, touches, mark):
    from companion.ui.builder.mark_key import MarkKey

    building.cover.bench.draw_zone("2B", [(0.0, 0.0), (60.0, 0.0), (60.0, 60.0), (0.0, 60.0)])
    building.hand.tap("Marks")
    key = next(one for one in building.cover.walk() if isinstance(one, MarkKey) and one.sign == sign)
    building.hand.touch(key)
    for _ in range(touches):
        touch(building, "2b-1")
    zone = building.cover.bench.field.zone("2b-1")
    assert {name: getattr(zone, name) for name in mark} == mark


def test_tiles_are_laid_as_drawn_before_turned_moved_and_taken_away(building):
    touch(building, "+1,0")
    building.hand.tap("3A")
    building.hand.tap("As in Crossroads")
    field = building.cover.bench.field
    assert [tile.id for tile in field.tiles] == ["2B", "3A"] and len(field.tile("3A").zones) > 3
    was = field.tile("3A").turned
    building.hand.tap("Turn")
    assert building.cover.bench.field.tile("3A").turned == (was + 1) % 4
    building.hand.tap("Move")
    touch(building, "+0,1")
    assert building.cover.bench.field.tile("3A").at == (0, 1)
    building.hand.hold("Take away")
    assert [tile.id for tile in building.cover.bench.field.tiles] == ["2B"]


def test_names_are_typed_and_going_back_keeps_everything(building):
    building.cover.bench.draw_zone("2B", [(0.0, 0.0), (60.0, 0.0), (60.0, 60.0), (0.0, 60.0)])
    building.hand.tap("Name")
    touch(building, "2b-1")
    building.fingers.type_words("Mill")
    building.hand.tap("Back")
    kept = read_battlefield(building.own / "old-mill-7.toml", unfinished=True)
    assert kept.zone("2b-1").name == "Mill"
    assert "1 to mend" in building.hand.find("Old mill 7").detail  # the list says that it is not finished


def test_what_is_to_be_mended_is_said(building):
    building.hand.tap("2 to mend")
    assert {reason.text for reason in building.hand.find_kind(sheet()).ruling.reasons} == {
        "Tile 2B has no zone.",
        "There is no start zone.",
    }


def test_a_broken_file_is_shown_with_the_line_that_is_wrong(stage):
    stage.own.mkdir(parents=True)
    text = Path(field_files()["crossroads"]).read_text()
    (stage.own / "muddy.toml").write_text(text.replace('"road"', '"mud"', 1))
    line = 1 + text[: text.index('"road"')].count("\n")
    stage.hand.tap("Battlefields")
    stage.hand.tap("muddy")
    assert f"line {line}" in stage.hand.find_kind(sheet()).ruling.words


def test_from_the_set_up_one_goes_to_the_battlefields_and_comes_back_to_a_new_choice(stage):
    from companion.ui.builder.workbench import Workbench

    stage.hand.tap("2")
    stage.hand.tap("Start")
    number = stage.playing.number
    assert "Four quarters" not in [option.label for option in stage.playing.question.options]
    stage.hand.tap("Battlefields")
    bench = Workbench()
    bench.builder.call("Four quarters")
    bench.builder.add_tile("2A", (0, 0))
    for player, left in ((1, 0.0), (2, 50.0)):
        corners = [(left, 0.0), (left + 50, 0.0), (left + 50, 100.0), (left, 100.0)]
        bench.builder.set_start(bench.draw_zone("2A", corners)[0], player)
    bench.save()
    stage.hand.tap("Back")
    stage.hand._pause(0.2)
    assert stage.playing.number == number
    chosen = next(option for option in stage.playing.question.options if option.label == "Four quarters")
    stage.fingers.give(chosen.id)
    assert stage.playing.table.state.field == bench.field
