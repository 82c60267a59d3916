"""The builder under real fingers, from the list to the tile and back."""

from pathlib import Path
from typing import Any

import pytest

from companion.games.rogue.battlefield_files import read_battlefield
from companion.tools.editors.battlefield_draft import field_files


@pytest.fixture
def shell(app: Any, data_folder: Path) -> Any:
    """The lobby with Battlefield Rogue chosen."""
    app.own = data_folder / "rogue" / "battlefields"
    app.pointer.tap("Battlefield Rogue")
    return app


@pytest.fixture
def building(shell: Any) -> Any:
    """A new battlefield with a blank tile 2B on it."""
    shell.pointer.tap("Battlefields")
    shell.pointer.tap("New battlefield")
    shell.driver.type_words("Old mill 7")
    touch(shell, "+0,0")
    shell.pointer.tap("2B")
    shell.pointer.tap("Blank")
    return shell


def touch(shell: Any, place: Any) -> None:
    shell.pointer.tap_at(*shell.overlay.map.where(place))


def draw(shell: Any, *corners: Any) -> None:
    for corner in corners:
        shell.pointer.tap_at(*shell.overlay.sheet.where(corner))


def quarters(shell: Any) -> None:
    """Draw four zones on the tile, a few pixels off at every corner that is there already."""
    shell.pointer.tap("Draw zones")
    draw(shell, (0, 0), (50, 0), (50, 40), (0, 50), (0, 0))
    draw(shell, (51, 1), (99, 1), (100, 45), (52, 42), (51, 1))
    draw(shell, (1, 51), (51, 41), (60, 100), (0, 100), (1, 51))
    draw(shell, (51, 41), (99, 44), (100, 100), (61, 99), (51, 41))


@pytest.mark.long
def test_every_battlefield_is_listed_and_one_that_comes_with_the_game_opens(shell: Any) -> None:
    shell.pointer.tap("Battlefields")
    for title in ("Airfield", "The Compound", "Crossroads"):
        assert shell.pointer.shows(title)
    shell.pointer.tap("The Compound")
    assert shell.pointer.shows("Ready")
    shell.pointer.tap("Back")
    shell.pointer.tap("Back")
    assert shell.home.name == "lobby" and shell.overlay is None
    assert not list(shell.own.glob("*"))  # looking changes nothing


def test_a_battlefield_needs_a_name_that_is_free(shell: Any) -> None:
    shell.pointer.tap("Battlefields")
    for name in ("Crossroads", "- -"):
        shell.pointer.tap("New battlefield")
        shell.driver.type_words(name)
        assert shell.pointer.shows("Why not?")
        shell.pointer.tap_at(400, 10)
    assert shell.overlay.name == "battlefields"


def test_zones_are_drawn_by_tapping_corners_that_hold_the_finger(building: Any) -> None:
    quarters(building)
    draft = building.overlay.draft
    assert len(draft.field.tiles[0].zones) == 4
    assert draft.field.zone("2b-2").polygon == ((50, 0), (100, 0), (100, 45), (50, 40))
    assert draft.field.neighbours("2b-1") == ("2b-2", "2b-3")
    building.pointer.tap("Done")
    assert building.overlay.name == "battlefield editor"


def test_a_corner_is_taken_back_and_a_zone_rubbed_out(building: Any) -> None:
    building.pointer.tap("Draw zones")
    draw(building, (0, 0), (50, 0), (50, 60))
    building.pointer.tap("Undo corner")
    assert len(building.overlay.sheet.corners) == 2
    draw(building, (50, 50), (0, 50))
    building.pointer.tap("Zone is done")
    draw(building, (25, 25))
    building.pointer.hold("Delete")
    assert not building.overlay.draft.field.zones


def drag(shell: Any, corner: Any, to: Any) -> None:
    shell.pointer.drag(shell.overlay.sheet.where(corner), shell.overlay.sheet.where(to))


@pytest.mark.long
def test_corners_of_a_finished_zone_are_dragged_and_neighbours_follow(building: Any) -> None:
    quarters(building)
    draft = building.overlay.draft
    draw(building, (25, 25))
    drag(building, (50, 40), (30, 60))
    assert (30, 60) in draft.field.zone("2b-1").polygon and (50, 40) not in draft.field.zone("2b-1").polygon
    assert all((30, 60) in draft.field.zone(f"2b-{number}").polygon for number in (2, 3, 4))
    draw(building, (25, 0))  # the plus in the middle of its lower edge
    assert (25, 0) in draft.field.zone("2b-1").polygon
    draw(building, (25, 0))
    building.pointer.tap("Remove it")
    assert (25, 0) not in draft.field.zone("2b-1").polygon
    drag(building, (0, 0), (60, 50))
    assert "would cross itself" in building.pointer.find_kind(sheet()).ruling.text


@pytest.mark.long
def test_over_a_corner_nothing_is_joined_and_the_rule_is_said(building: Any) -> None:
    quarters(building)
    building.pointer.tap("Done")
    building.pointer.tap("Joins")
    touch(building, "2b-1")
    touch(building, "2b-4")
    assert building.pointer.find_kind(sheet()).ruling.rules == ("RG-MOV-4",)
    building.pointer.tap_at(400, 10)
    touch(building, "2b-1")
    touch(building, "2b-2")
    assert building.overlay.draft.field.neighbours("2b-1") == ("2b-3",)
    building.pointer.tap("Link all neighbours")
    assert set(building.overlay.draft.field.neighbours("2b-1")) == {"2b-2", "2b-3"}


def sheet() -> Any:
    from companion.ui.widgets.controls.ruling_popup import RulingPopup

    return RulingPopup


@pytest.mark.every(4)
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
def test_signs_are_put_on_zones(building: Any, sign: str, touches: int, mark: Any) -> None:
    from companion.tools.editors.edit_modes import PaletteKey

    building.overlay.draft.draw_zone("2B", [(0.0, 0.0), (60.0, 0.0), (60.0, 60.0), (0.0, 60.0)])
    building.pointer.tap("Marks")
    key = next(one for one in building.overlay.walk() if isinstance(one, PaletteKey) and one.sign == sign)
    building.pointer.touch(key)
    for _ in range(touches):
        touch(building, "2b-1")
    zone = building.overlay.draft.field.zone("2b-1")
    assert {name: getattr(zone, name) for name in mark} == mark


def test_tiles_are_laid_as_drawn_before_turned_moved_and_taken_away(building: Any) -> None:
    touch(building, "+1,0")
    building.pointer.tap("3A")
    building.pointer.tap("As in Crossroads")
    field = building.overlay.draft.field
    assert [tile.id for tile in field.tiles] == ["2B", "3A"] and len(field.tile("3A").zones) > 3
    was = field.tile("3A").turned
    building.pointer.tap("Turn")
    assert building.overlay.draft.field.tile("3A").turned == (was + 1) % 4
    building.pointer.tap("Move")
    touch(building, "+0,1")
    assert building.overlay.draft.field.tile("3A").at == (0, 1)
    building.pointer.hold("Remove")
    assert [tile.id for tile in building.overlay.draft.field.tiles] == ["2B"]


def test_names_are_typed_and_going_back_keeps_everything(building: Any) -> None:
    building.overlay.draft.draw_zone("2B", [(0.0, 0.0), (60.0, 0.0), (60.0, 60.0), (0.0, 60.0)])
    building.pointer.tap("Name")
    touch(building, "2b-1")
    building.driver.type_words("Mill")
    building.pointer.tap("Back")
    kept = read_battlefield(building.own / "old-mill-7.toml", unfinished=True)
    assert kept.zone("2b-1").name == "Mill"
    assert "1 to fix" in building.pointer.find("Old mill 7").detail  # the list says that it is not finished


def test_what_is_to_be_mended_is_said(building: Any) -> None:
    building.pointer.tap("2 to fix")
    assert {reason.text for reason in building.pointer.find_kind(sheet()).ruling.reasons} == {
        "Tile 2B has no zone.",
        "There is no start zone.",
    }


def test_a_broken_file_is_shown_with_the_line_that_is_wrong(shell: Any) -> None:
    shell.own.mkdir(parents=True)
    text = Path(field_files()["crossroads"]).read_text()
    (shell.own / "muddy.toml").write_text(text.replace('"road"', '"mud"', 1))
    line = 1 + text[: text.index('"road"')].count("\n")
    shell.pointer.tap("Battlefields")
    shell.pointer.tap("muddy")
    assert f"line {line}" in shell.pointer.find_kind(sheet()).ruling.text


def test_from_the_set_up_one_goes_to_the_battlefields_and_comes_back_to_a_new_choice(shell: Any) -> None:
    from companion.tools.editors.battlefield_draft import BattlefieldDraft

    shell.pointer.tap("2")
    shell.pointer.tap("Start")
    number = shell.playing.number
    assert "Four quarters" not in [option.label for option in shell.playing.question.options]
    shell.pointer.tap("Battlefields")
    draft = BattlefieldDraft()
    draft.builder.call("Four quarters")
    draft.builder.add_tile("2A", (0, 0))
    for player, left in ((1, 0.0), (2, 50.0)):
        corners = [(left, 0.0), (left + 50, 0.0), (left + 50, 100.0), (left, 100.0)]
        draft.builder.set_start(draft.draw_zone("2A", corners)[0], player)
    draft.save()
    shell.pointer.tap("Back")
    shell.pointer._pause(0.2)
    assert shell.playing.number == number
    chosen = next(option for option in shell.playing.question.options if option.label == "Four quarters")
    shell.driver.give(chosen.id)
    assert shell.playing.table.state.field == draft.field


def test_undo_takes_back_what_a_finger_did(building: Any) -> None:
    quarters(building)
    assert len(building.overlay.draft.field.zones) == 4
    building.pointer.tap("Undo")
    assert len(building.overlay.draft.field.zones) == 3
    building.pointer.tap("Done")
    building.pointer.tap("Undo")
    assert len(building.overlay.draft.field.zones) == 2
    while building.overlay.draft.before:
        building.pointer.tap("Undo")
    assert not building.overlay.draft.field.tiles
