"""Messages in files: kept as what they were made of, and read again in any language.

Saved games and MQTT keep ids and data and need none of this; notes for players are sentences.
"""

from collections.abc import Callable
from typing import Any

from companion.locale import messages
from companion.locale.messages import ENGLISH, Message, message

_SAYERS: dict[str, Callable[..., str]] = {
    "template": messages._fill,
    "number": messages._fill_plural,
    "sentences": messages._join,
    "list": messages._list,
    "day": messages._date,
}
"""What says a message, by the name that a file has for it."""
_NAMES = {say: name for name, say in _SAYERS.items()}


def keep(text: Any) -> Any:
    """Return the plain data of a message, for JSON; any other text or number stays as it is."""
    if isinstance(text, Exception):
        return keep(str(text))
    if isinstance(text, Message):
        name = _NAMES.get(text._say)
        return {name: [keep(part) for part in text._parts]} if name is not None else text.english
    if isinstance(text, dict):
        return {"values": {name: keep(value) for name, value in text.items()}}
    if isinstance(text, (list, tuple)):
        return [keep(part) for part in text]
    return text if isinstance(text, (str, int, float)) else str(text)


def read(kept: Any) -> Any:
    """Return the message that `keep` has kept.

    Raises:
        ValueError: the data was not made by `keep`.
    """
    if isinstance(kept, list):
        return [read(part) for part in kept]
    if not isinstance(kept, dict):
        return kept
    try:
        ((name, parts),) = kept.items()
        if name == "values":
            return {key: read(value) for key, value in parts.items()}
        say, read_parts = _SAYERS[name], tuple(map(read, parts))
        return message(say(ENGLISH, *read_parts), say, read_parts)
    except (ValueError, LookupError, TypeError, AttributeError) as error:
        raise ValueError(f"no message: {kept!r:.100}") from error
