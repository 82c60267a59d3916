"""The workbench: zones joined as they are drawn, files kept together, photographs straightened."""

from pathlib import Path

import cv2
import numpy as np
import pytest

from companion.games.rogue.battlefield_files import load_battlefield
from companion.games.rogue.scenario import read_scenario, scenario_files
from companion.referee.ruling import ALLOWED
from companion.ui.builder.workbench import (
    SIDE,
    Workbench,
    field_files,
    is_own,
    known_tiles,
    square_at,
    square_id,
    straightened,
)

QUARTERS = (
    [(0.0, 0.0), (50.0, 0.0), (50.0, 50.0), (0.0, 50.0)],
    [(50.0, 0.0), (100.0, 0.0), (100.0, 50.0), (50.0, 50.0)],
    [(0.0, 50.0), (50.0, 50.0), (50.0, 100.0), (0.0, 100.0)],
    [(50.0, 50.0), (100.0, 50.0), (100.0, 100.0), (50.0, 100.0)],
)

pytestmark = pytest.mark.usefixtures("data_folder")


@pytest.fixture
def bench() -> Workbench:
    """One tile of four quarters."""
    bench = Workbench()
    bench.builder.call("Four quarters")
    bench.builder.add_tile("2A", (0, 0))
    for corners in QUARTERS:
        assert bench.draw_zone("2A", list(corners))[1].allowed
    return bench


def test_zones_are_joined_to_those_they_share_an_edge_with_as_they_are_drawn(bench: Workbench) -> None:
    assert bench.field.neighbours("2a-1") == ("2a-2", "2a-3")
    assert bench.field.neighbours("2a-4") == ("2a-2", "2a-3")
    assert bench.field.name("2a-4") == "2A 4"


def test_two_touches_part_and_join_again_but_never_over_a_corner(bench: Workbench) -> None:
    assert bench.toggle_link("2a-1", "2a-2") == (False, ALLOWED)
    assert bench.toggle_link("2a-1", "2a-2") == (True, ALLOWED)
    joined, ruling = bench.toggle_link("2a-1", "2a-4")
    assert not joined and ruling.rules == ("RG-MOV-4",)
    assert ruling.reasons[0].text == "2A 1 and 2A 4 meet only at a corner."  # names, not ids


def test_what_is_to_be_mended_is_said_in_names(bench: Workbench) -> None:
    assert [reason.text for reason in bench.problems().reasons] == ["There is no start zone."]
    bench.builder.set_start("2a-1", 1)
    bench.builder.set_terrain("2a-1", "water", on=True)
    bench.builder.name_zone("2a-1", "Old ford")
    assert any("Old ford" in reason.text for reason in bench.problems().reasons)


def test_saving_keeps_field_photographs_and_once_it_is_whole_a_scenario(bench: Workbench) -> None:
    bench.pictures["2A"] = np.full((SIDE, SIDE, 3), (20, 90, 160), np.uint8)
    path = bench.save()
    assert is_own(path) and field_files()["four-quarters"] == path
    assert "four-quarters-skirmish" not in {file.stem for file in scenario_files()}
    for zone, player in (("2a-1", 1), ("2a-4", 2)):
        bench.builder.set_start(zone, player)
    bench.save()
    assert load_battlefield("four-quarters") == bench.field
    made = next(file for file in scenario_files() if file.stem == "four-quarters-skirmish")
    scenario, field = read_scenario(made)
    assert (scenario.players, field) == (2, bench.field)
    again = Workbench.load(path)
    assert again.field == bench.field and not again.changed
    assert np.abs(again.pictures["2A"].astype(int) - bench.pictures["2A"]).max() < 12


def test_under_a_new_title_nothing_old_is_left(bench: Workbench) -> None:
    bench.pictures["2A"] = np.zeros((SIDE, SIDE, 3), np.uint8)
    old = bench.save()
    assert not bench.call("Crossroads").allowed and bench.field.title == "Four quarters"
    assert bench.call("Five quarters").allowed
    again = bench.save()
    assert sorted(file.name for file in old.parent.iterdir()) == ["five-quarters-2A.jpg", again.name]


def test_a_broken_photograph_folder_is_said(bench: Workbench, data_folder: Path) -> None:
    from companion.errors import BrokenFile

    bench.pictures["2A"] = np.zeros((SIDE, SIDE, 3), np.uint8)
    (data_folder / "rogue" / "battlefields" / "four-quarters-2A.jpg").mkdir(parents=True)
    with pytest.raises(BrokenFile, match="Make room"):
        bench.save()


def test_tiles_drawn_before_are_offered(bench: Workbench) -> None:
    assert "Four quarters" not in known_tiles("2A")
    bench.save()
    assert len(known_tiles("2A")["Four quarters"].zones) == 4


def test_free_squares_lie_side_by_side_with_tiles(bench: Workbench) -> None:
    assert Workbench().free_squares() == [(0, 0)]
    assert bench.free_squares() == [(0, 1), (1, 0)]
    assert [square_at(square_id(at)) for at in bench.free_squares()] == bench.free_squares()
    assert square_at("2A") is None


def test_a_photograph_is_straightened_by_its_four_corners() -> None:
    flat = np.zeros((200, 200, 3), np.uint8)
    flat[:100, :100], flat[:100, 100:], flat[100:, 100:] = (255, 0, 0), (0, 255, 0), (0, 0, 255)
    corners = [(160.0, 80.0), (500.0, 60.0), (610.0, 400.0), (40.0, 430.0)]
    there = np.array([(0, 0), (200, 0), (200, 200), (0, 200)], np.float32)
    matrix = cv2.getPerspectiveTransform(there, np.array(corners, np.float32))
    photograph = np.asarray(cv2.warpPerspective(flat, matrix, (640, 480)), np.uint8)
    made = straightened(photograph, corners)
    assert made.shape == (SIDE, SIDE, 3)
    quarter, far = SIDE // 4, 3 * SIDE // 4
    assert [tuple(map(int, made[y, x])) for y, x in ((quarter, quarter), (quarter, far), (far, far))] == [
        (255, 0, 0),
        (0, 255, 0),
        (0, 0, 255),
    ]
