"""Which face is meant by what is typed, and how far a lesson of faces is."""

from pathlib import Path
from typing import cast

import numpy as np
import pytest

from companion.app.camera.face_lessons import NUMBER_PICKS, SYMBOL_PICKS, FaceLesson, teachable_dice
from companion.app.camera.face_teaching import SHEET_EDGE, contact_sheet, teach_face, which_face
from companion.errors import UnknownName
from companion.games.rogue.symbol_dice import DICE
from companion.vision.faces.files import FaceProfiles
from companion.vision.faces.profile import SIDE, FaceProfile
from companion.vision.faces.teaching import example_count
from companion.vision.frames import Picture
from companion.vision.reader import DiceReader

EXAMPLE = np.full((SIDE, SIDE), 200, np.uint8)


def profile(counts: str, titles: tuple[str, ...] = (), name: str = "our dice") -> FaceProfile:
    """So many examples of faces 1 to 6, and their names."""
    shown = {face: (EXAMPLE,) * int(count) for face, count in enumerate(counts, 1) if count != "0"}
    return FaceProfile(name, titles=dict(enumerate(titles, 1)), examples=shown)


@pytest.mark.parametrize(
    ("text", "face", "title"),
    [
        ("3", 3, ""),
        (" 1 ", 1, "skull"),
        ("3=2 hits", 3, "2 hits"),
        (" 6 = bomb ", 6, "bomb"),
        ("2=", 2, "two moons"),
        ("skull", 1, "skull"),
        ("Two Moons", 2, "Two Moons"),
        ("new", 4, "new"),
    ],
)
def test_which_face_is_meant(text: str, face: int, title: str) -> None:
    assert which_face(text, profile("111010", ("skull", "two moons"))) == (face, title)


@pytest.mark.parametrize(
    ("text", "words"),
    [("0", "No die"), ("7", "No die"), ("x=y", "No die"), ("new", "All six"), ("", "All six")],
)
def test_what_is_no_face_is_refused(text: str, words: str) -> None:
    with pytest.raises(UnknownName, match=words):
        which_face(text, profile("111111", ("skull",)))


@pytest.mark.parametrize(
    ("counts", "titles", "next_face", "progress", "status"),
    [
        ("000000", (), 1, 0, "0 of 6 faces known"),
        ("100000", (), 1, 1 / 12, "0 of 6 faces known"),
        ("230000", (), 3, 2 / 6, "2 of 6 faces known"),
        ("222221", (), 6, 11 / 12, "5 of 6 faces known"),
        ("222222", (), None, 1, "All six faces are known"),
        ("210000", ("blank", "blank"), 3, 2 / 6, "2 of 6 faces known"),
        ("110000", ("blank", "blank"), 1, 1 / 6, "0 of 6 faces known"),
    ],
)
def test_how_far_a_lesson_is(
    tmp_path: Path, counts: str, titles: tuple[str, ...], next_face: int | None, progress: float, status: str
) -> None:
    lesson = FaceLesson(profile(counts, titles), tmp_path, cast(DiceReader, None))
    assert (lesson.next_face, lesson.status) == (next_face, status) and not lesson.symbols
    assert lesson.progress == pytest.approx(progress)
    assert lesson.picks == NUMBER_PICKS
    assert [lesson.example_count_of(pick) for pick in lesson.picks] == [int(count) for count in counts]


def test_a_lesson_of_symbols_counts_faces_of_one_name_together(tmp_path: Path) -> None:
    blanks = profile("210000", ("blank", "blank"), DICE[0])
    lesson = FaceLesson(blanks, tmp_path, cast(DiceReader, None))
    assert lesson.picks == SYMBOL_PICKS and lesson.symbols
    assert [lesson.example_count_of(pick) for pick in SYMBOL_PICKS] == [3, *[0] * 7]
    assert lesson.status == "Face 3 of 6, shown 0 times"


def test_rogues_dice_can_be_taught_first_and_each_but_once() -> None:
    own = [profile("200000", name="our dice"), profile("200000", name=DICE[2])]
    offered = teachable_dice(FaceProfiles(tuple(own)))
    assert [dice.name for dice in offered] == [*DICE, "our dice"]
    assert [bool(dice.examples) for dice in offered] == [False, False, True, False, True]


def test_a_sheet_has_a_row_for_each_face_that_was_shown() -> None:
    sheet = contact_sheet(profile("020001"))
    assert sheet.shape == (2 * SHEET_EDGE, 2 * SHEET_EDGE, 3)
    cells = sheet[SHEET_EDGE // 2 :: SHEET_EDGE, SHEET_EDGE // 2 :: SHEET_EDGE, 0]
    assert cells.tolist() == [[200, 200], [200, 40]]
    assert contact_sheet(profile("000000")).shape == (SHEET_EDGE, SHEET_EDGE, 3)


@pytest.mark.parametrize(
    ("text", "replacing", "refused"),
    [
        ("1=skull", False, False),
        ("1", False, False),  # by the name that it has
        ("1=bomb", False, True),
        ("1=bomb", True, False),
        ("2", False, False),
        ("2=bomb", False, True),  # it was shown without a name
        ("3=bomb", False, False),
    ],
)
def test_a_face_keeps_its_name_unless_it_is_replaced(
    tmp_path: Path, text: str, replacing: bool, refused: bool
) -> None:
    known, taken = profile("110000", ("skull",)), []

    def pictures() -> list[Picture]:
        taken.append(text)
        return []

    def teach() -> FaceProfile:
        return teach_face(known, tmp_path / "dice.json", text, pictures, replacing=replacing).profile

    if refused:
        with pytest.raises(UnknownName, match="already"):
            teach()
    else:
        count = example_count(teach(), int(text[0]))
        assert count == (0 if replacing else example_count(known, int(text[0])))
    assert taken == [] if refused else [text], "no picture is taken of a face that is refused"
    assert not (tmp_path / "dice.json").exists(), "no picture was good"


@pytest.mark.parametrize(
    ("counts", "titles", "name", "value", "words"),
    [
        ("100000", (), "our dice", 1, "Turn it and show the same face once more"),
        ("200000", (), "our dice", 1, "Now another face, if it has no pips"),
        ("222222", (), "our dice", 6, "All six are known"),
        ("222222", ("blank",) * 6, DICE[0], 6, "All six are known"),
        ("200000", ("blank",), DICE[0], 1, "Now the next face"),
    ],
)
def test_what_to_do_after_a_good_picture(
    tmp_path: Path, counts: str, titles: tuple[str, ...], name: str, value: int, words: str
) -> None:
    lesson = FaceLesson(profile(counts, titles, name), tmp_path, cast(DiceReader, None))
    assert str(lesson._next(value)) == words
