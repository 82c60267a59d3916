"""Ten kinds of lighting, with matching cameras."""

from dataclasses import dataclass, field, replace

from companion.rendering import Lamp, Scene, Sensor


@dataclass(frozen=True)
class Lighting:
    """A kind of lighting for the tray.

    Attributes:
        name: its name.
        lamps: the lamps.
        ambient: ambient light.
        sensor: the camera's sensor.
    """

    name: str
    lamps: tuple[Lamp, ...]
    ambient: float
    sensor: Sensor = field(default_factory=Sensor)

    def over(self, scene: Scene) -> Scene:
        """Return the scene in this lighting."""
        return replace(scene, lamps=self.lamps, ambient=self.ambient, sensor=self.sensor)


LAMPS = (
    Lighting("daylight", (Lamp(62, 130, 0.55),), 0.45),
    Lighting("warm bulb", (Lamp(60, 40, 0.55, (0.72, 0.97, 1.18)),), 0.4),
    # an old bulb, and a camera whose white balance does not compensate for it
    Lighting("old bulb", (Lamp(55, 40, 0.6, (0.62, 0.95, 1.2)),), 0.35, Sensor(balance=(0.92, 1.0, 1.05))),
    Lighting("cold LED", (Lamp(75, 200, 0.5, (1.18, 1.02, 0.86)),), 0.5),
    # a window at dusk
    Lighting("dusk", (Lamp(35, 250, 0.5, (1.2, 1.0, 0.85)),), 0.25, Sensor(exposure=0.8)),
    Lighting("too bright", (Lamp(62, 130, 0.6),), 0.55, Sensor(exposure=1.25)),
    Lighting("too dark", (Lamp(62, 130, 0.4),), 0.3, Sensor(exposure=0.75, noise=5.0)),
    # low, so that every die has a bright and a dark side
    Lighting("from the side", (Lamp(28, 10, 0.9),), 0.3),
    # a lamp with a lilac shade beside a greenish tube
    Lighting(
        "coloured", (Lamp(65, 100, 0.45, (1.25, 0.85, 1.1)), Lamp(65, 280, 0.15, (0.85, 1.15, 0.9))), 0.4
    ),
    # a camera with little colour
    Lighting("pale camera", (Lamp(62, 130, 0.5),), 0.45, Sensor(saturation=0.75)),
)
