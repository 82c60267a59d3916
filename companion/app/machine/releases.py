"""The releases of the companion on this machine: a folder for each, links to the current and previous one.

``deploy/install`` makes this layout; `companion.app.machine.updates` adds to it.
"""

import re
import shutil
import sys
from dataclasses import dataclass
from pathlib import Path
from secrets import token_hex

from companion.errors import UpdateRefused
from companion.external_files.files import atomic_write, sync_folder
from companion.locale.messages import gettext

FOLDER = "releases"
_NAME = re.compile(r"\w[\w.+-]{0,99}")
_UNPROVEN = "unproven"
"""Names the release that was switched to, with a number of the switch; read by deploy/fall-back."""
CONFIRMED = "confirmed-release"
"""In the data folder, for releases belong to root: the same, once somebody has touched its first screen."""


@dataclass(frozen=True, slots=True)
class Releases:
    """All releases on this machine.

    Attributes:
        home: their folder, such as ``/opt/table-companion``.
    """

    home: Path

    @property
    def folder(self) -> Path:
        """The folder with one folder for each release."""
        return self.home / FOLDER

    @property
    def current(self) -> str | None:
        """The name of the release that starts next."""
        return self._link("current")

    @property
    def previous(self) -> str | None:
        """The name of the release before; None if there is none, or it is the current one."""
        name = self._link("previous")
        return name if name != self.current else None

    def program(self, name: str) -> Path:
        """The command of a release.

        Raises:
            UpdateRefused: there is no complete release of that name.
        """
        program = self.folder / name / "venv" / "bin" / "companion"
        if (
            not _NAME.fullmatch(name)
            or not (self.folder / name / ".complete").exists()
            or not program.exists()
        ):
            raise UpdateRefused(
                "There is no whole release {name!r} in {folder}. Run deploy/install again.",
                name=name,
                folder=self.folder,
            )
        return program

    def switch(self, name: str) -> None:
        """Make another release the current one, atomically; the old current one becomes the previous one.

        Raises:
            UpdateRefused: there is no such release.
            OSError: the links cannot be written.
        """
        self.program(name)
        old = self.current
        atomic_write(self.home / _UNPROVEN, f"{name} {token_hex(4)}\n")
        (self.home / _UNPROVEN).chmod(0o644)
        if old is not None:
            self._set_link("previous", old)
        self._set_link("current", name)

    def go_back(self) -> str:
        """Swap the previous and the current release; return the name of the new current one.

        Raises:
            UpdateRefused: there is no previous one.
            OSError: the links cannot be written.
        """
        old, previous = self.current, self.previous
        if old is None or previous is None:
            raise UpdateRefused(gettext("There is no earlier version to go back to."))
        self.program(previous)
        self._set_link("current", previous)
        self._set_link("previous", old)
        return previous

    def confirm(self, data: Path) -> None:
        """Record in the data folder that the current release works, which prevents the automatic fallback.

        Raises:
            OSError: it cannot be written.
        """
        unproven = self.home / _UNPROVEN
        if unproven.exists():
            atomic_write(data / CONFIRMED, unproven.read_bytes())

    def remove_others(self) -> None:
        """Remove all releases but the current and the previous one; one that cannot be removed stays."""
        for folder in self.folder.iterdir():
            if folder.name not in (self.current, self.previous):
                shutil.rmtree(folder, ignore_errors=True)

    def _link(self, link: str) -> str | None:
        path = self.home / link
        return path.readlink().name if path.is_symlink() else None

    def _set_link(self, link: str, name: str) -> None:
        beside = self.home / f"{link}.next"
        beside.unlink(missing_ok=True)
        beside.symlink_to(f"{FOLDER}/{name}")
        beside.rename(self.home / link)
        sync_folder(self.home)


def own_releases(prefix: str = sys.prefix) -> Releases | None:
    """Return the releases that contain this program; None if it runs from a clone."""
    environment = Path(prefix).resolve()
    folder = environment.parent.parent
    return Releases(folder.parent) if folder.name == FOLDER else None
