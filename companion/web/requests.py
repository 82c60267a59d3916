"""Bodies of requests, bounded, and replies in JSON."""

import json
from typing import Any, TypeVar

import msgspec
from aiohttp import web

from companion.external_files.parsing import parse_json
from companion.locale.catalogue import encode_in
from companion.locale.messages import ENGLISH, translated
from companion.web.gateway import Reply

MAX_BODY = 16_384
"""Maximum size of a request other than a file, in bytes."""

T = TypeVar("T")


def json_reply(content: bytes) -> web.Response:
    """Return a response of JSON."""
    return web.Response(body=content, content_type="application/json")


def message(reply: Reply) -> web.Response:
    """Return a reply as a response."""
    return json_reply(encode_in(reply, ENGLISH))


def http_error(kind: type[web.HTTPException], words: str) -> web.HTTPException:
    """Return an error with a text that the page can show."""
    return kind(
        text=json.dumps({"taken": False, "message": translated(words, ENGLISH)}),
        content_type="application/json",
    )


async def body_of(request: web.Request, most: int) -> bytes:
    """Return the body of a request.

    Raises:
        HTTPRequestEntityTooLarge: it has more bytes than `most`.
    """
    parts, size = [], 0
    async for part in request.content.iter_chunked(65536):
        size += len(part)
        if size > most:
            raise web.HTTPRequestEntityTooLarge(most, size)
        parts.append(part)
    return b"".join(parts)


async def json_of(request: web.Request) -> Any:
    """Return the decoded JSON of a request.

    Raises:
        HTTPBadRequest: the body is no JSON.
        HTTPRequestEntityTooLarge: the body is too large.
    """
    contents = await body_of(request, MAX_BODY)
    try:
        return parse_json(contents.decode())
    except ValueError as error:
        raise http_error(web.HTTPBadRequest, "This request is no JSON.") from error


def convert(raw: Any, kind: type[T]) -> T:
    """Convert the contents of a request to a type.

    Raises:
        HTTPBadRequest: they do not match the type.
    """
    try:
        return msgspec.convert(raw, kind)
    except (msgspec.ValidationError, UnicodeEncodeError) as error:
        raise http_error(web.HTTPBadRequest, f"This request cannot be read: {error}.") from error
