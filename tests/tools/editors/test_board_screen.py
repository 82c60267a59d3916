"""A board taught by touches from a rendered photo: taps counted, a plug pulled, wrong taps taken back."""

from typing import Any

import pytest

from companion.games.boards import library
from companion.games.boards.board import Board, load_board
from companion.games.boards.board_check import faults
from companion.journal.save_folder import exchange_folder
from companion.tools.editors.authoring.board_draft import draft_folders, finished_folder
from companion.ui.widgets.controls.keyboard import Keyboard
from tests.tools.editors.board_photo import CORNERS
from tests.tools.editors.teacher import WATER, Teacher

MOST_TAPS, MOST_MINUTES = 200, 10


def begin(shell: Any, name: str) -> Teacher:
    """Open the photo of a board from the stick."""
    teacher = Teacher(shell, shell.pointer, load_board(name))
    teacher.begin()
    return teacher


def links(board: Board) -> set[tuple[int, int]]:
    """The links of a taught board by the numbers in its territories' names."""
    number = {item.id: int(item.name.split()[-1]) for item in board.territories}
    return {(min(p), max(p)) for p in ((number[link.a], number[link.b]) for link in board.links)}


def pull_the_plug(shell: Any, screen: Any, teacher: Teacher) -> None:
    """The screen is gone and only the disk knows, as after a restart; then go on."""
    (folder,) = draft_folders()
    shell.open_overlay("boards")
    screen.frames(4)
    teacher.key(f"Go on with {folder.name}")


SLOW = pytest.mark.slow


@pytest.mark.slow
@pytest.mark.parametrize(
    "name", ["duel", pytest.param("archipelago", marks=SLOW), pytest.param("classic", marks=SLOW)]
)
def test_a_board_is_taught_in_few_taps(shell: Any, screen: Any, name: str) -> None:
    """Without its names, which can come later; the hexagons are taken up again in the middle."""
    teacher = begin(shell, name)
    teacher.corners_and_places()
    if name == "archipelago":
        pull_the_plug(shell, screen, teacher)
    teacher.rest()
    (named,) = library.references()
    taught, real = load_board(named), teacher.board
    print(f"{name}: {teacher.taps} taps, {teacher.minutes:.1f} minutes")
    assert teacher.taps <= MOST_TAPS and teacher.minutes <= MOST_MINUTES
    assert len(taught.territories) == len(real.territories)
    order = {id: number for number, id in enumerate(teacher.ids, 1)}
    assert links(taught) == {
        (min(p), max(p)) for p in ((order[link.a], order[link.b]) for link in real.links)
    }
    assert sorted(len(c.territories) for c in taught.continents) == sorted(
        len(c.territories) for c in real.continents
    )
    assert faults(taught) == ()
    assert draft_folders() == []
    shell.pointer.tap("Our board")
    shell.pointer.tap("Start")
    assert shell.session.table.state.board == named


@pytest.mark.long
def test_a_plug_pulled_loses_no_touch(shell: Any, screen: Any) -> None:
    teacher = begin(shell, "duel")
    teacher.corners_and_places(3)
    before = shell.overlay.draft.plan
    assert len(before.places) == len(before.water) == 3
    pull_the_plug(shell, screen, teacher)
    assert shell.overlay.draft.plan == before


def test_every_touch_is_taken_back(shell: Any) -> None:
    teacher = begin(shell, "duel")
    teacher.corners_and_places(2)
    for _ in range(4 + 2 + 2):
        shell.pointer.tap("Undo")
    plan = shell.overlay.draft.plan
    assert (plan.corners, plan.places, plan.water) == ((), (), ())
    assert shell.pointer.shows("1 of 5: Corners")


@pytest.mark.long
def test_a_border_is_dragged(shell: Any) -> None:
    """What lies under the finger goes to the region where it began."""
    teacher = begin(shell, "duel")
    teacher.corners_and_places(2)
    shell.pointer.tap("Next")
    screen, (one, other) = shell.overlay, map(teacher.middle, teacher.ids[:2])
    before = screen.labels.copy()
    shell.pointer.drag(screen.canvas_view.where(one), screen.canvas_view.where(other))
    assert (screen.labels == 1).sum() > (before == 1).sum()
    shell.pointer.tap("Undo")
    assert (screen.labels == before).all()


@pytest.mark.slow
def test_what_was_tapped_wrongly_is_removed_later(shell: Any) -> None:
    """Also after more steps than Undo takes back: with its dragged border and its link."""
    teacher = begin(shell, "duel")
    teacher.corners_and_places(3)
    screen, (first, second, third) = shell.overlay, map(teacher.middle, teacher.ids[:3])
    shell.pointer.tap("Next")
    shell.pointer.drag(screen.canvas_view.where(second), screen.canvas_view.where(third))
    shell.pointer.tap("Next")
    teacher.tap(second)
    teacher.tap(first)
    for _ in range(2):
        shell.pointer.tap("Before")
    assert screen.draft.plan.strokes and screen.draft.plan.changed
    for kind, wrong in (("Land", second), ("Water", WATER["duel"][1])):
        shell.pointer.tap(kind)
        teacher.tap(wrong)
        shell.pointer.tap("Remove")
    plan = screen.draft.plan
    assert [place.number for place in plan.places] == [1, 3] and len(plan.water) == 2
    assert plan.strokes == plan.changed == () and not shell.pointer.shows("Remove")
    shell.pointer.tap("Land")
    teacher.tap(second)
    assert [place.number for place in screen.draft.plan.places] == [1, 3, 4]


def go_wrong(teacher: Teacher) -> None:
    """A corner on the board, a place twice, water on land, a border over a neighbour, a link, a home."""
    one, other = map(teacher.middle, teacher.ids[:2])
    teacher.tap((700.0, 600.0))
    teacher.key("Undo")
    teacher.corners_and_places()
    beside = one[0], one[1] + 60
    for words in ("Land", "Water"):
        teacher.key(words)
        teacher.tap(beside)
        teacher.key("Remove")
    teacher.key("Next")
    view = teacher.shell.overlay.canvas_view
    teacher.pointer.drag(view.where(one), view.where(other))
    teacher.key("Undo")
    teacher.key("Next")
    for _ in range(2):
        teacher.tap(one)
        teacher.tap(other)
    teacher.key("Next")
    teacher.tap(teacher.middle(teacher.board.continents[1].territories[0]))
    for _ in range(3):
        teacher.key("Before")


@pytest.mark.slow
def test_a_wrong_trace_that_is_put_right_leaves_the_same_board(shell: Any) -> None:
    for trace in (Teacher.corners_and_places, go_wrong):
        teacher = begin(shell, "duel")
        trace(teacher)
        teacher.rest()
        assert len(library.references()) == 1, "another board than without mistakes"


@pytest.mark.slow
def test_a_finished_board_is_named_later(shell: Any) -> None:
    """Under More: the draft opens again; the board as it was stays until the change is finished."""
    teacher = begin(shell, "duel")
    teacher.corners_and_places()
    teacher.rest()
    (before,) = library.references()
    for words in ("More", "Change it"):
        teacher.key(words)
    teacher.tap(teacher.middle(teacher.ids[0]))
    teacher.key("Name it")
    shell.pointer.find_kind(Keyboard).text = "Old Ferry"
    teacher.key("Done")
    assert library.references() == (before,)
    for words in ("Next", "Next", "Next", "Finish"):
        teacher.key(words)
    (after,) = library.references()
    assert after != before and draft_folders() == []
    assert "Old Ferry" in [item.name for item in load_board(after).territories]
    assert library.read_referred(before).name == "Our board"
    shell.pointer.tap("More")
    shell.pointer.hold("Put away")
    assert library.references() == () and not finished_folder(after).exists()


def test_what_is_left_to_do_is_told(shell: Any) -> None:
    from companion.ui.widgets.controls.ruling_popup import RulingPopup

    teacher = begin(shell, "duel")
    for corner in CORNERS:
        teacher.tap(corner)
    shell.pointer.tap("Next")
    teacher.tap(teacher.middle("tarn"))
    for _ in range(3):
        shell.pointer.tap("Next")
    shell.pointer.tap("Finish")
    text = shell.pointer.find_kind(RulingPopup).ruling.text
    assert "It has 1 territory: 8 are the fewest." in text and "Without a continent: Territory 1." in text
    assert library.references() == ()


@pytest.mark.parametrize("content", [b"", b"no picture", b"\xff\xd8\xff" + b"\0" * 100])
def test_a_file_that_is_no_photo_is_refused(shell: Any, content: bytes) -> None:
    folder = exchange_folder(shell.context.journal.path.parent)
    folder.mkdir(parents=True, exist_ok=True)
    (folder / "bad.jpg").write_bytes(content)
    for words in ("Boards", "New board", "bad.jpg"):
        shell.pointer.tap(words)
    assert shell.overlay.name == "board photo" and draft_folders() == []
