"""What the rendered samples show, without training on them."""

import numpy as np

from companion.rendering.projection import PinholeProjection
from companion.tools.training import samples
from companion.tools.training.samples import Sample


def test_a_tenth_of_the_rendered_dice_are_small_and_dark_with_red_pips() -> None:
    dice = small = 0
    for seed in range(60):
        scene = samples.training_scene(np.random.default_rng((9, seed)))
        view = PinholeProjection(scene.camera, scene.size)
        for die in (die for die in scene.dice if not die.blank):
            edge = die.edge * view.scale_at((*die.position, 0.0))
            dark = die.colour == "black" and die.pip_colour in ("red", "maroon") and die.gloss >= 0.5
            dice += 1
            small += dark and 22 <= edge <= 32
    assert small >= 0.1 * dice


def test_renders_are_kept_as_jpeg_with_halved_colour() -> None:
    picture = np.zeros((64, 64, 3), np.uint8)
    sample = Sample(picture, np.zeros((16, 16), np.uint8), np.zeros((0, 6), np.float32))
    packed, *_ = samples._packed(sample, np.random.default_rng(1))
    frame = packed.index(b"\xff\xc0")
    assert packed[frame + 11] == 0x22, "luma is sampled twice as finely each way: 4:2:0"
