"""Which dice attack and which defend, by their body colours: as in the printed games, or as chosen."""

from collections.abc import Mapping
from pathlib import Path

from companion.errors import BrokenProfile
from companion.toml_file import TomlFile

Bodies = Mapping[str, tuple[str, ...]]
"""Body colours of the dice of each pool; a pool that is not named rolls any."""

BODIES: Bodies = {"attack": ("red",), "defence": ("white", "black", "blue")}
"""Red dice attack, white, black or blue ones defend, as in the boxes of the printed games."""

FILE = "dice.toml"
"""Beside the camera's profile."""


def read_bodies(path: Path) -> Bodies:
    """Read what the table has chosen; the usual colours where it never has.

    Raises:
        BrokenProfile: the file is damaged; the message names line and key.
    """
    if not path.exists():
        return BODIES
    top = TomlFile(path, "file of dice", BrokenProfile).top
    top.allow(*BODIES)
    return {pool: _colours(top.value(pool)) for pool in BODIES if pool in top}


def _colours(value: object) -> tuple[str, ...]:
    if not isinstance(value, list) or not all(isinstance(colour, str) for colour in value):
        raise BrokenProfile(
            f'Dice are listed by their colours, as ["red"], not {value!r}: choose them again.'
        )
    return tuple(value)


def write_bodies(path: Path, bodies: Bodies) -> None:
    """Keep what the table has chosen."""
    path.parent.mkdir(parents=True, exist_ok=True)
    lines = ["# Chosen on the screen: which dice attack and which defend."]
    for pool, colours in bodies.items():
        names = ", ".join(f'"{colour}"' for colour in colours)
        lines.append(f"{pool} = [{names}]")
    path.write_text("\n".join(lines) + "\n", encoding="utf-8")
