"""The measuring screen and the calibration wizard in the window."""

from pathlib import Path
from typing import Any

import numpy as np
import pytest

from tests.ui.sizes import SIZES, UPRIGHT


@pytest.fixture
def table() -> Any:
    from companion.tools.demonstrations.simulated_table import PIECES, SimulatedTable

    return SimulatedTable(PIECES)


@pytest.fixture
def calibrated(app: Any, table: Any, tmp_path: Path) -> Any:
    """The app with a calibrated camera over the drawn table."""
    from companion.app.camera.table_camera import TableCamera

    table.calibrated(tmp_path / "profile.toml")
    app.context.table = TableCamera("felt", lambda: table.next_frame().picture, tmp_path / "profile.toml")
    return app


def in_lobby(screen: Any, app: Any) -> None:
    """Have the lobby notice the camera, and lay itself out."""
    app.home.refresh()
    screen.seconds(0.1)


def test_without_a_camera_it_says_what_to_do_and_typing_goes_on(screen: Any, app: Any) -> None:
    from companion.tools.demonstrations.moments import to_the_shot

    app.show_session(to_the_shot(app.context.journal))
    screen.seconds(0.1)
    assert not app.pointer.shows("Camera")
    app.pointer.tap("Measure")
    assert "No camera" in app.overlay.view.text
    app.pointer.tap("Back")
    app.driver.give(7.5)
    assert app.playing.table.entries[-1].value == 7.5


def test_it_opens_from_the_lobby_where_there_is_a_camera(screen: Any, calibrated: Any) -> None:
    in_lobby(screen, calibrated)
    calibrated.pointer.tap("Measure")
    assert calibrated.overlay.name == "measuring"
    assert calibrated.overlay.inches is not None, "two handles lie on the table at once"
    assert not calibrated.pointer.shows("Use"), "nobody has asked"


def test_a_distance_answers_only_the_question_it_was_measured_for(screen: Any, calibrated: Any) -> None:
    from companion.tools.demonstrations.moments import to_the_shot

    calibrated.show_session(to_the_shot(calibrated.context.journal))
    screen.seconds(0.1)
    calibrated.pointer.tap("Camera")
    overlay = calibrated.overlay
    assert calibrated.pointer.shows("Use")
    calibrated.playing.answer(6.0)
    screen.seconds(0.2)
    assert calibrated.overlay is overlay, "whoever measures goes on measuring"
    assert not calibrated.pointer.shows("Use")
    assert calibrated.playing.table.entries[-1].value == 6.0


def test_too_far_is_refused_with_its_inches(screen: Any, calibrated: Any, table: Any) -> None:
    from companion.tools.demonstrations.moments import to_the_shot

    calibrated.show_session(to_the_shot(calibrated.context.journal))
    screen.seconds(0.1)
    calibrated.pointer.tap("Camera")
    overlay = calibrated.overlay
    for handle, inches in enumerate(((1.0, 4.0), (15.5, 4.0))):
        pixel = table.where([inches])[0]
        start = overlay.view.to_window(*overlay.view.where(overlay.view.ruler.handles[handle]))
        calibrated.pointer.drag(start, overlay.view.to_window(*overlay.view.where(tuple(map(float, pixel)))))
    screen.seconds(0.2)
    calibrated.pointer.tap("Use 14 1/2")
    assert calibrated.overlay is overlay
    assert calibrated.pointer.shows("Tap anywhere") or calibrated._popup is not None


def test_a_closer_look_keeps_the_handles_under_the_finger(screen: Any, calibrated: Any) -> None:
    in_lobby(screen, calibrated)
    calibrated.pointer.tap("Measure")
    view = calibrated.overlay.view
    before = view.ruler.handles[0]
    calibrated.pointer.tap("Closer")
    screen.seconds(0.1)
    assert view.zoom > 1
    x, y = view.to_window(*view.where(before))
    calibrated.pointer.drag((x, y), (x + 48, y))
    assert view.ruler.handles[0][0] - before[0] == pytest.approx(48 / view.scale, abs=1.0)


@pytest.mark.slow
def test_the_wizard_keeps_what_is_good_and_says_what_is_not(
    screen: Any, app: Any, table: Any, tmp_path: Path
) -> None:
    from calibration.boards import board_file
    from calibration.profile import read_profile
    from companion.app.camera.table_camera import TableCamera
    from companion.tools.demonstrations.simulated_table import MARKERS

    table.put(())
    file = tmp_path / "profile.toml"
    app.context.table = TableCamera("felt", lambda: table.next_frame().picture, file)
    in_lobby(screen, app)
    app.pointer.tap("Camera")
    app.pointer.tap("Table")
    app.pointer.tap("Look")
    screen.until(lambda: app.overlay.outcome is not None)
    assert app.pointer.shows("Again."), "these are not the printed sheet's markers"
    assert not file.exists()
    (tmp_path / "board.toml").write_text(board_file(MARKERS))
    app.pointer.tap("Look again")
    screen.until(lambda: app.overlay.outcome is not None and not app.overlay.capturing)
    assert app.pointer.shows("Good.")
    kept = read_profile(file).table
    assert kept is not None
    assert sorted(kept.pixels) == [40, 41, 42, 43]
    app.pointer.tap("Next: Tray")
    assert app.overlay.step.title == "Tray"


def test_colours_of_dice_are_given_their_part_by_taps(screen: Any, calibrated: Any, tmp_path: Path) -> None:
    from calibration.profile import DieColour
    from companion.app.camera.pool_colours import FILE, read_pool_colours

    calibrated.context.table.keep(dice=(DieColour("green", (60.0, 140.0, 40.0)),))
    in_lobby(screen, calibrated)
    calibrated.pointer.tap("Camera")
    calibrated.pointer.tap("Dice")
    for words, pool in (("Green dice do neither", "attack"), ("Green dice attack", "defence")):
        calibrated.pointer.tap(words)
        assert "green" in read_pool_colours(tmp_path / FILE)[pool]


@pytest.mark.long
def test_colours_that_cannot_be_read_or_kept_are_chosen_anew(
    screen: Any, calibrated: Any, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    from calibration.profile import DieColour
    from companion.app.camera.pool_colours import FILE, read_pool_colours

    def full(*_: object) -> None:
        raise OSError(28, "No space left on device")

    calibrated.context.table.keep(dice=(DieColour("green", (60.0, 140.0, 40.0)),))
    (tmp_path / FILE).write_text("attack =")
    in_lobby(screen, calibrated)
    calibrated.pointer.tap("Camera")
    calibrated.pointer.tap("Dice")
    with monkeypatch.context() as disk:
        disk.setattr("companion.app.camera.pool_colours.atomic_write", full)
        calibrated.pointer.tap("Green dice do neither")
    assert calibrated.pointer.shows("No space left on device")
    calibrated.pointer.tap("Green dice do neither")
    assert read_pool_colours(tmp_path / FILE)["attack"] == ("red", "green")


@pytest.mark.every(3)
@pytest.mark.parametrize("size", SIZES)
def test_rulers_use_the_window(
    screen: Any, calibrated: Any, monkeypatch: pytest.MonkeyPatch, size: tuple[int, int]
) -> None:
    """No ruler's name is cut, and if there is room its reading can be read across the table."""
    from companion.ui import theme
    from tests.ui.overflow import Overflow

    overflow = Overflow(monkeypatch.setattr)
    screen.resize(*size)
    calibrated.open_overlay("measuring")
    screen.until(lambda: calibrated.overlay.view.ruler is not None)
    screen.frames(3)
    assert overflow.found(calibrated.overlay) == []
    reading = calibrated.overlay.view.ruler.reading
    shown = next(part for part in calibrated.overlay.side.children if getattr(part, "text", "") == reading)
    assert shown.font_size >= theme.px(theme.DISTANT if size == UPRIGHT else theme.TITLE)


@pytest.mark.long
def test_a_measurement_within_its_error_is_asked(screen: Any, calibrated: Any, table: Any) -> None:
    from companion.referee.questions import Measure
    from companion.tools.demonstrations.moments import to_the_shot

    calibrated.show_session(to_the_shot(calibrated.context.journal))
    screen.seconds(0.1)
    question = calibrated.playing.question
    assert isinstance(question, Measure)
    assert question.most is not None
    calibrated.pointer.tap("Camera")
    overlay = calibrated.overlay
    for handle, x in enumerate((2.5, 2.5 + question.most + 1 / 32)):
        pixel = table.where([(x, 4.0)])[0]
        overlay.view.ruler.handles[handle] = tuple(map(float, pixel))
    overlay._read_off()
    screen.seconds(0.1)
    assert not calibrated.pointer.shows("Use")
    assert calibrated.pointer.shows("Too close to call")
    calibrated.pointer.tap("In range")
    assert calibrated.playing.table.entries[-1].value == {"offer": "in range"}


def tap_figure(app: Any, table: Any, inches: tuple[float, float]) -> None:
    """Tap a figure on the picture."""
    view = app.overlay.view
    pixel = tuple(map(float, table.where([inches], 0.3)[0]))
    app.pointer.tap_at(*view.to_window(*view.where(pixel)))


@pytest.mark.slow
def test_figures_are_named_once_and_followed(screen: Any, calibrated: Any, table: Any) -> None:
    from dataclasses import replace

    from companion.tools.demonstrations.moments import to_the_shot
    from companion.tools.demonstrations.simulated_table import PIECES

    calibrated.show_session(to_the_shot(calibrated.context.journal))
    screen.seconds(0.1)
    calibrated.pointer.tap("Camera")
    calibrated.pointer.tap("Figures")
    camera, overlay = calibrated.context.table, calibrated.overlay
    screen.until(lambda: len(overlay.table_picture.figures) == len(PIECES))
    tap_figure(calibrated, table, PIECES[1].at)
    screen.seconds(0.2)
    assert calibrated.pointer.shows("Who is this?")
    names = [unit.name for unit in overlay.view.ruler.unnamed]
    calibrated.pointer.tap(names[0])
    screen.seconds(0.2)
    assert overlay.view.ruler.reading == names[0]
    table.put([replace(PIECES[1], at=(4.2, 8.6)) if piece is PIECES[1] else piece for piece in PIECES])

    def figure() -> Any:
        return next(one for one in camera.figures if one.name)

    screen.until(lambda: figure().centre == pytest.approx((4.2, 8.6), abs=0.1))
    assert figure().sure


@pytest.mark.long
def test_terrain_and_a_barrel_are_told_once_and_kept(screen: Any, calibrated: Any, table: Any) -> None:
    from companion.tools.demonstrations.moments import to_the_shot
    from companion.tools.demonstrations.simulated_table import PIECES

    calibrated.show_session(to_the_shot(calibrated.context.journal))
    screen.seconds(0.1)
    calibrated.pointer.tap("Camera")
    calibrated.pointer.tap("Figures")
    camera, overlay = calibrated.context.table, calibrated.overlay
    screen.until(lambda: len(overlay.table_picture.figures) == len(PIECES))
    calibrated.pointer.tap("Trace terrain")
    for corner in ((7.0, 5.0), (8.0, 5.0), (8.0, 8.0)):
        tap_figure(calibrated, table, corner)
        screen.seconds(0.1)
    calibrated.pointer.tap("That is all of it")
    screen.seconds(0.1)
    (area,) = camera.terrain
    assert np.array(area) == pytest.approx(np.array(((7.0, 5.0), (8.0, 5.0), (8.0, 8.0))), abs=0.2)
    calibrated.pointer.tap("Figures")
    gun = next(piece for piece in PIECES if piece.gun)
    tap_figure(calibrated, table, gun.at)
    screen.seconds(0.2)
    names = (unit.name for unit in overlay.view.ruler.unnamed if unit.arm == "cannon")
    calibrated.pointer.tap(next(names))
    screen.seconds(0.2)
    calibrated.pointer.tap("Point its barrel")
    tap_figure(calibrated, table, (gun.at[0] + 3.0, gun.at[1]))
    screen.seconds(0.2)
    (figure,) = [figure for figure in camera.figures if figure.name]
    assert figure.barrel == pytest.approx(0, abs=6)
    assert overlay.view.ruler.reading == next(
        unit.name for unit in overlay.view.ruler.units.values() if unit.id == figure.name
    )


@pytest.mark.slow
def test_a_named_figure_lays_the_ruler_itself(screen: Any, calibrated: Any, table: Any) -> None:
    from dataclasses import replace
    from math import dist

    from companion.app.night.session import Session
    from companion.tools.demonstrations.simulated_table import TablePiece
    from tests.games.battle.story import Battle
    from tests.ui.test_taps import counting

    figures = {
        "red-infantry-1": TablePiece("red", (5.0, 9.5)),
        "blue-infantry-1": TablePiece("blue", (5.0, 7.5)),
    }
    table.put(list(figures.values()))
    battle = Battle.raging({"infantry": 2}, {"infantry": 2}, roll=6, field="flat and open")
    calibrated.show_session(Session.start(calibrated.context.journal, battle.table))
    camera = calibrated.context.table
    camera.play(calibrated.playing.key)
    screen.until(lambda: len(camera.observe().figures) == len(figures))
    for name, piece in figures.items():
        near = min(camera.figures, key=lambda figure: dist(figure.centre, piece.at))
        camera.name_figure(name, near.base)
    table.put([replace(figures["red-infantry-1"], at=(5.0, 8.4)), figures["blue-infantry-1"]])
    screen.until(lambda: any(figure.moved > 1 for figure in camera.observe().figures))
    pointer = counting(calibrated)
    calibrated.driver.give("red-infantry-1")
    for answer, truth in (("move", 1.1), ("blue-infantry-1", 0.9)):
        calibrated.driver.give(answer)
        pointer.tap("Camera")
        screen.until(lambda: pointer.shows("Use"))
        pointer.tap("Use")
        measured = calibrated.playing.table.entries[-1].value["inches"]
        assert measured == pytest.approx(truth, abs=0.03)
    assert pointer.count == 7, "three touches for each distance, after the soldier's own"
