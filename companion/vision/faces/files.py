"""Where taught dice are kept: a folder with one JSON file for each kind."""

from dataclasses import dataclass
from pathlib import Path

from companion.data_folder import data_folder
from companion.errors import CompanionError, UnknownName
from companion.vision.faces.profile import FaceProfile

FOLDER = "faces"
ENDING = ".json"


@dataclass(frozen=True, slots=True)
class FaceProfiles:
    """The content of the folder.

    Attributes:
        profiles: the profiles that could be read, in the order of their file names.
        problems: for each file that could not be read, what is wrong and what to do.
    """

    profiles: tuple[FaceProfile, ...] = ()
    problems: tuple[str, ...] = ()

    def named(self, name: str) -> FaceProfile | None:
        """The profile with this name, in upper or lower case; None if there is none."""
        return next(
            (profile for profile in self.profiles if profile.name.casefold() == name.casefold()), None
        )


def faces_folder(data: Path | None = None) -> Path:
    """The folder of taught dice in a data folder, by default the usual one."""
    return (data or data_folder()).expanduser() / FOLDER


def profile_file(name: str, folder: Path) -> Path:
    """The file of dice with this name.

    Raises:
        UnknownName: there is no letter in it.
    """
    words = "".join(letter if letter.isalnum() else " " for letter in name.casefold()).split()
    if not words:
        raise UnknownName("Dice cannot be called {name!r}: use a name with letters.", name=name)
    return folder / ("-".join(words) + ENDING)


def read_face_profiles(folder: Path) -> FaceProfiles:
    """Read all profiles of a folder; a broken file does not stop the others."""
    profiles: list[FaceProfile] = []
    problems: list[str] = []
    for path in sorted(folder.glob(f"*{ENDING}")):
        try:
            profiles.append(FaceProfile.load(path))
        except CompanionError as error:
            problems.append(str(error))
    return FaceProfiles(tuple(profiles), tuple(problems))
