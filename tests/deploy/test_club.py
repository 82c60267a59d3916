"""The club's broker as deploy/club sets it up: a table only writes, the page only reads."""

import shutil
from collections.abc import Iterator
from pathlib import Path

import pytest
from paho.mqtt.client import Client, MQTTMessage, MQTTv5
from paho.mqtt.enums import CallbackAPIVersion

from companion.club.broker_access import invite, set_password
from tests.club.broker import Mosquitto, eventually

FOLDER = Path(__file__).parents[2] / "deploy" / "club"
USERS = ("table", "club", "home")


@pytest.fixture(scope="module")
def broker(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Mosquitto]:
    folder = tmp_path_factory.mktemp("club")
    shutil.copy(FOLDER / "access.conf", folder)
    invite(folder, "Table", "127.0.0.1", 8883)
    for user in USERS:
        set_password(folder, user, user)
    lines = (FOLDER / "mosquitto.conf").read_text(encoding="utf-8").splitlines()
    ours = [line for line in lines if not line.startswith(("listener", "persistence", "certfile", "keyfile"))]
    running = Mosquitto(folder, "\n".join(ours).replace("/mosquitto/config", str(folder)))
    running.start()
    yield running
    running.kill()


class User:
    """Somebody at the broker, with a password like the name."""

    def __init__(self, broker: Mosquitto, name: str) -> None:
        self.heard: list[str] = []
        self.reasons: list[object] = []
        self.refused: list[bool] = []
        client = self.client = Client(CallbackAPIVersion.VERSION2, protocol=MQTTv5)
        if name:
            client.username_pw_set(name, name)
        client.on_connect = lambda _, __, ___, reason, *____: self.refused.append(reason.is_failure)
        client.on_publish = lambda _, __, ___, reason, *____: self.reasons.append(reason.is_failure)
        client.on_subscribe = lambda *_: self.reasons.append("subscribed")
        client.on_message = self._hear
        client.connect_async("127.0.0.1", broker.port)
        client.loop_start()
        eventually(lambda: self.refused)

    def _hear(self, _: Client, __: object, message: MQTTMessage) -> None:
        self.heard.append(message.topic)

    def publish(self, topic: str) -> bool:
        """Publish there, and return whether the broker took it."""
        count = len(self.reasons)
        self.client.publish(topic, b"x", qos=1)
        eventually(lambda: len(self.reasons) > count)
        return self.reasons[-1] is False

    def close(self) -> None:
        self.client.disconnect()
        self.client.loop_stop()


@pytest.mark.parametrize("name", ["", "stranger"])
def test_nobody_gets_in_without_a_password(broker: Mosquitto, name: str) -> None:
    user = User(broker, name)
    assert user.refused[0]
    user.close()


@pytest.mark.parametrize(
    ("name", "topic", "allowed"),
    [
        ("table", "companion/tables/table/state", True),
        ("table", "companion/tables/a1/state", False),
        ("table", "homeassistant/device/companion-table/config", True),
        ("table", "homeassistant/device/companion-a1/config", False),
        ("table", "homeassistant/status", False),
        ("table", "other", False),
        ("club", "companion/tables/a1/state", False),
        ("home", "companion/tables/a1/state", False),
    ],
)
def test_who_may_write_what(broker: Mosquitto, name: str, topic: str, allowed: bool) -> None:
    user = User(broker, name)
    assert user.publish(topic) is allowed
    user.close()


def test_the_page_reads_tables_and_a_table_reads_nothing(broker: Mosquitto) -> None:
    table, club = User(broker, "table"), User(broker, "club")
    for user in (table, club):
        user.client.subscribe("companion/tables/#", 1)
    eventually(lambda: all("subscribed" in user.reasons for user in (table, club)))
    assert table.publish("companion/tables/table/state")
    eventually(lambda: club.heard == ["companion/tables/table/state"])
    assert table.heard == []
    table.close()
    club.close()
