"""Faces with symbols instead of pips: taught by a few examples, recognised by template matching.

A profile holds a few examples of each such face, as small grey pictures of the face turned upright. They are
band-pass filtered (a difference of Gaussians), so that light and colour do not matter, and compared by
zero-mean normalised cross-correlation over rotations, scales and shifts (J. Lewis, "Fast normalized
cross-correlation", 1995). Faces with the same title share one drawing; an empty face is recognised by its low
contrast. Profiles are JSON files that can be shared.
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
from companion.external_files.files import atomic_write, read_text
from companion.external_files.parsing import parse_json
from companion.external_files.pictures import decode_picture
from companion.vision.detection.crops import crop, crop_transform
from companion.vision.detection.detector_output import Detection
from companion.vision.frames import Picture

SIDE = 48
"""Pixels per side of an example."""

CROP = 0.92
"""Share of the edge that is kept of a face; the rim mostly shows reflections of the edge."""

MAX_SHIFT = 4
"""Largest error of the centre of a face, in pixels."""

ROTATIONS = tuple(quarter + off for quarter in (0.0, 90.0, 180.0, 270.0) for off in (-10.0, 0.0, 10.0))
"""Rotations of a template, in degrees: a face lies in one of four ways, and not quite upright."""

SCALES = (0.92, 1.0, 1.09)
"""Factors by which a template is scaled."""

FINE_SIGMA, COARSE_SIGMA = 1.2, 9.0
"""Standard deviations of the two blurs, in pixels: only details between them are compared."""

SHIFT_STEP = 2
"""Step between two shifts, in pixels."""

MIN_SCORE = 0.70
"""Smallest correlation of a recognised face; plain pips correlate up to 0.58 with a drawing."""

MIN_MARGIN = 0.40
"""How much nearer the best face must be than every other face: the ratio test of D. Lowe, "Distinctive image
features from scale-invariant keypoints", 2004, on squared distances (0.77 of the distance).

Of 2,149 dice with pips on photos of seven sources, taught as drawings by two or three examples, 1,893 are
sure and right and 18 sure and wrong; where the correlation itself had to be 0.10 higher 1,902 and 25. Of
2,699 rendered dice with numerals, hits and shields 2,689 are sure, 2,266 before, and none is wrong.
"""

SAME_SCORE = 0.10
"""Kinds of dice whose scores differ by less match about equally well: they may show the same drawing."""

MAX_EMPTY_STRENGTH = 0.22
"""Contrast below which a face is empty; glare on a plain face stays below it."""

FAINT_SHARE = 0.5
"""A face is empty only if its contrast is below this share of the weakest taught drawing."""

FORMAT = "companion die faces 1"

MAX_FILE = 4_000_000
"""Bytes of a profile; one of six faces has about 30,000."""

Grey: TypeAlias = NDArray[np.uint8]
Templates: TypeAlias = NDArray[np.float32]
"""One per row, of mean 0 and length 1."""


@dataclass(frozen=True, slots=True)
class FaceMatch:
    """The face that matches best.

    Attributes:
        value: the face, 1 to 6.
        score: correlation with its best template, 0 to 1.
        margin: how much nearer it is than the second best face of the profile, 0 to 1.
        title: the name of this face, if it has one.
        kind: the name of the matching profile; empty if several profiles match.
    """

    value: int
    score: float
    margin: float
    title: str = ""
    kind: str = ""

    @property
    def sure(self) -> bool:
        """Whether the match can be relied on."""
        return self.score >= MIN_SCORE and self.margin >= MIN_MARGIN


@dataclass(frozen=True)
class FaceProfile:
    """The taught faces of one kind of dice.

    Attributes:
        name: of these dice.
        colours: body colours of such dice; empty for any.
        titles: names of faces, for faces that have one: {1: "skull"}.
        examples: pictures of each face without ordinary pips, SIDE x SIDE, grey.
    """

    name: str
    colours: tuple[str, ...] = ()
    titles: dict[int, str] = field(default_factory=dict)
    examples: dict[int, tuple[Grey, ...]] = field(default_factory=dict, repr=False)

    def __post_init__(self) -> None:
        """Check that such a die can exist.

        Raises:
            ImpossibleReading: a face that no die has, or an example of the wrong size.
        """
        for value in (*self.titles, *self.examples):
            if value not in range(1, 7):
                raise ImpossibleReading(
                    "the dice {dice!r} show a face {value!r}; expected 1 to 6", dice=self.name, value=value
                )
        for example in (one for shown in self.examples.values() for one in shown):
            if example.shape != (SIDE, SIDE) or example.dtype != np.uint8:
                raise ImpossibleReading(
                    "an example of the dice {dice!r} is {shape} of {kind}; expected {side} x {side} of uint8",
                    dice=self.name,
                    shape=example.shape,
                    kind=example.dtype,
                    side=SIDE,
                )

    @property
    def complete(self) -> bool:
        """Whether all six faces are taught, so that none of them is read by pips."""
        return all(self.examples.get(value) for value in range(1, 7))

    @property
    def symbols(self) -> bool:
        """Whether these dice show symbols without numbers; they are read only for questions about symbols."""
        return self.complete and len(self.titles) == len(self.examples)

    def with_example(self, value: int, face: Grey, title: str = "") -> FaceProfile:
        """The profile with one more example of a face.

        Args:
            value: the face, 1 to 6.
            face: as `upright_face` cuts it out.
            title: a name for this face, if it has one.
        """
        titles = {**self.titles, value: title} if title else self.titles
        return replace(
            self, titles=titles, examples={**self.examples, value: (*self.examples.get(value, ()), face)}
        )

    def without_face(self, value: int) -> FaceProfile:
        """The profile without a face."""
        return replace(
            self,
            titles={one: title for one, title in self.titles.items() if one != value},
            examples={one: shown for one, shown in self.examples.items() if one != value},
        )

    def name_of(self, value: int) -> str:
        """The title of a face, or its number where it has none."""
        return self.titles.get(value) or str(value)

    def match(self, face: Grey) -> FaceMatch | None:
        """The face that matches best, or None if the profile has none.

        Args:
            face: as `upright_face` cuts it out.
        """
        strength = drawing_strength(face)
        if self.empty_face is not None and strength < self._max_empty_strength:
            return self._match(self.empty_face, 1.0 - strength, 1.0)
        if not self._bank:
            return None
        windows = _windows(_details(face.astype(np.float32)))
        scores = sorted(
            ((float((templates @ windows.T).max()), value) for value, templates in self._bank.items()),
            reverse=True,
        )
        (best, value), second = scores[0], scores[1][0] if len(scores) > 1 else 0.0
        margin = 1.0 - (1.0 - min(best, 1.0)) / max(1e-6, 1.0 - max(second, 0.0))
        return self._match(value, max(0.0, best), margin)

    def _match(self, value: int, score: float, margin: float) -> FaceMatch:
        return FaceMatch(value, score, margin, self.titles.get(value, ""), self.name)

    @cached_property
    def empty_face(self) -> int | None:
        """The face on which nothing is drawn; None if none such was shown."""
        empty = (value for value, shown in sorted(self.examples.items()) if shown and _are_empty(shown))
        return next(empty, None)

    @cached_property
    def _max_empty_strength(self) -> float:
        """The contrast below which a face of these dice is empty."""
        drawn = (example for shown in self.examples.values() if not _are_empty(shown) for example in shown)
        return min([MAX_EMPTY_STRENGTH, *(FAINT_SHARE * drawing_strength(example) for example in drawn)])

    @cached_property
    def _bank(self) -> dict[int, Templates]:
        """The templates of each drawing: its examples in every rotation and scale.

        Faces with the same title share one drawing, stored under the first of them.
        """
        drawings: dict[str, list[int]] = {}
        for value, shown in sorted(self.examples.items()):
            if shown and not _are_empty(shown):
                drawings.setdefault(self.name_of(value), []).append(value)
        return {
            values[0]: np.concatenate(
                [_templates(example) for value in values for example in self.examples[value]]
            )
            for values in drawings.values()
        }

    def save(self, path: Path) -> None:
        """Write the profile to a file, atomically: a power cut leaves the old file or the new one.

        Raises:
            OSError: it cannot be written to disk.
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
        atomic_write(path, json.dumps(content, indent=1, ensure_ascii=False) + "\n")

    @classmethod
    def load(cls, path: Path) -> Self:
        """Read a profile from a file.

        Raises:
            BrokenFile: the file is missing, damaged, or no profile of dice faces.
        """
        try:
            content = parse_json(read_text(path, MAX_FILE))
            if content["format"] != FORMAT:
                raise BrokenFile(
                    "{path} says it is {format!r}; expected {expected!r}",
                    path=path,
                    format=content["format"],
                    expected=FORMAT,
                )
            return cls(**_profile_fields(content))
        except OSError as problem:
            raise BrokenFile(
                "the die profile {path} cannot be read: {problem}", path=path, problem=problem.strerror
            ) from problem
        except (ValueError, KeyError, TypeError, AttributeError, OverflowError, binascii.Error) as problem:
            raise BrokenFile(
                "{path} is no profile of dice faces, or it is damaged ({problem}): show the faces again",
                path=path,
                problem=problem,
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
    picture, _ = decode_picture(base64.b64decode(text, validate=True), "an example", SIDE * SIDE)
    return np.asarray(cv2.cvtColor(picture, cv2.COLOR_BGR2GRAY), np.uint8)


def best_match(profiles: Sequence[FaceProfile], face: Grey) -> FaceMatch | None:
    """The best match among several kinds of dice; None if no face was ever taught.

    If two kinds match about equally well, the kind is left empty; if their titles differ, the match is not
    sure.
    """
    found = [match for profile in profiles if (match := profile.match(face)) is not None]
    found.sort(key=lambda match: match.score, reverse=True)
    if not found:
        return None
    best, rivals = found[0], [example for example in found[1:] if found[0].score - example.score < SAME_SCORE]
    if any((rival.title or rival.value) != (best.title or best.value) for rival in rivals):
        return replace(best, margin=0.0)
    return replace(best, kind="") if rivals else best


def upright_face(picture: Picture, die: Detection) -> Grey:
    """The top face of a die, cropped, rotated upright (in one of four ways) and scaled to SIDE x SIDE, grey.

    Args:
        picture: height x width x 3, BGR.
        die: where it lies, how large it is and how it is turned.
    """
    where = crop_transform((die.centre_x, die.centre_y), die.angle, SIDE / (CROP * die.edge), SIDE)
    return np.asarray(cv2.cvtColor(crop(picture, where, SIDE), cv2.COLOR_BGR2GRAY), np.uint8)


def drawing_strength(face: Grey) -> float:
    """Contrast of the band-passed face by its brightness: up to 0.2 if empty, from 0.3 with a drawing."""
    light = face.astype(np.float32)
    inner = np.s_[MAX_SHIFT:-MAX_SHIFT, MAX_SHIFT:-MAX_SHIFT]
    return float(np.percentile(np.abs(_band_pass(light)[inner]), 95) / (light[inner].mean() + 20.0))


def _are_empty(examples: tuple[Grey, ...]) -> bool:
    return all(drawing_strength(example) < MAX_EMPTY_STRENGTH for example in examples)


def _band_pass(face: NDArray[np.float32]) -> NDArray[np.float32]:
    """A difference of Gaussians: details of a face that are neither grain nor gleam."""
    return np.asarray(
        cv2.GaussianBlur(face, (0, 0), FINE_SIGMA) - cv2.GaussianBlur(face, (0, 0), COARSE_SIGMA), np.float32
    )


def _details(face: NDArray[np.float32]) -> NDArray[np.float32]:
    """The band-passed face, normalised to unit contrast."""
    band = _band_pass(face)
    return np.asarray(band / (np.abs(band).mean() + 2.0), np.float32)


def _templates(example: Grey) -> Templates:
    """An example in every rotation and scale."""
    details = _details(example.astype(np.float32))
    middle = (SIDE - 1) / 2
    centre = (middle, middle)
    maps = [cv2.getRotationMatrix2D(centre, turn, scale) for turn in ROTATIONS for scale in SCALES]
    turned = [cv2.warpAffine(details, one, (SIDE, SIDE), borderMode=cv2.BORDER_REPLICATE) for one in maps]
    inner = np.s_[:, MAX_SHIFT:-MAX_SHIFT, MAX_SHIFT:-MAX_SHIFT]
    return _normalised(np.stack(turned)[inner].astype(np.float32))


def _windows(details: NDArray[np.float32]) -> Templates:
    """The parts of a face that are compared with a template, one for each shift."""
    side = SIDE - 2 * MAX_SHIFT
    windows = np.lib.stride_tricks.sliding_window_view(details, (side, side))[::SHIFT_STEP, ::SHIFT_STEP]
    return _normalised(windows.reshape(-1, side, side))


def _normalised(pictures: NDArray[np.float32]) -> Templates:
    """Pictures, n x height x width, as rows of mean 0 and length 1: their products are correlations."""
    rows = pictures.reshape(len(pictures), -1)
    rows = rows - rows.mean(axis=1, keepdims=True)
    lengths = np.linalg.norm(rows, axis=1, keepdims=True)
    return np.asarray(rows / np.maximum(lengths, 1e-6), np.float32)
