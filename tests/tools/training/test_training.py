"""What the network is taught is true, and nothing is taught from photos that must not be used."""

from pathlib import Path
from typing import Any

import cv2
import numpy as np
import pytest

from companion.errors import BrokenFile
from companion.rendering import Die, Scene, render_scene
from companion.tools.training import __main__ as command
from companion.tools.training import samples
from companion.tools.training.augment import COARSE_SHARE, degrade, random_crop
from companion.tools.training.photos import HELD_OUT, photos, training_samples
from companion.tools.training.samples import COCKED_CLASS, SYMBOL_CLASS, Sample, from_render
from companion.vision.detection.detector_output import Detection, DetectorOutput
from companion.vision.detection.heatmaps import Forward, Maps, decode_heatmap
from companion.vision.detection.scale_search import BEST_EDGE
from companion.vision.frames import Picture

targets = pytest.importorskip(
    "companion.tools.training.targets", reason="torch is not installed", exc_type=ImportError
)
evaluate = pytest.importorskip(
    "companion.tools.training.evaluate", reason="torch is not installed", exc_type=ImportError
)
hard_mining = pytest.importorskip(
    "companion.tools.training.hard_mining", reason="torch is not installed", exc_type=ImportError
)


def disc(x: float = 90.0, y: float = 130.0, edge: float = 40.0, kind: int = 4) -> Sample:
    """A black picture with a white disc where a die is said to lie."""
    picture = np.zeros((240, 240, 3), dtype=np.uint8)
    cv2.circle(picture, (round(x), round(y)), round(edge / 2), (255, 255, 255), -1)
    body = (picture[2::4, 2::4, 0] > 0).astype(np.uint8)
    return Sample(picture, body, np.array([[x, y, edge, 20, kind, 1]], dtype=np.float32))


@pytest.mark.parametrize("seed", [0, 1, 2, 4, 5, 6, 7, 8, 10])
def test_a_cut_moves_dice_with_the_picture(seed: int) -> None:
    random = np.random.default_rng(seed)
    piece = random_crop(disc(), 192, random)
    x, y, edge, _, _, wanted = piece.dice[0]
    rows, columns = np.nonzero(piece.picture[..., 0] > 128)
    assert wanted
    assert (columns.mean(), rows.mean()) == pytest.approx((x, y), abs=2.5)
    assert len(rows) == pytest.approx(np.pi * (edge / 2) ** 2, rel=0.12)
    body_rows, body_columns = np.nonzero(piece.body == 1)
    assert (body_columns.mean() * 4 + 1.5, body_rows.mean() * 4 + 1.5) == pytest.approx((x, y), abs=4)


def test_some_crops_show_a_picture_as_the_coarse_levels_of_the_search_do() -> None:
    random = np.random.default_rng(1)
    wide = Sample(
        np.zeros((720, 960, 3), np.uint8),
        np.zeros((180, 240), np.uint8),
        np.array([[480, 360, 42, 20, 4, 1]], np.float32),
    )
    edges = np.array([random_crop(wide, 224, random).dice[:, 2].max(initial=0) for _ in range(600)])
    assert np.mean((edges > 0) & (edges < 42 * 288 / 960 + 0.1)) == pytest.approx(COARSE_SHARE, abs=0.04)


@pytest.mark.parametrize("kind", range(1, 9))
def test_targets_read_back_as_the_die_they_stand_for(kind: int) -> None:
    wanted = targets.targets(disc(kind=kind))
    maps = np.full((13, *wanted.shape[1:]), -6, dtype=np.float32)
    maps[0] = np.log(np.clip(wanted[0], 1e-4, 0.99) / (1 - np.clip(wanted[0], 1e-4, 0.99)))
    maps[kind][wanted[2] == kind] = 6
    maps[9], maps[10], maps[11] = wanted[4], wanted[5], wanted[6]
    (found,) = decode_heatmap(maps)
    assert (found.centre_x, found.centre_y) == pytest.approx((90, 130), abs=1.5)
    assert found.edge == pytest.approx(40, rel=0.02)
    assert found.angle == pytest.approx(20, abs=1)
    shares = (*found.face_probabilities, found.cocked, found.symbol)
    assert int(np.argmax(shares)) + 1 == kind


WEIGHTS = [
    # an ordinary die must be found
    (disc(), 1.0, 1.0),
    # a tiny one may be found or not
    (disc(edge=10), 0.0, 0.0),
    # a huge one must not be reported
    (disc(edge=120), 1.0, 0.0),
]


@pytest.mark.parametrize(("sample", "weight", "peak"), WEIGHTS)
def test_what_is_asked_of_dice_of_each_size(sample: Sample, weight: float, peak: float) -> None:
    wanted = targets.targets(sample)
    assert wanted[1, 32, 22] == weight
    assert wanted[0].max() == peak


KINDS = [
    (Die(3), 3),
    (Die(3, lean=35), COCKED_CLASS),
    (Die(3, emblems=frozenset({3})), SYMBOL_CLASS),
    (Die(3, emblems=frozenset({1})), 3),
    (Die(3, numerals=True), SYMBOL_CLASS),
]


def test_a_die_upon_another_does_not_lie_level() -> None:
    scene = Scene((160, 160), dice=(Die(3), Die(5, lift=16, angle=20)))
    rendered = render_scene(scene, np.random.default_rng(1))
    assert from_render(rendered).dice[-1, 4] == COCKED_CLASS


@pytest.mark.parametrize(("die", "kind"), KINDS)
def test_renders_are_taught_by_what_players_would_say(die: Die, kind: int) -> None:
    rendered = render_scene(Scene((160, 160), dice=(die,)), np.random.default_rng(1))
    assert from_render(rendered).dice[0, 4] == kind


def test_shards_come_back_as_they_were(tmp_path: Path) -> None:
    samples.write_shards(tmp_path, 1, 3, 5)
    (path,) = tmp_path.glob("*.shard")
    first = list(samples.read_shard(path))
    path.unlink()
    samples.write_shards(tmp_path, 1, 3, 5)
    second = list(samples.read_shard(path))
    assert len(first) == 3
    for one, other in zip(first, second, strict=True):
        assert np.array_equal(one.picture, other.picture)
        assert np.array_equal(one.body, other.body)
        assert np.array_equal(one.dice, other.dice)


def test_degrading_keeps_shape_and_range() -> None:
    random = np.random.default_rng(1)
    for _ in range(20):
        degraded = degrade(disc().picture, random, 1.0)
        assert degraded.shape == (240, 240, 3)
        assert degraded.dtype == np.uint8


def labelled(folder: Path, source: str, may_train: str) -> Path:
    (folder / source).mkdir()
    cv2.imwrite(str(folder / source / "a.png"), disc().picture)
    (folder / "labels.csv").write_text(f"path,faces,may_train\n{source}/a.png,3-1,{may_train}\n")
    (folder / "boxes.csv").write_text(f"path,x0,y0,x1,y1,face\n{source}/a.png,70,110,110,150,4\n")
    return folder


def test_labels_are_read(tmp_path: Path) -> None:
    (photo,) = photos(labelled(tmp_path, "someone", "yes"))
    assert (photo.source, photo.faces, photo.may_train) == ("someone", (1, 3), True)
    (sample,) = training_samples(tmp_path, ("someone",))
    assert sample.dice[0, :3] == pytest.approx((90, 130, 32))


@pytest.mark.parametrize(
    ("source", "may_train"), [("someone", "no"), *((source, "yes") for source in HELD_OUT)]
)
def test_what_must_not_be_trained_on_is_refused(tmp_path: Path, source: str, may_train: str) -> None:
    with pytest.raises(ValueError, match="must not be trained on"):
        training_samples(labelled(tmp_path, source, may_train), (source,))


def seen(*scores: tuple[float, int, float]) -> DetectorOutput:
    """Dice with (centre score, face, its probability)."""
    found = []
    for centre, face, share in scores:
        shares = [(1 - share) / 5] * 6
        shares[face - 1] = share
        found.append(Detection(0, 0, 40, 0, centre, tuple(shares), 0.0, 0.0))  # type: ignore[arg-type]
    return DetectorOutput(tuple(found), np.zeros((1, 1), dtype=np.float32), 4.0)


VERDICTS = [
    # nothing is an answer too
    ((), (), True),
    # two clear dice
    (((0.9, 2, 0.99), (0.8, 1, 0.95)), (1, 2), True),
    # a doubtful face
    (((0.9, 2, 0.6),), (2,), False),
    # a faint third die
    (((0.9, 2, 0.99), (0.35, 4, 0.99)), (2,), False),
    # too faint to matter
    (((0.9, 2, 0.99), (0.2, 4, 0.99)), (2,), True),
]


@pytest.mark.parametrize(("scores", "faces", "sure"), VERDICTS)
def test_the_plain_rule(scores: tuple[Any, ...], faces: tuple[int, ...], sure: bool) -> None:
    assert evaluate.predict(seen(*scores)) == evaluate.Prediction(faces, sure)


def drawn(sample: Sample | None) -> Forward:
    """A network that sees just the dice of a sample, at the size they have there."""

    def run(picture: Picture) -> Maps:
        maps = np.full((13, picture.shape[0] // 4, picture.shape[1] // 4), -6, dtype=np.float32)
        if sample is not None:
            wanted = targets.targets(sample)
            maps[0] = 8 * wanted[0] - 6
            for kind in range(1, 9):
                maps[kind][wanted[2] == kind] = 6
            maps[9] = wanted[4]
        return maps

    return run


EDGE = BEST_EDGE
HARD = [
    # read as it is: nothing to learn
    (disc(edge=EDGE), disc(edge=EDGE), False),
    # nothing there, and nothing seen
    (Sample(disc().picture, disc().body, np.zeros((0, 6), np.float32)), None, False),
    # missed
    (disc(edge=EDGE), None, True),
    # misread
    (disc(edge=EDGE), disc(edge=EDGE, kind=5), True),
    # seen if none is
    (Sample(disc().picture, disc().body, np.zeros((0, 6), np.float32)), disc(edge=EDGE), True),
    # seen elsewhere
    (disc(edge=EDGE), disc(x=160, edge=EDGE), True),
]


@pytest.mark.parametrize(("sample", "seen", "hard"), HARD)
def test_hard_is_what_the_network_does_not_read(sample: Sample, seen: Sample | None, hard: bool) -> None:
    assert hard_mining.is_hard_for(drawn(seen))(sample) is hard


def test_only_hard_cases_are_kept_and_every_third_without_dice(tmp_path: Path) -> None:
    asked: list[Sample] = []

    def hard(sample: Sample) -> bool:
        asked.append(sample)
        return len(asked) % 2 == 0

    samples.write_shard(tmp_path / "hard.shard", 3, 5, hard)
    kept = list(samples.read_shard(tmp_path / "hard.shard"))
    assert len(asked) == 6
    assert [len(one.dice) for one in kept] == [len(one.dice) for one in asked[1::2]]
    assert len(kept[0].dice) == 0


def some_network(seed: int) -> Any:
    """Torch, and a network by chance whose normalisations have seen pictures."""
    torch = pytest.importorskip("torch", reason="torch is not installed", exc_type=ImportError)
    model = pytest.importorskip("companion.tools.training.model")
    torch.manual_seed(seed)
    network = model.DiceNet()
    for norm in (module for module in network.modules() if isinstance(module, torch.nn.BatchNorm2d)):
        norm.running_mean.uniform_(-0.5, 0.5)
        norm.running_var.uniform_(0.5, 2.0)
    return torch, network


PICTURE = np.random.default_rng(3).integers(0, 255, (64, 80, 3), dtype=np.uint8)


def test_what_is_written_answers_as_the_network_does(tmp_path: Path) -> None:
    _, network = some_network(3)
    pytest.importorskip("companion.tools.training.model").export(network, tmp_path / "dice.onnx")
    written = evaluate.onnx_runner(tmp_path / "dice.onnx")(PICTURE)
    assert np.allclose(evaluate.network_runner(network)(PICTURE), written, atol=1e-4)


@pytest.mark.parametrize("training", [False, True], ids=["to read", "to train on"])
def test_an_exported_model_comes_back_as_a_network(tmp_path: Path, training: bool) -> None:
    """In training each normalisation takes the mean of its batch, so its own must be of such pictures."""
    torch, network = some_network(4)
    weights = pytest.importorskip("companion.tools.training.onnx_weights", reason="onnx is not installed")
    pytest.importorskip("companion.tools.training.model").export(network, tmp_path / "dice.onnx")
    batch = torch.rand(8, 3, 64, 80)
    imported = weights.import_weights(tmp_path / "dice.onnx", batch)
    with torch.no_grad():
        expected = network.eval()(batch)
        assert torch.allclose(imported.train(training)(batch), expected, atol=0.02 if training else 1e-4)


def test_another_network_is_refused(tmp_path: Path) -> None:
    torch, _ = some_network(5)
    weights = pytest.importorskip("companion.tools.training.onnx_weights", reason="onnx is not installed")
    model = pytest.importorskip("companion.tools.training.model")
    model.export(model.DiceNet(fine=16), tmp_path / "narrow.onnx", (64, 64))
    with pytest.raises(BrokenFile, match="another network"):
        weights.import_weights(tmp_path / "narrow.onnx", torch.rand(1, 3, 64, 64))


def test_a_soup_is_the_mean_of_its_weights(tmp_path: Path) -> None:
    torch, first = some_network(6)
    _, second = some_network(7)
    soup = pytest.importorskip("companion.tools.training.model_soup")
    for number, network in enumerate((first, second)):
        torch.save(network.state_dict(), tmp_path / f"{number}.pt")
    mixed = soup.model_soup([tmp_path / "0.pt", tmp_path / "1.pt"]).state_dict()
    for name, one in first.state_dict().items():
        other = second.state_dict()[name]
        wanted = (one + other) / 2 if one.is_floating_point() else one
        assert torch.allclose(mixed[name], wanted), name


@pytest.mark.slow
@pytest.mark.parametrize("with_photos", [False, True])
def test_one_command_leads_from_nothing_to_a_model(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, with_photos: bool
) -> None:
    pytest.importorskip(
        "companion.tools.training.stages", reason="torch is not installed", exc_type=ImportError
    )
    photographed = command.SHARED / "dice"
    if with_photos and not photographed.is_dir():
        pytest.skip("the photos of ../shared/dice are not here")
    folder = photographed if with_photos else tmp_path / "nowhere"
    little = f"--work {tmp_path / 'work'} --shards 1 --scenes 6 --steps 3 --threads 1"
    model = tmp_path / "dice.onnx"
    monkeypatch.setattr(
        "sys.argv", ["training", *little.split(), "--photos", str(folder), "--out", str(model)]
    )
    command.main()
    assert 2_000_000 < model.stat().st_size < 3_000_000
    maps = evaluate.onnx_runner(model)(np.zeros((96, 112, 3), np.uint8))
    assert maps.shape == (13, 24, 28)
    assert np.isfinite(maps).all()
    assert (tmp_path / "work" / "dice.pt").exists()
