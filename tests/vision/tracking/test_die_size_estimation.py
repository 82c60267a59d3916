"""A reader that estimates how large dice look, and starts again when they look otherwise."""

from __future__ import annotations

from dataclasses import replace

import cv2
import numpy as np
import pytest

from companion.rendering import Die, render_scene, tray_scene
from companion.vision.detection.detector_output import DetectorOutput
from companion.vision.detection.network import DiceNetwork
from companion.vision.frames import Picture
from companion.vision.reader import NOTHING_FOUND, DiceReader
from companion.vision.tracking.die_size_estimation import SURE_READINGS, AdaptiveDiceReader, reader_for
from companion.vision.tray import Tray

EDGE = 34.0
"""Pixels."""


class Noted(DiceNetwork):
    """The true network; notes for which size of dice it was asked."""

    def __init__(self) -> None:
        super().__init__()
        self.asked: list[float | None] = []

    def detect(self, picture: Picture, edge_hint: float | None = None) -> DetectorOutput:
        self.asked.append(edge_hint)
        return super().detect(picture, edge_hint)


@pytest.fixture
def network() -> Noted:
    return Noted()


def table(*dice: Die, seed: int = 3) -> Picture:
    random = np.random.default_rng(seed)
    scene = tray_scene([], random, size=(480, 360), edge_px=EDGE)
    return render_scene(replace(scene, dice=dice), random).picture


def seen_from(picture: Picture, factor: float) -> Picture:
    """The same from nearer or farther off; what comes into view at the edges is more of the floor."""
    high, wide = picture.shape[:2]
    middle = np.array([[factor, 0, wide * (1 - factor) / 2], [0, factor, high * (1 - factor) / 2]])
    how = cv2.INTER_AREA if factor < 1 else cv2.INTER_CUBIC
    soft = cv2.GaussianBlur(picture, (0, 0), 0.4 / factor) if factor < 1 else picture
    return np.asarray(cv2.warpAffine(soft, middle, (wide, high), flags=how, borderMode=cv2.BORDER_REPLICATE))


RED = Die(1, "red", "white", position=(-36, 10), angle=20)
WHITE = Die(1, "white", "black", position=(30, -20))
ROLLS = [(replace(RED, face=face), replace(WHITE, face=7 - face)) for face in (2, 4, 6)]


def adapted(network: Noted) -> AdaptiveDiceReader:
    """A reader that has seen the rolls."""
    reader = AdaptiveDiceReader(network)
    for roll in ROLLS:
        assert reader.read(table(*roll)).sure
    return reader


def test_after_sure_readings_it_looks_for_dice_of_one_size(network: Noted) -> None:
    reader = adapted(network)
    assert network.asked == [None] * SURE_READINGS
    reading = reader.read(table(*ROLLS[1], seed=5))
    assert (reading.sure, reading.faces) == (True, (4, 3))
    assert network.asked[SURE_READINGS:] == [pytest.approx(EDGE, rel=0.1)]


@pytest.mark.long
def test_an_empty_table_is_sure_from_then_on(network: Noted) -> None:
    assert AdaptiveDiceReader(network).read(table()).reasons == (NOTHING_FOUND,)
    reader = adapted(network)
    before, reading = len(network.asked), None
    for _ in range(3):
        reading = reader.read(table(), reading)
        assert (reading.sure, reading.dice) == (True, ())
    usual = [hint for hint in network.asked[before:] if hint is not None and 0.9 < hint / EDGE < 1.1]
    others = len(network.asked) - before - len(usual)
    assert (len(usual), others) == (3, 2), "dice of other sizes are looked for but once"


@pytest.mark.every(3, first=1)
@pytest.mark.parametrize("factor", [0.5, 1.5, 2.2])
def test_dice_that_look_otherwise_are_searched_for_and_then_known(network: Noted, factor: float) -> None:
    reader = adapted(network)
    before = len(network.asked)
    moved = [seen_from(table(*roll), factor) for roll in ROLLS]
    readings = [reader.read(picture) for picture in (*moved, moved[0])]
    assert [reading.faces for reading in readings] == [(5, 2), (4, 3), (6, 1), (5, 2)]
    assert all(reading.sure for reading in readings)
    assert None in network.asked[before:]
    assert network.asked[-1] == pytest.approx(factor * EDGE, rel=0.1)


@pytest.mark.slow
def test_rolls_without_dice_and_doubtful_ones_teach_nothing(network: Noted) -> None:
    reader = AdaptiveDiceReader(network)
    for _ in range(SURE_READINGS + 1):
        reader.read(table())
    assert set(network.asked) == {None}


@pytest.mark.parametrize(
    ("tray", "kind"),
    [
        (None, AdaptiveDiceReader),
        (Tray(((0.1, 0.1), (0.9, 0.1), (0.9, 0.9), (0.1, 0.9))), AdaptiveDiceReader),
        (Tray(((0.1, 0.1), (0.9, 0.1), (0.9, 0.9), (0.1, 0.9)), 0.08), DiceReader),
    ],
)
def test_who_reads(network: Noted, tray: Tray | None, kind: type) -> None:
    reads = reader_for(network, tray)
    assert isinstance(getattr(reads, "__self__", None), kind)
