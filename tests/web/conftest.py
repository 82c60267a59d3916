"""A table with phones: the game on the test's thread, requests on other threads."""

import contextlib
import http.client
import json
import socket
import threading
from collections.abc import Callable, Iterator
from concurrent.futures import Future, ThreadPoolExecutor
from pathlib import Path
from time import monotonic, sleep
from types import SimpleNamespace
from typing import Any

import pytest

from companion.app.night.phones import NetworkInterface
from companion.app.night.session import Session
from companion.app.night.task_queue import TaskQueue
from companion.games import find_game
from companion.journal.journal import Journal
from companion.referee.evaluation import WinChance
from companion.referee.random_bot import RandomBot
from companion.referee.seats import seats_of
from companion.web.service import WebPhones
from tests.web.browser import Browser

LOOPBACK = NetworkInterface("lo", "127.0.0.1")
NAMES = ("Anna", "Ben", "Cleo")
TIMEOUT = 60.0
"""Seconds that a test waits at most for what must come, however slow the machine is."""


class Host:
    """Replaces the screen: holds the session, and records presses for phones."""

    def __init__(self, session: Session | None) -> None:
        self.session = session
        self.tasks = TaskQueue()
        self.read_dice: Any = None
        self.win_chances: tuple[WinChance, ...] = ()
        self.context = SimpleNamespace(table=None)
        self.pressed: list[Any] = []
        self.on_confirm: Callable[[], Any] = lambda: None

    def phone_confirms_dice(self) -> None:
        self.pressed.append("confirm")
        self.on_confirm()

    def phone_claims_dice(self, pool: str, count: int) -> None:
        self.pressed.append((pool, count))


class Table:
    """A game with the phone service."""

    def __init__(self, folder: Path, game: str = "classic", names: tuple[str, ...] = NAMES) -> None:
        self.folder = folder
        self.journal = Journal.open(folder / "games.sqlite")
        self.session = Session.begin(self.journal, find_game(game), seats_of(len(names), names))
        self.host = Host(self.session)
        self.service = WebPhones(folder / "phones", port=0)
        self.service.start(LOOPBACK)
        self._threads = ThreadPoolExecutor(8)
        self.streams: list[Stream] = []
        self.step()

    @property
    def port(self) -> int:
        return int(self.service.address.split(":")[2].split("/")[0])

    @property
    def code(self) -> str:
        return self.service.address.rsplit("/", 1)[1]

    @property
    def question(self) -> Any:
        return self.session.question

    def step(self) -> None:
        """Do one step of the screen's clock."""
        self.host.tasks.drain()
        self.service.follow(self.host)

    def until(self, reached: Callable[[], Any]) -> Any:
        """Run the game's thread until a condition is true; return its value."""
        end = monotonic() + TIMEOUT
        while not (found := reached()):
            assert monotonic() < end, "what is waited for does not come"
            self.step()
            sleep(0.001)
        return found

    def run(self, work: Callable[[], Any]) -> Any:
        """Run a function that waits for the game on another thread."""
        future: Future[Any] = self._threads.submit(work)
        self.until(future.done)
        return future.result()

    def play_to(self, reached: Callable[[Any], bool], seed: int = 3, most: int = 600) -> None:
        """Let a bot play until a question meets a condition."""
        bot = RandomBot(seed)
        for _ in range(most):
            if reached(self.question):
                self.step()
                return
            self.session.answer(bot.answer(self.question))
        raise AssertionError("the question did not come")

    def close(self) -> None:
        for stream in self.streams:
            stream.close()
        self.service.stop()
        self._threads.shutdown()
        self.journal.close()


class Stream:
    """The live events of a phone, read on a separate thread."""

    def __init__(self, port: int, cookie: str) -> None:
        self.table: Any = "nothing yet"
        self.seat: Any = None
        self.gone = False
        self.raw = b""
        self._connection = http.client.HTTPConnection("127.0.0.1", port, timeout=TIMEOUT)
        self._connection.request("GET", "/api/live", headers={"Cookie": cookie})
        self._socket = self._connection.sock
        self._response = self._connection.getresponse()
        self.status = self._response.status
        self._thread = threading.Thread(target=self._read, daemon=True)
        self._thread.start()

    def _read(self) -> None:
        name = ""
        try:
            while line := self._response.readline():
                self.raw += line
                if line.startswith(b"event: "):
                    name = line[7:].strip().decode()
                elif line.startswith(b"data: "):
                    self._take(name, json.loads(line[6:]))
        except (OSError, ValueError, AttributeError, http.client.HTTPException):
            pass

    def _take(self, name: str, content: Any) -> None:
        if name == "gone":
            self.gone = True
        else:
            setattr(self, name, content)

    def close(self) -> None:
        with contextlib.suppress(OSError):
            self._socket.shutdown(socket.SHUT_RDWR)
        self._thread.join(TIMEOUT)
        self._connection.close()


class Phone:
    """A client with the cookies and headers of a browser."""

    def __init__(self, table: Table) -> None:
        self.table = table
        self.cookies: dict[str, str] = {}
        self.received: list[bytes] = []

    @property
    def cookie(self) -> str:
        return "; ".join(f"{name}={value}" for name, value in self.cookies.items())

    def request(
        self, method: str, path: str, body: Any = None, headers: dict[str, str] | None = None
    ) -> tuple[int, Any]:
        """Send a request; return the status and the body, decoded if it is JSON."""
        return self.table.run(lambda: self._request(method, path, body, headers or {}))

    def _request(self, method: str, path: str, body: Any, headers: dict[str, str]) -> tuple[int, Any]:
        connection = http.client.HTTPConnection("127.0.0.1", self.table.port, timeout=TIMEOUT)
        usual = {"Cookie": self.cookie}
        if method != "GET":
            usual["Origin"] = f"http://127.0.0.1:{self.table.port}"
        content = body if isinstance(body, bytes | None) else json.dumps(body).encode()
        connection.request(method, path, content, usual | headers)
        response = connection.getresponse()
        for cookie in response.headers.get_all("Set-Cookie") or []:
            name, value = cookie.split(";")[0].split("=", 1)
            self.cookies[name] = value
        self.headers = dict(response.headers)
        answer = response.read()
        connection.close()
        self.received.append(answer)
        kind = response.headers.get_content_type()
        return response.status, json.loads(answer) if kind == "application/json" else answer

    def get(self, path: str) -> tuple[int, Any]:
        return self.request("GET", path)

    def post(self, path: str, body: Any) -> tuple[int, Any]:
        return self.request("POST", path, body)

    def join(self) -> "Phone":
        assert self.get(f"/j/{self.table.code}")[0] == 303
        return self

    def sit(self, seat: str) -> "Phone":
        assert self.post("/api/seat", {"seat": seat}) == (200, taken())
        return self

    def answer(self, raw: Any, seq: int | None = None) -> Any:
        """Answer the open question; return the reply."""
        number = self.table.session.seq if seq is None else seq
        return self.post("/api/answer", {"seq": number, "raw": raw})[1]

    def stream(self) -> Stream:
        stream = Stream(self.table.port, self.cookie)
        self.table.streams.append(stream)
        if stream.status == 200:
            self.table.until(lambda: stream.table != "nothing yet" and stream.seat is not None)
        return stream


def taken(words: str = "") -> dict[str, Any]:
    return {"taken": True, "message": words, "rules": [], "late": False}


def refused(words: str) -> dict[str, Any]:
    return taken(words) | {"taken": False}


@pytest.fixture
def table(tmp_path: Path) -> Iterator[Table]:
    """Classic Risk for three players at its first question, with phones switched on."""
    laid = Table(tmp_path)
    yield laid
    laid.close()


@pytest.fixture
def browser(table: Table) -> Iterator[Browser]:
    """Chromium, whose pages the table's thread answers."""
    with contextlib.closing(Browser(lambda future: table.until(future.done))) as opened:
        yield opened
