"""Phones stay joined over a restart of the companion, until the host switches them off."""

import subprocess
import sys
from pathlib import Path
from time import time
from types import SimpleNamespace

import pytest

from companion.errors import PhonesUnavailable
from companion.web import service as service_module
from companion.web.saved_phones import FILE, KEPT_SECONDS, SavedPhone, SavedPhones, read_saved_phones
from companion.web.service import WebPhones
from tests.web.conftest import LOOPBACK, Host, Phone, Table

SAVED = SavedPhones("lo", 8127, "abcdefghjk", True, 3, (SavedPhone("f", 3, "192.0.2.7", "1-x", "red"),), 1e9)


class LoopbackPhones(WebPhones):
    """Finds the loopback among its networks, once it is there."""

    there = True

    @property
    def interfaces(self):  # type: ignore[no-untyped-def]
        return (LOOPBACK,) if self.there else ()


def restart(table: Table, service: WebPhones | None = None) -> WebPhones:
    """Close the service as at the end of the program, and start another on the same folder."""
    table.service.close()
    table.service = service or LoopbackPhones(table.folder / "phones", port=0)
    table.service.resume()
    return table.service


def test_phones_go_on_after_a_restart_without_scanning(table: Table) -> None:
    anna, watcher = Phone(table).join().sit("red"), Phone(table).join()
    code, port = table.code, table.port
    restart(table)
    table.until(lambda: table.service.running)
    assert (table.code, table.port) == (code, port)
    assert watcher.get("/api/rules?q=-")[0] == 200
    assert anna.get("/api/private")[0] == 200, "it has its seat"
    assert [(phone.name, phone.seat) for phone in table.service.phones] == [
        ("Phone 1", "red"),
        ("Phone 2", None),
    ]
    assert Phone(table).join() and table.until(lambda: len(table.service.phones) == 3)
    assert table.service.phones[2].name == "Phone 3", "numbers are not given twice"


def test_who_was_thrown_out_stays_out_and_watching_only_stays_so(table: Table) -> None:
    anna = Phone(table).join().sit("red")
    ben = Phone(table).join()
    table.service.remove(1)
    table.until(lambda: len(table.service.phones) == 1)
    table.service.open_seats(False)
    table.until(lambda: ben.post("/api/seat", {"seat": "blue"})[1]["message"].startswith("The host"))
    restart(table)
    table.until(lambda: table.service.running)
    assert anna.get("/api/rules?q=-")[0] == 401
    assert not table.service.seats_open
    assert ben.post("/api/seat", {"seat": "blue"})[1]["taken"] is False


def test_the_network_may_come_later_than_the_companion(table: Table, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(service_module, "RETRY_SECONDS", 0.0)
    anna = Phone(table).join().sit("red")
    late = LoopbackPhones(table.folder / "phones", port=0)
    late.there = False
    restart(table, late)
    for _ in range(20):
        table.step()
    assert not late.running
    late.there = True
    table.until(lambda: late.running)
    assert anna.get("/api/private")[0] == 200


def test_the_network_is_looked_for_every_five_seconds(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Whoever resumes looks at once, however short ago the last look was."""
    clock, looks, tried = SimpleNamespace(now=0.0), list[float](), list[float]()

    class Late(WebPhones):
        @property
        def interfaces(self):  # type: ignore[no-untyped-def]
            looks.append(clock.now)
            return (LOOPBACK,) if clock.now > 110 else ()

        def _listen(self, interface, saved):  # type: ignore[no-untyped-def]
            assert (interface, saved) == (LOOPBACK, SAVED)
            tried.append(clock.now)
            raise PhonesUnavailable("Not yet.")

    monkeypatch.setattr(service_module, "monotonic", lambda: clock.now)
    monkeypatch.setattr(service_module, "read_saved_phones", lambda *_: SAVED)
    service, host = Late(tmp_path), Host(None)
    for clock.now, resumed in [
        (100, True),
        (104, False),
        (105, False),
        (109, True),
        (113, False),
        (114, False),
    ]:
        if resumed:
            service.resume()
        service.follow(host)
    assert (looks, tried) == ([100, 105, 109, 114], [114])
    assert not service.running


def test_switching_off_ends_the_evening(table: Table) -> None:
    anna = Phone(table).join()
    table.service.stop()
    assert not (table.folder / "phones" / FILE).exists()
    restart(table)
    table.step()
    assert not table.service.running
    table.service.start(LOOPBACK)
    assert anna.get("/api/rules?q=-")[0] == 401


@pytest.mark.parametrize(
    ("later", "kept"),
    [
        (0.0, True),
        (KEPT_SECONDS - 1, True),
        (KEPT_SECONDS, False),
        (-1e8, True),  # a Pi without a battery for its clock starts in the past
    ],
)
def test_phones_are_forgotten_after_a_day(tmp_path: Path, later: float, kept: bool) -> None:
    SAVED.save(tmp_path)
    assert read_saved_phones(tmp_path, SAVED.saved + later) == (SAVED if kept else None)


@pytest.mark.parametrize("damaged", [b"", b"{", b"\xff", b'{"code": 3}', b"[" * 90_000, b" " * 200_000])
def test_a_damaged_file_means_scanning_again(tmp_path: Path, damaged: bytes) -> None:
    (tmp_path / FILE).write_bytes(damaged)
    assert read_saved_phones(tmp_path, time()) is None


def test_the_file_gives_nobody_access_and_only_its_owner_reads_it(table: Table) -> None:
    anna = Phone(table).join().sit("red")
    path = table.folder / "phones" / FILE
    table.until(lambda: b'"seat":"red"' in path.read_bytes())
    assert all(token not in path.read_text() for token in anna.cookies.values())
    assert path.parent.stat().st_mode & 0o077 == 0


def test_a_phone_is_on_disk_before_it_is_joined(tmp_path: Path) -> None:
    """Kill the companion right after a phone has joined: the phone is joined after the restart."""
    script = f"""
import http.client, os, signal
from pathlib import Path
from companion.app.night.phones import NetworkInterface
from companion.web.service import WebPhones
phones = WebPhones(Path({str(tmp_path)!r}), port=0)
phones.start(NetworkInterface("lo", "127.0.0.1"))
host, code = phones.address.removeprefix("http://").split("/j/")
line = http.client.HTTPConnection(host)
line.request("GET", "/j/" + code)
assert line.getresponse().status == 303
os.kill(os.getpid(), signal.SIGKILL)
"""
    subprocess.run([sys.executable, "-c", script], check=False)
    saved = read_saved_phones(tmp_path, time())
    assert saved is not None and [phone.number for phone in saved.phones] == [1]
