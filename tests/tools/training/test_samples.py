"""What renders teach, without training on them."""

import numpy as np
import pytest

from companion.rendering import Die, Rendered, Scene, render_scene
from companion.rendering.projection import PinholeProjection
from companion.tools.training import samples
from companion.tools.training.samples import COCKED_CLASS, SYMBOL_CLASS, from_render


def rendered(*dice: Die) -> Rendered:
    return render_scene(Scene((160, 160), dice=dice), np.random.default_rng(1))


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


KINDS = [
    (Die(3), 3),
    (Die(3, lean=35), COCKED_CLASS),
    (Die(3, emblems=frozenset({3})), SYMBOL_CLASS),
    (Die(3, emblems=frozenset({1})), 3),
    (Die(3, numerals=True), SYMBOL_CLASS),
]


@pytest.mark.parametrize(("die", "kind"), KINDS)
def test_renders_are_taught_by_what_players_would_say(die: Die, kind: int) -> None:
    assert from_render(rendered(die)).dice[0, 4] == kind


def test_a_die_upon_another_does_not_lie_level_and_the_one_below_is_covered() -> None:
    lower, upper = from_render(rendered(Die(3), Die(5, lift=16, angle=20, position=(6, 0)))).dice
    assert (lower[4], upper[4]) == (COCKED_CLASS, COCKED_CLASS)
    assert (lower[5], upper[5]) == (0, 1), "most of the lower one is hidden: it may be missed"


@pytest.mark.parametrize(("place", "kind"), [(12.5, COCKED_CLASS), (13.5, 0), (20, 3)])
def test_a_die_is_read_only_where_nothing_covers_it(place: float, kind: int) -> None:
    lower, *_ = from_render(rendered(Die(3), Die(5, lift=16, position=(place, 0)))).dice
    assert lower[4] == kind
