"""The wizard's step for dice faces in the window: choosing dice, showing them, and what is kept."""

from collections.abc import Iterator
from typing import Any

import pytest

from companion.tools.demonstrations.simulated_tray import symbol_die
from tests.ui.conftest import SURFACE
from tests.ui.overflow import Overflow
from tests.ui.sizes import SIZES

LONGEST = "This looks like hit + block, shown before: turn the die to another face, or undo that"


@pytest.fixture
def taught(app: Any) -> Iterator[Any]:
    """The app with a camera over a drawn tray."""
    from companion.app.camera.table_camera import TableCamera
    from companion.tools.demonstrations.simulated_tray import SimulatedTrayCamera

    app.dice, app.known = SimulatedTrayCamera(), []
    folder = app.context.journal.path.parent
    app.context.table = TableCamera("drawn", lambda: app.dice.next_frame().picture, folder / "profile.toml")
    yield app


def opened(screen: Any, app: Any, words: str) -> Any:
    """The lesson of some dice."""
    app.open_overlay("faces")
    screen.seconds(0.1)
    app.pointer.tap(words)
    return app.overlay


def show(screen: Any, app: Any, dice: list[Any], words: str) -> Any:
    """Lay dice and say what they show; returns the result."""
    app.dice.lay(dice)
    app.overlay.result = None
    app.pointer.tap(words)
    screen.until(lambda: app.overlay.result is not None)
    screen.frames(2)
    return app.overlay.result


def test_a_face_is_shown_refused_undone_and_kept(screen: Any, taught: Any) -> None:
    from companion.vision.faces.files import read_face_profiles

    cover = opened(screen, taught, "Upgraded defence")
    result = show(screen, taught, [symbol_die("upgraded defence", 4, (0, 0), 20)], "2 blocks")
    assert result.good and taught.pointer.shows("Face 1 of 6, shown 1 time")
    (kept,) = read_face_profiles(cover.folder).profiles
    assert (kept.name, kept.titles, kept.colours) == ("upgraded defence", {1: "2 blocks"}, ("blue",))
    # another face before this one was shown twice
    result = show(screen, taught, [symbol_die("upgraded defence", 6, (9, 0), 50)], "1 hit")
    assert not result.good and "Show 2 blocks once more first" in result.sentence
    # two dice in view
    dice = [symbol_die("upgraded defence", 4, (x, 0), 50) for x in (-30, 30)]
    result = show(screen, taught, dice, "2 blocks")
    assert not result.good and taught.pointer.shows("I see 2 dice")
    taught.pointer.tap("Undo")
    assert taught.pointer.shows("Face 1 of 6, shown 0 times")
    taught.pointer.tap("Done")
    screen.seconds(0.1)
    assert taught.pointer.shows("Which dice")


def test_dice_are_named_on_the_keyboard(screen: Any, taught: Any) -> None:
    opened(screen, taught, "Other dice")
    for letter in "Bo":
        taught.pointer.tap(letter)
    taught.pointer.tap("Done")
    screen.seconds(0.1)
    assert taught.overlay.lesson.profile.name == "Bo"
    assert not taught.overlay.lesson.symbols
    assert taught.pointer.shows("0 of 6 faces known")


@pytest.mark.slow
@pytest.mark.parametrize("size", SIZES)
def test_nothing_is_cut(
    screen: Any, taught: Any, monkeypatch: pytest.MonkeyPatch, size: tuple[int, int]
) -> None:
    from companion.vision.faces.teaching import SingleDie, TeachingResult

    assert max(size) <= SURFACE
    screen.resize(*size)
    overflow = Overflow(monkeypatch.setattr)
    taught.rebuild()
    for words in ("", "Regular attack", "A logo for the six"):
        taught.open_overlay("faces")
        screen.seconds(0.1)
        if words:
            taught.pointer.tap(words)
            result = TeachingResult(False, LONGEST, taught.dice.still, seen=SingleDie(""))
            taught.overlay._show_result(result)
        screen.frames(4)
        assert not overflow.found(taught.overlay)
    screen.resize(800, 480)
