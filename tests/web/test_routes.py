"""Which seat a phone answers for; its stream, which is cut where the phone is gone or too slow."""

import asyncio
import contextlib
from collections.abc import AsyncIterator
from types import SimpleNamespace
from typing import Any
from unittest.mock import Mock

import pytest
from aiohttp import web

from companion.web import routes
from companion.web.routes import Routes


@pytest.mark.parametrize("connected", [True, False])
@pytest.mark.parametrize(("trouble", "written"), [(None, 3), ("gone", 1), ("slow", 1), ("gone at first", 0)])
def test_a_phone_that_is_gone_or_too_slow_is_cut_off(
    monkeypatch: pytest.MonkeyPatch, trouble: str | None, written: int, connected: bool
) -> None:
    """Its connection is closed at once, so that it comes back; its stream is counted as closed."""
    parts, ended, transport = list[bytes](), list[str](), Mock() if connected else None

    class Response:
        def __init__(self, headers: dict[str, str]) -> None:
            assert headers == {"Content-Type": "text/event-stream"}

        async def prepare(self, request: Any) -> None:
            assert request.transport is transport

        async def write(self, part: bytes) -> None:
            if trouble == "gone at first" or (parts and trouble == "gone"):
                raise ConnectionResetError
            if parts and trouble == "slow":
                await asyncio.sleep(30)
            parts.append(part)

    async def stream(*_: Any) -> AsyncIterator[bytes]:
        try:
            for part in (b"1", b"2", b"3"):
                yield part
        finally:
            ended.append("stream")

    @contextlib.contextmanager
    def streaming(of: Any) -> Any:
        assert of is transport
        yield
        ended.append("silence counts again") if trouble is None else None

    monkeypatch.setattr("companion.web.routes.web.StreamResponse", Response)
    monkeypatch.setattr(routes, "SEND_SECONDS", 0.01)
    access, guest, request = (
        Mock(),
        object(),
        SimpleNamespace(transport=transport, cookies={"phone": "x"}, headers={}),
    )
    access.find.return_value = guest
    made = object.__new__(Routes)
    made._access, made._live, made.closing = access, SimpleNamespace(stream=stream), False  # type: ignore[assignment]
    made._listener = SimpleNamespace(streaming=streaming)  # type: ignore[assignment]
    asyncio.run(made._stream(request))  # type: ignore[arg-type]
    assert len(parts) == written and ended[0] == "stream"
    assert transport is None or transport.abort.call_count == (trouble is not None)
    access.stream_opened.assert_called_once_with(guest)
    access.stream_closed.assert_called_once_with(guest)


@pytest.mark.parametrize(
    ("seat", "game", "now", "seated"),
    [
        ("red", "7-friday", "7-friday", True),
        # a seat of an earlier game, or of a later one that was left again
        ("red", "6-monday", "7-friday", False),
        ("red", "8-sunday", "7-friday", False),
        (None, "7-friday", "7-friday", False),
        ("red", "7-friday", None, False),
    ],
)
def test_a_phone_answers_for_its_seat_of_this_game_only(
    monkeypatch: pytest.MonkeyPatch, seat: str | None, game: str, now: str | None, seated: bool
) -> None:
    made: Any = object.__new__(Routes)
    made._access = SimpleNamespace(find=lambda _: SimpleNamespace(seat=seat, game=game))
    made._live = SimpleNamespace(snapshot=None if now is None else SimpleNamespace(key=now))
    monkeypatch.setattr(routes, "http_error", lambda _, kind, words: kind(text=words))
    request = SimpleNamespace(cookies={})
    if seated:
        assert made._seated(request) == (game, seat)
    else:
        with pytest.raises(web.HTTPForbidden):
            made._seated(request)
    made._access = SimpleNamespace(find=lambda _: None)
    with pytest.raises(web.HTTPUnauthorized):
        made._seated(request)
