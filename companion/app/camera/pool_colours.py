"""The body colours of attack and defence dice: those of the printed games, or the table's choice."""

from collections.abc import Mapping
from pathlib import Path

import tomli_w
from msgspec import Struct, structs

from companion.errors import BrokenProfile
from companion.external_files.files import atomic_write
from companion.external_files.typed_toml import read

PoolColours = Mapping[str, tuple[str, ...]]
"""Body colours of the dice of each pool; a pool that is not named rolls any."""

DEFAULT_COLOURS: PoolColours = {"attack": ("red",), "defence": ("white", "black", "blue")}
"""Red dice attack, white, black or blue ones defend, as in the boxes of the printed games."""

HEADING = "# Chosen on the screen: which dice attack and which defend.\n"

FILE = "dice.toml"
"""Beside the camera's profile."""


class _Chosen(Struct, forbid_unknown_fields=True):
    """The file."""

    attack: tuple[str, ...] | None = None
    defence: tuple[str, ...] | None = None


def read_pool_colours(path: Path) -> PoolColours:
    """Read the chosen colours; the default if none were chosen.

    Raises:
        BrokenProfile: the file is damaged; the message names line and key.
    """
    if not path.exists():
        return DEFAULT_COLOURS
    chosen = structs.asdict(read(path, _Chosen, error=BrokenProfile))
    return {pool: colours for pool, colours in chosen.items() if colours is not None}


def write_pool_colours(path: Path, bodies: PoolColours) -> None:
    """Write the chosen colours."""
    content = tomli_w.dumps({pool: list(colours) for pool, colours in bodies.items()})
    atomic_write(path, HEADING + content)
