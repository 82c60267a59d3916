"""What is known of a club's MQTT broker before a connection: whether there can be one, and its address."""

import re
import socket
from importlib.util import find_spec

from companion.app.machine.settings import ClubSettings
from companion.errors import BrokerRefused, UnknownName
from companion.locale.messages import gettext

NOT_INSTALLED = gettext("The club is not installed here: run deploy/set-up again, or pip install '.[club]'.")
CONNECTED = gettext("connected")
"""The status of the club while the broker lets it in."""
_HOST = re.compile(r"[\w.-]+|\[[\w.:%]+\]|[\w.:%]+")
"""A name, or an address of four or six parts; no web address, and no spaces."""


def has_mqtt() -> bool:
    """Return whether the extra `club` is installed, which brings paho-mqtt and cryptography."""
    return all(find_spec(name) is not None for name in ("paho", "cryptography"))


def require_mqtt() -> None:
    """Check that the extra `club` is installed.

    Raises:
        BrokerRefused: it is not.
    """
    if not has_mqtt():
        raise BrokerRefused(NOT_INSTALLED)


def table_name(settings: ClubSettings) -> str:
    """Return the table's name in the club: the machine's name if the settings have none."""
    return settings.table or socket.gethostname()


def read_address(text: str) -> tuple[str, int]:
    """Parse a host with or without a port; the port is 0 if missing.

    Raises:
        UnknownName: the text is neither.
    """
    host, colon, port = text.rpartition(":") if text.count(":") == 1 or "]" in text else (text, "", "")
    if text.endswith("]"):
        host, colon, port = text, "", ""
    if not _HOST.fullmatch(host) or (colon and not (port.isdecimal() and 0 < int(port) < 65536)):
        raise UnknownName("A broker is HOST or HOST:PORT, such as club.local:1883, not {text!r}.", text=text)
    return host.strip("[]"), int(port) if colon else 0
