"""Security checks of every request, and security headers of every response."""

from aiohttp import web
from aiohttp.typedefs import Handler, Middleware

from companion.web.rate_limit import RateLimit

POLICY = (
    "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' blob:; connect-src 'self'; "
    "manifest-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'"
)
"""The content security policy: nothing inline, nothing from elsewhere, in no frame."""

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


def refuse(status: int, words: str) -> web.Response:
    """Refuse a request in words that the page can show."""
    return web.json_response({"taken": False, "words": words}, status=status)


def guard(hosts: frozenset[str], limit: RateLimit) -> Middleware:
    """Make the middleware that refuses what does not come from one of our own pages.

    Args:
        hosts: names by which this server may be called, with the port. Any other is a page elsewhere whose
            name was made to point here (DNS rebinding).
        limit: how often one address may ask.
    """

    @web.middleware
    async def middleware(request: web.Request, handler: Handler) -> web.StreamResponse:
        if not limit.allow(request.remote or ""):
            return refuse(429, "Too many requests. Wait a moment.")
        if request.headers.get("Host") not in hosts:
            return refuse(421, "Open the address that the table shows.")
        if not _own_origin(request):
            return refuse(403, "This request does not come from the table's own page.")
        return await handler(request)

    return middleware


def _own_origin(request: web.Request) -> bool:
    """Whether a request that changes something, or reads what is private, comes from our own page."""
    origin = request.headers.get("Origin")
    if origin is not None and origin != f"http://{request.headers['Host']}":
        return False
    if request.method not in ("GET", "HEAD") and origin is None:
        return False
    site = request.headers.get("Sec-Fetch-Site", "none")
    return site in ("same-origin", "none") or not request.path.startswith("/api/")


async def add_headers(_: web.Request, response: web.StreamResponse) -> None:
    """Put the headers of every response on it."""
    for name, value in HEADERS.items():
        response.headers[name] = value
    response.headers.setdefault("Cache-Control", "no-store")
