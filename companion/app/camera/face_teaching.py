"""Teaches the dice reader faces from pictures, without a screen: `companion calibrate faces`."""

from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path

import cv2
import numpy as np

from companion.dice.faces import FACES
from companion.errors import CompanionError, UnknownName
from companion.vision.faces.files import profile_file
from companion.vision.faces.profile import FaceProfile
from companion.vision.faces.teaching import FaceTeacher, TeachingResult, example_count
from companion.vision.frames import Picture
from companion.vision.reader import DiceReader

SHEET_EDGE = 96
"""Pixels per side of a face in the contact sheet."""


@dataclass(frozen=True, slots=True)
class TaughtFace:
    """The result of teaching a face.

    Attributes:
        face: its number, 1 to 6.
        profile: the dice with the new examples.
        results: one for each picture.
    """

    face: int
    profile: FaceProfile
    results: tuple[TeachingResult, ...]

    @property
    def good(self) -> bool:
        """Whether every picture was good."""
        return bool(self.results) and all(result.good for result in self.results)

    @property
    def sentence(self) -> str:
        """The sentence of the first bad picture, else of the last one."""
        return next(
            (result.sentence for result in self.results if not result.good), self.results[-1].sentence
        )


def teach_face(
    profile: FaceProfile, path: Path, text: str, pictures: Callable[[], list[Picture]], *, replacing: bool
) -> TaughtFace:
    """Learn a face from pictures, and save the dice if a picture was good.

    Args:
        profile: the dice taught so far.
        path: where the dice are saved.
        text: the face, see `which_face`.
        pictures: takes the pictures; called only if the face is valid.
        replacing: drop the earlier examples of the face.

    Raises:
        UnknownName: no die has such a face, or the face carries another name already.
    """
    face, title = which_face(text, profile)
    if replacing:
        profile = profile.without_face(face)
    if example_count(profile, face) and profile.name_of(face) != (title or str(face)):
        raise UnknownName(
            "Face {face} of {dice} is {name!r} already: show another one, or add --replace to forget that.",
            face=face,
            dice=profile.name,
            name=profile.name_of(face),
        )
    teacher = FaceTeacher(DiceReader(), profile)
    results = tuple(teacher.show(picture, face, title) for picture in pictures())
    if any(result.good for result in results):
        teacher.profile.save(path)
    return TaughtFace(face, teacher.profile, results)


def which_face(text: str, profile: FaceProfile) -> tuple[int, str]:
    """Parse the number and the name of a face: "3", "3=2 hits", or "2 hits" for the face with this name.

    A new name gets the first free number.

    Raises:
        UnknownName: no die has such a face, or all six are taught already.
    """
    number, equals, title = text.partition("=")
    if not equals and not text.strip().isdecimal():
        return _number_of(text.strip(), profile), text.strip()
    if number.strip() not in map(str, FACES):
        raise UnknownName(
            "No die has a face {name!r}: name 1 to 6, or a name, or 3=name.", name=number.strip()
        )
    face = int(number)
    return face, title.strip() or profile.titles.get(face, "")


def _number_of(title: str, profile: FaceProfile) -> int:
    free = [face for face in FACES if not example_count(profile, face)]
    known = [face for face, name in sorted(profile.titles.items()) if name.casefold() == title.casefold()]
    if not title or not (known or free):
        raise UnknownName(
            "All six faces of {dice} are taught: say which one {title!r} replaces.",
            dice=profile.name,
            title=title,
        )
    return (known or free)[0]


def contact_sheet(profile: FaceProfile) -> Picture:
    """All examples, a row for each face from 1 on: grey, height x width x 3."""
    rows = [profile.examples[face] for face in FACES if example_count(profile, face)]
    widest = max((len(row) for row in rows), default=1)
    sheet = np.full((max(1, len(rows)) * SHEET_EDGE, widest * SHEET_EDGE), 40, np.uint8)
    for down, row in enumerate(rows):
        for across, example in enumerate(row):
            large = cv2.resize(example, (SHEET_EDGE, SHEET_EDGE), interpolation=cv2.INTER_CUBIC)
            top, left = down * SHEET_EDGE, across * SHEET_EDGE
            sheet[top : top + SHEET_EDGE, left : left + SHEET_EDGE] = large
    return np.asarray(cv2.cvtColor(sheet, cv2.COLOR_GRAY2BGR), np.uint8)


def import_face_profile(file: Path, folder: Path, *, replacing: bool) -> tuple[FaceProfile, Path]:
    """Copy a shared file into the folder of taught dice.

    Returns:
        The dice, and the path of the copy.

    Raises:
        BrokenFile: the file holds no dice.
        CompanionError: dice of that name are known already.
    """
    profile = FaceProfile.load(file)
    path = profile_file(profile.name, folder)
    if path.exists() and not replacing:
        raise CompanionError(
            "Dice called {dice!r} are known already ({path}): add --replace to take these instead.",
            dice=profile.name,
            path=path,
        )
    profile.save(path)
    return profile, path
