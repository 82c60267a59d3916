"""From labelled photos to a model: nothing is taught from photos that must not be used."""

from pathlib import Path
from typing import Any

import cv2
import numpy as np
import pytest

from companion.errors import BrokenFile
from companion.tools.training import __main__ as command
from companion.tools.training.packed_photos import onnx_runner
from companion.tools.training.photos import HELD_OUT, MISLABELLED, boxes_of, photos, training_samples
from companion.vision.detection.detector_output import Detection, DetectorOutput
from tests.tools.training.test_packed_photos import labelled as labelled_render


def labelled(folder: Path, source: str, may_train: str) -> Path:
    (folder / source).mkdir()
    cv2.imwrite(str(folder / source / "a.png"), np.zeros((240, 240, 3), np.uint8))
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


def test_no_photo_whose_dice_have_no_boxes_is_trained_on(shared: Path) -> None:
    """Training would take its dice for table; one of epanemu_catan shows dice that nobody labelled."""
    boxed = boxes_of(shared / "dice")
    named = {f"{one.source}/{one.path.name}" for one in photos(shared / "dice") if not one.judges}
    bare = {name for name in named if name not in boxed and not name.startswith("tomitomi")}
    assert "epanemu_catan/valid_dice_59.jpg" in bare
    assert bare <= MISLABELLED


def seen(*scores: tuple[float, int, float]) -> DetectorOutput:
    """Dice with (centre score, face, its probability)."""
    found = []
    for centre, face, share in scores:
        shares = [(1 - share) / 5] * 6
        shares[face - 1] = share
        found.append(Detection(0, 0, 40, 0, centre, tuple(shares), 0.0, 0.0))  # type: ignore[arg-type]
    return DetectorOutput(tuple(found), np.zeros((1, 1), dtype=np.float32), 4.0)


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
    torch, network = some_network(3)
    pytest.importorskip("companion.tools.training.model").export(network, tmp_path / "dice.onnx")
    written = onnx_runner(tmp_path / "dice.onnx")(PICTURE)
    given = torch.from_numpy(PICTURE.transpose(2, 0, 1)[None].copy()).float() / 255
    assert np.allclose(network.eval()(given)[0].detach().numpy(), written, atol=1e-4)


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
    soup = pytest.importorskip("companion.tools.training.stages")
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
    folder = tmp_path / "photos"
    if with_photos:
        folder.mkdir()
        labelled_render(folder, "nellbyler")
    little = f"--work {tmp_path / 'work'} --tiles 128 --steps 3 --batch 4 --workers 2 --threads 1"
    model = tmp_path / "dice.onnx"
    monkeypatch.setattr(
        "sys.argv", ["training", *little.split(), "--photos", str(folder), "--out", str(model)]
    )
    command.main()
    assert 2_000_000 < model.stat().st_size < 3_000_000
    maps = onnx_runner(model)(np.zeros((96, 112, 3), np.uint8))
    assert maps.shape == (13, 24, 28)
    assert np.isfinite(maps).all()
    assert (tmp_path / "work" / "dice.pt").exists()
    kinds = {path.name.split("-")[0] for path in (tmp_path / "work" / "tiles").iterdir()}
    assert kinds == ({"render", "mixed", "nellbyler"} if with_photos else {"render"})
    better = tmp_path / "better.onnx"
    words = f"{little} --photos {folder} --out {better} --run better --rate 1e-4 improve {model}"
    monkeypatch.setattr("sys.argv", ["training", *words.split()])
    command.main()
    assert 2_000_000 < better.stat().st_size < 3_000_000
    assert better.read_bytes() != model.read_bytes()
