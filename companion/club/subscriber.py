"""Subscribes to the messages of all tables. It publishes nothing."""

import logging
from typing import Any
from uuid import uuid4

from paho.mqtt.client import Client, MQTTMessage
from paho.mqtt.reasoncodes import ReasonCode

from companion.club.broker import Broker
from companion.club.live_tables import LiveTables
from companion.club.messages import SUBSCRIPTIONS
from companion.club.mqtt import make_client

_log = logging.getLogger(__name__)


class ClubSubscriber:
    """Receives the messages of all tables, and reconnects automatically.

    Args:
        broker: the broker.
        tables: processes the messages.


    Raises:
        BrokerRefused: the broker's name or certificate cannot be used.
    """

    def __init__(self, broker: Broker, tables: LiveTables) -> None:
        self.status = "connecting to the broker"
        self._host = broker.host
        self._tables = tables
        self._client = make_client(f"companion-club-{uuid4().hex[:8]}", broker)
        self._client.on_connect = self._on_connect
        self._client.on_connect_fail = self._on_connect_fail
        self._client.on_disconnect = self._on_disconnect
        self._client.on_message = self._on_message

    def start(self) -> None:
        """Connect on a separate thread; returns at once."""
        self._client.loop_start()

    def stop(self) -> None:
        """Disconnect from the broker."""
        self._client.disconnect()
        self._client.loop_stop()

    def _on_connect(self, client: Client, _: Any, __: Any, reason: ReasonCode, ___: Any) -> None:
        if reason.is_failure:
            self._note(f"the broker {self._host} refuses: {reason}")
            return
        self._note("connected")
        client.subscribe([(topic, 1) for topic in SUBSCRIPTIONS])

    def _on_connect_fail(self, _: Client, __: Any) -> None:
        self._note(f"no broker answers at {self._host}: trying again")

    def _on_disconnect(self, _: Client, __: Any, ___: Any, reason: ReasonCode, ____: Any) -> None:
        if self.status == "connected":
            self._note(f"the broker is lost ({reason}): trying again")

    def _on_message(self, _: Client, __: Any, message: MQTTMessage) -> None:
        try:
            self._tables.receive(message.topic, bytes(message.payload), retained=message.retain)
        except UnicodeDecodeError:
            _log.warning("a message to a topic that is no text is ignored")

    def _note(self, status: str) -> None:
        if status != self.status:
            self.status = status
            _log.warning("%s", status)
