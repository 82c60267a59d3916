"""Security checks of every request, and security headers of every response."""

import time
from collections import OrderedDict
from collections.abc import Callable

from aiohttp import web
from aiohttp.typedefs import Handler, Middleware

from companion.locale.messages import gettext
from companion.web.access import Guest
from companion.web.requests import refuse

MAX_KEYS = 1024
"""Maximum number of stored keys; the least recently used is removed first."""


class RateLimit:
    """Token buckets (Tanenbaum, Computer Networks, "traffic shaping"), one for each key.

    Args:
        rate: long-term limit, in requests per second.
        burst: requests allowed at once after a pause.
        now: a clock in seconds.
    """

    def __init__(self, rate: float, burst: float, now: Callable[[], float] = time.monotonic) -> None:
        self._rate = rate
        self._burst = burst
        self._now = now
        self._buckets: OrderedDict[str, tuple[float, float]] = OrderedDict()

    def allow(self, key: str) -> bool:
        """Count one request of this key; return whether it is within the limit."""
        now = self._now()
        tokens, since = self._buckets.pop(key, (self._burst, now))
        tokens = min(self._burst, tokens + (now - since) * self._rate)
        allowed = tokens >= 1
        self._buckets[key] = (tokens - 1 if allowed else tokens, now)
        if len(self._buckets) > MAX_KEYS:
            self._buckets.popitem(last=False)
        return allowed


POLICY = (
    "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' blob:; connect-src 'self'; "
    "manifest-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'"
)
"""The content security policy: nothing inline, nothing from other origins, no frames."""

HEADERS = {
    "Content-Security-Policy": POLICY,
    "X-Content-Type-Options": "nosniff",
    "Referrer-Policy": "no-referrer",
    "Cross-Origin-Opener-Policy": "same-origin",
    "Cross-Origin-Resource-Policy": "same-origin",
    "Permissions-Policy": "geolocation=(), microphone=(), camera=()",
    "Server": "companion",
}
"""Headers of every response."""


STRANGERS = "strangers"
"""Key of the rate limit of all addresses together that no joined phone uses."""


def guard(
    hosts: frozenset[str], limit: RateLimit, guest_of: Callable[[web.Request], Guest | None]
) -> Middleware:
    """Return the middleware that refuses requests of other origins and above the rate limit.

    Args:
        hosts: allowed Host headers, with the port. Any other may be a foreign page whose name was changed to
            point here (DNS rebinding).
        limit: rate limit of each joined phone, of each other address, and of those together.
        guest_of: returns the joined phone that sent a request.
    """

    @web.middleware
    async def middleware(request: web.Request, handler: Handler) -> web.StreamResponse:
        guest = guest_of(request)
        keys = (f"phone {guest.number}",) if guest is not None else (request.remote or "", STRANGERS)
        if not all(limit.allow(key) for key in keys):
            return refuse(request, 429, gettext("Too many requests. Wait a moment."))
        if request.headers.get("Host") not in hosts:
            return refuse(request, 421, gettext("Open the address that the table shows."))
        if not _own_origin(request):
            words = gettext("This request does not come from the table's own page.")
            return refuse(request, 403, words)
        return await handler(request)

    return middleware


def _own_origin(request: web.Request) -> bool:
    """Return whether a request that changes or reads private data comes from our own page."""
    origin = request.headers.get("Origin")
    if origin is not None and origin != f"http://{request.headers['Host']}":
        return False
    if request.method not in ("GET", "HEAD") and origin is None:
        return False
    site = request.headers.get("Sec-Fetch-Site", "none")
    return site in ("same-origin", "none") or not request.path.startswith("/api/")


async def add_headers(_: web.Request, response: web.StreamResponse) -> None:
    """Add the security headers to a response."""
    for name, value in HEADERS.items():
        response.headers.setdefault(name, value)
    response.headers["Server"] = HEADERS["Server"]
    response.headers.setdefault("Cache-Control", "no-store")
