"""Bodies of requests are bounded, and what is wrong with them is said in words."""

import asyncio
from collections.abc import AsyncIterator
from types import SimpleNamespace
from typing import Any

import msgspec
import pytest
from aiohttp import web

from companion.web.gateway import Reply
from companion.web.requests import body_of, json_of, message, read_as, refuse


class Wish(msgspec.Struct, forbid_unknown_fields=True):
    """What a request may ask for."""

    seat: str
    count: int = 0


def request(*parts: bytes, language: str = "en") -> Any:
    """A request whose body arrives in parts."""

    async def arriving(_: int) -> AsyncIterator[bytes]:
        for part in parts:
            yield part

    content = SimpleNamespace(iter_chunked=arriving)
    return SimpleNamespace(content=content, cookies={}, headers={"Accept-Language": language})


@pytest.mark.parametrize(
    ("parts", "most", "fits"),
    [
        ((), 0, True),
        ((b"ab", b"cde"), 5, True),
        ((b"ab", b"cde"), 4, False),
        ((b"abcde",), 4, False),
        ((b"ab", b"cde", b"never looked at"), 4, False),
    ],
)
def test_a_body_is_no_longer_than_it_may_be(parts: tuple[bytes, ...], most: int, fits: bool) -> None:
    if fits:
        assert asyncio.run(body_of(request(*parts), most)) == b"".join(parts)
    else:
        with pytest.raises(web.HTTPRequestEntityTooLarge):
            asyncio.run(body_of(request(*parts), most))


@pytest.mark.parametrize(("letters", "fits"), [(16_384, True), (16_385, False)])
def test_json_has_sixteen_kilobytes_at_most(letters: int, fits: bool) -> None:
    body = request(b'"' + b"x" * (letters - 2) + b'"')
    if fits:
        assert asyncio.run(json_of(body)) == "x" * (letters - 2)
    else:
        with pytest.raises(web.HTTPRequestEntityTooLarge):
            asyncio.run(json_of(body))


@pytest.mark.parametrize(
    ("body", "words"),
    [
        (b"{", "This request is no JSON."),
        (b"\xff", "This request is no JSON."),
        (b"", "This request is no JSON."),
        (b"[]", "This request cannot be read: Expected `object`, got `array`."),
        (b"{}", "This request cannot be read: Object missing required field `seat`."),
        (b'{"seat": 3}', "This request cannot be read: Expected `str`, got `int` - at `$.seat`."),
    ],
)
def test_what_cannot_be_read_is_told(body: bytes, words: str) -> None:
    with pytest.raises(web.HTTPBadRequest) as refused:
        asyncio.run(read_as(request(body), Wish))
    told = msgspec.json.decode(refused.value.text or "")
    assert told == {"taken": False, "message": words}
    assert refused.value.content_type == "application/json"


def test_what_can_be_read_is_of_its_type() -> None:
    assert asyncio.run(read_as(request(b'{"seat": ', b'"red"}'), Wish)) == Wish("red")


def test_replies_are_json_with_their_status() -> None:
    told: Any = message(request(), Reply(True, "Well done.", ("X-1",)))
    assert (told.status, told.content_type) == (200, "application/json")
    assert msgspec.json.decode(told.body) == {
        "taken": True, "message": "Well done.", "rules": ["X-1"], "late": False
    }  # fmt: skip
    refused: Any = refuse(request(), 429, "Too many.")
    assert (refused.status, msgspec.json.decode(refused.body)) == (
        429,
        {"taken": False, "message": "Too many."},
    )
