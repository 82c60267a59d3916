"""Where the table's own dice are kept: a folder with one file for each kind, read when the eye opens."""

from dataclasses import dataclass
from pathlib import Path

from companion.data_folder import data_folder
from companion.errors import CompanionError, UnknownName
from companion.vision.faces.profile import FaceProfile

FOLDER = "faces"
ENDING = ".json"


@dataclass(frozen=True, slots=True)
class OwnDice:
    """What lies in the folder.

    Attributes:
        profiles: the dice that could be read, by the names of their files.
        troubles: what is wrong with each other file, and what to do.
    """

    profiles: tuple[FaceProfile, ...] = ()
    troubles: tuple[str, ...] = ()

    def named(self, name: str) -> FaceProfile | None:
        """The dice of this name, large letters or small; None if there are none."""
        return next((one for one in self.profiles if one.name.casefold() == name.casefold()), None)


def faces_folder(data: Path | None = None) -> Path:
    """The folder of the table's own dice, in a data folder or in the usual one."""
    return (data or data_folder()).expanduser() / FOLDER


def file_of(name: str, folder: Path) -> Path:
    """The file of dice with this name.

    Raises:
        UnknownName: there is no letter in it.
    """
    words = "".join(letter if letter.isalnum() else " " for letter in name.casefold()).split()
    if not words:
        raise UnknownName(f"Dice cannot be called {name!r}: use a name with letters.")
    return folder / ("-".join(words) + ENDING)


def read_own_dice(folder: Path) -> OwnDice:
    """Read all dice of a folder; a file that is broken costs none of the others."""
    profiles: list[FaceProfile] = []
    troubles: list[str] = []
    for path in sorted(folder.glob(f"*{ENDING}")):
        try:
            profiles.append(FaceProfile.load(path))
        except CompanionError as error:
            troubles.append(str(error))
    return OwnDice(tuple(profiles), tuple(troubles))
