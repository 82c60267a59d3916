"""The network's maps are read as they are meant, and the shipped network reads rendered dice."""

import os
import resource
import subprocess
import sys
from pathlib import Path
from typing import Any

import cv2
import numpy as np
import pytest

from companion.errors import BrokenFile
from companion.rendering import Camera, Die, Scene, render_scene, tray_scene
from companion.vision.detection import network as network_module
from companion.vision.detection.detector_output import Detection
from companion.vision.detection.heatmaps import (
    ANGLE,
    CENTRE,
    CHANNELS,
    EDGE,
    SEGMENTATION,
    UNIT_EDGE,
    decode_heatmap,
)
from companion.vision.detection.network import (
    SHIPPED,
    VERIFIER,
    DiceNetwork,
    load_engine,
    onnxruntime_engine,
    opencv_engine,
)
from companion.vision.detection.scale_search import WINDOW, detect, detect_at_scale

ROOT = Path(__file__).parents[3]


def drawn(*dice: tuple[float, float, int, float], score: float = 4.0, size: int = 40) -> np.ndarray:
    """Maps that show dice at (column, row, class 1 to 8, edge in pixels)."""
    maps = np.zeros((CHANNELS, size, size), dtype=np.float32)
    maps[CENTRE] = -8
    rows, columns = np.mgrid[:size, :size]
    for column, row, kind, edge in dice:
        squared = (columns - column) ** 2 + (rows - row) ** 2
        maps[CENTRE] = np.maximum(maps[CENTRE], score - squared)
        near = squared < 9
        maps[kind][near] = 6
        maps[EDGE][near] = np.log(edge / UNIT_EDGE)
        maps[ANGLE.start][near], maps[ANGLE.start + 1][near] = (
            np.cos(np.deg2rad(4 * 20)),
            np.sin(np.deg2rad(4 * 20)),
        )
        maps[SEGMENTATION][near] = 6
    return maps


SEEN = [
    # nothing there
    ((), []),
    # one die, its middle on a cell
    (((10, 12, 5, 44.0),), [(41.5, 49.5, 5)]),
    # between cells: found to a fraction of a cell
    (((10.3, 12, 2, 44.0),), [(42.7, 49.5, 2)]),
    # two side by side
    (((10, 12, 6, 40.0), (22, 12, 1, 40.0)), [(41.5, 49.5, 6), (89.5, 49.5, 1)]),
    # two decode_heatmap on one die count once
    (((10, 12, 6, 60.0), (14, 12, 6, 60.0)), [(41.5, 49.5, 6)]),
]


@pytest.mark.parametrize(("dice", "wanted"), SEEN)
def test_peaks_become_detections(
    dice: tuple[tuple[float, float, int, float], ...], wanted: list[Any]
) -> None:
    found = decode_heatmap(drawn(*dice))
    assert [one.face for one in found] == [face for _, _, face in wanted]
    for one, (x, y, _) in zip(found, wanted, strict=True):
        assert (one.centre_x, one.centre_y) == pytest.approx((x, y), abs=0.6)


def test_a_detection_tells_edge_turn_and_shares() -> None:
    (found,) = decode_heatmap(drawn((10, 12, 3, 50.0)), scale=(2.0, 2.0))
    assert found.edge == pytest.approx(100.0, rel=0.01)
    assert found.angle == pytest.approx(20.0, abs=0.5)
    assert sum(found.face_probabilities) + found.cocked + found.symbol == pytest.approx(1.0)
    assert found.face_score > 0.9


ANGLES = [0.0, 10.0, 44.0, 46.0, 80.0]


@pytest.mark.parametrize("angle", ANGLES)
def test_the_turn_of_a_face_repeats_every_90_degrees(angle: float) -> None:
    maps = drawn((10, 12, 3, 50.0))
    maps[ANGLE.start], maps[ANGLE.start + 1] = np.cos(np.deg2rad(4 * angle)), np.sin(np.deg2rad(4 * angle))
    (found,) = decode_heatmap(maps)
    assert found.angle == pytest.approx(angle, abs=0.01)


@pytest.mark.parametrize(("objectness", "count"), [(0.149, 0), (0.151, 1)])
def test_faint_peaks_are_not_reported(objectness: float, count: int) -> None:
    maps = np.full((CHANNELS, 10, 10), -8, np.float32)
    maps[CENTRE, 4, 6] = np.log(objectness / (1 - objectness))
    found = decode_heatmap(maps)
    assert len(found) == count and all(one.objectness == pytest.approx(objectness) for one in found)


@pytest.mark.parametrize("place", [(0, 0), (9, 0), (0, 9), (9, 9), (1, 8)])
def test_a_peak_at_the_border_is_where_it_is(place: tuple[int, int]) -> None:
    maps = np.full((CHANNELS, 10, 10), -8, np.float32)
    maps[(CENTRE, *place)], maps[EDGE] = 3.0, 0.0
    (found,) = decode_heatmap(maps, scale=(2.0, 3.0))
    assert (found.centre_y, found.centre_x) == pytest.approx(
        ((4 * place[0] + 2) * 3 - 0.5, (4 * place[1] + 2) * 2 - 0.5)
    )
    assert found.edge == pytest.approx(UNIT_EDGE * 6**0.5)


def test_what_a_peak_says_is_averaged_over_its_neighbours() -> None:
    maps = np.full((CHANNELS, 10, 10), -30, np.float32)
    maps[CENTRE, 4, 4], maps[CENTRE, 4, 5], maps[EDGE] = 0.0, -1.0, 0.0
    maps[1:9] = 0.0
    maps[2, 4, 4], maps[3, 4, 5] = 2.0, 2.0
    (found,) = decode_heatmap(maps)
    weights = np.array([0.5, 1 / (1 + np.e)]) / (0.5 + 1 / (1 + np.e))
    logits = np.array([0, *(2 * weights), 0, 0, 0, 0, 0])
    assert found.face_probabilities == pytest.approx((np.exp(logits) / np.exp(logits).sum())[:6], rel=1e-4)
    # the vertex of the parabola through -30, 0 and -1 lies 29/62 cells to the right
    assert found.centre_x == pytest.approx((4 + 29 / 62) * 4 + 1.5, abs=1e-3)


@pytest.mark.parametrize(("kind", "name"), [(7, "cocked"), (8, "symbol")])
def test_what_is_no_readable_face_takes_its_share(kind: int, name: str) -> None:
    (found,) = decode_heatmap(drawn((10, 12, kind, 50.0)))
    assert getattr(found, name) > 0.9
    assert found.face_score < 0.1


@pytest.mark.parametrize("size", [(64, 64), (50, 70), (480, 640), (17, 33)])
def test_any_picture_size_is_brought_to_the_grid(size: tuple[int, int]) -> None:
    shapes = []

    def run(picture: np.ndarray) -> np.ndarray:
        shapes.append(picture.shape)
        return drawn(size=picture.shape[0] // 4)[:, :, :1].repeat(picture.shape[1] // 4, axis=2)

    detect_at_scale(run, np.zeros((*size, 3), dtype=np.uint8), 1.0)
    assert all(side % 16 == 0 for side in shapes[0][:2])


def nothing(picture: np.ndarray) -> np.ndarray:
    return np.full((CHANNELS, picture.shape[0] // 4, picture.shape[1] // 4), -8, dtype=np.float32)


# A clear die makes a window, a faint one beside it a whole pass; so do none, and dice that are small.
PASSES = [
    ([4.0], 88.0, [(128, 160), (WINDOW, WINDOW)]),
    ([4.0, 0.5], 88.0, [(128, 160), (WINDOW, WINDOW), (WINDOW, WINDOW)]),
    ([4.0, -1.0], 88.0, [(128, 160), (240, 320)]),
    ([], 88.0, [(128, 160), (240, 320)]),
    ([4.0], 22.0, [(928, 1232)]),
]


@pytest.mark.parametrize(("scores", "edge", "passes"), PASSES)
def test_a_known_size_spares_the_search(scores: list[float], edge: float, passes: list[Any]) -> None:
    shapes = []

    def run(picture: np.ndarray) -> np.ndarray:
        shapes.append(picture.shape[:2])
        maps = nothing(picture)
        if len(shapes) == 1:
            for place, score in enumerate(scores):
                maps[CENTRE, 14, 10 + 15 * place] = score
                maps[EDGE] = np.log(21.0 / UNIT_EDGE)
        return maps

    detect(run, np.zeros((480, 640, 3), dtype=np.uint8), edge_hint=edge)
    assert shapes == passes


BROKEN = [
    # not there at all
    ("missing.onnx", None),
    # empty
    ("empty.onnx", b""),
    # something else
    ("text.onnx", b"these are not the maps you are looking for"),
]


@pytest.mark.parametrize(("name", "content"), BROKEN)
def test_a_broken_model_is_named(tmp_path: Path, name: str, content: bytes | None) -> None:
    path = tmp_path / name
    if content is not None:
        path.write_bytes(content)
    for paths in ((path, None), (None, path)):
        with pytest.raises(BrokenFile, match=name):
            DiceNetwork(*paths)


@pytest.fixture(scope="module")
def network() -> DiceNetwork:
    return DiceNetwork()


def test_the_shipped_model_is_small_and_has_a_card(network: DiceNetwork) -> None:
    assert max(path.stat().st_size for path in (SHIPPED, VERIFIER)) <= 3_000_000
    assert network.version in (SHIPPED.parent / "README.md").read_text()


def counted(detections: list[Detection]) -> list[int]:
    return sorted(one.face for one in detections if one.objectness >= 0.4)


@pytest.mark.every(4)
@pytest.mark.parametrize("seed", range(6))
@pytest.mark.parametrize("hinted", [True, False])
def test_it_reads_the_simulated_tray(network: DiceNetwork, seed: int, hinted: bool) -> None:
    random = np.random.default_rng(seed)
    colours = random.permutation(["red", "white", "black", "blue", "ivory", "green"])[:5]
    seen = render_scene(
        tray_scene([(int(random.integers(1, 7)), str(one)) for one in colours], random), random
    )
    found = list(network.detect(seen.picture, 44.0 if hinted else None).detections)
    assert counted(found) == list(seen.faces)
    for die in seen.dice:
        nearest = min(
            found, key=lambda one: np.hypot(one.centre_x - die.centre[0], one.centre_y - die.centre[1])
        )
        assert np.hypot(nearest.centre_x - die.centre[0], nearest.centre_y - die.centre[1]) < 0.12 * die.edge
        assert nearest.edge == pytest.approx(die.edge, rel=0.15)
        assert nearest.face == die.face


@pytest.mark.long
@pytest.mark.parametrize("face", [2, 5, 6])
def test_a_die_that_fills_the_picture_is_found(network: DiceNetwork, face: int) -> None:
    near = Camera(400.0, focal=390 * 400 / 16, turn=25)
    scene = Scene((640, 480), "wood", dice=(Die(face, "red", "white"),), camera=near)
    found = network.detect(render_scene(scene, np.random.default_rng(1)).picture).detections
    assert [one.face for one in found if one.objectness > 0.6] == [face]


def test_an_empty_tray_holds_no_dice(network: DiceNetwork) -> None:
    random = np.random.default_rng(1)
    empty = render_scene(tray_scene([], random), random).picture
    assert counted(list(network.detect(empty).detections)) == []
    assert counted(list(network.detect(empty, 44.0).detections)) == []


def test_the_map_of_bodies_covers_the_dice(network: DiceNetwork) -> None:
    random = np.random.default_rng(2)
    seen = render_scene(tray_scene([(3, "red"), (5, "white")], random), random)
    output = network.detect(seen.picture, 44.0)
    full = cv2.resize(output.segmentation, seen.picture.shape[1::-1])
    assert full[seen.owner > 0].mean() > 0.8
    assert full[seen.owner == 0].mean() < 0.05


def test_threads_change_nothing(network: DiceNetwork) -> None:
    picture = np.random.default_rng(3).integers(0, 255, (240, 320, 3), dtype=np.uint8)
    before = cv2.getNumThreads()
    try:
        readings = []
        for threads in (1, 2):
            cv2.setNumThreads(threads)
            readings.append(network.detect(picture, 44.0).segmentation)
    finally:
        cv2.setNumThreads(before)
    assert np.allclose(readings[0], readings[1], atol=1e-5)


def test_onnx_runtime_answers_as_opencv_does() -> None:
    pytest.importorskip("onnxruntime", reason="the optional engine is not installed")
    model = SHIPPED.read_bytes()
    batch = np.random.default_rng(1).random((2, 3, 64, 80), np.float32)
    maps = opencv_engine(model)(batch)
    assert maps.shape == (2, 13, 16, 20)
    assert np.abs(onnxruntime_engine(model)(batch) - maps).max() < 1e-4


def test_a_large_picture_gives_back_what_it_took(monkeypatch: pytest.MonkeyPatch) -> None:
    pytest.importorskip("onnxruntime", reason="the optional engine is not installed")
    run, picture = onnxruntime_engine(SHIPPED.read_bytes()), np.zeros((1, 3, 960, 1280), np.float32)
    with monkeypatch.context() as kept:
        kept.setattr(network_module, "LARGE", picture.size)
        run(picture)
    before = resident_bytes()
    run(picture)
    assert before - resident_bytes() > 10e6


def resident_bytes() -> int:
    """Memory that this process has now."""
    return int(Path("/proc/self/statm").read_text().split()[1]) * resource.getpagesize()


def test_opencv_takes_over_where_onnx_runtime_fails(monkeypatch: pytest.MonkeyPatch) -> None:
    def broken(_: bytes) -> None:
        raise OSError("a library is missing")

    monkeypatch.setattr(network_module, "onnxruntime_engine", broken)
    assert load_engine(SHIPPED.read_bytes())(np.zeros((1, 3, 32, 32), np.float32)).shape == (
        1,
        13,
        8,
        8,
    )


@pytest.mark.parametrize("content", [b"", b"no model"])
def test_what_is_no_model_is_refused(content: bytes) -> None:
    with pytest.raises(BrokenFile, match="no ONNX model"):
        load_engine(content)


def test_the_fast_engine_leaves_no_trace_for_its_maker(tmp_path: Path) -> None:
    """ONNX Runtime writes a device id and queues events in the user's cache unless it is told not to."""
    pytest.importorskip("onnxruntime")
    script = (
        "import numpy; from companion.vision.detection.network import SHIPPED, onnxruntime_engine\n"
        "onnxruntime_engine(SHIPPED.read_bytes())(numpy.zeros((1, 3, 64, 64), 'float32'))"
    )
    told = {name: text for name, text in os.environ.items() if name != "ORT_DISABLE_TELEMETRY"}
    home = {"HOME": str(tmp_path), "XDG_CACHE_HOME": str(tmp_path / "cache")}
    subprocess.run([sys.executable, "-c", script], check=True, env=told | home, cwd=ROOT)
    assert list(tmp_path.rglob("*")) == []
