"""Battlefield files: those of the game and the players' own."""

from functools import lru_cache
from pathlib import Path

from companion.errors import UnknownName
from companion.external_files.typed_toml import decode, read_text, refuse_problems
from companion.games.rogue.battlefield import Battlefield
from companion.games.rogue.battlefield_check import problems
from companion.games.rogue.data_files import encode, rogue_folder, save

FOLDER = Path(__file__).with_name("battlefields")
HEADING = (
    "A battlefield of Risk Battlefield Rogue; companion/games/rogue/README.md says what each line means."
)


def folders() -> tuple[Path, ...]:
    """Return the folders that contain battlefields, the players' own first."""
    return rogue_folder() / "battlefields", FOLDER


def battlefield_names() -> tuple[str, ...]:
    """Return the names of all available battlefields."""
    return tuple(sorted({path.stem for folder in folders() for path in folder.glob("*.toml")}))


def photograph_path(path: Path, tile: str) -> Path:
    """Return the path of a tile's photograph, beside the battlefield file."""
    return path.with_name(f"{path.stem}-{tile}.jpg")


def load_battlefield(name: str) -> Battlefield:
    """Read a battlefield by name, first from the players' own, then from those of the game.

    Raises:
        UnknownName: there is no such battlefield.
        BrokenFile: its file is invalid; the message names the line.
    """
    for folder in folders():
        path = folder / f"{name}.toml"
        if path.is_file():
            return read_battlefield(path)
    raise UnknownName(
        "There is no battlefield {name}; there are: {names}.",
        name=repr(name),
        names=", ".join(battlefield_names()),
    )


def read_battlefield(path: Path, *, unfinished: bool = False) -> Battlefield:
    """Read and check a battlefield.

    Args:
        path: the file.
        unfinished: skip the check, for the editor.

    Raises:
        BrokenFile: the file is invalid; the message names every wrong line.
    """
    return _read(path, read_text(path), unfinished)


@lru_cache(maxsize=32)
def _read(path: Path, text: str, unfinished: bool) -> Battlefield:
    field = decode(text, Battlefield, path)
    if not unfinished:
        refuse_problems(path, text, problems(field))
    return field


def save_battlefield(field: Battlefield, path: Path | None = None) -> Path:
    """Write a battlefield, by default among the players' own, and return its path.

    Raises:
        BrokenFile: the file cannot be written.
    """
    target = path or rogue_folder() / "battlefields" / f"{field.id}.toml"
    save(target, encode(field, HEADING))
    return target
