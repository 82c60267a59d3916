"""The tray as a battle meets it: what the eye saw is kept, and what the table set right teaches it."""

from types import SimpleNamespace

import numpy as np
import pytest

from companion.referee.dice import Pool as RefereePool
from companion.referee.questions import Roll
from companion.ui.dice_tray import DiceTray
from companion.vision.dice import DiceReading, ReadDie
from companion.vision.evidence import Examples, examples_path
from companion.vision.frames import Frame


def die(face: int, left: float) -> ReadDie:
    box = (left, 100.0, left + 40.0, 140.0)
    return ReadDie(face, box, "red", 0.9, sure=True)


@pytest.fixture
def seen(monkeypatch, tmp_path):
    """A tray whose eye has read a five and a two."""
    monkeypatch.setenv("COMPANION_DATA", str(tmp_path))
    tray = DiceTray(SimpleNamespace())
    frame = Frame(np.full((480, 640, 3), 128, np.uint8), 0.0, "usb:0")
    dice = (die(5, 100.0), die(2, 200.0))
    reading = DiceReading(dice, "read", (), 1.0, (640, 480), "m")
    tray._roll = ({"attack": (5, 2)}, reading, frame)
    return tray


@pytest.mark.parametrize(
    ("answered", "corrected", "examples"),
    [
        ((5, 2), (), 0),  # as it was read
        ((2, 5), (), 0),  # in another order
        ((6, 2), (6, 2), 1),  # one die set right
        ((6, 3), (6, 3), 0),  # both: nobody can tell which is which
        ((5, 2, 1), (5, 2, 1), 0),  # one more than was seen
    ],
)
def test_what_is_kept_of_a_roll(seen, answered, corrected, examples):
    evidence = seen.evidence({"attack": answered})
    assert evidence.corrected == corrected
    assert len(evidence.dice) == 2
    assert evidence.crop[:2] == b"\xff\xd8"
    assert len(Examples(examples_path())) == examples


def test_simulated_dice_teach_nothing(seen):
    seen._throw = lambda *_: None
    seen.evidence({"attack": (6, 2)})
    assert len(Examples(examples_path())) == 0


def test_a_full_disk_costs_no_roll(seen, monkeypatch, caplog):
    monkeypatch.setattr(Examples, "keep", lambda *_: (_ for _ in ()).throw(OSError("no space left")))
    assert seen.evidence({"attack": (6, 2)}).corrected == (6, 2)
    assert "no space left" in caplog.text


def test_dice_that_the_table_chooses_count_for_the_open_question():
    expected = []
    eye = SimpleNamespace(sightings=list, expect=expected.append, use_up=lambda: None)
    tray = DiceTray(eye)
    pool = RefereePool(name="attack", seat="p0", least=1, most=3)
    tray.open(Roll(seat="p0", prompt="Roll", rules=(), pools=(pool,)), ())
    tray.deal_by({"attack": ("green",)})
    assert [pools[0].colours for pools in expected] == [("red",), ("green",)]
    tray.close()
    tray.deal_by({"attack": ("blue",)})
    assert len(expected) == 2
