"""A board taught by touches from a rendered photo: taps counted, a plug pulled, wrong taps taken back."""

from pathlib import Path
from time import process_time
from typing import Any

import cv2
import pytest

from companion.data_folder import VARIABLE
from companion.games.boards import library
from companion.games.boards.board import Board, load_board
from companion.games.boards.board_check import faults
from companion.games.boards.elements import Point
from companion.journal.save_folder import exchange_folder
from companion.tools.editors.authoring.board_draft import draft_folders
from companion.tools.editors.authoring.board_regions import FLAT, links_of
from tests.tools.editors.board_photo import CORNERS, photograph

MOST_TAPS, MOST_MINUTES = 200, 10
THINK, POINT = 1.35, 1.1
"""Seconds to think of the next act, and to point (Card, Moran and Newell 1980: keystroke-level model)."""
WATER = {
    "classic": [
        (20.0, 20.0),
        (600.0, 500.0),
        (1560.0, 660.0),
        (1200.0, 1120.0),
        (60.0, 620.0),
        (760.0, 1060.0),
    ],
    "archipelago": [
        (472.0, 25.0),
        (522.0, 311.0),
        (50.0, 435.0),
        (1217.0, 25.0),
        (1180.0, 186.0),
        (1056.0, 422.0),
        (621.0, 646.0),
        (559.0, 894.0),
        (1118.0, 919.0),
        (1491.0, 683.0),
        (75.0, 1056.0),
        (497.0, 1155.0),
        (1553.0, 1118.0),
    ],
    "duel": [(1200.0, 120.0), (400.0, 1080.0), (860.0, 520.0), (400.0, 500.0), (1180.0, 660.0)],
}
"""Taps on water, in pixels of the flat picture."""


class Teacher:
    """Teaches a board by touches; counts them and the time."""

    def __init__(self, shell: Any, board: Board) -> None:
        self.shell, self.board, self.taps, self.waited = shell, board, 0, 0.0
        self.ids = [territory.id for territory in board.territories]

    @property
    def minutes(self) -> float:
        """What a person takes who knows the board: each touch is thought of, and the screen is waited for."""
        return (self.taps * (THINK + POINT) + self.waited) / 60

    def key(self, words: str) -> None:
        begun = process_time()
        self.shell.pointer.tap(words)
        self._touched(begun)

    def tap(self, spot: Point) -> None:
        begun = process_time()
        self.shell.pointer.tap_at(*self.shell.overlay.canvas_view.where(spot))
        self._touched(begun)

    def _touched(self, begun: float) -> None:
        self.taps += 1
        self.waited += process_time() - begun

    def middle(self, id: str) -> Point:
        x, y = self.board.territory(id).label
        return x * FLAT[0] / self.board.width, (self.board.height - y) * FLAT[1] / self.board.height

    def corners_and_places(self) -> None:
        for corner in CORNERS:
            self.tap(corner)
        self.key("Next")
        for id in self.ids:
            self.tap(self.middle(id))
        self.key("Water")
        for spot in WATER[self.board.id]:
            self.tap(spot)

    def links(self) -> None:
        """Put right each pair that is not as on the real board."""
        screen = self.shell.overlay
        land, sea = links_of(screen.labels, screen.draft.plan)
        found = {tuple(sorted((self.ids[a - 1], self.ids[b - 1]))) for a, b in land | sea}
        wanted = {(link.a, link.b) for link in self.board.links}
        for one, other in sorted(found ^ wanted):
            self.tap(self.middle(one))
            self.tap(self.middle(other))

    def continents(self) -> None:
        for number, continent in enumerate(self.board.continents):
            if number:
                self.key("Next one")
            for id in continent.territories:
                self.tap(self.middle(id))


@pytest.fixture
def shell(app: Any, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Any:
    """The lobby with Classic Risk chosen, and a data folder of its own."""
    monkeypatch.setenv(VARIABLE, str(tmp_path / "data"))
    app.pointer.tap("Classic Risk")
    return app


def begin(shell: Any, name: str) -> Teacher:
    """Open the photo of a board from the stick."""
    folder = exchange_folder(shell.context.journal.path.parent)
    folder.mkdir(parents=True, exist_ok=True)
    cv2.imwrite(str(folder / "board.jpg"), photograph(load_board(name)))
    teacher = Teacher(shell, load_board(name))
    for words in ("Boards", "New board", "board.jpg"):
        teacher.key(words)
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


@pytest.mark.parametrize(
    "name", ["duel", pytest.param("archipelago", marks=SLOW), pytest.param("classic", marks=SLOW)]
)
def test_a_board_is_taught_in_few_taps(shell: Any, screen: Any, name: str) -> None:
    """Without its names, which can come later; the hexagons are taken up again in the middle."""
    teacher = begin(shell, name)
    teacher.corners_and_places()
    if name == "archipelago":
        pull_the_plug(shell, screen, teacher)
    for act in (None, teacher.links, teacher.continents):
        teacher.key("Next")
        if act:
            act()
    teacher.key("Finish")
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


def test_a_plug_pulled_loses_no_touch(shell: Any, screen: Any) -> None:
    teacher = begin(shell, "duel")
    teacher.corners_and_places()
    before = shell.overlay.draft.plan
    assert len(before.places) == 20 and len(before.water) == len(WATER["duel"])
    pull_the_plug(shell, screen, teacher)
    assert shell.overlay.draft.plan == before


def test_every_touch_is_taken_back(shell: Any) -> None:
    teacher = begin(shell, "duel")
    teacher.corners_and_places()
    steps = 4 + 20 + len(WATER["duel"])
    for _ in range(steps):
        shell.pointer.tap("Undo")
    plan = shell.overlay.draft.plan
    assert (plan.corners, plan.places, plan.water) == ((), (), ())
    assert shell.pointer.shows("1 of 5: Corners")


def test_a_border_is_dragged(shell: Any) -> None:
    """What lies under the finger goes to the region where it began."""
    teacher = begin(shell, "duel")
    teacher.corners_and_places()
    shell.pointer.tap("Next")
    screen = shell.overlay
    start, end = teacher.middle("birch-head"), teacher.middle("tarn")
    number = teacher.ids.index("birch-head") + 1
    share = (screen.labels == number).sum()
    shell.pointer.drag(screen.canvas_view.where(start), screen.canvas_view.where(end))
    assert (screen.labels == number).sum() > share
    shell.pointer.tap("Undo")
    assert (screen.labels == number).sum() == share


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
    assert "It has 1 territories: 8 are the fewest." in text and "Without a continent: Territory 1." in text
    assert library.references() == ()


@pytest.mark.parametrize("content", [b"", b"no picture", b"\xff\xd8\xff" + b"\0" * 100])
def test_a_file_that_is_no_photo_is_refused(shell: Any, content: bytes) -> None:
    folder = exchange_folder(shell.context.journal.path.parent)
    folder.mkdir(parents=True, exist_ok=True)
    (folder / "bad.jpg").write_bytes(content)
    for words in ("Boards", "New board", "bad.jpg"):
        shell.pointer.tap(words)
    assert shell.overlay.name == "board photo" and draft_folders() == []
