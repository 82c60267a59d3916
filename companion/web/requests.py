"""Bodies of requests, bounded, and replies in JSON, in the language of the phone."""

from typing import Any, TypeVar

import msgspec
from aiohttp import web

from companion.external_files.parsing import parse_json
from companion.locale import catalogue as catalogues
from companion.locale.catalogue import encode_in
from companion.locale.messages import Catalogue, gettext
from companion.locale.pages import COOKIE, language_of
from companion.web.gateway import Reply

MAX_BODY = 16_384
"""Maximum size of a request other than a file, in bytes."""

T = TypeVar("T")


def language(request: web.Request) -> str:
    """Return the language of the phone that sent a request."""
    return language_of(request.cookies.get(COOKIE, ""), request.headers.get("Accept-Language", ""))


def catalogue_of(request: web.Request) -> Catalogue:
    """Return the catalogue of that language."""
    return catalogues.catalogue(language(request))


def spoken(request: web.Request, content: Any) -> bytes:
    """Encode as JSON in that language."""
    return encode_in(content, catalogue_of(request))


def json_reply(content: bytes, status: int = 200) -> web.Response:
    """Return a response of JSON."""
    return web.Response(body=content, content_type="application/json", status=status)


def message(request: web.Request, reply: Reply) -> web.Response:
    """Return a reply as a response."""
    return json_reply(spoken(request, reply))


def refuse(request: web.Request, status: int, words: str) -> web.Response:
    """Return a refusal with a text that the page can show."""
    return json_reply(spoken(request, {"taken": False, "message": words}), status)


def http_error(request: web.Request, kind: type[web.HTTPException], words: str) -> web.HTTPException:
    """Return an error with a text that the page can show."""
    content = spoken(request, {"taken": False, "message": words}).decode()
    return kind(text=content, content_type="application/json")


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
        raise http_error(request, web.HTTPBadRequest, gettext("This request is no JSON.")) from error


async def read_as(request: web.Request, kind: type[T]) -> T:
    """Return the decoded JSON of a request as a type.

    Raises:
        HTTPBadRequest: the body is no JSON, or does not match the type.
        HTTPRequestEntityTooLarge: the body is too large.
    """
    raw = await json_of(request)
    try:
        return msgspec.convert(raw, kind)
    except (msgspec.ValidationError, UnicodeEncodeError) as error:
        words = gettext("This request cannot be read: {error}.", error=error)
        raise http_error(request, web.HTTPBadRequest, words) from error
