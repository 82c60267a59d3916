"""The language in which games are written: questions, answers, rulings, scripts, the timeline and the table.

It contains no game, no device, no clock, and reads no file except rulebooks. `public.py` lists what other
code may use; it is loaded with the first name that is asked for, since the lobby needs none of it.
"""

from importlib import import_module
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from companion.referee.public import *  # noqa: F403
    from companion.referee.public import __all__ as __all__


def __getattr__(name: str) -> Any:
    public = import_module("companion.referee.public")
    if name == "__all__" or name in public.__all__:
        return getattr(public, name)
    raise AttributeError(f"companion.referee has no {name}")
