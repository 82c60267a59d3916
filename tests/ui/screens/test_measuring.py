"""The measuring screen and the calibration wizard in the window."""

from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

PATIENCE = 20.0


@pytest.fixture
def table() -> Any:
    from companion.ui.demonstrations.felt_table import FeltTable
    from companion.ui.demonstrations.skirmish import PIECES

    return FeltTable(PIECES)


@pytest.fixture
def calibrated(app: Any, table: Any, tmp_path: Path) -> Any:
    """The app with a calibrated camera over the drawn table."""
    from companion.app.table_camera import TableCamera

    table.calibrated(tmp_path / "profile.toml")
    app.context.table = TableCamera("felt", lambda: table.next_frame().picture, tmp_path / "profile.toml")
    return app


def in_lobby(screen: Any, app: Any) -> None:
    """Have the lobby notice the camera, and lay itself out."""
    app.home.refresh()
    screen.seconds(0.1)


def until(screen: Any, reached: Callable[[], bool]) -> None:
    waited = 0.0
    while not reached():
        assert waited < PATIENCE
        screen.seconds(0.1)
        waited += 0.1


def test_without_a_camera_it_says_what_to_do_and_typing_goes_on(screen: Any, app: Any) -> None:
    from companion.ui.demonstrations.skirmish import to_the_shot

    app.play(to_the_shot(app.context.journal))
    screen.seconds(0.1)
    assert not app.hand.sees("Camera")
    app.hand.tap("Measure")
    assert "No camera" in app.cover.view.words
    app.hand.tap("Back")
    app.fingers.give(7.5)
    assert app.playing.table.entries[-1].value == 7.5


def test_it_opens_from_the_lobby_where_there_is_a_camera(screen: Any, calibrated: Any) -> None:
    in_lobby(screen, calibrated)
    calibrated.hand.tap("Measure")
    assert calibrated.cover.name == "measuring"
    assert calibrated.cover.inches is not None, "two handles lie on the table at once"
    assert not calibrated.hand.sees("Use"), "nobody has asked"


def test_a_distance_answers_only_the_question_it_was_measured_for(screen: Any, calibrated: Any) -> None:
    from companion.ui.demonstrations.skirmish import to_the_shot

    calibrated.play(to_the_shot(calibrated.context.journal))
    screen.seconds(0.1)
    calibrated.hand.tap("Camera")
    cover = calibrated.cover
    assert calibrated.hand.sees("Use")
    calibrated.playing.answer(6.0)
    screen.seconds(0.2)
    assert calibrated.cover is cover, "whoever measures goes on measuring"
    assert not calibrated.hand.sees("Use")
    assert calibrated.playing.table.entries[-1].value == 6.0


def test_too_far_is_refused_with_its_inches(screen: Any, calibrated: Any, table: Any) -> None:
    from companion.ui.demonstrations.skirmish import to_the_shot

    calibrated.play(to_the_shot(calibrated.context.journal))
    screen.seconds(0.1)
    calibrated.hand.tap("Camera")
    cover = calibrated.cover
    for handle, inches in enumerate(((1.0, 4.0), (15.5, 4.0))):
        pixel = table.where([inches])[0]
        start = cover.view.to_window(*cover.view.where(cover.view.ruler.handles[handle]))
        calibrated.hand.drag(start, cover.view.to_window(*cover.view.where(tuple(map(float, pixel)))))
    screen.seconds(0.2)
    calibrated.hand.tap("Use 14 1/2")
    assert calibrated.cover is cover
    assert calibrated.hand.sees("Tap anywhere") or calibrated._sheet is not None


def test_a_closer_look_keeps_the_handles_under_the_finger(screen: Any, calibrated: Any) -> None:
    in_lobby(screen, calibrated)
    calibrated.hand.tap("Measure")
    view = calibrated.cover.view
    before = view.ruler.handles[0]
    calibrated.hand.tap("Closer")
    screen.seconds(0.1)
    assert view.zoom > 1
    x, y = view.to_window(*view.where(before))
    calibrated.hand.drag((x, y), (x + 48, y))
    assert view.ruler.handles[0][0] - before[0] == pytest.approx(48 / view.scale, abs=1.0)


def test_the_wizard_keeps_what_is_good_and_says_what_is_not(
    screen: Any, app: Any, table: Any, tmp_path: Path
) -> None:
    from calibration.boards import board_lines
    from calibration.profile import read_profile
    from companion.app.table_camera import TableCamera
    from companion.ui.demonstrations.felt_table import MARKERS

    table.put(())
    file = tmp_path / "profile.toml"
    app.context.table = TableCamera("felt", lambda: table.next_frame().picture, file)
    in_lobby(screen, app)
    app.hand.tap("Camera")
    app.hand.tap("Table")
    app.hand.tap("Look")
    until(screen, lambda: app.cover.outcome is not None)
    assert app.hand.sees("Again."), "these are not the printed sheet's markers"
    assert not file.exists()
    (tmp_path / "board.toml").write_text("\n".join(board_lines(MARKERS)))
    app.hand.tap("Look again")
    until(screen, lambda: app.cover.outcome is not None and not app.cover.looking)
    assert app.hand.sees("Good.")
    kept = read_profile(file).table
    assert kept is not None
    assert sorted(kept.pixels) == [40, 41, 42, 43]
    app.hand.tap("Next: Tray")
    assert app.cover.step.title == "Tray"


def test_colours_of_dice_are_given_their_part_by_taps(screen: Any, calibrated: Any, tmp_path: Path) -> None:
    from calibration.profile import DieColour
    from companion.app.pool_colours import FILE, read_pool_colours

    calibrated.context.table.keep(dice=(DieColour("green", (60.0, 140.0, 40.0)),))
    in_lobby(screen, calibrated)
    calibrated.hand.tap("Camera")
    calibrated.hand.tap("Dice")
    for words, pool in (("Green dice do neither", "attack"), ("Green dice attack", "defence")):
        calibrated.hand.tap(words)
        assert "green" in read_pool_colours(tmp_path / FILE)[pool]
