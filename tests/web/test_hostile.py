"""A thousand hostile requests do no harm: the game goes on, a phone is served, nothing is written."""

import http.client
import random
import select
import socket
import threading
import time
from collections.abc import Iterator
from pathlib import Path

import pytest

from companion.web.gateway import Reply
from companion.web.requests import MAX_BODY
from companion.web.security import RateLimit
from companion.web.server import REQUESTS_A_SECOND, REQUESTS_AT_ONCE, WebServer
from tests.web.conftest import Phone, Table

REQUESTS = 1000
PER_ADDRESS = 48


@pytest.fixture
def open_table(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Table]:
    """A table that lets one address ask as often as it likes, so that every request is looked at."""
    monkeypatch.setattr("companion.web.server.REQUESTS_A_SECOND", 1e6)
    monkeypatch.setattr("companion.web.server.REQUESTS_AT_ONCE", 1e6)
    table = Table(tmp_path)
    yield table
    table.close()


def hostile(chance: random.Random, port: int, cookie: str) -> bytes:
    """One request that nobody well-meaning sends, with or without the cookie of a phone that has joined."""
    paths = (
        "/j/" + "a" * chance.randrange(5000),
        "/static/../../../../etc/passwd",
        "/static/%2e%2e%2f%2e%2e%2fetc%2fpasswd",
        "/api/board/" + "x" * chance.randrange(300),
        "/api/rules?q=" + "%00" * chance.randrange(400),
        "/api/answer",
        "/api/seat",
        "/api/private",
        "/api/private/photo",
        "/api/live?" + "y" * 200,
        "*",
        "http://elsewhere.example/",
    )
    bodies = (
        b"",
        b"[" * chance.randrange(16000),
        b'{"seq":' + b"9" * 400 + b"}",
        b'{"seq": 0, "raw": {"offer": ["x"]}}',
        b'{"seq": 0, "raw": ' + b'{"a":' * 30 + b"1" + b"}" * 30 + b"}",
        b'{"seat": "\\ud800"}',
        b'{"cards": [1, 2], "notes": null}',
        chance.randbytes(chance.randrange(20_000)),
    )
    method = chance.choice(("GET", "POST", "PUT", "DELETE", "OPTIONS", "TRACE", "X" * 50))
    host = chance.choice((f"127.0.0.1:{port}",) * 3 + ("evil.example", ""))
    origin = chance.choice((f"http://127.0.0.1:{port}", "http://evil.example", "null"))
    body = chance.choice(bodies)
    length = chance.choice((len(body),) * 4 + (10**12, -1))
    lines = [
        f"{method} {chance.choice(paths)} HTTP/1.1",
        f"Host: {host}",
        f"Origin: {origin}",
        f"Content-Length: {length}",
        f"Cookie: {chance.choice((cookie, 'companion_phone=' + 'z' * 500, ''))}",
        "Connection: close",
    ]
    head = "\r\n".join(lines).encode() + b"\r\n\r\n"
    cut = head[: chance.randrange(len(head))]
    return chance.choice((head + body, head + body, cut, chance.randbytes(300)))


def send(port: int, request: bytes) -> bytes:
    with socket.create_connection(("127.0.0.1", port), timeout=10) as line:
        line.sendall(request)
        line.shutdown(socket.SHUT_WR)
        answer = b""
        try:
            while part := line.recv(65536):
                answer += part
        except OSError:
            pass
        return answer


@pytest.mark.slow
def test_a_thousand_hostile_requests_do_no_harm(open_table: Table) -> None:
    table = open_table
    anna = Phone(table).join().sit("red")
    anna.post("/api/private", {"cards": ["mine"], "objectives": "", "notes": ""})
    watcher = Phone(table).join()
    before = (table.session.seq, len(table.session.table.entries))
    answers = []

    def attack() -> None:
        chance = random.Random(20)
        for _ in range(REQUESTS):
            try:
                answers.append(send(table.port, hostile(chance, table.port, watcher.cookie)))
            except OSError:
                answers.append(b"")

    table.run(attack)
    assert not [answer for answer in answers if b" 500 " in answer[:40]]
    assert not [answer for answer in answers if b"root:" in answer or b"mine" in answer]
    assert (table.session.seq, len(table.session.table.entries)) == before
    assert anna.get("/api/private")[1]["page"]["cards"] == ["mine"]
    assert anna.answer("red")["taken"]


@pytest.fixture
def clock() -> list[float]:
    """The time of the limits, which no slow machine changes."""
    return [0.0]


@pytest.fixture
def timed_table(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, clock: list[float]) -> Iterator[Table]:
    """A table whose limits look at that clock."""

    def limit(rate: float, burst: float) -> RateLimit:
        return RateLimit(rate, burst, now=lambda: clock[0])

    for module in ("routes", "server", "board_routes"):
        monkeypatch.setattr(f"companion.web.{module}.RateLimit", limit)
    table = Table(tmp_path)
    yield table
    table.close()


@pytest.mark.parametrize(
    ("headers", "status"),
    [
        ({"Origin": "http://evil.example"}, 403),
        ({"Origin": "null"}, 403),
        ({"Host": "evil.example"}, 421),
        ({"Sec-Fetch-Site": "cross-site"}, 403),
        ({"Content-Length": "99999999"}, 413),
    ],
)
def test_requests_from_elsewhere_are_refused(table: Table, headers: dict[str, str], status: int) -> None:
    anna = Phone(table).join().sit("red")
    body = b'{"seq": 0, "raw": "red"}' + (b" " * 20_000 if status == 413 else b"")
    if status == 413:
        headers = {}
    assert anna.request("POST", "/api/answer", body, headers)[0] == status
    assert not table.session.table.entries


def test_a_request_that_changes_something_names_its_origin(table: Table) -> None:
    anna = Phone(table).join().sit("red")

    def without_origin() -> int:
        line = http.client.HTTPConnection("127.0.0.1", table.port, timeout=10)
        line.request("POST", "/api/answer", b'{"seq": 0, "raw": "red"}', {"Cookie": anna.cookie})
        return line.getresponse().status

    assert table.run(without_origin) == 403


@pytest.mark.parametrize(("over", "status"), [(0, 200), (1, 413)])
def test_a_request_has_so_many_bytes_at_most(table: Table, over: int, status: int) -> None:
    start, end = b'{"seq": 0, "raw": "', b'"}'
    body = start + b"x" * (MAX_BODY + over - len(start) - len(end)) + end
    assert Phone(table).join().sit("red").post("/api/answer", body)[0] == status


@pytest.mark.parametrize(
    ("method", "path", "body", "status", "at_once", "seconds"),
    [
        # how many are allowed at once, and after how many seconds one more
        ("GET", "/static/page.css", None, 200, int(REQUESTS_AT_ONCE), 1 / REQUESTS_A_SECOND),
        ("GET", "/j/aaaaaaaaaa", None, 403, 11, 5.0),
        ("POST", "/api/answer", {"seq": -1, "raw": 0}, 200, 12, 0.25),
        ("POST", "/api/private/photo", b"no photo", 200, 12, 0.25),
        ("POST", "/api/boards", b"no board", 200, 6, 5.0),
    ],
)
def test_so_many_requests_at_once_and_no_more(
    timed_table: Table,
    clock: list[float],
    method: str,
    path: str,
    body: object,
    status: int,
    at_once: int,
    seconds: float,
) -> None:
    """Who guesses has scanned the code once before."""
    anna = Phone(timed_table).join()
    if path.startswith("/api"):
        anna.sit("red")
    statuses = [anna.request(method, path, body)[0] for _ in range(at_once + 3)]
    assert statuses == [status] * at_once + [429] * 3
    for share, expected in ((0.9, 429), (0.2, status), (0.8, 429)):
        clock[0] += share * seconds
        assert anna.request(method, path, body)[0] == expected


REQUESTS_IN_PARTS = {
    "/api/answer": b'{"seq": %d, "raw": "%s"}',
    "/api/private": b'{"cards": [], "notes": "mine"}',
    "/api/seat": b'{"seat": "blue"}',
}


@pytest.mark.parametrize("path", REQUESTS_IN_PARTS)
def test_a_phone_thrown_out_in_the_middle_of_a_request_does_nothing(table: Table, path: str) -> None:
    anna = Phone(table).join().sit("red")
    (guest,) = table.service.phones
    seq = table.session.seq
    body = REQUESTS_IN_PARTS[path]
    body = body % (seq, table.question.options[0].id.encode()) if b"%d" in body else body
    head = (
        f"POST {path} HTTP/1.1\r\nHost: 127.0.0.1:{table.port}\r\nOrigin: http://127.0.0.1:{table.port}\r\n"
        f"Cookie: {anna.cookie}\r\nContent-Length: {len(body)}\r\nConnection: close\r\n\r\n"
    )
    with socket.create_connection(("127.0.0.1", table.port), timeout=10) as line:
        line.sendall(head.encode() + body[:5])
        time.sleep(0.3)  # the server has checked the cookie, and waits for the rest
        table.service.remove(guest.id)
        table.until(lambda: not any(phone.id == guest.id for phone in table.service.phones))
        line.sendall(body[5:])
        answer = table.run(lambda: line.recv(4000))
    assert b" 401 " in answer.splitlines()[0]
    assert table.session.seq == seq
    ben = Phone(table).join().sit("red")
    assert ben.get("/api/private")[1]["page"].get("notes", "") != "mine"
    assert Phone(table).join().post("/api/seat", {"seat": "blue"})[1]["taken"]


def test_an_answer_that_waits_for_the_game_while_its_phone_is_thrown_out_does_nothing(table: Table) -> None:
    anna = Phone(table).join().sit("red")
    (guest,) = table.service.phones
    seq = table.session.seq
    reply: list[object] = []
    body = {"seq": seq, "raw": table.question.options[0].id}
    asking = threading.Thread(target=lambda: reply.append(anna._request("POST", "/api/answer", body, {})))
    asking.start()
    time.sleep(0.5)  # the answer stands in the queue of the game's thread
    table.service.remove(guest.id)
    table.until(lambda: reply)
    asking.join()
    assert table.session.seq == seq and not reply[0][1]["taken"]  # type: ignore[index]


def test_a_joined_phone_is_served_while_strangers_take_all_connections(table: Table) -> None:
    anna = Phone(table).join()
    stop = threading.Event()

    def fill(address: str) -> None:
        held: list[socket.socket] = []
        while not stop.is_set():
            try:
                held.append(
                    socket.create_connection(
                        ("127.0.0.1", table.port), timeout=1, source_address=(address, 0)
                    )
                )
                held[-1].sendall(b"GET / HTTP/1.1\r\n")
            except OSError:
                pass
            if len(held) > 60:
                held.pop(0).close()
            time.sleep(0.002)
        for line in held:
            line.close()

    fillers = [threading.Thread(target=fill, args=(f"127.0.0.{number}",)) for number in (1, 2, 3)]
    for filler in fillers:
        filler.start()
    try:
        time.sleep(1.0)
        served = []
        for _ in range(30):
            try:
                served.append(anna.get("/api/rules?q=attack")[0] == 200)
            except (OSError, http.client.HTTPException):
                served.append(False)
    finally:
        stop.set()
        for filler in fillers:
            filler.join()
    assert served.count(True) >= 29


def refuse_all(*_: object) -> Reply:
    return Reply(False)


def test_idle_connections_take_only_so_many_places(tmp_path: Path) -> None:
    server = WebServer("127.0.0.1", tmp_path, refuse_all, lambda _: None, port=0)
    lines = [socket.create_connection(("127.0.0.1", server.port), timeout=5) for _ in range(100)]
    closed: set[socket.socket] = set()
    try:
        end = time.monotonic() + 20
        while len(closed) < 100 - PER_ADDRESS and time.monotonic() < end:
            ready, _, _ = select.select([line for line in lines if line not in closed], [], [], 0.1)
            closed.update(ready)
        assert len(closed) == 100 - PER_ADDRESS
    finally:
        for line in lines:
            line.close()
        server.stop()
