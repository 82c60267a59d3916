"""Subscribes to the messages of all tables. It publishes nothing.

A broker answers a subscription with all retained messages at once, and drops those for which its queue has no
room (Mosquitto: `max_queued_messages`, 1000). So topics are subscribed to one after the other, and results
a few tables at a time, each when nothing has come for a moment.
"""

import logging
import time
from contextlib import suppress
from queue import Empty, SimpleQueue
from threading import Event, Thread
from typing import Any
from uuid import uuid4

from paho.mqtt.client import Client, MQTTMessage
from paho.mqtt.reasoncodes import ReasonCode

from companion.app.machine.settings import ClubSettings
from companion.club.broker import CONNECTED
from companion.club.live_tables import LiveTables
from companion.club.messages import SUBSCRIPTIONS, read_topic, result_topics
from companion.club.mqtt import make_client
from companion.errors import MalformedMessage
from companion.locale.messages import gettext

_log = logging.getLogger(__name__)

AT_ONCE = 5
"""Tables whose results are asked for at once."""
QUIET_S = 0.05
"""Seconds without a message after which the next topic is subscribed to."""
WAIT_S = 5.0
"""Longest wait for that, in seconds: a full house is never quiet."""


class ClubSubscriber:
    """Receives the messages of all tables, and reconnects automatically.

    Raises:
        BrokerRefused: the broker's name or certificate cannot be used.
    """

    def __init__(self, broker: ClubSettings, tables: LiveTables) -> None:
        self.status: str = gettext("connecting to the broker")
        self._wanted: SimpleQueue[str] = SimpleQueue()
        self._known: set[str] = set()
        self._heard = 0.0
        self._stopped = Event()
        self._thread = Thread(target=self._subscribe, name="club subscriptions", daemon=True)
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
        self._thread.start()

    def stop(self) -> None:
        """Disconnect from the broker."""
        self._stopped.set()
        self._client.disconnect()
        self._client.loop_stop()

    def _on_connect(self, _: Client, __: Any, ___: Any, reason: ReasonCode, ____: Any) -> None:
        if reason.is_failure:
            self._note(gettext("the broker {host} refuses: {reason}", host=self._host, reason=str(reason)))
            return
        self._note(CONNECTED)
        self._known.clear()
        for topic in SUBSCRIPTIONS:
            self._wanted.put(topic)

    def _subscribe(self) -> None:
        """Subscribe to what is wanted, a few topics at a time."""
        while not self._stopped.is_set():
            topics: list[str] = []
            try:
                topics.append(self._wanted.get(timeout=QUIET_S))
                while len(topics) < AT_ONCE and topics[0] not in SUBSCRIPTIONS:
                    topics.append(self._wanted.get_nowait())
            except Empty:
                pass
            if not topics:
                continue
            self._client.subscribe([(topic, 1) for topic in topics])
            self._heard = began = time.monotonic()
            while time.monotonic() - self._heard < QUIET_S and time.monotonic() - began < WAIT_S:
                self._stopped.wait(QUIET_S)

    def _on_connect_fail(self, _: Client, __: Any) -> None:
        self._note(gettext("no broker answers at {host}: trying again", host=self._host))

    def _on_disconnect(self, _: Client, __: Any, ___: Any, reason: ReasonCode, ____: Any) -> None:
        if self.status == CONNECTED:
            self._note(gettext("the broker is lost ({reason}): trying again", reason=str(reason)))

    def _on_message(self, _: Client, __: Any, message: MQTTMessage) -> None:
        self._heard = time.monotonic()
        try:
            self._want_results(message.topic)
            self._tables.receive(message.topic, bytes(message.payload), retained=message.retain)
        except UnicodeDecodeError:
            _log.warning("a message to a topic that is no text is ignored")

    def _want_results(self, topic: str) -> None:
        """Subscribe to the results of a table that is heard for the first time since the connection."""
        with suppress(MalformedMessage):
            address = read_topic(topic)
            if address.kind == "availability" and address.table not in self._known:
                self._known.add(address.table)
                self._wanted.put(result_topics(address.table))

    def _note(self, status: str) -> None:
        if status != self.status:
            self.status = status
            _log.warning("%s", status)
