"""What JPEG takes from pictures is what OpenCV's JPEG takes from them."""

import cv2
import numpy as np
import pytest

from companion.rendering import random_scene, render_scene

torch = pytest.importorskip("torch", reason="torch is not installed", exc_type=ImportError)
losing = pytest.importorskip(
    "companion.tools.training.jpeg_loss", reason="torch is not installed", exc_type=ImportError
)


@pytest.mark.parametrize("quality", [30, 50, 70, 90])
def test_it_loses_what_jpeg_loses(quality: int) -> None:
    rng = np.random.default_rng(4)
    picture = render_scene(random_scene(rng, (160, 128)), rng).picture
    packed = cv2.imencode(".jpg", picture, [cv2.IMWRITE_JPEG_QUALITY, quality])[1]
    wanted = np.asarray(cv2.imdecode(packed, cv2.IMREAD_COLOR), np.uint8).astype(float)
    given = torch.from_numpy(picture.transpose(2, 0, 1)[None].copy()).float() / 255
    lost = losing.jpeg_loss(given, torch.tensor([float(quality)]))[0].numpy().transpose(1, 2, 0) * 255
    loss = np.abs(wanted - picture).mean()
    assert np.abs(lost - wanted).mean() < 0.25 * loss
