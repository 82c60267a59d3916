"""Checks the parameters of an inquiry ("may I?"), with clearer messages than Python's."""

import inspect
from collections.abc import Mapping
from reprlib import repr as shown
from typing import get_type_hints

from companion.errors import UnknownName
from companion.referee.game import Inquiry

MAX_NUMBER = 1_000_000
"""Largest distance in inches or number of units."""

_WANTED = {str: "a text", int: "a whole number", float: "a number", list[str]: "a list of texts"}


def check_parameters(name: str, inquiry: Inquiry, given: Mapping[str, object]) -> None:
    """Compare the given parameters with the signature of the inquiry's function.

    Raises:
        UnknownName: a parameter is missing, unknown, of another type, or too large.
    """
    hints = get_type_hints(inquiry)
    declared = [
        parameter
        for parameter in inspect.signature(inquiry).parameters.values()
        if parameter.kind is parameter.KEYWORD_ONLY
    ]
    kinds = {parameter.name: _kind(hints[parameter.name]) for parameter in declared}
    needed = {parameter.name for parameter in declared if parameter.default is parameter.empty}
    wrong = [f"{key} is not known" for key in given if key not in kinds]
    wrong += [f"{key} is missing" for key in kinds if key in needed and key not in given]
    wrong += [
        f"{key} is {shown(value)}"
        for key, value in given.items()
        if key in kinds and not (_fits(value, kinds[key]) or (value is None and key not in needed))
    ]
    if wrong:
        wanted = ", ".join(
            f"{key} ({_WANTED[kind]}{'' if key in needed else ', may be left out'})"
            for key, kind in kinds.items()
        )
        raise UnknownName(f"The inquiry {name!r} wants {wanted}; {', '.join(wrong)}.")


def _kind(hint: object) -> type:
    """The expected type; an optional parameter may also be None."""
    return next(kind for kind in _WANTED if hint == kind or hint == kind | None)


def _fits(value: object, kind: type) -> bool:
    if kind == list[str]:
        return isinstance(value, list) and all(isinstance(item, str) for item in value)
    if kind is str:
        return isinstance(value, str)
    number = isinstance(value, int) or (kind is float and isinstance(value, float))
    return number and not isinstance(value, bool) and -MAX_NUMBER <= value <= MAX_NUMBER  # type: ignore[operator]
