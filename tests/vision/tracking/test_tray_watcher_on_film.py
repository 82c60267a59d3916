"""The tray watcher on film: rendered frames and the true reader, from the throw to the sentence it needs."""

from collections.abc import Iterable
from dataclasses import replace

import cv2
import numpy as np
import pytest

from companion.rendering import Die, render_scene, tray_scene
from companion.rendering.scene import Clutter
from companion.vision.assignment.assign import ExpectedDice
from companion.vision.detection.network import DiceNetwork
from companion.vision.frames import Frame, Picture
from companion.vision.reader import DiceReader
from companion.vision.tracking.sentences import HAND_SENTENCE
from companion.vision.tracking.tray_watcher import TrayState, TrayUpdate, TrayWatcher
from companion.vision.tray import Tray

ATTACK = ExpectedDice("attack", 1, 3, ("red",), "Blue")
DEFENCE = ExpectedDice("defence", 1, 2, ("white",), "Green")


@pytest.fixture(scope="module")
def network() -> DiceNetwork:
    return DiceNetwork()


@pytest.fixture(scope="module")
def reader(network: DiceNetwork) -> DiceReader:
    return DiceReader(network, Tray(((0.0, 0.0), (1.0, 0.0), (1.0, 1.0), (0.0, 1.0)), 30.0 / 440))


def filmed(*dice: Die, seed: int = 1, clutter: tuple[Clutter, ...] = ()) -> Picture:
    random = np.random.default_rng(seed)
    scene = tray_scene([], random, size=(440, 330), edge_px=30.0)
    return render_scene(replace(scene, dice=dice, clutter=clutter), random).picture


def smeared(picture: Picture, length: int) -> Picture:
    kernel = np.full((1, length), 1 / length, np.float32)
    return np.asarray(cv2.filter2D(picture, -1, kernel), np.uint8)


def watch(watcher: TrayWatcher, shots: Iterable[tuple[Picture, float]]) -> list[TrayUpdate]:
    """Show pictures for this many milliseconds each, with a sensor's noise."""
    random, time, seen = np.random.default_rng(5), 0.0, []
    for picture, milliseconds in shots:
        for _ in range(round(milliseconds / 100.0)):
            time += 100.0
            noisy = np.clip(picture + random.normal(0, 1.2, picture.shape), 0, 255).astype(np.uint8)
            seen.append(watcher.update(Frame(noisy, time, "film")))
    return seen


def test_a_filmed_roll_fires_once(reader: DiceReader) -> None:
    attack = (
        Die(6, "red", "white", position=(-30, 10), angle=20),
        Die(1, "red", "white", position=(25, 30), angle=70),
    )
    defence = Die(4, "white", "black", position=(10, -30), angle=45)
    rolled, empty = filmed(*attack, defence), filmed()
    hand = filmed(*attack, defence, clutter=(Clutter("hand", (-70, 0), 0, 150, (150, 175, 225)),))
    nudged = filmed(replace(attack[0], position=(-22, 12)), attack[1], defence)
    watcher = TrayWatcher(reader.read)
    watcher.expect([ATTACK, DEFENCE])
    film = [
        (empty, 1000),
        (smeared(rolled, 25), 100),
        (smeared(rolled, 9), 100),
        (rolled, 1200),
        (hand, 600),
        (rolled, 900),
        (nudged, 1000),
        (rolled, 900),
        (empty, 1000),
    ]
    seen = watch(watcher, film)
    rolls = [one.roll.faces for one in seen if one.roll is not None]
    assert rolls == [{"attack": (6, 1), "defence": (4,)}]
    assert HAND_SENTENCE in {one.sentence for one in seen}
    assert seen[-1].state is TrayState.EMPTY


@pytest.mark.slow
def test_a_cloud_before_the_sun_moves_nothing(reader: DiceReader) -> None:
    rolled = filmed(Die(5, "red", "white", position=(-30, 10), angle=20))
    watcher = TrayWatcher(reader.read)
    watcher.expect([ATTACK])
    darker = [(np.asarray(rolled * (1 - 0.02 * step), np.uint8), 200) for step in range(10)]
    seen = watch(watcher, [(filmed(), 1000), (rolled, 1000), *darker])
    assert [one.roll.faces for one in seen if one.roll is not None] == [{"attack": (5,)}]
    assert seen[-1].state is TrayState.SETTLED


RED, WHITE = (
    Die(6, "red", "white", position=(-40, 12), angle=20),
    Die(4, "white", "black", position=(36, -26)),
)

FLOOR = Tray(((0.08, 0.06), (0.92, 0.06), (0.92, 0.94), (0.08, 0.94)), 30.0 / 440, 787.5 / 440)
"""A calibrated floor that ends well inside the picture, under a camera whose lens is known."""

SAID: list[tuple[str, tuple[Die, ...], str]] = [
    ("leaning", (RED, replace(WHITE, lean=32, lean_towards=70)), "leans or lies on another: roll it again"),
    (
        "stacked",
        (RED, WHITE, replace(WHITE, position=(40, -22), angle=31, lift=16, face=2)),
        "leans or lies on another: roll it again",
    ),
    ("at the rim", (replace(RED, position=(-92, 12)), WHITE), "touches the rim: roll it again"),
    (
        "one too many",
        (RED, WHITE, *(replace(WHITE, position=(x, 40), face=2) for x in (-20, 25))),
        "3 white and 1 red dice; Green may roll at most 2",
    ),
    ("a stranger's", (RED, WHITE, Die(2, "green", "white", position=(0, 45))), "nobody rolls green dice now"),
    ("one side missing", (RED,), "Green still rolls 1 to 2 white dice"),
]


@pytest.mark.long
@pytest.mark.parametrize(("what", "dice", "sentence"), SAID, ids=[what for what, *_ in SAID])
def test_a_filmed_trouble_is_named_and_the_next_roll_is_taken(
    network: DiceNetwork, what: str, dice: tuple[Die, ...], sentence: str
) -> None:
    watcher = TrayWatcher(DiceReader(network, FLOOR).read, FLOOR)
    watcher.expect([ATTACK, DEFENCE])
    troubled, fine, empty = filmed(*dice), filmed(RED, WHITE, seed=2), filmed()
    seen = watch(watcher, [(empty, 800), (smeared(troubled, 21), 100), (troubled, 1600)])
    assert [one.roll for one in seen if one.roll is not None] == [], what
    assert sentence in (seen[-1].sentence or "")
    seen = watch(watcher, [(smeared(fine, 21), 100), (fine, 1200)])
    assert [one.roll.faces for one in seen if one.roll is not None] == [{"attack": (6,), "defence": (4,)}]


@pytest.mark.long
def test_a_hand_is_named_over_a_calibrated_tray(network: DiceNetwork) -> None:
    hand = filmed(RED, WHITE, clutter=(Clutter("hand", (-70, 0), 0, 150, (150, 175, 225)),))
    watcher = TrayWatcher(DiceReader(network, FLOOR).read, FLOOR)
    watcher.expect([ATTACK, DEFENCE])
    seen = watch(watcher, [(filmed(), 800), (hand, 700)])
    assert seen[-1].sentence == HAND_SENTENCE
    seen = watch(watcher, [(filmed(RED, WHITE), 1200)])
    assert [one.roll.faces for one in seen if one.roll is not None] == [{"attack": (6,), "defence": (4,)}]


@pytest.mark.long
def test_old_dice_do_not_answer_anew_when_the_camera_changes_its_resolution(network: DiceNetwork) -> None:
    watcher = TrayWatcher(DiceReader(network, FLOOR).read, FLOOR)
    watcher.expect([ATTACK, DEFENCE])
    rolled = filmed(RED, WHITE)
    larger = np.asarray(cv2.resize(rolled, None, fx=1.5, fy=1.5, interpolation=cv2.INTER_CUBIC), np.uint8)
    assert any(one.roll for one in watch(watcher, [(filmed(), 800), (rolled, 1200)]))
    watcher.expect([ATTACK, DEFENCE])
    seen = watch(watcher, [(larger, 1200), (rolled, 1200)])
    assert not any(one.roll for one in seen)
    assert all(len(one.reading.dice) == 2 for one in seen if one.reading is not None), "and yet they are seen"


@pytest.mark.long
def test_a_black_picture_is_no_roll(network: DiceNetwork) -> None:
    watcher = TrayWatcher(DiceReader(network, FLOOR).read, FLOOR)
    watcher.expect([ATTACK, DEFENCE])
    rolled, black = filmed(RED, WHITE), np.zeros((330, 440, 3), np.uint8)
    seen = watch(watcher, [(filmed(), 800), (rolled, 1200), (black, 900), (rolled, 900)])
    assert sum(one.roll is not None for one in seen) == 1
