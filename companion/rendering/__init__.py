"""Renders dice by ray casting, with ground truth: training data, test pictures and the simulated camera.

>>> import numpy
>>> from companion.rendering import render_scene, tray_scene
>>> chance = numpy.random.default_rng(1)
>>> rendered = render_scene(tray_scene([(6, "red"), (2, "white")], chance), chance)
>>> rendered.faces
(2, 6)
"""

from companion.rendering.domain_randomization import random_scene, tray_scene
from companion.rendering.renderer import render_scene
from companion.rendering.scene import (
    Camera,
    Clutter,
    Die,
    DieGroundTruth,
    Lamp,
    PipStyle,
    Rendered,
    Scene,
    Sensor,
    TrayModel,
    Window,
)

__all__ = [
    "Camera",
    "Clutter",
    "Die",
    "DieGroundTruth",
    "Lamp",
    "PipStyle",
    "Rendered",
    "Scene",
    "Sensor",
    "TrayModel",
    "Window",
    "random_scene",
    "render_scene",
    "tray_scene",
]
