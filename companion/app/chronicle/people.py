"""The people behind names: spellings of the same person, and people who want to be left out.

The games themselves are never changed. The list is in ``people.toml`` in the data folder.
"""

from pathlib import Path

import tomli_w
from msgspec import Struct

from companion.errors import BrokenFile, UnknownName
from companion.external_files.files import atomic_write
from companion.external_files.toml_file import TomlFile
from companion.locale.messages import gettext

FILE = "people.toml"


class People(Struct, frozen=True):
    """Merged spellings and deleted names.

    Attributes:
        same_as: for a spelling, the name that is used instead.
        deleted: names that are left out of all statistics.
    """

    same_as: dict[str, str]
    deleted: tuple[str, ...] = ()

    def name_of(self, written: str) -> str | None:
        """Return the name of the person behind a spelling; None if the person was deleted."""
        name = self.same_as.get(written, written)
        return None if name in self.deleted else name

    def merged(self, spelling: str, name: str) -> "People":
        """Return these people with one spelling counted as another name.

        Raises:
            UnknownName: both are the same name already.
        """
        target = self.same_as.get(name, name)
        if target == self.same_as.get(spelling, spelling):
            raise UnknownName(
                gettext("{spelling} and {name} are the same person already.", spelling=spelling, name=name)
            )
        same_as = {old: target if new == spelling else new for old, new in self.same_as.items()}
        return People(same_as | {spelling: target}, self.deleted)

    def without(self, name: str) -> "People":
        """Return these people with one left out of all statistics."""
        return People(self.same_as, tuple(dict.fromkeys((*self.deleted, self.same_as.get(name, name)))))


def read_people(folder: Path) -> People:
    """Read the list; empty if no person has been merged or deleted.

    Raises:
        BrokenFile: the file was changed by hand and cannot be read.
    """
    path = folder / FILE
    if not path.exists():
        return People({})
    top = TomlFile(path, BrokenFile).top
    top.allow("same_as", "deleted")
    same_as = top.value("same_as") if "same_as" in top else {}
    deleted = top.value("deleted") if "deleted" in top else []
    if not isinstance(same_as, dict) or not all(isinstance(name, str) for name in same_as.values()):
        raise top.wrong("same_as", "{key} must give a name for each spelling")
    if not isinstance(deleted, list) or not all(isinstance(name, str) for name in deleted):
        raise top.wrong("deleted", "{key} must be a list of names")
    return People(same_as, tuple(deleted))


def write_people(folder: Path, people: People) -> None:
    """Write the list atomically: a power cut leaves the old file or the new one."""
    atomic_write(folder / FILE, tomli_w.dumps({"deleted": list(people.deleted), "same_as": people.same_as}))
