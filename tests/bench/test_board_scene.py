"""Rendered boards show their pieces, shadows and arms where the scene says."""

from dataclasses import replace

import numpy as np
import pytest

from companion.rendering.scene import Camera
from tests.bench.board_pieces import HEIGHTS, PARTS, BoardPiece, NearLamp, PieceKind, mesh
from tests.bench.board_print import printed_board
from tests.bench.board_scene import Arm, BoardScene, render_board
from tests.bench.board_tables import LIGHTS, put_down, random_clutter, random_style, random_table

WHITE = np.full((480, 640, 3), 235, np.uint8)
SCENE = BoardScene(WHITE, size=(400, 300), camera=Camera(900, focal=480), gloss=0)
OUTLINES = {
    "west": [[(0, 0), (50, 0), (50, 80), (0, 80)]],
    "east": [[(50, 0), (100, 0), (100, 80), (50, 80)]],
}


def chance(seed: int = 1) -> np.random.Generator:
    return np.random.default_rng(seed)


def changed_by(scene: BoardScene, **more: object) -> np.ndarray:
    """How much each pixel changes when something is added to a scene."""
    bare, full = render_board(scene, chance()), render_board(replace(scene, **more), chance())  # type: ignore[arg-type]
    return np.abs(full.astype(int) - bare).max(axis=2)


@pytest.mark.parametrize("kind", PARTS)
def test_a_piece_is_as_high_as_its_kind_and_closed(kind: PieceKind) -> None:
    body = mesh(kind)
    assert body.corners[..., 2].min() == pytest.approx(0, abs=0.3)
    assert body.corners[..., 2].max() == pytest.approx(HEIGHTS[kind], rel=0.05)
    outwards = body.corners.mean(axis=1) - np.stack(
        [body.corners[body.parts == part].mean(axis=(0, 1)) for part in body.parts]
    )
    assert (np.einsum("ij,ij->i", body.normals, outwards) > 0).all()


@pytest.mark.parametrize("kind", PARTS)
@pytest.mark.parametrize("tilt", [0, 30])
def test_a_piece_stands_where_it_was_put(kind: PieceKind, tilt: float) -> None:
    camera = Camera(900, focal=480, tilt=tilt)
    scene = replace(SCENE, camera=camera, lamps=(), ambient=1.0)
    rows, columns = np.nonzero(changed_by(scene, pieces=(BoardPiece(kind, (30, 30, 180), (120, 60)),)) > 40)
    foot = scene.view.project(np.array([[120, 60, HEIGHTS[kind] / 3]]))[0]
    assert np.hypot(columns.mean() - foot[0], rows.mean() - foot[1]) < 4


def test_a_shadow_falls_away_from_the_lamp() -> None:
    scene = replace(SCENE, lamps=(NearLamp((-900, 0, 600), 0.7, softness=0.05),), ambient=0.3)
    change = changed_by(scene, pieces=(BoardPiece("infantry", (235, 235, 235), (0, 0)),))
    middle = change.shape[1] // 2
    assert change[:, middle + 4 : middle + 20].sum() > 3 * change[:, middle - 20 : middle - 6].sum()


def test_an_arm_covers_what_it_reaches_over_and_leaves_the_picture() -> None:
    change = changed_by(SCENE, arms=(Arm((0, 0), 270),)) > 30
    assert change[-1].any()
    assert change[150:].mean() > 0.1
    assert not change[:100].any()


def test_a_pushed_board_lies_elsewhere() -> None:
    pushed = replace(SCENE, push=(40, 0, 0))
    scale = SCENE.view.scale_at((0, 0, 0))
    assert np.allclose(pushed.corners() - SCENE.corners(), (40 * scale, 0), atol=0.01)


@pytest.mark.parametrize("light", LIGHTS)
def test_a_random_table_shows_the_whole_board_in_every_light(light: str) -> None:
    board = printed_board((100, 80), OUTLINES, {"west": "a", "east": "b"}, chance(), 400)
    scene = random_table(board, chance(3), light, 320, tilt=25)  # type: ignore[arg-type]
    corners = scene.corners()
    assert (corners > 0).all()
    assert (corners < scene.size).all()
    assert 40 < render_board(scene, chance()).mean() < 225


def test_pieces_are_put_on_their_place_and_apart() -> None:
    labels = np.ones((80, 100), np.int16)
    labels[:, 50:] = 2
    style = random_style(chance(), ["red", "blue"])
    pieces = put_down(labels, 2, 700.0, (), style, ("east", "red", 8), chance())
    assert [(piece.place, piece.owner) for piece in pieces] == [("east", "red")] * 8
    spots = np.array([piece.position for piece in pieces])
    assert (spots[:, 0] > 0).all()
    apart = np.hypot(*(spots[:, None] - spots).transpose(2, 0, 1)) + np.eye(8) * 99
    assert apart.min() > 10


def test_pieces_are_stacked() -> None:
    style = replace(random_style(chance(), ["red"]), kind="disc", stacked=3, size=1.0)
    pieces = put_down(np.ones((80, 100), np.int16), 1, 700.0, (), style, ("land", "red", 5), chance())
    assert [piece.lift for piece in pieces] == [0, 4, 8, 0, 4]
    assert len({piece.position for piece in pieces}) == 2


def test_the_same_seed_gives_the_same_picture() -> None:
    def picture() -> np.ndarray:
        board = printed_board((100, 80), OUTLINES, {"west": "a", "east": "b"}, chance(), 400)
        scene = random_table(board, chance(5), "one lamp", 320)
        cards, dice = random_clutter(chance(), scene)
        return render_board(replace(scene, clutter=cards, dice=dice), chance(2))

    assert (picture() == picture()).all()
