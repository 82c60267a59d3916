"""Teaching dice their faces: one die at a time, each face shown a few times, each showing judged."""

import math
from dataclasses import dataclass, field, replace

import numpy as np

from calibration.annotate import DOUBTFUL, FOUND, Picture, copy_as_bgr, draw_outline
from calibration.boards import Points
from calibration.step_result import StepResult
from companion.vision.colours import body_colours
from companion.vision.cutting import cut, placement
from companion.vision.dice import FACES
from companion.vision.dice_maps import Candidate
from companion.vision.faces.profile import SHOWN, FaceProfile, Grey, upright_face
from companion.vision.plain_faces import plain_dice
from companion.vision.reader import DiceReader
from companion.vision.tray import Tray

ENOUGH = 2
"""So often a face is shown; once is enough for one more face of a name that is known."""

CUT = 144
"""Pixels per side of a face that is cut out to be looked at."""

COUNTED = 0.40
"""How sure the reader must be that there is a die."""

LEANS = 0.5
"""Probability of leaning above which a die is not taken."""

UNLIKE = 0.6
"""Likeness below which two showings are hardly of the same face."""

THE_SAME = 0.93
"""Likeness above which a face is taken for one that was shown under another name."""

STAYED = 0.15
"""Edges within which a die counts as not taken up between two showings."""

STAYED_TURN = 6.0
"""Degrees within which it counts as not turned."""


@dataclass(frozen=True)
class OneDie:
    """The one die in view, or why there is none to be shown.

    Attributes:
        trouble: what players must do; empty when there is one die to be shown.
        die: where it lies.
        colour: its body's colour.
        face: its upper face, upright, CUT x CUT, BGR.
        grey: the same as it is kept.
        all: every die in view.
    """

    trouble: str
    die: Candidate | None = None
    colour: str = ""
    face: Picture | None = field(default=None, repr=False)
    grey: Grey | None = field(default=None, repr=False)
    all: tuple[Candidate, ...] = ()

    def marked(self, picture: Picture) -> Picture:
        """A copy of the picture with all dice outlined: green the one that can be shown."""
        drawn = copy_as_bgr(picture)
        for die in self.all:
            draw_outline(drawn, corners_of(die), FOUND if die is self.die else DOUBTFUL)
        return drawn


@dataclass(frozen=True, slots=True)
class TeachingResult(StepResult):
    """Whether a showing was taken, and what the dice are now.

    Attributes:
        profile: the dice with what was shown, or as they were.
        seen: what was in view.
    """

    profile: FaceProfile = field(default_factory=lambda: FaceProfile(""), repr=False)
    seen: OneDie = field(default_factory=lambda: OneDie(""), repr=False)


class FaceTeacher:
    """Shows faces to a profile, one picture after the other.

    Attributes:
        profile: the dice as far as they are taught.
    """

    def __init__(self, reader: DiceReader, profile: FaceProfile, tray: Tray | None = None) -> None:
        self.profile = profile
        self._reader = reader
        self._tray = tray
        self._before: list[tuple[FaceProfile, OneDie | None]] = []
        self._last: OneDie | None = None

    def find(self, picture: Picture) -> OneDie:
        """Find the die that is held up: the only one in view."""
        looked = [one for one in self._reader.look(picture) if one.candidate.centre_score >= COUNTED]
        seen = [(one.candidate, one.colour) for one in looked] or self._empty_ones(picture)
        dice = [die for die, _ in seen]
        if not dice:
            return OneDie("I see no die: lay one in the middle of the tray")
        if len(dice) > 1:
            return OneDie(f"I see {len(dice)} dice: leave only the one that you show", all=tuple(dice))
        ((die, colour),) = seen
        if die.cocked > LEANS:
            return OneDie("The die leans: lay it flat", all=(die,))
        if _is_cut_off(die, picture):
            return OneDie("The die is partly out of view: push it to the middle", all=(die,))
        return OneDie("", die, colour, cut_face(picture, die), upright_face(picture, die), (die,))

    def show(self, picture: Picture, value: int, title: str = "") -> TeachingResult:
        """Show a face.

        Args:
            picture: the die with this face up, and no other die.
            value: its number, 1 to 6.
            title: what it is called, if not by its number.
        """
        seen = self.find(picture)
        trouble = seen.trouble or self._objection(seen, value, title)
        drawn = seen.marked(picture)
        if trouble or seen.grey is None:
            return TeachingResult(False, trouble, drawn, self.profile, seen)
        self._before.append((self.profile, self._last))
        colours = tuple(sorted({*self.profile.colours, seen.colour}))
        self.profile = replace(self.profile.shown(value, seen.grey, title), colours=colours)
        self._last = seen
        times = shown_times(self.profile, value)
        words = f"{_called(value, title)}, shown {times} {'time' if times == 1 else 'times'}"
        return TeachingResult(True, words, drawn, self.profile, seen)

    def undo(self) -> bool:
        """Forget the last showing; False if nothing was shown since it began."""
        if not self._before:
            return False
        self.profile, self._last = self._before.pop()
        return True

    def _empty_ones(self, picture: Picture) -> list[tuple[Candidate, str]]:
        """Where the reader sees nothing there may be a die with an empty face."""
        size = picture.shape[1], picture.shape[0]
        floor = None if self._tray is None else self._tray.mask(size)
        known = None if self._tray is None or self._tray.die_edge is None else self._tray.die_edge * size[0]
        edge = self._last.die.edge if self._last is not None and self._last.die is not None else known
        dice = plain_dice(picture, edge, floor)
        colours = body_colours(picture, [(die.centre_x, die.centre_y, die.edge) for die in dice])
        return list(zip(dice, colours, strict=True))

    def _objection(self, seen: OneDie, value: int, title: str) -> str:
        """Why this showing would mislead; empty if it would not."""
        assert seen.grey is not None and seen.die is not None, "one die is in view"
        name = title or str(value)
        if shown_times(self.profile, value) and self._lies_as_before(seen.die):
            return "The die was not moved: take it up and lay it down turned"
        like = self.profile.recognise(seen.grey)
        alike = like is not None and like.sure and like.score > THE_SAME
        if like is not None and alike and self.profile.name_of(like.value) != name:
            before = _called(like.value, like.title)
            return f"This looks like {before}, shown before: turn the die to another face, or undo that"
        own = _only(self.profile, name).recognise(seen.grey)
        if own is not None and own.score < UNLIKE:
            return f"This does not look like the {_called(value, title)} that was shown before"
        return ""

    def _lies_as_before(self, die: Candidate) -> bool:
        last = self._last.die if self._last is not None else None
        if last is None:
            return False
        gap = math.hypot(die.centre_x - last.centre_x, die.centre_y - last.centre_y)
        turned = abs((die.angle - last.angle + 45.0) % 90.0 - 45.0)
        return gap < STAYED * die.edge and turned < STAYED_TURN


def corners_of(die: Candidate) -> Points:
    """The corners of a die's upper face: 4 x 2 pixels."""
    turn, half = math.radians(die.angle), die.edge / 2
    across = np.array([math.cos(turn), math.sin(turn)]) * half
    along = np.array([-across[1], across[0]])
    middle = np.array([die.centre_x, die.centre_y])
    return np.array([middle - across - along, middle + across - along, middle + across + along,
                     middle - across + along])  # fmt: skip


def cut_face(picture: Picture, die: Candidate) -> Picture:
    """The upper face of a die, upright, CUT x CUT, in its colours."""
    where = placement((die.centre_x, die.centre_y), die.angle, CUT / (SHOWN * die.edge), CUT)
    return cut(picture, where, CUT)


def shown_times(profile: FaceProfile, value: int) -> int:
    """How often a face was shown."""
    return len(profile.examples.get(value, ()))


def needed(profile: FaceProfile, value: int) -> int:
    """How often a face has to be shown: less often where another one of its name is known."""
    others = (other for other in FACES if other != value and profile.name_of(other) == profile.name_of(value))
    return 1 if any(shown_times(profile, other) >= ENOUGH for other in others) else ENOUGH


def known_faces(profile: FaceProfile) -> tuple[int, ...]:
    """The faces that were shown often enough."""
    return tuple(value for value in FACES if shown_times(profile, value) >= needed(profile, value))


def _called(value: int, title: str) -> str:
    return title or f"face {value}"


def _only(profile: FaceProfile, name: str) -> FaceProfile:
    """The profile with no other faces than those of a name."""
    own = {value: shown for value, shown in profile.examples.items() if profile.name_of(value) == name}
    return replace(profile, examples=own)


def _is_cut_off(die: Candidate, picture: Picture) -> bool:
    high, wide = picture.shape[:2]
    nearest = min(die.centre_x, die.centre_y, wide - die.centre_x, high - die.centre_y)
    return bool(nearest < 0.5 * die.edge)
