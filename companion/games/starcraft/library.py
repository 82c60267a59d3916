"""The table's library for later games of Risk StarCraft: charts and abilities, in one file.

The file is TOML, ``starcraft/notebook.toml`` in the data folder. A game copies it at its start, so it never
depends on the file afterwards.
"""

from pathlib import Path

import msgspec
import tomli_w
from msgspec import Struct

from companion.data_folder import data_folder
from companion.errors import BrokenFile
from companion.external_files.files import atomic_write
from companion.games.starcraft.state import Ability
from companion.locale.messages import Message, gettext


class Library(Struct, forbid_unknown_fields=True):
    """The content of the library.

    Attributes:
        charts: charts of starting units by name, as `charts.write_chart` writes them.
        abilities: effects of known cards.
    """

    charts: dict[str, str] = {}
    abilities: list[Ability] = []


def library_path() -> Path:
    """Return the path of the library."""
    return data_folder() / "starcraft" / "notebook.toml"


def read_library() -> Library:
    """Return the library; an empty one if the file does not exist.

    Raises:
        BrokenFile: the file cannot be read or is no library.
    """
    path = library_path()
    try:
        return msgspec.toml.decode(path.read_bytes(), type=Library)
    except FileNotFoundError:
        return Library()
    except (OSError, msgspec.DecodeError, UnicodeDecodeError) as error:
        raise BrokenFile(unreadable(error)) from error


def unreadable(error: object) -> Message:
    """Say that the library cannot be read."""
    path = library_path()
    return gettext("The library {path} cannot be read: {error}. Fix it or remove it.", path=path, error=error)


def keep_chart(name: str, text: str) -> None:
    """Save a chart in the library; replace a chart of that name.

    Raises:
        BrokenFile: the existing library cannot be read; it stays unchanged.
        OSError: the library cannot be written.
    """
    library = read_library()
    library.charts[name] = text
    _write(library)


def keep_ability(ability: Ability) -> None:
    """Save an ability in the library; replace an ability of that name and race.

    Raises:
        BrokenFile: the existing library cannot be read; it stays unchanged.
        OSError: the library cannot be written.
    """
    library = read_library()
    others = [card for card in library.abilities if (card.race, card.name) != (ability.race, ability.name)]
    library.abilities = [*others, ability]
    _write(library)


def _write(library: Library) -> None:
    """Write the library; after a power cut the old or the new one is on disk."""
    atomic_write(library_path(), tomli_w.dumps(msgspec.to_builtins(library)))
