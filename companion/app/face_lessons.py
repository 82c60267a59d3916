"""A lesson that teaches the faces of a kind of dice: the next face, the result of each picture."""

from dataclasses import dataclass, replace
from pathlib import Path

from companion.games.rogue.symbol_dice import DICE, FACE_WORDS, save_taught_dice
from companion.referee.dice import Symbols
from companion.vision.dice import FACES
from companion.vision.faces.files import FaceProfiles, profile_file, read_face_profiles
from companion.vision.faces.profile import FaceProfile
from companion.vision.faces.teaching import (
    FaceTeacher,
    SingleDie,
    TeachingResult,
    example_count,
    examples_needed,
    taught_faces,
)
from companion.vision.frames import Picture
from companion.vision.reader import DiceReader
from companion.vision.tray import Tray

LOGO = "Logo dice"
"""The default name of dice that carry a logo in place of one number."""


@dataclass(frozen=True, slots=True)
class FaceChoice:
    """What a face is said to be.

    Attributes:
        number: 1 to 6, for dice that stand for numbers.
        symbols: hits and blocks, for Rogue's dice.
    """

    number: int = 0
    symbols: Symbols | None = None


SYMBOL_PICKS = tuple(FaceChoice(symbols=symbols) for symbols in FACE_WORDS.values())
NUMBER_PICKS = tuple(FaceChoice(number) for number in FACES)
_WORDS = {symbols: text for text, symbols in FACE_WORDS.items()}


def has_symbols(name: str) -> bool:
    """Whether dice of this name are Rogue's, with hits and blocks on them."""
    return name in DICE


def kinds_of(own: FaceProfiles) -> list[FaceProfile]:
    """All dice that can be taught: Rogue's four, and the table's own; new ones have no faces yet."""
    rogue = [own.named(name) or FaceProfile(name) for name in DICE]
    return [*rogue, *(profile for profile in own.profiles if profile.name not in DICE)]


class FaceLesson:
    """Goes through the faces of one kind of dice and saves each good picture at once.

    Args:
        profile: the dice as far as they are known.
        folder: where the table's own dice are kept.
        reader: finds the die.
        tray: where the tray is, if that is known.
    """

    def __init__(
        self, profile: FaceProfile, folder: Path, reader: DiceReader, tray: Tray | None = None
    ) -> None:
        self.symbols = has_symbols(profile.name)
        self._folder = folder
        self._teacher = FaceTeacher(reader, profile, tray)

    @property
    def profile(self) -> FaceProfile:
        """The dice as far as they are taught."""
        return self._teacher.profile

    @property
    def picks(self) -> tuple[FaceChoice, ...]:
        """What a face can be said to be."""
        return SYMBOL_PICKS if self.symbols else NUMBER_PICKS

    @property
    def due(self) -> int | None:
        """The face that is shown next; None when all six are known."""
        return next((value for value in FACES if value not in taught_faces(self.profile)), None)

    @property
    def share(self) -> float:
        """How much of the lesson is done, 0 to 1."""
        done = sum(
            min(1.0, example_count(self.profile, value) / examples_needed(self.profile, value))
            for value in FACES
        )
        return done / len(FACES)

    @property
    def standing(self) -> str:
        """Where the lesson stands, in words."""
        known = len(taught_faces(self.profile))
        if self.due is None:
            return "All six faces are known"
        if not self.symbols:
            return f"{known} of 6 faces known"
        times = example_count(self.profile, self.due)
        return f"Face {self.due} of 6, shown {times} {'time' if times == 1 else 'times'}"

    def times(self, picked: FaceChoice) -> int:
        """How often a face was shown that is so, or whose number it is."""
        if picked.symbols is None:
            return example_count(self.profile, picked.number)
        alike = [value for value, title in self.profile.titles.items() if title == _WORDS[picked.symbols]]
        return sum(example_count(self.profile, value) for value in alike)

    # --- showing -------------------------------------------------------------------------------------------

    def find(self, picture: Picture) -> SingleDie:
        """Find the die that is shown; takes a moment."""
        return self._teacher.find(picture)

    def show(self, picture: Picture, picked: FaceChoice) -> TeachingResult:
        """Show the die, and say what its face is; takes a moment. What was good is kept at once.

        Raises:
            OSError: it cannot be written to disk.
        """
        value, title = self._meant(picked)
        begun = self.profile.titles.get(value, "") if value else ""
        if not value:
            return self._refused(picture, "All six faces are known: undo one to show it again")
        if title and begun and title != begun:
            return self._refused(picture, f"Show {begun} once more first, or undo it")
        result = self._teacher.show(picture, value, title)
        if result.good:
            self.keep()
            result = replace(result, sentence=f"{result.sentence}. {self._next(value)}")
        return result

    def undo(self) -> bool:
        """Take the last showing back; returns whether there was one."""
        undone = self._teacher.undo()
        if undone:
            self.keep()
        return undone

    def keep(self) -> str:
        """Write the dice down; with them what Rogue's dice show, once all four kinds are known.

        Returns:
            What went wrong with Rogue's own file, or nothing.

        Raises:
            OSError: it cannot be written to disk.
        """
        self.profile.save(profile_file(self.profile.name, self._folder))
        if not (self.symbols and self.profile.symbols):
            return ""
        own = read_face_profiles(self._folder).profiles
        return save_taught_dice({one.name: tuple(one.titles[v] for v in FACES) for one in own if one.symbols})

    def _meant(self, picked: FaceChoice) -> tuple[int, str]:
        """Number and name of the face that is meant; 0 when no face is left for it."""
        if picked.symbols is None:
            return picked.number, ""
        return self.due or 0, _WORDS[picked.symbols]

    def _refused(self, picture: Picture, sentence: str) -> TeachingResult:
        seen = self.find(picture)
        return TeachingResult(False, seen.problem or sentence, seen.annotated(picture), self.profile, seen)

    def _next(self, value: int) -> str:
        """What to do after a face was shown well."""
        if value not in taught_faces(self.profile):
            return "Turn it and show the same face once more"
        if self.due is None:
            return "All six are known"
        return "Now the next face" if self.symbols else "Now another face, if it has no pips"
