"""A lesson that teaches the faces of a kind of dice: the next face, the result of each picture."""

from dataclasses import dataclass, replace
from pathlib import Path

from companion.dice.faces import FACES
from companion.games.rogue.symbol_dice import DICE, FACE_WORDS, save_taught_dice
from companion.locale.messages import gettext, ngettext
from companion.referee.dice import Symbols
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

LOGO = gettext("Logo dice")
"""The default name of dice that carry a logo in place of one number."""


@dataclass(frozen=True, slots=True)
class FaceChoice:
    """The value that a player picks for a face.

    Attributes:
        number: 1 to 6, for dice with numbers.
        symbols: hits and blocks, for Rogue's dice.
    """

    number: int = 0
    symbols: Symbols | None = None


SYMBOL_PICKS = tuple(FaceChoice(symbols=symbols) for symbols in FACE_WORDS.values())
NUMBER_PICKS = tuple(FaceChoice(number) for number in FACES)
_WORDS = {symbols: text for text, symbols in FACE_WORDS.items()}


def has_symbols(name: str) -> bool:
    """Whether dice of this name are Rogue's symbol dice, with hits and blocks."""
    return name in DICE


def teachable_dice(own: FaceProfiles) -> list[FaceProfile]:
    """All dice that can be taught: Rogue's four and the table's own; new ones have no faces yet."""
    rogue = [own.named(name) or FaceProfile(name) for name in DICE]
    return [*rogue, *(profile for profile in own.profiles if profile.name not in DICE)]


class FaceLesson:
    """Goes through the faces of one kind of dice and saves each good picture at once.

    Args:
        profile: the dice with the faces taught so far.
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
        """The dice with the faces taught so far."""
        return self._teacher.profile

    @property
    def picks(self) -> tuple[FaceChoice, ...]:
        """The values that a player can pick."""
        return SYMBOL_PICKS if self.symbols else NUMBER_PICKS

    @property
    def next_face(self) -> int | None:
        """The face to show next; None if all six are known."""
        return next((value for value in FACES if value not in taught_faces(self.profile)), None)

    @property
    def progress(self) -> float:
        """Progress of the lesson, 0 to 1."""
        done = sum(
            min(1.0, example_count(self.profile, value) / examples_needed(self.profile, value))
            for value in FACES
        )
        return done / len(FACES)

    @property
    def status(self) -> str:
        """The state of the lesson, as text."""
        known = len(taught_faces(self.profile))
        if self.next_face is None:
            return gettext("All six faces are known")
        if not self.symbols:
            return gettext("{known} of 6 faces known", known=known)
        times = example_count(self.profile, self.next_face)
        return ngettext(
            "Face {number} of 6, shown {count} time",
            "Face {number} of 6, shown {count} times",
            times,
            number=self.next_face,
        )

    def example_count_of(self, picked: FaceChoice) -> int:
        """The number of examples of the face with this value."""
        if picked.symbols is None:
            return example_count(self.profile, picked.number)
        alike = [value for value, title in self.profile.titles.items() if title == _WORDS[picked.symbols]]
        return sum(example_count(self.profile, value) for value in alike)

    # --- showing -------------------------------------------------------------------------------------------

    def find(self, picture: Picture) -> SingleDie:
        """Detect the die that is shown; slow."""
        return self._teacher.find(picture)

    def show(self, picture: Picture, picked: FaceChoice) -> TeachingResult:
        """Teach the face of the die in view; slow. A good example is saved at once.

        Raises:
            OSError: it cannot be written to disk.
        """
        value, title = self._face_of(picked)
        begun = self.profile.titles.get(value, "") if value else ""
        if not value:
            return self._refused(picture, gettext("All six faces are known: undo one to show it again"))
        if title and begun and title != begun:
            return self._refused(picture, gettext("Show {begun} once more first, or undo it", begun=begun))
        result = self._teacher.show(picture, value, title)
        if result.good:
            self.keep()
            result = replace(
                result,
                sentence=gettext("{sentence}. {more}", sentence=result.sentence, more=self._next(value)),
            )
        return result

    def undo(self) -> bool:
        """Remove the last example; returns whether there was one."""
        undone = self._teacher.undo()
        if undone:
            self.keep()
        return undone

    def keep(self) -> str:
        """Save the dice, and also the faces of Rogue's dice once all four kinds are known.

        Returns:
            What went wrong with Rogue's own file; empty if nothing.

        Raises:
            OSError: it cannot be written to disk.
        """
        self.profile.save(profile_file(self.profile.name, self._folder))
        if not (self.symbols and self.profile.symbols):
            return ""
        own = read_face_profiles(self._folder).profiles
        return save_taught_dice({one.name: tuple(one.titles[v] for v in FACES) for one in own if one.symbols})

    def _face_of(self, picked: FaceChoice) -> tuple[int, str]:
        """Number and name of the picked face; 0 if no face is left for it."""
        if picked.symbols is None:
            return picked.number, ""
        return self.next_face or 0, _WORDS[picked.symbols]

    def _refused(self, picture: Picture, sentence: str) -> TeachingResult:
        seen = self.find(picture)
        return TeachingResult(False, seen.problem or sentence, seen.annotated(picture), self.profile, seen)

    def _next(self, value: int) -> str:
        """A sentence about what to do after a good example."""
        if value not in taught_faces(self.profile):
            return gettext("Turn it and show the same face once more")
        if self.next_face is None:
            return gettext("All six are known")
        return (
            gettext("Now the next face") if self.symbols else gettext("Now another face, if it has no pips")
        )
