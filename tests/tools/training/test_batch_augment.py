"""Crops move dice with the picture, and what is degraded stays a picture."""

from typing import Any

import cv2
import numpy as np
import pytest

torch = pytest.importorskip("torch", reason="torch is not installed", exc_type=ImportError)
augment = pytest.importorskip(
    "companion.tools.training.batch_augment", reason="torch is not installed", exc_type=ImportError
)
COUNT = 12


def discs(edge: float = 40.0, count: int = COUNT) -> tuple[Any, np.ndarray]:
    """Tiles with a white disc on black where a die is said to lie, its right half red; and their dice."""
    picture = np.zeros((320, 320, 3), np.uint8)
    cv2.circle(picture, (150, 190), round(edge / 2), (255, 255, 255), -1)
    dice = np.zeros((count, 2, 6), np.float32)
    dice[:, 0] = (150, 190, edge, 20, 4, 1)
    body = (picture[2::4, 2::4, 0] > 0).astype(np.uint8)
    pictures = torch.from_numpy(np.stack([picture.transpose(2, 0, 1)] * count))
    given = torch.from_numpy(dice)
    return augment.Batch(pictures, torch.from_numpy(np.stack([body] * count)), given, given[..., 2] > 0), dice


@pytest.mark.parametrize("edge", [20.0, 40.0, 80.0])
def test_crops_move_dice_with_the_picture(edge: float) -> None:
    tiles, dice = discs(edge)
    cut = augment.crops(tiles, augment.random_motions(dice, np.random.default_rng(1)))
    whole = 0
    for number in range(COUNT):
        x, y, size, _, kind, wanted = cut.dice[number, 0].tolist()
        away = min(x, y, 223 - x, 223 - y)
        if not wanted or size < 15 or away < 0.6 * size:
            continue
        whole += 1
        rows, columns = np.nonzero(cut.pictures[number, 0].numpy() > 0.5)
        assert kind == 4
        assert (columns.mean(), rows.mean()) == pytest.approx((x, y), abs=1)
        assert len(rows) == pytest.approx(np.pi * (size / 2) ** 2, rel=0.12)
        rows, columns = np.nonzero(cut.bodies[number].numpy() == 1)
        assert (columns.mean() * 4 + 1.5, rows.mean() * 4 + 1.5) == pytest.approx((x, y), abs=3)
    assert whole >= 4


def test_crops_turn_the_angle_with_the_picture() -> None:
    """A bar that lies along the die's angle still does."""
    tiles, dice = discs()
    along = np.array([np.cos(np.deg2rad(20)), np.sin(np.deg2rad(20))]) * 18
    ends = np.rint((np.array([150, 190]) + np.stack([-along, along])) * 16).astype(int)
    picture = cv2.line(
        np.zeros((320, 320, 3), np.uint8), tuple(ends[0]), tuple(ends[1]), (255, 255, 255), 3, cv2.LINE_AA, 4
    )
    tiles.pictures[:] = torch.from_numpy(picture.transpose(2, 0, 1))
    cut = augment.crops(tiles, augment.random_motions(dice, np.random.default_rng(2)))
    checked = 0
    for number in range(COUNT):
        rows, columns = np.nonzero(cut.pictures[number, 0].numpy() > 0.4)
        if cut.dice[number, 0, 5] and cut.dice[number, 0, 2] > 25:
            way = np.linalg.svd(np.stack([columns - columns.mean(), rows - rows.mean()], 1))[2][0]
            seen = np.rad2deg(np.arctan2(way[1], way[0])) % 90
            off = abs(seen - float(cut.dice[number, 0, 3]))
            assert min(off, 90 - off) < 4
            checked += 1
    assert checked >= 4


def test_dice_cut_by_the_border_need_not_be_found_and_those_outside_are_none() -> None:
    tiles, _ = discs(count=3)
    still = np.stack([np.eye(2, dtype=np.float32)] * 3)
    shift = np.array([[0, 0], [-145, 0], [-200, 0]], np.float32)
    cut = augment.crops(tiles, augment.Motions(still, shift, np.ones(3, np.float32)))
    assert cut.dice[:2, 0, 5].tolist() == [1, 0]
    assert cut.valid[:, 0].tolist() == [True, True, False]
    assert not cut.valid[:, 1].any()


def test_beyond_the_tile_nothing_is_known_of_bodies() -> None:
    tiles, _ = discs(count=1)
    motions = augment.Motions(
        np.eye(2, dtype=np.float32)[None], np.array([[112, 0]], np.float32), np.ones(1, np.float32)
    )
    bodies = augment.crops(tiles, motions).bodies[0]
    assert (bodies[:, :27] == 2).all()
    assert (bodies[:, 29:] < 2).all()


def test_crops_show_dice_as_the_detector_likes_them_and_some_as_the_coarse_search_does() -> None:
    dice = np.tile(np.array([150, 190, 14, 20, 4, 1], np.float32), (4000, 2, 1))
    motions = augment.random_motions(dice, np.random.default_rng(3))
    assert np.median(14 * motions.scale) == pytest.approx(42, rel=0.08)
    assert np.mean(motions.scale < 288 / 320) == pytest.approx(augment.COARSE_SHARE, abs=0.03)
    assert np.mean(np.linalg.det(motions.turn) < 0) == pytest.approx(0.5, abs=0.05)


def noise(count: int) -> Any:
    return torch.rand(count, 3, 224, 224, generator=torch.Generator().manual_seed(2))


@pytest.mark.parametrize("chance_and_change", augment.CHANGES, ids=lambda pair: pair[1].__name__)
def test_each_change_keeps_the_shape_and_changes_something(chance_and_change: Any) -> None:
    given = noise(3)
    changed = chance_and_change[1](given.clone(), torch.Generator().manual_seed(1))
    assert changed.shape == given.shape
    assert torch.isfinite(changed).all()
    assert (changed - given).abs().amax((1, 2, 3)).max() > 0.02


def test_degrading_keeps_shape_and_range_and_spares_those_of_strength_nothing() -> None:
    given = noise(8)
    strength = torch.tensor([0.0, 1.0] * 4)
    degraded = augment.degrade(given, strength, torch.Generator().manual_seed(1))
    assert degraded.shape == given.shape
    assert degraded.min() >= 0 and degraded.max() <= 1
    changed = (degraded - given).abs().amax((1, 2, 3))
    assert (changed[0::2] <= 0.5 / 255 + 1e-6).all()
    assert (changed[1::2] > 0.02).all()


def test_a_blur_by_its_own_deviation() -> None:
    point = torch.zeros(2, 1, 31, 31)
    point[:, :, 15, 15] = 1
    blurred = augment.gaussian_blur(point, torch.tensor([1.0, 3.0]), 29)
    offsets = torch.arange(31) - 15.0
    for number, sigma in enumerate((1.0, 3.0)):
        for axis in (0, 1):
            spread = (blurred[number, 0].sum(axis) * offsets**2).sum().sqrt()
            assert float(spread) == pytest.approx(sigma, rel=0.02)
