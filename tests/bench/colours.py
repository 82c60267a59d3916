"""Accuracy of the names of body colours, by lamp and by colour: python -m tests.bench.colours.

Rendered dice of every colour, matt and glossy, on trays of many floors under ten lamps: without calibration,
and with a tray and dice that were calibrated under another of the ten lamps.
"""

from __future__ import annotations

import argparse
from collections import Counter, defaultdict
from collections.abc import Sequence
from dataclasses import dataclass, field, replace

import cv2
import numpy as np

from calibration.profile import DieColour
from companion.dice.colours import BODY_SHADES
from companion.rendering import Rendered, Scene, render_scene, tray_scene
from companion.rendering.palette import jittered
from companion.vision.assignment.colour_classification import (
    BodyColour,
    classify_colours,
    face_body_colour,
    face_pixels,
)
from companion.vision.sources.simulated import tray_in
from tests.bench.roll_series import FLOORS
from tests.vision.lamps import LAMPS, Lighting

SIZE, EDGE = (480, 368), 40.0
WAYS = ("not calibrated", "tray and dice calibrated")
PICTURES = 18
"""Number of pictures under each lamp, with two to six dice each."""


@dataclass
class SourceScore:
    """Counts of named colours.

    Attributes:
        right: dice by their true name.
        wrong: pairs of true name and given name.
        doubted: dice that were named correctly, but with a second candidate.
        saved: dice that were named wrongly, but with the correct name as a candidate.
    """

    right: Counter[str] = field(default_factory=Counter)
    wrong: Counter[tuple[str, str]] = field(default_factory=Counter)
    doubted: int = 0
    saved: int = 0

    def add(self, true: str, told: BodyColour) -> None:
        """Count one die."""
        if told.name == true:
            self.right[true] += 1
            self.doubted += told.second is not None
        else:
            self.wrong[true, told.name] += 1
            self.saved += told.second == true

    def share(self) -> float:
        """Return the percentage named correctly."""
        return 100 * self.right.total() / max(1, self.right.total() + self.wrong.total())

    def share_of(self, name: str) -> float:
        """Return the percentage named correctly of one colour."""
        wrong = sum(count for (true, _), count in self.wrong.items() if true == name)
        return 100 * self.right[name] / max(1, self.right[name] + wrong)


def tray_of_dice(random: np.random.Generator, number: int) -> Scene:
    """Return a tray with two to six dice of different colours."""
    names = random.choice(list(BODY_SHADES), int(random.integers(2, 7)), replace=False)
    scene = tray_scene([(int(random.integers(1, 7)), str(name)) for name in names], random, SIZE, EDGE)
    assert scene.tray is not None
    floor, colour = FLOORS[number % len(FLOORS)]
    dice = []
    for die in scene.dice:
        bodies = BODY_SHADES[die.colour].shades
        body = jittered(bodies[int(random.integers(len(bodies)))], random, 5)
        dice.append(replace(die, body=body, gloss=float(random.uniform(0.1, 0.8))))
    tray = replace(scene.tray, floor=floor, floor_colour=jittered(colour, random))
    return replace(scene, dice=tuple(dice), tray=tray)


def places_of(seen: Rendered) -> list[tuple[float, float, float]]:
    """Return the positions of the dice as the reader would detect them."""
    return [(*die.centre, die.edge) for die in seen.dice]


def named(
    scene: Scene, lit: Lighting, before: Lighting, random: np.random.Generator
) -> dict[str, list[BodyColour]]:
    """Return the names of a scene's dice, without and with calibration."""
    seen = render_scene(lit.over(scene), random)
    known = render_scene(before.over(scene), random)
    empty = render_scene(before.over(replace(scene, dice=())), random).picture
    tray = tray_in(scene, EDGE)
    bodies = [face_body_colour(face_pixels(known.picture, *place)) for place in places_of(known)]
    own = [
        DieColour(BODY_SHADES[die.colour].called, (float(body[0]), float(body[1]), float(body[2])))
        for die, body in zip(known.dice, bodies, strict=True)
    ]
    trays = tray, replace(tray, empty=empty, dice=tuple(own))
    return {
        way: classify_colours(seen.picture, places_of(seen), (), known_as)
        for way, known_as in zip(WAYS, trays, strict=True)
    }


def measured(pictures: int) -> dict[str, dict[str, SourceScore]]:
    """Return the scores by method and lamp."""
    tallies: dict[str, dict[str, SourceScore]] = {way: defaultdict(SourceScore) for way in WAYS}
    for number, lit in enumerate(LAMPS):
        for picture in range(pictures):
            random = np.random.default_rng((9, number, picture))
            scene = tray_of_dice(random, picture)
            before = LAMPS[int(random.integers(len(LAMPS)))]
            for way, given in named(scene, lit, before, random).items():
                for die, told in zip(scene.dice, given, strict=True):
                    tallies[way][lit.name].add(BODY_SHADES[die.colour].called, told)
    return tallies


def whole(tallies: Sequence[SourceScore]) -> SourceScore:
    """Return the sum of all scores."""
    total = SourceScore()
    for one in tallies:
        total.right += one.right
        total.wrong += one.wrong
        total.doubted += one.doubted
        total.saved += one.saved
    return total


def table(tallies: dict[str, dict[str, SourceScore]]) -> str:
    """Format the figures as lines."""
    lines = ["| lamp | " + " | ".join(WAYS) + " |", "|---" * (1 + len(WAYS)) + "|"]
    lines += [
        f"| {lit.name} | " + " | ".join(f"{tallies[way][lit.name].share():.1f} %" for way in WAYS) + " |"
        for lit in LAMPS
    ]
    totals = {way: whole(list(tallies[way].values())) for way in WAYS}
    lines.append("| all | " + " | ".join(f"{totals[way].share():.1f} %" for way in WAYS) + " |")
    names = sorted({looks.called for looks in BODY_SHADES.values()})
    lines += ["", "| colour | " + " | ".join(WAYS) + " |", "|---" * (1 + len(WAYS)) + "|"]
    lines += [
        f"| {name} | " + " | ".join(f"{totals[way].share_of(name):.1f} %" for way in WAYS) + " |"
        for name in names
    ]
    for way, total in totals.items():
        dice, mistaken = total.right.total() + total.wrong.total(), total.wrong.total()
        lines.append(
            f"{way}: {dice} dice, {mistaken} wrong, {total.saved} of these in doubt with the right name; "
            f"{total.doubted} right ones in doubt. {total.wrong.most_common(6)}"
        )
    return "\n".join(lines)


def main() -> None:
    """Parse the command line, measure and print."""
    parser = argparse.ArgumentParser(prog="python -m tests.bench.colours", description="Name body colours.")
    parser.add_argument("--pictures", type=int, default=PICTURES, help="under each lamp")
    cv2.setNumThreads(1)
    print(table(measured(parser.parse_args().pictures)))


if __name__ == "__main__":
    main()
