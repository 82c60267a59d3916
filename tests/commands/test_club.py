"""`companion club`, as it is typed."""

import json
import subprocess
import sys
from contextlib import closing
from pathlib import Path
from typing import Any
from urllib.request import urlopen

import pytest

from companion.cli import main
from companion.club.broker import read_address
from companion.club.messages import TableState, encode, topic
from companion.club.store import FILE, ClubStore
from companion.errors import UnknownName
from tests.club.broker import Listener, Mosquitto, eventually
from tests.club.test_messages import OUTCOME


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("club.local", ("club.local", 0)),
        ("club.local:1884", ("club.local", 1884)),
        ("10.0.0.7:1883", ("10.0.0.7", 1883)),
        ("fd00::7", ("fd00::7", 0)),
        ("[fd00::7]:1883", ("fd00::7", 1883)),
        ("[fd00::7]", ("fd00::7", 0)),
    ],
)
def test_addresses(text: str, expected: tuple[str, int]) -> None:
    assert read_address(text) == expected


@pytest.mark.parametrize(
    "text",
    [
        "",
        ":1883",
        "club:",
        "club:port",
        "club:0",
        "club:70000",
        "my club",
        "my club:1883",
        "mqtt://club.local",
        "club/a",
        "me@club",
        "a\nb",
    ],
)
def test_what_is_no_address(text: str) -> None:
    with pytest.raises(UnknownName, match="HOST:PORT"):
        read_address(text)


def test_a_broker_that_cannot_be_is_an_error_in_words(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["club", "--broker", "a" * 300]) == 1
    assert "no name of a broker" in capsys.readouterr().err


@pytest.mark.parametrize("port", ["70000", "-1", "http"])
def test_a_port_that_cannot_be_is_refused(port: str, capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit):
        main(["club", "--broker", "club.local", "--port", port])
    assert "no whole number from 0 to 65535" in capsys.readouterr().err


def test_the_club_is_served_with_what_was_there_before(tmp_path: Path) -> None:
    (folder := tmp_path / "mosquitto").mkdir()
    (club := tmp_path / "club").mkdir()
    with closing(ClubStore(club / FILE)) as store:
        store.keep_result("a1", OUTCOME)
    broker = Mosquitto(folder)
    broker.start()
    table = Listener(broker.port)
    table.client.publish(topic("a1", "availability"), b"online", 1, True)
    table.client.publish(topic("a1", "state"), encode(TableState(table="Window")), 1, True)
    words = f"club --broker 127.0.0.1:{broker.port} --data {club} --host 127.0.0.1 --port 0"
    served = subprocess.Popen(
        [sys.executable, "-m", "companion", *words.split()], stdout=subprocess.PIPE, text=True
    )
    address = served.stdout.readline().split()[-1]

    def shown() -> Any:
        with urlopen(f"{address}club.json", timeout=5) as answer:
            return json.load(answer)

    eventually(lambda: shown()["tables"])
    assert [row["name"] for row in shown()["league"]["rows"]] == ["Anna", "Ben"]
    served.terminate()
    assert served.wait(10) == 0
    table.close()
    broker.kill()
