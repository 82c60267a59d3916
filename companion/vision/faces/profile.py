"""Faces that carry something else than pips: learned from being shown a few times, recognised by likeness.

A profile holds a few examples of each such face, as small grey pictures of the face turned upright. Light,
colour and the turn of the die do not matter; what matters is the drawing. Faces of the same name are one
to the eye; a face with nothing on it is known by that. Profiles are plain JSON files that can be handed
around.
"""

from __future__ import annotations

import base64
import binascii
import json
from collections.abc import Sequence
from dataclasses import dataclass, field, replace
from functools import cached_property
from pathlib import Path
from typing import Any, Self, TypeAlias

import cv2
import numpy as np
from numpy.typing import NDArray

from companion.errors import BrokenFile, ImpossibleReading
from companion.vision.cutting import cut, placement
from companion.vision.dice_maps import Candidate
from companion.vision.frames import Picture

SIDE = 48
"""Pixels per side of a face that is kept."""

SHOWN = 0.92
"""Of the edge: so much of the face is kept; its rim mostly shows the edge's own gleam."""

REACH = 4
"""Pixels by which the middle of a face may have been missed."""

TURNS = tuple(quarter + off for quarter in (0.0, 90.0, 180.0, 270.0) for off in (-10.0, 0.0, 10.0))
"""Degrees by which an example is turned to find it again: a face lies in four ways, and not quite upright."""

SIZES = (0.92, 1.0, 1.09)
"""Factors by which an example is scaled to find it again."""

FINE, COARSE = 1.2, 9.0
"""Only details between these two blurs, in pixels, are compared: neither grain nor gleam nor veins."""

STEP = 2
"""Pixels between two places at which it is looked for."""

ALIKE = 0.70
"""Likeness, 0 to 1, from which a face can be recognised; plain pips are up to 0.58 like a drawing."""

CLEARLY = 0.10
"""By so much it must be more alike than every other face."""

EMPTY = 0.22
"""Strength of a drawing, by the light of the face, below which there is none: glare on a plain face."""

FAINTER = 0.5
"""And below this share of the faintest drawing that was shown."""

FORMAT = "companion die faces 1"

Grey: TypeAlias = NDArray[np.uint8]
Rows: TypeAlias = NDArray[np.float32]


@dataclass(frozen=True, slots=True)
class Likeness:
    """What a face is most like.

    Attributes:
        value: the face, 1 to 6.
        score: how alike, 0 to 1.
        margin: how much more alike than the second face that the profile knows.
        title: the name of this face, if it has one.
        kind: what players call dice that have it; empty where it may be of several kinds.
    """

    value: int
    score: float
    margin: float
    title: str = ""
    kind: str = ""

    @property
    def sure(self) -> bool:
        """Whether it can be told."""
        return self.score >= ALIKE and self.margin >= CLEARLY


@dataclass(frozen=True)
class FaceProfile:
    """The own faces of one kind of dice.

    Attributes:
        name: what players call these dice.
        colours: body colours of such dice; empty for any.
        titles: for each face that has a name of its own, that name: {1: "skull"}.
        examples: for each face that carries no ordinary pips, pictures of it, SIDE x SIDE, grey.
    """

    name: str
    colours: tuple[str, ...] = ()
    titles: dict[int, str] = field(default_factory=dict)
    examples: dict[int, tuple[Grey, ...]] = field(default_factory=dict, repr=False)

    def __post_init__(self) -> None:
        """Check that such a die can be.

        Raises:
            ImpossibleReading: a face that no die has, or an example of the wrong size.
        """
        for value in (*self.titles, *self.examples):
            if value not in range(1, 7):
                raise ImpossibleReading(f"the dice {self.name!r} show a face {value!r}; expected 1 to 6")
        for example in (one for shown in self.examples.values() for one in shown):
            if example.shape != (SIDE, SIDE) or example.dtype != np.uint8:
                raise ImpossibleReading(
                    f"an example of the dice {self.name!r} is {example.shape} of {example.dtype}; "
                    f"expected {SIDE} x {SIDE} of uint8"
                )

    @property
    def complete(self) -> bool:
        """Whether all six faces are its own, so that none of them is read by pips."""
        return all(self.examples.get(value) for value in range(1, 7))

    @property
    def symbols(self) -> bool:
        """Whether these dice show symbols that stand for no number: only who asks for them rolls them."""
        return self.complete and len(self.titles) == len(self.examples)

    def shown(self, value: int, face: Grey, title: str = "") -> FaceProfile:
        """The profile with one more example of a face.

        Args:
            value: the face, 1 to 6.
            face: as `upright_face` cuts it out.
            title: a name for this face, if it has one.
        """
        titles = {**self.titles, value: title} if title else self.titles
        return replace(
            self,
            titles=titles,
            examples={**self.examples, value: (*self.examples.get(value, ()), face)},
        )

    def without(self, value: int) -> FaceProfile:
        """The profile with nothing known of a face."""
        return replace(
            self,
            titles={one: title for one, title in self.titles.items() if one != value},
            examples={one: shown for one, shown in self.examples.items() if one != value},
        )

    def name_of(self, value: int) -> str:
        """What a face is called: by its own name, or by its number."""
        return self.titles.get(value) or str(value)

    def recognise(self, face: Grey) -> Likeness | None:
        """The face that this is most like, or None if the profile knows none.

        Args:
            face: as `upright_face` cuts it out.
        """
        ink = ink_of(face)
        if self.empty_face is not None and ink < self._faintest:
            return self._like(self.empty_face, 1.0 - ink, 1.0 - ink / self._faintest)
        if not self._bank:
            return None
        places = _places(_details(face.astype(np.float32)))
        scores = sorted(
            ((float((templates @ places.T).max()), value) for value, templates in self._bank.items()),
            reverse=True,
        )
        (best, value), second = scores[0], scores[1][0] if len(scores) > 1 else 0.0
        return self._like(value, max(0.0, best), best - max(second, 0.0))

    def _like(self, value: int, score: float, margin: float) -> Likeness:
        return Likeness(value, score, margin, self.titles.get(value, ""), self.name)

    @cached_property
    def empty_face(self) -> int | None:
        """The face on which nothing is drawn; None if none such was shown."""
        empty = (value for value, shown in sorted(self.examples.items()) if shown and _are_empty(shown))
        return next(empty, None)

    @cached_property
    def _faintest(self) -> float:
        """The strength below which nothing is drawn on a face of these dice."""
        drawn = [ink_of(one) for shown in self.examples.values() if not _are_empty(shown) for one in shown]
        return min([EMPTY, *(FAINTER * ink for ink in drawn)])

    @cached_property
    def _bank(self) -> dict[int, Rows]:
        """For each drawing its examples, turned and scaled in every way they are looked for, one a row.

        Faces of the same name share one drawing; it stands under the first of them.
        """
        drawings: dict[str, list[int]] = {}
        for value, shown in sorted(self.examples.items()):
            if shown and not _are_empty(shown):
                drawings.setdefault(self.name_of(value), []).append(value)
        return {
            values[0]: np.concatenate([_templates(one) for value in values for one in self.examples[value]])
            for values in drawings.values()
        }

    def save(self, path: Path) -> None:
        """Write the profile to a file that can be shared; a power cut leaves the old one or the new one.

        Raises:
            OSError: the disk does not take it.
        """
        faces = [
            {
                "face": value,
                "title": self.titles.get(value, ""),
                "examples": [_as_text(example) for example in self.examples.get(value, ())],
            }
            for value in sorted({*self.titles, *self.examples})
        ]
        content = {"format": FORMAT, "name": self.name, "colours": list(self.colours), "faces": faces}
        path.parent.mkdir(parents=True, exist_ok=True)
        new = path.with_suffix(".new")
        new.write_text(json.dumps(content, indent=1, ensure_ascii=False) + "\n", encoding="utf-8")
        new.replace(path)

    @classmethod
    def load(cls, path: Path) -> Self:
        """Read a profile from a file.

        Raises:
            BrokenFile: the file is missing, damaged, or no profile of dice faces.
        """
        try:
            content = json.loads(path.read_text(encoding="utf-8"))
            if content["format"] != FORMAT:
                raise BrokenFile(f"{path} says it is {content['format']!r}; expected {FORMAT!r}")
            return cls(**_profile_fields(content))
        except OSError as problem:
            raise BrokenFile(f"the die profile {path} cannot be read: {problem.strerror}") from problem
        except (ValueError, KeyError, TypeError, AttributeError, binascii.Error) as problem:
            raise BrokenFile(
                f"{path} is no profile of dice faces, or it is damaged ({problem}): show the faces again"
            ) from problem


def _profile_fields(content: dict[str, Any]) -> dict[str, Any]:
    faces = content["faces"]
    return {
        "name": str(content["name"]),
        "colours": tuple(str(colour) for colour in content["colours"]),
        "titles": {int(face["face"]): str(face["title"]) for face in faces if face["title"]},
        "examples": {int(face["face"]): tuple(map(_from_text, face["examples"])) for face in faces},
    }


def _as_text(example: Grey) -> str:
    _, packed = cv2.imencode(".png", example)
    return base64.b64encode(packed.tobytes()).decode("ascii")


def _from_text(text: str) -> Grey:
    packed = np.frombuffer(base64.b64decode(text, validate=True), np.uint8)
    picture = cv2.imdecode(packed, cv2.IMREAD_GRAYSCALE) if packed.size else None
    if picture is None:
        raise ValueError("an example is no picture")
    return np.asarray(picture, np.uint8)


def likest(profiles: Sequence[FaceProfile], face: Grey) -> Likeness | None:
    """What a face is most like of all that several kinds of dice have; None if nothing was ever shown.

    Where two kinds have nearly the same drawing it may be of either; by another name it is not sure.
    """
    found = [likeness for one in profiles if (likeness := one.recognise(face)) is not None]
    found.sort(key=lambda likeness: likeness.score, reverse=True)
    if not found:
        return None
    best, rivals = found[0], [one for one in found[1:] if found[0].score - one.score < CLEARLY]
    if any((one.title or one.value) != (best.title or best.value) for one in rivals):
        return replace(best, margin=0.0)
    return replace(best, kind="") if rivals else best


def upright_face(picture: Picture, die: Candidate) -> Grey:
    """The top face of a die, cut out, turned upright (one of four ways) and made SIDE x SIDE, grey.

    Args:
        picture: height x width x 3, BGR.
        die: where it lies, how large it is and how it is turned.
    """
    where = placement((die.centre_x, die.centre_y), die.angle, SIDE / (SHOWN * die.edge), SIDE)
    return np.asarray(cv2.cvtColor(cut(picture, where, SIDE), cv2.COLOR_BGR2GRAY), np.uint8)


def ink_of(face: Grey) -> float:
    """How strong the drawing on a face is, by its light: about 0.01 to 0.2 for none, from 0.3 for one."""
    light = face.astype(np.float32)
    inner = np.s_[REACH:-REACH, REACH:-REACH]
    return float(np.percentile(np.abs(_band(light)[inner]), 95) / (light[inner].mean() + 20.0))


def _are_empty(examples: tuple[Grey, ...]) -> bool:
    return all(ink_of(one) < EMPTY for one in examples)


def _band(face: NDArray[np.float32]) -> NDArray[np.float32]:
    """Details of a face that are neither grain nor gleam."""
    return np.asarray(
        cv2.GaussianBlur(face, (0, 0), FINE) - cv2.GaussianBlur(face, (0, 0), COARSE), np.float32
    )


def _details(face: NDArray[np.float32]) -> NDArray[np.float32]:
    """What is drawn on a face, less grain, gleam and veins; of even strength whatever the light."""
    band = _band(face)
    return np.asarray(band / (np.abs(band).mean() + 2.0), np.float32)


def _templates(example: Grey) -> Rows:
    """An example turned and scaled, one way a row."""
    details = _details(example.astype(np.float32))
    middle = (SIDE - 1) / 2
    ways = [cv2.getRotationMatrix2D((middle, middle), degrees, size) for degrees in TURNS for size in SIZES]
    turned = [cv2.warpAffine(details, way, (SIDE, SIDE), borderMode=cv2.BORDER_REPLICATE) for way in ways]
    return _even(np.stack(turned)[:, REACH:-REACH, REACH:-REACH].astype(np.float32))


def _places(details: NDArray[np.float32]) -> Rows:
    """The parts of a face at which an example is looked for, one a row."""
    side = SIDE - 2 * REACH
    windows = np.lib.stride_tricks.sliding_window_view(details, (side, side))[::STEP, ::STEP]
    return _even(windows.reshape(-1, side, side))


def _even(pictures: NDArray[np.float32]) -> Rows:
    """Pictures, n x height x width, as rows of mean 0 and length 1: their products are correlations."""
    rows = pictures.reshape(len(pictures), -1)
    rows = rows - rows.mean(axis=1, keepdims=True)
    lengths = np.linalg.norm(rows, axis=1, keepdims=True)
    return np.asarray(rows / np.maximum(lengths, 1e-6), np.float32)
