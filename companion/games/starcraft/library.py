"""What a table wants to keep from one game of Risk StarCraft for others: charts and abilities, in one file.

The file is TOML, ``starcraft/notebook.toml`` in the table's folder. A game takes a copy when it begins, so it
never depends on the file once it is under way.
"""

from pathlib import Path

import msgspec
from msgspec import Struct

from companion.data_folder import data_folder
from companion.errors import BrokenFile
from companion.external_files.files import atomic_write
from companion.games.starcraft.state import Ability


class Library(Struct, forbid_unknown_fields=True):
    """What is kept.

    Attributes:
        charts: charts of starting units by name, as `charts.write_chart` writes them.
        abilities: what cards can do.
    """

    charts: dict[str, str] = {}
    abilities: list[Ability] = []


def library_path() -> Path:
    """Return where the library is."""
    return data_folder() / "starcraft" / "notebook.toml"


def read_library() -> Library:
    """Read the library; an empty one if there is none.

    Raises:
        BrokenFile: it cannot be read or is none.
    """
    path = library_path()
    try:
        return msgspec.toml.decode(path.read_bytes(), type=Library)
    except FileNotFoundError:
        return Library()
    except (OSError, msgspec.DecodeError) as error:
        raise BrokenFile(f"The library {path} cannot be read: {error}. Mend it or take it away.") from error


def keep_chart(name: str, text: str) -> None:
    """Write a chart into the library, in place of one of that name.

    Raises:
        BrokenFile: the library that is there cannot be read; it is left as it is.
        OSError: it cannot be written.
    """
    library = read_library()
    library.charts[name] = text
    _write(library)


def keep_ability(ability: Ability) -> None:
    """Write an ability into the library, in place of one of that name and race.

    Raises:
        BrokenFile: the library that is there cannot be read; it is left as it is.
        OSError: it cannot be written.
    """
    library = read_library()
    others = [card for card in library.abilities if (card.race, card.name) != (ability.race, ability.name)]
    library.abilities = [*others, ability]
    _write(library)


def _write(library: Library) -> None:
    """Write the library; a power cut leaves the old one or the new one."""
    path = library_path()
    atomic_write(path, _toml(library))


def _toml(library: Library) -> str:
    charts = [f"{_quoted(name)} = {_quoted(text)}" for name, text in library.charts.items()]
    cards = [
        "\n".join(
            (
                "[[abilities]]",
                f"name = {_quoted(card.name)}",
                f"race = {_quoted(card.race)}",
                f"effect = {_quoted(card.effect)}",
                f"amount = {card.amount}",
            )
        )
        for card in library.abilities
    ]
    return "\n\n".join(("\n".join(("[charts]", *charts)), *cards)) + "\n"


def _quoted(text: str) -> str:
    return msgspec.json.encode(text).decode()
