"""Drafts of boards: on disk after each step, and refused in words when a file is broken."""

import subprocess
import sys

import numpy as np
import pytest
from msgspec.structs import replace

from companion.errors import BrokenFile
from companion.tools.editors.authoring.board_draft import (
    MAX_SIDE,
    MAX_UNDO,
    BoardDraft,
    draft_folders,
    take_up,
)

PHOTO = np.full((300, 400, 3), 120, np.uint8)


def test_each_step_is_on_disk() -> None:
    draft = BoardDraft.begin(PHOTO, "Ours")
    draft.do(replace(draft.plan, name="Lakes"))
    again = BoardDraft.load(draft.folder)
    assert again.plan.name == "Lakes" and again.photo.shape == PHOTO.shape
    assert again.undo() and BoardDraft.load(draft.folder).plan.name == "Ours"
    assert not again.undo()


TEACHING = """
import numpy as np
from msgspec.structs import replace
from companion.tools.editors.authoring.board_draft import BoardDraft
draft = BoardDraft.begin(np.zeros((300, 400, 3), np.uint8), "Ours")
for number in range(100_000):
    draft.do(replace(draft.plan, name=str(number)))
    print(number, flush=True)
"""


@pytest.mark.slow
@pytest.mark.parametrize("steps", [1, 30, 170])
def test_a_plug_that_is_pulled_loses_no_step(steps: int) -> None:
    """The program is killed while it makes steps; each one that it told is on disk."""
    with subprocess.Popen([sys.executable, "-c", TEACHING], stdout=subprocess.PIPE, text=True) as teaching:
        assert teaching.stdout is not None
        told = [int(teaching.stdout.readline()) for _ in range(steps)]
        teaching.kill()
        told += [int(line) for line in teaching.stdout.read().split("\n")[:-1]]
    (folder,) = draft_folders()
    assert told[-1] <= int(BoardDraft.load(folder).plan.name) <= told[-1] + 1


def test_a_step_that_cannot_be_written_is_not_made(monkeypatch: pytest.MonkeyPatch) -> None:
    draft = BoardDraft.begin(PHOTO, "Ours")

    def full(*_: object) -> None:
        raise OSError(28, "No space left on device")

    monkeypatch.setattr("companion.tools.editors.authoring.board_draft.atomic_write", full)
    with pytest.raises(OSError, match="No space"):
        draft.do(replace(draft.plan, name="Lakes"))
    assert draft.plan.name == "Ours"


def test_the_last_steps_can_be_taken_back() -> None:
    draft = BoardDraft.begin(PHOTO, "Ours")
    for number in range(MAX_UNDO + 5):
        draft.do(replace(draft.plan, name=f"Lakes {number}"))
    assert sum(iter(draft.undo, False)) == MAX_UNDO


def test_a_large_photo_is_kept_smaller() -> None:
    draft = BoardDraft.begin(np.zeros((1000, 2 * MAX_SIDE, 3), np.uint8), "Ours")
    assert draft.photo.shape == (500, MAX_SIDE, 3)


def test_two_drafts_of_one_name_stand_side_by_side_until_they_are_deleted() -> None:
    one, other = BoardDraft.begin(PHOTO, "Ours"), BoardDraft.begin(PHOTO, "Ours")
    assert draft_folders() == [one.folder, other.folder]
    one.delete()
    assert draft_folders() == [other.folder]


def test_a_finished_draft_is_aside_until_it_is_taken_up() -> None:
    draft, named = BoardDraft.begin(PHOTO, "Lakes"), f"lakes@{0:016x}"
    draft.do(replace(draft.plan, name="Two lakes"))
    draft.finish(named)
    assert draft_folders() == []
    again = BoardDraft.load(take_up(named))
    assert draft_folders() == [again.folder] and again.plan.name == "Two lakes" and again.can_undo
    again.finish(named)
    other = BoardDraft.begin(PHOTO, "Lakes")
    other.finish(named)
    assert draft_folders() == [] and BoardDraft.load(take_up(named)).plan.name == "Two lakes"


@pytest.mark.parametrize("content", [b"", b"{", b'{"steps": []}', b'{"steps": [7]}', b"[" * 5000])
def test_a_broken_draft_is_refused(content: bytes) -> None:
    draft = BoardDraft.begin(PHOTO, "Ours")
    (draft.folder / "draft.json").write_bytes(content)
    with pytest.raises(BrokenFile, match="Begin it again"):
        BoardDraft.load(draft.folder)


def test_a_draft_without_its_photo_is_refused() -> None:
    draft = BoardDraft.begin(PHOTO, "Ours")
    (draft.folder / "photo.jpg").write_bytes(b"")
    with pytest.raises(BrokenFile):
        BoardDraft.load(draft.folder)
