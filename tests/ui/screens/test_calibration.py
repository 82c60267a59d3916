"""The calibration wizard in the window: what is calibrated counts at once, with no new start."""

from collections.abc import Iterator
from typing import Any

import pytest

from companion.rendering import Die

INSIDE, BESIDE = (0.0, 0.0), (-80.0, 0.0)
"""Millimetres on the drawn tray: in the middle of the picture, and beside the rings of the wizard."""


@pytest.fixture
def watched(app: Any) -> Iterator[Any]:
    """The app with an eye over a drawn tray, which the wizard sees too."""
    from companion.app.camera.dice_tray import DiceTray
    from companion.app.camera.table_camera import TableCamera
    from companion.tools.demonstrations.simulated_tray import SimulatedTrayCamera
    from companion.vision.detection.network import DiceNetwork
    from companion.vision.reader import DiceReader
    from companion.vision.reading_thread import DiceReadingThread

    app.dice = SimulatedTrayCamera()
    network = DiceNetwork()
    tray = DiceTray(DiceReadingThread(app.dice, DiceReader(network).read), network=network)
    app.context.tray = tray
    profile = app.context.journal.path.parent / "profile.toml"
    app.context.table = TableCamera("drawn", lambda: tray.picture, profile)
    yield app
    tray.close()


def seen(app: Any) -> int:
    """How many dice the dice reader has seen on the tray."""
    tray_update = app.context.tray.tray_update
    return (
        len(tray_update.reading.dice) if tray_update is not None and tray_update.reading is not None else -1
    )


@pytest.mark.long
def test_a_new_tray_counts_at_once(screen: Any, watched: Any) -> None:
    watched.dice.lay([Die(5, "red", "white", position=BESIDE)])
    screen.until(lambda: seen(watched) == 1)
    watched.dice.lay([])
    screen.until(lambda: seen(watched) == 0)
    watched.open_overlay("calibration")
    screen.seconds(0.1)
    watched.pointer.tap("Tray")
    watched.pointer.tap("Look")
    screen.until(lambda: watched.overlay.outcome is not None and not watched.overlay.capturing)
    assert watched.pointer.shows("Good."), watched.pointer.texts()
    watched.dice.lay([Die(5, "red", "white", position=BESIDE), Die(3, "red", "white", position=INSIDE)])
    screen.until(lambda: seen(watched) == 1)
    assert watched.context.tray.tray_update.reading.faces == (3,)


@pytest.mark.every(3)
@pytest.mark.parametrize("size", [(800, 480), (1280, 720), (720, 1280)])
def test_every_step_can_be_read_on_every_screen(
    screen: Any, app: Any, monkeypatch: pytest.MonkeyPatch, size: tuple[int, int]
) -> None:
    from companion.app.camera.calibration_steps import STEPS
    from companion.ui.screens.calibration import CalibrationScreen
    from tests.ui.overflow import Overflow

    screen.resize(*size)
    overflow = Overflow(monkeypatch.setattr)
    for step in STEPS:
        monkeypatch.setattr(step, "done", lambda *_: True)
    app.rebuild()
    app.open_overlay("calibration")
    screen.seconds(0.1)
    assert isinstance(app.overlay, CalibrationScreen)
    assert app.pointer.shows("Faces")
    assert not overflow.found(app.overlay)
    screen.resize(800, 480)


def test_what_the_lens_step_found_can_be_read(
    screen: Any, watched: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    """With the sheet's shape its sentence is the longest."""
    from companion.app.camera.calibration_steps import StepOutcome
    from companion.ui.screens.calibration import CalibrationScreen
    from tests.calibration.test_bundle_adjustment import BLANK, calibrated
    from tests.calibration.test_sheet_shape import bent
    from tests.ui.overflow import Overflow

    overflow = Overflow(monkeypatch.setattr)
    watched.open_overlay("calibration")
    shown = watched.overlay
    assert isinstance(shown, CalibrationScreen)
    shown.view.show(BLANK)
    shown.outcome = StepOutcome(calibrated(bent()), {})
    shown._lay_out()
    screen.seconds(0.1)
    assert not overflow.found(shown)
