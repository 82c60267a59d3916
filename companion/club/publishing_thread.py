"""The thread that sends a table's messages to the broker. It receives only acknowledgements."""

import logging
import sqlite3
import time
from collections.abc import Callable
from contextlib import closing, suppress
from pathlib import Path
from queue import Empty, SimpleQueue
from threading import Thread
from typing import Any

from paho.mqtt.client import Client, MQTTMessageInfo
from paho.mqtt.reasoncodes import ReasonCode

from companion.app.machine.settings import ClubSettings
from companion.club.board_drawing import board_message
from companion.club.home_assistant import discovery, discovery_topic
from companion.club.messages import OFFLINE, ONLINE, TableMap, encode, topic
from companion.club.mqtt import make_client
from companion.club.outbox import Outbox
from companion.club.result_signature import sign
from companion.club.snapshot import ClubSnapshot, snapshot, state_at
from companion.errors import CompanionError
from companion.games.boards.library import is_reference
from companion.locale.messages import gettext

_log = logging.getLogger(__name__)

REFRESH_S = 30.0
"""Seconds between two messages while a clock runs, for programs that do not count themselves."""

RESULTS_AT_ONCE = 10
"""Maximum number of results in flight; the others wait on disk."""

OFFLINE_MESSAGE_TIMEOUT_S = 1.0
"""Maximum time that the thread waits at its end for the broker to note the table as offline, in seconds."""

Callback = Callable[[], None]


class PublishingThread(Thread):
    """Publishes the state of a table.

    Only the newest state and standings wait for the broker, and results wait on disk, so memory use is
    bounded however long the broker is offline.

    Args:
        broker: the broker.
        table: name of the table.
        folder: the data folder, with journal and outbox.
        joining: the table has just joined the club.
    """

    def __init__(self, broker: ClubSettings, table: str, folder: Path, *, joining: bool = False) -> None:
        super().__init__(name="club", daemon=True)
        self.status: str = gettext("Connecting")
        self._broker, self._table, self._folder, self._joining = broker, table, folder, joining
        self._events: SimpleQueue[Callback | None] = SimpleQueue()
        self._latest = snapshot(None, time.monotonic())
        self._announced = False
        self._collected: tuple[int | None, tuple[str, ...]] | None = None
        self._connected = False
        self._due: set[str] = set()
        self._shown = TableMap()
        self._under_way: dict[int, tuple[str, int]] = {}
        self._refused: set[str] = set()

    # --- called on other threads ---------------------------------------------------------------------------

    def offer(self, taken: ClubSnapshot) -> None:
        """Queue a snapshot, which replaces any that is not sent yet; returns at once."""
        self._latest = taken
        if not self._announced:
            self._announced = True
            self._events.put(self._changed)

    def stop(self) -> None:
        """Make the thread disconnect and end; returns at once."""
        self._events.put(None)

    # --- the thread ----------------------------------------------------------------------------------------

    def run(self) -> None:
        """Publish until `stop` is called."""
        try:
            with closing(Outbox(self._folder, joining=self._joining)) as outbox:
                self._outbox = outbox
                self._address = self._broker.topic or outbox.table_id
                self._client = self._connect()
                self._client.loop_start()
                try:
                    self._work()
                    self._publish_offline()
                finally:
                    self._client.disconnect()
                    self._client.loop_stop()
        except (CompanionError, sqlite3.Error, OSError) as error:
            self.status = str(error)
            _log.warning("nothing is sent to the club: %s", error)

    def _connect(self) -> Client:
        client = make_client(f"companion-{self._address}", self._broker)
        client.will_set(self._topic("availability"), OFFLINE, qos=1, retain=True)
        client.on_connect = self._on_connect
        client.on_connect_fail = self._on_connect_fail
        client.on_disconnect = self._on_disconnect
        client.on_publish = self._on_publish
        return client

    def _work(self) -> None:
        self._changed()
        while True:
            try:
                event = self._events.get(timeout=REFRESH_S)
            except Empty:
                event = self._refresh
            if event is None:
                return
            event()
            if self._connected:
                self._publish_due()

    def _changed(self) -> None:
        """Mark the new snapshot as due; if winners have changed, collect results too."""
        self._announced = False
        self._due |= {"state", "standings"}
        if self._latest.map != self._shown:
            if self._latest.map.board != self._shown.board:
                self._due.add("board")
            self._shown = self._latest.map
            self._due.add("map")
        if self._latest.outcome != self._collected:
            self._collect()

    def _collect(self) -> None:
        self._collected = self._latest.outcome
        try:
            self._outbox.collect(self._table)
        except (CompanionError, sqlite3.Error) as error:
            _log.warning("results wait in the journal: %s", error)

    def _refresh(self) -> None:
        if self._latest.state.running is not None and not self._latest.state.paused:
            self._due.add("state")

    # --- publishing ----------------------------------------------------------------------------------------

    def _publish_due(self) -> None:
        """Publish what is due, one message of each topic at a time."""
        busy = {name for name, _ in self._under_way.values()}
        for name in sorted(self._due - busy):  # the board before the map on it
            where, payload = self._message(name)
            if payload:
                self._publish(where, payload, name, 0)
        self._due &= busy
        room = RESULTS_AT_ONCE - len(busy)
        for result, revision, payload in self._outbox.unsent(RESULTS_AT_ONCE + len(self._refused)):
            if room > 0 and result not in busy and result not in self._refused:
                room -= 1
                signed = sign(self._outbox.key, self._address, payload)
                self._publish(self._topic("results", result), signed, result, revision)

    def _message(self, name: str) -> tuple[str, bytes]:
        if name == "discovery":
            return discovery_topic(self._address), discovery(self._address, self._table)
        if name == "availability":
            return self._topic(name), ONLINE
        if name == "standings":
            return self._topic(name), encode(self._latest.standings)
        if name == "board":
            board = self._latest.map.board
            return self._topic(name), board_message(board) if is_reference(board) else b""
        if name == "map":
            return self._topic(name), encode(self._latest.map)
        return self._topic(name), encode(state_at(self._latest, self._table, time.monotonic(), time.time()))

    def _publish(self, where: str, payload: bytes, name: str, revision: int) -> MQTTMessageInfo:
        info = self._client.publish(where, payload, qos=1, retain=True)
        self._under_way[info.mid] = name, revision
        return info

    def _topic(self, kind: str, result: str = "") -> str:
        return topic(self._address, kind, result)

    def _publish_offline(self) -> None:
        self.status = gettext("Off")
        if self._connected:
            with suppress(RuntimeError, ValueError):  # the connection was lost meanwhile
                info = self._publish(self._topic("availability"), OFFLINE, "availability", 0)
                info.wait_for_publish(OFFLINE_MESSAGE_TIMEOUT_S)

    # --- callbacks of the broker: these four run on paho's thread ------------------------------------------

    def _on_connect(self, _: Client, __: Any, ___: Any, reason: ReasonCode, ____: Any) -> None:
        self._events.put(lambda: self._connection(reason))

    def _on_connect_fail(self, _: Client, __: Any) -> None:
        self.status = gettext("No broker at {host}: trying again", host=self._broker.host)

    def _on_disconnect(self, _: Client, __: Any, ___: Any, reason: ReasonCode, ____: Any) -> None:
        self._events.put(lambda: self._lost(reason))

    def _on_publish(self, _: Client, __: Any, message: int, reason: ReasonCode, ___: Any) -> None:
        self._events.put(lambda: self._confirmed(message, reason))

    def _connection(self, reason: ReasonCode) -> None:
        """Store whether the broker accepts the table. It may have lost everything, so all is sent again."""
        self._connected = not reason.is_failure
        if self._connected:
            self.status = gettext("Connected")
            self._refused.clear()
            self._due = {"availability", "discovery", "state", "standings", "board", "map"}
        else:
            self.status = gettext("The broker refuses: {reason}", reason=str(reason))

    def _lost(self, reason: ReasonCode) -> None:
        if self._connected:
            self.status = gettext("Connection lost: trying again")
            _log.info("the connection to the club's broker is lost: %s", reason)
        self._connected = False

    def _confirmed(self, message: int, reason: ReasonCode) -> None:
        name, revision = self._under_way.pop(message, ("", 0))
        if reason.is_failure:
            self.status = gettext("The broker refuses messages: {reason}", reason=str(reason))
            self._refused.add(name)
            return
        if revision:
            try:
                self._outbox.mark_sent(name, revision)
            except sqlite3.Error as error:
                _log.warning("a result that was sent will be sent again: %s", error)
