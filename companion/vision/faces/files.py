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
    """What lies in the folder.

    Attributes:
        profiles: the dice that could be read, by the names of their files.
        troubles: what is wrong with each file that could not be read, and what to do.
    """

    profiles: tuple[FaceProfile, ...] = ()
    troubles: tuple[str, ...] = ()

    def named(self, name: str) -> FaceProfile | None:
        """The dice of this name, in upper or lower case; None if there are none."""
        return next(
            (profile for profile in self.profiles if profile.name.casefold() == name.casefold()), None
        )


def faces_folder(data: Path | None = None) -> Path:
    """The folder of taught dice, in a data folder or in the usual one."""
    return (data or data_folder()).expanduser() / FOLDER


def profile_file(name: str, folder: Path) -> Path:
    """The file of dice with this name.

    Raises:
        UnknownName: there is no letter in it.
    """
    words = "".join(letter if letter.isalnum() else " " for letter in name.casefold()).split()
    if not words:
        raise UnknownName(f"Dice cannot be called {name!r}: use a name with letters.")
    return folder / ("-".join(words) + ENDING)


def read_face_profiles(folder: Path) -> FaceProfiles:
    """Read all profiles of a folder; a broken file does not stop the others."""
    profiles: list[FaceProfile] = []
    troubles: list[str] = []
    for path in sorted(folder.glob(f"*{ENDING}")):
        try:
            profiles.append(FaceProfile.load(path))
        except CompanionError as error:
            troubles.append(str(error))
    return FaceProfiles(tuple(profiles), tuple(troubles))
