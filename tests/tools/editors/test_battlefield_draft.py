"""The workbench: zones joined as they are drawn, files kept together, photographs straightened."""

import os
from pathlib import Path

import cv2
import numpy as np
import pytest

from companion.errors import BrokenFile
from companion.games.rogue.battlefield_files import load_battlefield, photograph_path
from companion.games.rogue.scenario import read_scenario, scenario_files
from companion.referee.ruling import ALLOWED
from companion.tools.editors.authoring.library import is_own
from companion.tools.editors.battlefield_draft import (
    SIDE,
    BattlefieldDraft,
    field_files,
    known_tiles,
    rectify_tile,
    square_at,
    square_id,
    write_photograph,
)

QUARTERS = (
    [(0.0, 0.0), (50.0, 0.0), (50.0, 50.0), (0.0, 50.0)],
    [(50.0, 0.0), (100.0, 0.0), (100.0, 50.0), (50.0, 50.0)],
    [(0.0, 50.0), (50.0, 50.0), (50.0, 100.0), (0.0, 100.0)],
    [(50.0, 50.0), (100.0, 50.0), (100.0, 100.0), (50.0, 100.0)],
)

pytestmark = pytest.mark.usefixtures("data_folder")


@pytest.fixture
def draft() -> BattlefieldDraft:
    """One tile of four quarters."""
    draft = BattlefieldDraft()
    draft.builder.call("Four quarters")
    draft.builder.add_tile("2A", (0, 0))
    for corners in QUARTERS:
        assert draft.draw_zone("2A", list(corners))[1].allowed
    return draft


def test_zones_are_joined_to_those_they_share_an_edge_with_as_they_are_drawn(draft: BattlefieldDraft) -> None:
    assert draft.field.neighbours("2a-1") == ("2a-2", "2a-3")
    assert draft.field.neighbours("2a-4") == ("2a-2", "2a-3")
    assert draft.field.name("2a-4") == "2A 4"


def test_two_touches_part_and_join_again_but_never_over_a_corner(draft: BattlefieldDraft) -> None:
    assert draft.toggle_link("2a-1", "2a-2") == (False, ALLOWED)
    assert draft.toggle_link("2a-1", "2a-2") == (True, ALLOWED)
    joined, ruling = draft.toggle_link("2a-1", "2a-4")
    assert not joined and ruling.rules == ("RG-MOV-4",)
    assert ruling.reasons[0].text == "2A 1 and 2A 4 meet only at a corner."  # names, not ids


def test_what_is_to_be_mended_is_said_in_names(draft: BattlefieldDraft) -> None:
    assert [reason.text for reason in draft.problems().reasons] == ["There is no start zone."]
    draft.builder.set_start("2a-1", 1)
    draft.builder.set_terrain("2a-1", "water", on=True)
    draft.builder.name_zone("2a-1", "Old ford")
    assert any("Old ford" in reason.text for reason in draft.problems().reasons)


def test_saving_keeps_field_photographs_and_once_it_is_whole_a_scenario(draft: BattlefieldDraft) -> None:
    draft.pictures["2A"] = np.full((SIDE, SIDE, 3), (20, 90, 160), np.uint8)
    path = draft.save()
    assert is_own(path) and field_files()["four-quarters"] == path
    assert "four-quarters-skirmish" not in {file.stem for file in scenario_files()}
    for zone, player in (("2a-1", 1), ("2a-4", 2)):
        draft.builder.set_start(zone, player)
    draft.save()
    assert load_battlefield("four-quarters") == draft.field
    made = next(file for file in scenario_files() if file.stem == "four-quarters-skirmish")
    scenario, field = read_scenario(made)
    assert (scenario.players, field) == (2, draft.field)
    again = BattlefieldDraft.load(path)
    assert again.field == draft.field and not again.changed
    assert np.abs(again.pictures["2A"].astype(int) - draft.pictures["2A"]).max() < 12


def test_under_a_new_title_nothing_old_is_left(draft: BattlefieldDraft) -> None:
    draft.pictures["2A"] = np.zeros((SIDE, SIDE, 3), np.uint8)
    old = draft.save()
    assert not draft.call("Crossroads").allowed and draft.field.title == "Four quarters"
    assert draft.call("Five quarters").allowed
    again = draft.save()
    assert sorted(file.name for file in old.parent.iterdir()) == ["five-quarters-2A.jpg", again.name]


def test_a_broken_photograph_folder_is_said(draft: BattlefieldDraft, data_folder: Path) -> None:
    draft.pictures["2A"] = np.zeros((SIDE, SIDE, 3), np.uint8)
    (data_folder / "rogue" / "battlefields" / "four-quarters-2A.jpg").mkdir(parents=True)
    with pytest.raises(BrokenFile, match="Make room"):
        draft.save()


def test_a_full_disk_leaves_the_photograph_that_was_there(
    draft: BattlefieldDraft, monkeypatch: pytest.MonkeyPatch
) -> None:
    def full(_: int) -> None:
        raise OSError(28, "No space left on device")

    path = draft.save()
    write_photograph(path, "2A", np.zeros((SIDE, SIDE, 3), np.uint8))
    before = photograph_path(path, "2A").read_bytes()
    monkeypatch.setattr(os, "fsync", full)
    with pytest.raises(BrokenFile, match="Make room"):
        write_photograph(path, "2A", np.full((SIDE, SIDE, 3), 90, np.uint8))
    assert photograph_path(path, "2A").read_bytes() == before


def test_tiles_drawn_before_are_offered(draft: BattlefieldDraft) -> None:
    assert "Four quarters" not in known_tiles("2A")
    draft.save()
    assert len(known_tiles("2A")["Four quarters"].zones) == 4


def test_free_squares_lie_side_by_side_with_tiles(draft: BattlefieldDraft) -> None:
    assert BattlefieldDraft().free_squares() == [(0, 0)]
    assert draft.free_squares() == [(0, 1), (1, 0)]
    assert [square_at(square_id(at)) for at in draft.free_squares()] == draft.free_squares()
    assert square_at("2A") is None


def test_a_photograph_is_straightened_by_its_four_corners() -> None:
    flat = np.zeros((200, 200, 3), np.uint8)
    flat[:100, :100], flat[:100, 100:], flat[100:, 100:] = (255, 0, 0), (0, 255, 0), (0, 0, 255)
    corners = [(160.0, 80.0), (500.0, 60.0), (610.0, 400.0), (40.0, 430.0)]
    there = np.array([(0, 0), (200, 0), (200, 200), (0, 200)], np.float32)
    matrix = cv2.getPerspectiveTransform(there, np.array(corners, np.float32))
    photograph = np.asarray(cv2.warpPerspective(flat, matrix, (640, 480)), np.uint8)
    made = rectify_tile(photograph, corners)
    assert made.shape == (SIDE, SIDE, 3)
    quarter, far = SIDE // 4, 3 * SIDE // 4
    assert [tuple(map(int, made[y, x])) for y, x in ((quarter, quarter), (quarter, far), (far, far))] == [
        (255, 0, 0),
        (0, 255, 0),
        (0, 0, 255),
    ]


def test_every_change_can_be_taken_back(draft: BattlefieldDraft) -> None:
    states = []
    for change in (
        lambda: draft.builder.set_start("2a-1", 1),
        lambda: draft.builder.name_zone("2a-1", "Old ford"),
        lambda: draft.builder.remove_zone("2a-2"),
        lambda: draft.builder.remove_tile("2A"),
    ):
        draft.remember()
        states.append(draft.field)
        change()
    draft.remember()
    draft.remember()  # nothing has changed since
    for state in reversed(states):
        assert draft.undo() and draft.field == state
    while draft.undo():
        pass
    assert not draft.field.tiles


def test_a_tile_taken_back_has_its_photograph_again(draft: BattlefieldDraft) -> None:
    draft.pictures["2A"] = np.zeros((SIDE, SIDE, 3), np.uint8)
    draft.remember()
    del draft.pictures["2A"]
    draft.builder.remove_tile("2A")
    draft.remember()
    assert draft.undo() and "2A" in draft.pictures
