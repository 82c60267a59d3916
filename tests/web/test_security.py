"""Which requests are answered: by host, origin, site and rate."""

import asyncio

import pytest
from aiohttp import web
from aiohttp.test_utils import make_mocked_request

from companion.web.access import Guest
from companion.web.security import HEADERS, MAX_KEYS, RateLimit, add_headers, guard

HOST = "table:8127"
OWN = f"http://{HOST}"


async def answered(_: web.Request) -> web.Response:
    return web.Response(status=200)


def status(method: str, path: str, headers: dict[str, str], limit: RateLimit, guest: Guest | None) -> int:
    """Return the status with which a request is answered."""
    request = make_mocked_request(method, path, headers)
    middleware = guard(frozenset({HOST}), limit, lambda _: guest)

    async def ask() -> int:
        return (await middleware(request, answered)).status

    return asyncio.run(ask())


@pytest.mark.parametrize(
    ("method", "path", "host", "origin", "site", "expected"),
    [
        ("GET", "/", HOST, None, None, 200),
        ("GET", "/", HOST, None, "cross-site", 200),  # a link that somebody sent
        ("GET", "/api/private", HOST, None, "cross-site", 403),
        ("GET", "/api/private", HOST, None, "same-site", 403),
        ("GET", "/api/private", HOST, None, "same-origin", 200),
        ("GET", "/api/private", HOST, None, "none", 200),
        ("GET", "/api/private", HOST, OWN, None, 200),
        ("HEAD", "/", HOST, None, None, 200),
        ("POST", "/api/answer", HOST, None, None, 403),
        ("DELETE", "/api/answer", HOST, None, None, 403),
        ("POST", "/api/answer", HOST, OWN, "same-origin", 200),
        ("POST", "/api/answer", HOST, OWN, "cross-site", 403),
        # Names that come before ours and after it in the alphabet.
        *(("POST", "/api/answer", HOST, f"http://{name}:8127", None, 403) for name in ("a", "zoo")),
        *(("GET", "/", f"{name}:8127", None, None, 421) for name in ("a", "zoo")),
    ],
)
def test_only_our_own_page_changes_something(
    method: str, path: str, host: str, origin: str | None, site: str | None, expected: int
) -> None:
    sent = {"Host": host, "Origin": origin, "Sec-Fetch-Site": site}
    headers = {name: value for name, value in sent.items() if value is not None}
    assert status(method, path, headers, RateLimit(1, 9), None) == expected


def test_strangers_share_one_limit_and_each_joined_phone_has_its_own() -> None:
    limit = RateLimit(0, 3, now=lambda: 0.0)
    asked = [None, None, None, None, Guest(1), Guest(2), Guest(1), Guest(1), Guest(1)]
    statuses = [status("GET", "/", {"Host": HOST}, limit, guest) for guest in asked]
    assert statuses == [200] * 3 + [429] + [200] * 4 + [429]


def test_the_key_used_least_recently_is_forgotten_first() -> None:
    limit = RateLimit(0, 1, now=lambda: 0.0)
    keys = [str(number) for number in range(MAX_KEYS)]
    assert all(map(limit.allow, keys)) and not limit.allow("0")
    assert limit.allow("one more")
    assert [limit.allow(key) for key in ("0", "2", "1")] == [False, False, True]


def test_a_response_keeps_its_own_headers_but_does_not_name_the_library() -> None:
    own = {"Content-Security-Policy": "none", "Cache-Control": "no-cache", "Server": "aiohttp"}
    plain, special = web.Response(), web.Response(headers=own)
    for response in (plain, special):
        asyncio.run(add_headers(make_mocked_request("GET", "/"), response))
    everywhere = HEADERS | {"Cache-Control": "no-store"}
    assert everywhere.items() <= dict(plain.headers).items()
    assert (everywhere | own | {"Server": "companion"}).items() <= dict(special.headers).items()
