"""Teaches dice with symbols: one die at a time, a few examples of each face, each example checked."""

import math
from dataclasses import dataclass, field, replace

import numpy as np

from calibration.annotate import DOUBTFUL, FOUND, Picture, copy_as_bgr, draw_outline
from calibration.boards import Points
from calibration.step_result import StepResult
from companion.dice.faces import FACES
from companion.locale.messages import gettext, ngettext
from companion.vision.assignment.colour_classification import colour_names
from companion.vision.detection.crops import crop, crop_transform
from companion.vision.detection.detector_output import Detection
from companion.vision.faces.blank_faces import find_blank_faces
from companion.vision.faces.profile import CROP, FaceProfile, Grey, upright_face
from companion.vision.fusion.diagnosis import MIN_COUNTED
from companion.vision.reader import DiceReader
from companion.vision.tray import Tray

MAX_COCKED = 0.5
"""Probability of leaning above which no face is learned."""

EXAMPLES_NEEDED = 2
"""Examples of each face; one is enough if another face has the same title already."""

PREVIEW_SIDE = 144
"""Pixels per side of a face that is shown for checking."""

MIN_SAME_FACE = 0.6
"""Correlation below which two examples are probably of different faces."""

DUPLICATE = 0.93
"""Correlation above which a face is the same as one taught under another name."""

MAX_SHIFT = 0.15
"""A die that moved by less than this, in edges, has not moved between two examples."""

MAX_ROTATION = 6.0
"""The same for its rotation, in degrees."""


@dataclass(frozen=True)
class SingleDie:
    """The one die in view, or what is wrong.

    Attributes:
        problem: what players must do; empty if exactly one die is in view.
        die: where it lies.
        colour: its body's colour.
        face: its upper face, upright, PREVIEW_SIDE x PREVIEW_SIDE, BGR.
        grey: the same as an example.
        all: every die in view.
    """

    problem: str
    die: Detection | None = None
    colour: str = ""
    face: Picture | None = field(default=None, repr=False)
    grey: Grey | None = field(default=None, repr=False)
    all: tuple[Detection, ...] = ()

    def annotated(self, picture: Picture) -> Picture:
        """A copy of the picture with all dice outlined: the one that can be taught in green."""
        drawn = copy_as_bgr(picture)
        for die in self.all:
            draw_outline(drawn, corners_of(die), FOUND if die is self.die else DOUBTFUL)
        return drawn


@dataclass(frozen=True, slots=True)
class TeachingResult(StepResult):
    """Whether an example was accepted, and the profile afterwards.

    Attributes:
        profile: with the new example, or unchanged.
        seen: what was in view.
    """

    profile: FaceProfile = field(default_factory=lambda: FaceProfile(""), repr=False)
    seen: SingleDie = field(default_factory=lambda: SingleDie(""), repr=False)


class FaceTeacher:
    """Adds examples of faces to a profile, one picture after the other.

    Attributes:
        profile: all faces taught so far.
    """

    def __init__(self, reader: DiceReader, profile: FaceProfile, tray: Tray | None = None) -> None:
        self.profile = profile
        self._reader = reader
        self._tray = tray
        self._before: list[tuple[FaceProfile, SingleDie | None]] = []
        self._last: SingleDie | None = None

    def find(self, picture: Picture) -> SingleDie:
        """Find the only die in view."""
        looked = [one for one in self._reader.describe(picture) if one.detection.objectness >= MIN_COUNTED]
        seen = [(one.detection, one.colour) for one in looked] or self._empty_ones(picture)
        dice = [die for die, _ in seen]
        if not dice:
            return SingleDie(gettext("I see no die: lay one in the middle of the tray"))
        if len(dice) > 1:
            return SingleDie(
                gettext("I see {count} dice: leave only the one that you show", count=len(dice)),
                all=tuple(dice),
            )
        ((die, colour),) = seen
        if die.cocked > MAX_COCKED:
            return SingleDie(gettext("The die leans: lay it flat"), all=(die,))
        if _is_cut_off(die, picture):
            return SingleDie(gettext("The die is partly out of view: push it to the middle"), all=(die,))
        return SingleDie("", die, colour, cut_face(picture, die), upright_face(picture, die), (die,))

    def show(self, picture: Picture, value: int, title: str = "") -> TeachingResult:
        """Teach a face.

        Args:
            picture: the die with this face up, and no other die.
            value: its number, 1 to 6.
            title: its name, if it has one.
        """
        seen = self.find(picture)
        problem = seen.problem or self._objection(seen, value, title)
        drawn = seen.annotated(picture)
        if problem or seen.grey is None:
            return TeachingResult(False, problem, drawn, self.profile, seen)
        self._before.append((self.profile, self._last))
        colours = tuple(sorted({*self.profile.colours, seen.colour}))
        self.profile = replace(self.profile.with_example(value, seen.grey, title), colours=colours)
        self._last = seen
        times = example_count(self.profile, value)
        text = ngettext(
            "{face}, shown {count} time", "{face}, shown {count} times", times, face=_called(value, title)
        )
        return TeachingResult(True, text, drawn, self.profile, seen)

    def undo(self) -> bool:
        """Remove the last example; False if there is none."""
        if not self._before:
            return False
        self.profile, self._last = self._before.pop()
        return True

    def _empty_ones(self, picture: Picture) -> list[tuple[Detection, str]]:
        """Dice with an empty face, which the reader does not see, with their colours."""
        size = picture.shape[1], picture.shape[0]
        floor = None if self._tray is None else self._tray.mask(size)
        known = None if self._tray is None or self._tray.die_edge is None else self._tray.die_edge * size[0]
        edge = self._last.die.edge if self._last is not None and self._last.die is not None else known
        dice = find_blank_faces(picture, edge, floor)
        colours = colour_names(picture, [(die.centre_x, die.centre_y, die.edge) for die in dice])
        return list(zip(dice, colours, strict=True))

    def _objection(self, seen: SingleDie, value: int, title: str) -> str:
        """Why this example is refused, as a sentence; empty if it is fine."""
        assert seen.grey is not None and seen.die is not None, "one die is in view"
        name = title or str(value)
        if example_count(self.profile, value) and self._lies_as_before(seen.die):
            return gettext("The die was not moved: take it up and lay it down turned")
        match = self.profile.match(seen.grey)
        duplicate = match is not None and match.sure and match.score > DUPLICATE
        if match is not None and duplicate and self.profile.name_of(match.value) != name:
            before = _called(match.value, match.title)
            return gettext(
                "This looks like {before}, shown before: turn the die to another face, or undo that",
                before=before,
            )
        own = _only(self.profile, name).match(seen.grey)
        if own is not None and own.score < MIN_SAME_FACE:
            return gettext(
                "This does not look like the {face} that was shown before", face=_called(value, title)
            )
        return ""

    def _lies_as_before(self, die: Detection) -> bool:
        last = self._last.die if self._last is not None else None
        if last is None:
            return False
        gap = math.hypot(die.centre_x - last.centre_x, die.centre_y - last.centre_y)
        turned = abs((die.angle - last.angle + 45.0) % 90.0 - 45.0)
        return gap < MAX_SHIFT * die.edge and turned < MAX_ROTATION


def corners_of(die: Detection) -> Points:
    """The corners of a die's upper face: 4 x 2 pixels."""
    turn, half = math.radians(die.angle), die.edge / 2
    across = np.array([math.cos(turn), math.sin(turn)]) * half
    along = np.array([-across[1], across[0]])
    middle = np.array([die.centre_x, die.centre_y])
    return np.array([middle - across - along, middle + across - along, middle + across + along,
                     middle - across + along])  # fmt: skip


def cut_face(picture: Picture, die: Detection) -> Picture:
    """The upper face of a die, upright, PREVIEW_SIDE x PREVIEW_SIDE, BGR."""
    where = crop_transform(
        (die.centre_x, die.centre_y), die.angle, PREVIEW_SIDE / (CROP * die.edge), PREVIEW_SIDE
    )
    return crop(picture, where, PREVIEW_SIDE)


def example_count(profile: FaceProfile, value: int) -> int:
    """How many examples of a face there are."""
    return len(profile.examples.get(value, ()))


def examples_needed(profile: FaceProfile, value: int) -> int:
    """How many examples a face needs: fewer where another one has the same title."""
    others = (other for other in FACES if other != value and profile.name_of(other) == profile.name_of(value))
    return 1 if any(example_count(profile, other) >= EXAMPLES_NEEDED for other in others) else EXAMPLES_NEEDED


def taught_faces(profile: FaceProfile) -> tuple[int, ...]:
    """The faces with enough examples."""
    return tuple(value for value in FACES if example_count(profile, value) >= examples_needed(profile, value))


def _called(value: int, title: str) -> str:
    return title or gettext("face {number}", number=value)


def _only(profile: FaceProfile, name: str) -> FaceProfile:
    """The profile with only the faces of one title."""
    own = {value: shown for value, shown in profile.examples.items() if profile.name_of(value) == name}
    return replace(profile, examples=own)


def _is_cut_off(die: Detection, picture: Picture) -> bool:
    high, wide = picture.shape[:2]
    nearest = min(die.centre_x, die.centre_y, wide - die.centre_x, high - die.centre_y)
    return bool(nearest < 0.5 * die.edge)
