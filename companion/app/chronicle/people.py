"""The people behind names: spellings of the same person, and people who want to be left out.

The games themselves are never changed. The list is in ``people.toml`` in the data folder.
"""

from pathlib import Path

import tomli_w
from msgspec import Struct, to_builtins

from companion.errors import UnknownName
from companion.external_files.files import atomic_write
from companion.external_files.typed_toml import read

FILE = "people.toml"


class People(Struct, frozen=True, forbid_unknown_fields=True):
    """Merged spellings and deleted names.

    Attributes:
        same_as: for a spelling, the name that is used instead.
        deleted: names that are left out of all statistics.
    """

    same_as: dict[str, str] = {}
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
                "{spelling} and {name} are the same person already.", spelling=spelling, name=name
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
    return read(path, People) if path.exists() else People()


def write_people(folder: Path, people: People) -> None:
    """Write the list atomically: a power cut leaves the old file or the new one."""
    atomic_write(folder / FILE, tomli_w.dumps(to_builtins(people)))
