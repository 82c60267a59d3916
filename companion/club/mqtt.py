"""An MQTT 5 client with the settings that tables and the club share."""

import ssl
from pathlib import Path

from paho.mqtt.client import Client, MQTTv5
from paho.mqtt.enums import CallbackAPIVersion
from paho.mqtt.packettypes import PacketTypes
from paho.mqtt.properties import Properties

from companion.app.machine.settings import ClubSettings
from companion.club.messages import MAX_BYTES
from companion.errors import BrokenFile, BrokerRefused
from companion.external_files.files import check_ordinary

KEEPALIVE_S = 20
"""Keep-alive interval; the broker drops a client after one and a half times this."""

RETRY_S = (1, 30)
"""Shortest and longest wait before reconnecting, in seconds; paho doubles it each time."""

IN_FLIGHT = 20
"""Maximum number of messages sent but not yet acknowledged."""


def make_client(client_id: str, broker: ClubSettings) -> Client:
    """Return a client that connects once its loop is started, and reconnects automatically.

    Args:
        client_id: its id, unique at the broker.
        broker: the broker.

    Raises:
        BrokerRefused: the host name is invalid, or the certificate cannot be read.
    """
    client = Client(CallbackAPIVersion.VERSION2, client_id, protocol=MQTTv5)
    client.reconnect_delay_set(*RETRY_S)
    client.max_inflight_messages_set(IN_FLIGHT)
    if broker.user:
        client.username_pw_set(broker.user, broker.password or None)
    properties = Properties(PacketTypes.CONNECT)  # type: ignore[no-untyped-call]
    properties.MaximumPacketSize = MAX_BYTES + 1024
    try:
        if broker.tls:
            if broker.ca_file:
                check_ordinary(Path(broker.ca_file))
            client.tls_set(ca_certs=broker.ca_file or None)
        broker.host.encode("idna")
        client.connect_async(*broker.address, keepalive=KEEPALIVE_S, properties=properties)
    except (OSError, ssl.SSLError, BrokenFile) as error:
        raise BrokerRefused(
            "The certificate {file} cannot be read: {error}.", file=broker.ca_file, error=error
        ) from error
    except ValueError as error:
        raise BrokerRefused(
            "{host!r} is no name of a broker: {error}.", host=broker.host, error=error
        ) from error
    return client
