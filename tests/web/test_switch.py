"""No port is open before phones are switched on, and none after they are switched off."""

import socket
import threading
from pathlib import Path

import pytest

from companion.app.night.phones import NetworkInterface
from companion.errors import PhonesUnavailable
from companion.web.service import WebPhones, network_interfaces
from tests.web.conftest import LOOPBACK, Host, Phone, Table

LISTENING = "0A"


def listening() -> set[str]:
    """Address and port, in hexadecimal, of every socket of this machine that listens."""
    lines = Path("/proc/net/tcp").read_text().splitlines() + Path("/proc/net/tcp6").read_text().splitlines()
    return {line.split()[1] for line in lines if line.split()[3] == LISTENING}


def is_open(port: int) -> bool:
    with socket.socket() as line:
        return line.connect_ex(("127.0.0.1", port)) == 0


def hexadecimal(port: int) -> str:
    return f"0100007F:{port:04X}"


def test_nothing_listens_until_it_is_started_nor_after_it_is_stopped(tmp_path: Path) -> None:
    service = WebPhones(tmp_path, port=0)
    service.follow(Host(None))
    assert not service.running and service.address == "" and not list(tmp_path.iterdir())
    service.start(LOOPBACK)
    port = int(service.address.split(":")[2].split("/")[0])
    assert hexadecimal(port) in listening()
    assert f"00000000:{port:04X}" not in listening(), "the chosen address only"
    assert all(thread.daemon for thread in threading.enumerate() if thread.name == "phones"), "it may end"
    service.stop()
    assert hexadecimal(port) not in listening()
    assert not is_open(port)
    assert service.address == "" and service.phones == ()


def test_stopping_ends_every_open_connection(table: Table) -> None:
    stream, port = Phone(table).join().stream(), table.port
    table.service.stop()
    stream._thread.join(10)
    assert not stream._thread.is_alive()
    assert not is_open(port)


def test_it_can_be_started_again_with_a_new_code(table: Table) -> None:
    before = table.code
    table.service.start(LOOPBACK)
    assert table.code != before
    Phone(table).join()


def test_an_address_that_is_not_ours_is_refused(tmp_path: Path) -> None:
    service = WebPhones(tmp_path)
    with pytest.raises(PhonesUnavailable, match=r"192\.0\.2\.1"):
        service.start(NetworkInterface("wlan0", "192.0.2.1"))
    assert not service.running


def test_a_port_that_is_taken_is_replaced(tmp_path: Path) -> None:
    with socket.socket() as other:
        other.bind(("127.0.0.1", 0))
        other.listen()
        taken = other.getsockname()[1]
        service = WebPhones(tmp_path, port=taken)
        service.start(LOOPBACK)
        assert f":{taken}/" not in service.address
        service.stop()


def test_the_loopback_is_not_offered() -> None:
    assert all(not interface.address.startswith("127.") for interface in network_interfaces())
