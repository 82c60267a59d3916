"""What a tray learns from confirmed rolls: bounded, kept, forgotten, and never from what leans."""

from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest

from companion.rendering import Die, render_scene, tray_scene
from companion.vision.detection.network import DiceNetwork
from companion.vision.dice import UNDETECTED, DiceReading, DieReading, RejectReason
from companion.vision.frames import Picture
from companion.vision.reader import DiceReader
from companion.vision.tray import WHOLE_PICTURE, Tray
from companion.vision.tray_memory import MAX_DICE, TrayMemory

TRAY = Tray(WHOLE_PICTURE.corners, 44 / 640, 44 * 420 / 16 / 640)


def seen(
    edge: float | None, ratio: float, cocked: float = 0.0, doubt: RejectReason | None = None
) -> DieReading:
    """A die with an edge relative to the calibrated one, of which so much is seen for that edge."""
    body = 1.0 if edge is None else ratio * edge**2
    found = replace(UNDETECTED, cocked=cocked)
    return DieReading(
        4, (0, 0, 9, 9), "red", 0.9, not doubt, doubt, detection=found, body_ratio=body, edge_ratio=edge
    )


@pytest.fixture
def memory(tmp_path: Path) -> TrayMemory:
    return TrayMemory(tmp_path / "kept" / "tray.json", TRAY)


TAUGHT = [
    ("a level die", seen(1.4, 0.85), True),
    ("a die that was doubted for its size", seen(1.4, 0.85, doubt=RejectReason.NOT_LEVEL), True),
    ("a die that leans, says its area", seen(1.1, 1.2), False),
    ("a die that leans, says the network", seen(1.4, 0.85, cocked=0.3), False),
    ("a die that was hardly seen", seen(1.4, 0.5), False),
    ("a huge one", seen(1.56, 0.85), False),
    ("a tiny one", seen(0.6, 0.85), False),
    ("a die whose size was not measured", seen(None, 0.85), False),
]


@pytest.mark.parametrize(("die", "learned"), [row[1:] for row in TAUGHT], ids=[row[0] for row in TAUGHT])
def test_what_teaches(memory: TrayMemory, die: DieReading, learned: bool) -> None:
    memory.confirm([die])
    assert bool(memory.tray.known) is learned
    assert replace(memory.tray, known=()) == TRAY, "all else stays as it was calibrated"


def test_a_size_is_known_from_two_dice_on_and_is_news_once(memory: TrayMemory) -> None:
    assert [memory.confirm([seen(1.4, 0.85)]) for _ in range(3)] == [False, True, False]
    assert memory.confirm([seen(0.8, 0.9), seen(0.8, 0.9)])


def test_it_is_kept_for_this_tray_only(memory: TrayMemory, tmp_path: Path) -> None:
    file = tmp_path / "kept" / "tray.json"
    memory.confirm([seen(1.4, 0.85)])
    assert TrayMemory(file, TRAY).tray == memory.tray
    assert TrayMemory(file, memory.tray).tray == memory.tray
    assert TrayMemory(file, replace(TRAY, die_edge=0.05)).tray.known == ()


def test_old_dice_are_forgotten(memory: TrayMemory) -> None:
    memory.confirm([seen(0.8, 0.9)] * 5)
    memory.confirm([seen(1.4, 0.85)] * MAX_DICE)
    assert set(memory.tray.known) == {(1.4, 0.85)} and len(memory.tray.known) == MAX_DICE


@pytest.mark.parametrize("content", ["", "[]", "{", '{"tray": 1}', '{"tray": [], "dice": [1]}', "\x00"])
def test_a_broken_file_costs_what_was_learned_only(tmp_path: Path, content: str) -> None:
    file = tmp_path / "tray.json"
    file.write_text(content)
    memory = TrayMemory(file, TRAY)
    assert memory.tray == TRAY
    memory.confirm([seen(1.4, 0.85)])
    assert TrayMemory(file, TRAY).tray.known == ((1.4, 0.85),)


def test_a_full_disk_costs_no_roll(tmp_path: Path, caplog: pytest.LogCaptureFixture) -> None:
    (tmp_path / "kept").write_text("no folder")
    memory = TrayMemory(tmp_path / "kept" / "tray.json", TRAY)
    memory.confirm([seen(1.4, 0.85)] * 2)
    assert len(memory.tray.known) == 2 and "could not be kept" in caplog.text


def rolled(*dice: Die, seed: int) -> Picture:
    """Translucent dice a third larger than the die that the tray was calibrated with."""
    random = np.random.default_rng(seed)
    large = tuple(replace(die, edge=21.6, finish="translucent", gloss=0.8) for die in dice)
    return render_scene(replace(tray_scene([], random), dice=large), random).picture


ONE = (Die(4, "red", "white", position=(-40, 10), angle=20), Die(2, "blue", "white", position=(30, -20)))
TWO = (Die(6, "green", "white", position=(-50, -20)), Die(3, "red", "white", position=(40, 25), angle=70))


def test_dice_larger_than_the_calibrated_one_are_read_once_a_roll_of_them_was_confirmed(
    memory: TrayMemory,
) -> None:
    """Until then they are doubted: nobody can tell them from usual dice that lean."""
    network = DiceNetwork()

    def read(*dice: Die) -> DiceReading:
        return DiceReader(network, memory.tray).read(rolled(*dice, seed=3))

    first = read(*ONE)
    assert {die.reject_reason for die in first.dice} == {RejectReason.NOT_LEVEL}
    assert memory.confirm(first.dice), "the players told a four and a two"
    second = read(*TWO)
    assert (second.faces, second.sure) == ((6, 3), True)
    assert not read(replace(TWO[0], lean=32, lean_towards=70), TWO[1]).sure, "one of them leans"
    usual = replace(ONE[0], lean=32, lean_towards=70)
    scene = replace(tray_scene([], np.random.default_rng(3)), dice=(usual,))
    picture = render_scene(scene, np.random.default_rng(3)).picture
    assert not DiceReader(network, memory.tray).read(picture).sure, "a usual die that leans"
