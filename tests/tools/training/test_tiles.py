"""Tiles show what their rows say."""

from dataclasses import replace

import cv2
import numpy as np
import pytest

from companion.rendering import Die, Scene
from companion.tools.training import tiles
from companion.tools.training.packed_photos import PackedPhoto
from companion.tools.training.samples import COCKED_CLASS, Sample
from companion.tools.training.tiles import TILE, mixed_tile, photo_tile, render_tile


def photo(edge: float = 60.0, source: str = "someone") -> PackedPhoto:
    """Two white discs on black for dice, wide apart."""
    picture = np.zeros((480, 640, 3), np.uint8)
    dice = np.array([(160, 240, edge, np.nan, 4, 1), (480, 240, edge, np.nan, 2, 1)], np.float32)
    for x, y in dice[:, :2]:
        cv2.circle(picture, (round(float(x)), round(float(y))), round(edge / 2), (255, 255, 255), -1)
    angles = np.zeros(2, np.float32)
    return PackedPhoto(source, cv2.imencode(".jpg", picture)[1].tobytes(), dice, angles)


@pytest.mark.parametrize("seed", range(8))
@pytest.mark.parametrize("edge", [20.0, 60.0])
def test_a_window_moves_dice_with_the_photo(seed: int, edge: float) -> None:
    tile = photo_tile(photo(edge, "tomitomi"), [], [], np.random.default_rng(seed))
    assert tile.picture.shape == (TILE, TILE, 3)
    assert tile.body.shape == (TILE // 4, TILE // 4)
    for x, y, size, _, kind, wanted in tile.dice:
        assert kind in (2, 4)
        if wanted and size < 60 and size < min(x, y, TILE - x, TILE - y):
            half = round(float(size))
            piece = tile.picture[round(y) - half : round(y) + half, round(x) - half : round(x) + half, 0]
            rows, columns = np.nonzero(piece > 128)
            assert (columns.mean() - half, rows.mean() - half) == pytest.approx((0, 0), abs=2)
            assert len(rows) == pytest.approx(np.pi * (size / 2) ** 2, rel=0.15)
            assert tile.body[int(y / 4), int(x / 4)] == 1
    assert len(tile.dice)


def test_dice_cut_by_the_border_need_not_be_found() -> None:
    dice, near = tiles._seen_dice(photo().dice, 1.0, np.array([-150.0, 0.0]))
    assert dice[:, [0, 5]].tolist() == [[10, 0], [330, 0]]
    dice, near = tiles._seen_dice(photo().dice, 1.0, np.array([-100.0, 0.0]))
    assert dice[:, [0, 5]].tolist() == [[60, 1]]
    assert near.tolist() == [True, False]


def test_windows_show_dice_about_as_large_as_the_detector_likes_them() -> None:
    """But for the few that show the whole photo."""
    some = photo(20, "tomitomi")
    made = [photo_tile(some, [], [], np.random.default_rng(seed)) for seed in range(40)]
    edges = np.array([tile.dice[0, 2] for tile in made])
    assert np.median(edges) == pytest.approx(tiles.USUAL_EDGE, rel=0.1)


def test_in_some_renders_every_other_die_bears_another(monkeypatch: pytest.MonkeyPatch) -> None:
    seen: list[Scene] = []
    blank = Sample(np.zeros((8, 8, 3), np.uint8), np.zeros((2, 2), np.uint8), np.zeros((0, 6), np.float32))
    monkeypatch.setattr(tiles, "training_scene", lambda *_, **_words: Scene(dice=(Die(3),) * 4))
    monkeypatch.setattr(tiles, "render_scene", lambda scene, _: seen.append(scene))
    monkeypatch.setattr(tiles, "from_render", lambda _: blank)
    monkeypatch.setattr(tiles, "with_lures", lambda picture, *_: picture)
    for seed in range(400):
        render_tile(np.random.default_rng(seed))
    upon = np.array([sum(die.lift > 0 for die in scene.dice) for scene in seen])
    assert (upon > 0).mean() == pytest.approx(tiles.PILES_SHARE * 15 / 16, abs=0.06)
    assert upon[upon > 0].mean() == pytest.approx(2.1, abs=0.4)


def test_a_render_is_as_large_as_a_tile() -> None:
    tile = render_tile(np.random.default_rng(1))
    assert (tile.picture.shape, tile.body.shape) == ((TILE, TILE, 3), (TILE // 4, TILE // 4))


def test_a_mixed_tile_holds_real_dice_alone() -> None:
    donors = [replace(photo(), source=name) for name in "ab"]
    for seed in range(4):
        tile = mixed_tile(donors, np.random.default_rng(seed))
        assert 1 <= len(tile.dice) <= 6
        assert set(tile.dice[:, 4]) <= {0, 2, 4, COCKED_CLASS}
        assert tile.body.shape == (TILE // 4, TILE // 4)


def test_things_that_are_no_dice_lie_beside_the_dice(monkeypatch: pytest.MonkeyPatch) -> None:
    drawn: list[tuple[str, tuple[float, float], float]] = []

    def noted(seen: object, kind: str, place: tuple[float, float], size: float, _seed: int) -> object:
        drawn.append((kind, place, size))
        return seen

    monkeypatch.setattr(tiles, "lay", noted)
    dice = np.array([(160, 160, 40, 0, 4, 1)], np.float32)
    for seed in range(100):
        tiles.with_lures(np.zeros((TILE, TILE, 3), np.uint8), dice, np.random.default_rng(seed))
    assert 80 < len(drawn) < 300
    assert all(np.hypot(x - 160, y - 160) > 1.25 * (40 + size) for _, (x, y), size in drawn)
    assert all(24 <= size <= 64 for *_, size in drawn)
    dominoes = sum(kind == "domino" for kind, *_ in drawn)
    assert dominoes / len(drawn) == pytest.approx(tiles.DOMINO_SHARE, abs=0.08)


def test_tiles_are_kept_with_halved_colour() -> None:
    """One red pixel of each four gives its colour to the others, as in pictures of cameras."""
    picture = np.full((32, 32, 3), 128, np.uint8)
    picture[::2, ::2] = (0, 0, 255)
    seen = tiles.compressed(picture, np.random.default_rng(1)).astype(int)
    colour = seen[..., 2] - seen[..., 0]
    assert colour[1::2, 1::2].mean() > 40


def test_a_glint_shines_in_the_middle_of_a_two_and_changes_nothing_else(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(tiles, "GLINTS_SHARE", 1.0)
    dark, lit = np.full((TILE, TILE, 3), 40, np.uint8), 0
    dice = np.array([(160, 160, 60, 0, 2, 1)], np.float32)
    for seed in range(60):
        seen = tiles.with_glints(dark, dice, np.random.default_rng(seed))
        brighter = np.argwhere(seen.max(axis=2) > 60)
        lit += len(brighter) > 0
        assert (np.abs(brighter - 160) < 0.35 * 60).all()
    assert 20 < lit < 52
