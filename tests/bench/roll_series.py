"""Series of rolls at simulated tables: who rolls, how dice come to rest, and what hands do in between."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Literal, TypeAlias

import numpy as np

from companion.dice.colours import BODY_SHADES, DICE_COLOURS
from companion.dice.colours import Bgr as Colour
from companion.rendering import Camera, Clutter, Die, Rendered, Scene, render_scene, tray_scene
from companion.rendering.palette import jittered
from companion.rendering.random_dice import EDGE, USUAL_PIPS
from companion.rendering.scene import Ground
from companion.vision.assignment.assign import ExpectedDice
from companion.vision.frames import Picture
from companion.vision.sources.simulated import tray_in
from companion.vision.tray import Tray
from tests.vision.lamps import LAMPS, Lighting

Kind: TypeAlias = Literal[
    "free", "touching", "at the rim", "leaning", "stacked", "one too many", "somebody else's"
]
KINDS: dict[Kind, float] = {
    "free": 0.58,
    "touching": 0.22,
    "at the rim": 0.06,
    "leaning": 0.05,
    "stacked": 0.02,
    "one too many": 0.04,
    "somebody else's": 0.03,
}
"""Kinds of resting dice, with probabilities."""

CLEAN: tuple[Kind, ...] = ("free", "touching")
"""Kinds that the dice reader should accept."""

ASKED: tuple[Kind, ...] = ("leaning", "stacked", "one too many", "somebody else's")
"""Kinds that the dice reader must refuse with a message."""

SIZE = (320, 240)
"""Width and height of the frames: small for speed; dice keep their normal size."""

FOCAL = (530.0, 780.0)
"""Focal lengths for pictures 640 pixels wide, in pixels; the frames show their centre."""

FLOORS: tuple[tuple[Ground, Colour], ...] = (
    ("felt", (58, 92, 44)),
    ("felt", (40, 35, 130)),
    ("felt", (120, 70, 40)),
    ("felt", (110, 45, 80)),
    ("leather", (30, 28, 28)),
    ("leather", (45, 70, 110)),
    ("wood", (80, 125, 175)),
    ("plain", (140, 140, 140)),
    ("plain", (225, 228, 230)),
)
SKINS: tuple[Colour, ...] = ((150, 175, 225), (120, 150, 205), (70, 105, 160), (45, 65, 105))


@dataclass(frozen=True)
class LyingDice:
    """A roll at rest.

    Attributes:
        kind: how the dice came to rest.
        scene: the tray with them.
        truth: for each role its faces, highest first; None if no roll should be accepted.
    """

    kind: Kind
    scene: Scene
    truth: dict[str, tuple[int, ...]] | None


class RollSeries:
    """A random table with one lamp, two sides and their dice, determined by a seed."""

    def __init__(self, number: int) -> None:
        """`number` is the seed."""
        self.chance = np.random.default_rng((2000, number))
        self.lit: Lighting = LAMPS[number % len(LAMPS)]
        self.edge = float(self.chance.uniform(35, 45))
        floor, colour = FLOORS[int(self.chance.integers(len(FLOORS)))]
        bare = tray_scene([], self.chance, SIZE, self.edge, int(self.chance.integers(1 << 30)))
        assert bare.tray is not None
        tray = replace(bare.tray, floor=floor, floor_colour=jittered(colour, self.chance))
        self.bare = self.lit.over(replace(bare, tray=tray, camera=self._camera()))
        self.pools = self._sides()
        self._appearances = {
            pool.role: [self._look(name) for name in self._own_names(pool)] for pool in self.pools
        }
        self.tray = self._calibrated() if self.chance.random() < 0.875 else None

    def _camera(self) -> Camera:
        """Return a random camera as wide as a Pi's, 20 to 32 cm from the tray, tilted up to 22 degrees."""
        focal, turn = float(self.chance.uniform(*FOCAL)), float(self.chance.uniform(0, 360))
        tilt = float(self.chance.uniform(0, 22))
        return Camera(distance=focal * EDGE / self.edge, tilt=tilt, turn=turn, roll=-turn, focal=focal)

    def _calibrated(self) -> Tray:
        """Return the tray from a calibration; half of the tables were calibrated under another lamp."""
        tray = tray_in(self.bare, self.edge)
        lit = self.lit if self.chance.random() < 0.5 else LAMPS[int(self.chance.integers(len(LAMPS)))]
        return replace(tray, empty=self.picture(lit.over(self.bare)))

    def _sides(self) -> tuple[ExpectedDice, ...]:
        """Return the expected dice: usually attack against defence, or one side alone of any colour."""
        if self.chance.random() < 0.2:
            return (ExpectedDice("roll", 1, 5, (), "Blue"),)
        usual = self.chance.random() < 0.5
        names = sorted({looks.called for looks in BODY_SHADES.values()})
        first, other = ("red", "white") if usual else self.chance.choice(names, 2, replace=False)
        attack = ExpectedDice("attack", 1, 3, (str(first),), "Blue")
        defence = ExpectedDice("defence", 1, 2, (str(other),), "Green")
        return (attack,) if self.chance.random() < 0.2 else (attack, defence)

    def _own_names(self, pool: ExpectedDice) -> Sequence[str]:
        return pool.colours or [str(name) for name in self.chance.choice(list(BODY_SHADES), 3)]

    def _look(self, name: str) -> Die:
        """Return a random make of dice whose body colour has this name."""
        alike = [one for one, looks in BODY_SHADES.items() if looks.called == name] or [name]
        colour = str(self.chance.choice(alike))
        bodies = BODY_SHADES[colour].shades
        return Die(
            1,
            colour,
            USUAL_PIPS.get(colour, "white"),
            body=jittered(bodies[int(self.chance.integers(len(bodies)))], self.chance, 5),
            gloss=float(self.chance.uniform(0.1, 0.7)),
            rounding=float(self.chance.uniform(0.05, 0.2)),
            ball=float(self.chance.choice([0.9, 0.76])),
        )

    def roll(self) -> LyingDice:
        """Return a roll of all expected dice."""
        kind: Kind = self.chance.choice(np.array(list(KINDS)), p=list(KINDS.values()))
        if kind == "somebody else's" and not all(pool.colours for pool in self.pools):
            kind = "free"
        counts = {pool.role: int(self.chance.integers(pool.least, pool.most + 1)) for pool in self.pools}
        if kind == "one too many":
            over = self.pools[int(self.chance.integers(len(self.pools)))]
            counts[over.role] = over.most + 1
        rolled = {role: [self._turned(role) for _ in range(count)] for role, count in counts.items()}
        truth = {role: tuple(sorted((die.face for die in own), reverse=True)) for role, own in rolled.items()}
        dice = [die for role in rolled for die in rolled[role]]
        if kind == "somebody else's":
            dice.append(self._foreground())
        return LyingDice(
            kind, replace(self.bare, dice=self._laid(dice, kind)), None if kind in ASKED else truth
        )

    def _turned(self, role: str) -> Die:
        looks = self._appearances[role]
        look = looks[int(self.chance.integers(len(looks)))]
        return replace(look, face=int(self.chance.integers(1, 7)), seed=int(self.chance.integers(1 << 30)))

    def _foreground(self) -> Die:
        """Return a die of a colour that no lamp turns into an expected one."""
        mine = {
            near for pool in self.pools for name in pool.colours for near in (name, *DICE_COLOURS[name].near)
        }
        free = [name for name in ("green", "blue", "red", "yellow", "white", "purple") if name not in mine]
        return replace(self._look(free[0]), face=int(self.chance.integers(1, 7)))

    # --- how dice come to rest ---------------------------------------------------------------------------

    def _laid(self, dice: list[Die], kind: Kind) -> tuple[Die, ...]:
        for _ in range(20):
            placed: list[Die] = []
            for die in dice:
                touching = placed and kind == "touching"
                beside = placed[int(self.chance.integers(len(placed)))] if touching else None
                free = self._placed(die, placed, beside)
                if free is None:
                    break
                placed.append(free)
            else:
                return tuple(self._in_trouble(placed, kind))
        raise ValueError(f"no room for {len(dice)} dice of {self.edge:.0f} pixels")

    @property
    def _reach(self) -> np.ndarray:
        """Return half the floor's size, in mm."""
        assert self.bare.tray is not None
        half = self.bare.tray.radius / 2**0.5
        return np.array([half * self.bare.tray.stretch, half])

    def _placed(self, die: Die, others: Sequence[Die], beside: Die | None) -> Die | None:
        """Place a die at random among others; None if there is no space."""
        room = self._reach - 1.1 * die.edge
        for tries in range(500):
            where, angle = self.chance.uniform(-room, room), float(self.chance.uniform(0, 360))
            if beside is not None and tries < 100:
                where, angle = self._flush_with(beside)
            apart = 0.98 if beside is not None else 1.45
            free = all(np.hypot(*(where - other.position)) > apart * die.edge for other in others)
            if free and (np.abs(where) <= room).all():
                return replace(die, position=(float(where[0]), float(where[1])), angle=angle)
        return None

    def _flush_with(self, other: Die) -> tuple[np.ndarray, float]:
        """Return position and angle flat against a random side of another die."""
        side = np.deg2rad(other.angle + 90 * int(self.chance.integers(4)))
        out = other.edge * np.array([1.0 + self.chance.uniform(0, 0.05), self.chance.uniform(-0.6, 0.6)])
        turn = np.array([[np.cos(side), -np.sin(side)], [np.sin(side), np.cos(side)]])
        return np.array(other.position) + turn @ out, other.angle

    def _in_trouble(self, dice: list[Die], kind: Kind) -> list[Die]:
        last = dice[-1]
        if kind == "at the rim":
            side = int(self.chance.integers(2))
            where = np.array(last.position)
            sign = float(self.chance.choice([-1, 1]))
            where[side] = sign * (self._reach[side] - last.edge * self.chance.uniform(0.5, 0.62))
            last = replace(last, position=(float(where[0]), float(where[1])), angle=0.0)
        elif kind == "leaning":
            lean, towards = float(self.chance.uniform(22, 45)), float(self.chance.uniform(0, 360))
            last = replace(last, lean=lean, lean_towards=towards)
        elif kind == "stacked":
            lower = replace(last, face=int(self.chance.integers(1, 7)))
            x, y = np.array(last.position) + self.chance.uniform(-0.3, 0.3, 2) * last.edge
            upper = replace(last, position=(float(x), float(y)), lift=last.edge, angle=last.angle + 31.0)
            return [*dice[:-1], lower, upper]
        return [*dice[:-1], last]

    # --- between two rolls ---------------------------------------------------------------------------------

    def nudged(self, scene: Scene) -> Scene:
        """Return the scene with some dice pushed aside a little, none turned over."""
        dice = list(scene.dice)
        for index in range(len(dice)):
            if self.chance.random() < 0.6 or len(dice) == 1:
                moved = [other for other in dice if other is not dice[index]]
                dice[index] = self._pushed(dice[index], moved)
        return replace(scene, dice=tuple(dice))

    def _pushed(self, die: Die, others: Sequence[Die]) -> Die:
        for _ in range(50):
            where = np.array(die.position) + self.chance.uniform(-0.9, 0.9, 2) * die.edge
            clear = all(np.hypot(*(where - other.position)) > 1.05 * die.edge for other in others)
            if clear and (np.abs(where) < self._reach - 0.8 * die.edge).all():
                turned = die.angle + float(self.chance.uniform(-40, 40))
                return replace(die, position=(float(where[0]), float(where[1])), angle=turned)
        return die

    def without_one(self, scene: Scene) -> Scene:
        """Return the scene without one die."""
        return replace(scene, dice=scene.dice[1:])

    def hand_present(self, scene: Scene) -> Scene:
        """Return the scene with a hand over it."""
        side = float(self.chance.uniform(0, 2 * np.pi))
        where = self._reach * (np.cos(side), np.sin(side)) * self.chance.uniform(0.6, 1.0)
        skin = SKINS[int(self.chance.integers(len(SKINS)))]
        inwards = float(np.rad2deg(np.arctan2(-where[1], -where[0])))
        hand = Clutter("hand", (float(where[0]), float(where[1])), inwards, 150.0, skin)
        return replace(scene, clutter=(*scene.clutter, hand))

    def rendered(self, scene: Scene) -> Rendered:
        """Return the rendered scene."""
        return render_scene(scene, self.chance)

    def picture(self, scene: Scene) -> Picture:
        """Return only the picture of a scene."""
        return self.rendered(scene).picture
