"""The static pages, signs and icon, in the language of the phone; they contain nothing about a game."""

from collections.abc import Callable
from hashlib import sha256
from pathlib import Path
from typing import Any

from aiohttp import web

from companion.app.board_svg import board_css
from companion.icons.sheets import Icon, icon_sheet, path_of
from companion.locale import catalogue as catalogues
from companion.locale.catalogue import encode_in
from companion.locale.messages import Catalogue, gettext
from companion.locale.pages import SCRIPT, page_in, script_words
from companion.web.requests import language

UNITS = 100
EMBLEMS = {
    "star": gettext("star"),
    "anchor": gettext("anchor"),
    "tower": gettext("tower"),
    "leaf": gettext("leaf"),
    "crown": gettext("crown"),
    "bolt": gettext("bolt"),
    "wave": gettext("wave"),
    "sun": gettext("sun"),
    "moon": gettext("moon"),
    "shield": gettext("shield"),
}
"""The names of the emblems."""


def signs(language: str) -> bytes:
    """Return ``{"emblems": {name: icon}, "marks": {name: icon}}`` as JSON.

    An icon has paths, each filled separately, in a circle of radius 100, y down; a map icon also has
    colours, and an emblem a name in this language.
    """
    emblems = {icon.id: {**_paths(icon), "name": EMBLEMS[icon.id]} for icon in icon_sheet("emblems").values()}
    marks = {
        icon.id: {**_paths(icon), "fill": f"#{icon.fill}", "line": f"#{icon.line}"}
        for icon in icon_sheet("marks").values()
    }
    return encode_in({"emblems": emblems, "marks": marks}, catalogues.catalogue(language))


def _paths(icon: Icon) -> dict[str, Any]:
    return {"paths": [path_of(shape, UNITS) for shape in icon.shapes]}


FOLDER = Path(__file__).parent / "static"
KINDS = {
    ".html": "text/html",
    ".css": "text/css",
    ".js": "text/javascript",
    ".webmanifest": "application/manifest+json",
    ".png": "image/png",
}
SCRIPTS = sorted(FOLDER.glob("*.js"))


class Pages:
    """Reads every file once; a requested name is never used as a path."""

    def __init__(self) -> None:
        self._files = {
            path.name: path.read_bytes() for path in sorted(FOLDER.iterdir()) if path.suffix in KINDS
        }
        self._files[SCRIPT.name] = SCRIPT.read_bytes()
        self._said: dict[tuple[str, str], bytes] = {}

    def add_to(self, app: web.Application) -> None:
        """Add the routes of the pages to an application."""
        app.add_routes(
            [
                web.get("/", self._index),
                web.get("/stream", self._stream),
                web.get("/static/{name}", self._file),
            ]
        )

    def page(self, name: str, spoken: str, status: int = 200) -> web.Response:
        """Return one of the files; a page says its texts in this language."""
        body, kind = self._files[name], KINDS[Path(name).suffix]
        if kind == KINDS[".html"]:
            body = self._once(
                name, spoken, lambda: page_in(body.decode(), spoken, _catalogue(spoken)).encode()
            )
        charset = None if kind == KINDS[".png"] else "utf-8"
        return web.Response(body=body, status=status, content_type=kind, charset=charset)

    def _once(self, name: str, spoken: str, say: Callable[[], bytes]) -> bytes:
        """Return what is said in a language; it is said once."""
        if (name, spoken) not in self._said:
            self._said[name, spoken] = say()
        return self._said[name, spoken]

    async def _index(self, request: web.Request) -> web.Response:
        return unless_known(request, self.page("index.html", language(request)))

    async def _stream(self, request: web.Request) -> web.Response:
        return unless_known(request, self.page("stream.html", language(request)))

    async def _file(self, request: web.Request) -> web.Response:
        return unless_known(request, self._named(request.match_info["name"], language(request)))

    def _named(self, name: str, spoken: str) -> web.Response:
        if name == "board.css":
            return web.Response(text=board_css(), content_type="text/css")
        if name == "signs.json":
            return web.Response(
                body=self._once(name, spoken, lambda: signs(spoken)), content_type="application/json"
            )
        if name == "words.json":
            words = self._once(name, spoken, lambda: script_words(SCRIPTS, spoken, _catalogue(spoken)))
            return web.Response(body=words, content_type="application/json")
        if name not in self._files:
            raise web.HTTPNotFound
        return self.page(name, spoken)


def _catalogue(language: str) -> Catalogue:
    return catalogues.catalogue(language)


def unless_known(request: web.Request, response: web.Response) -> web.Response:
    """Return 304 without contents where the browser has them already (RFC 9110, ETag); else the response."""
    contents = response.body
    assert isinstance(contents, bytes)
    tag = sha256(contents).hexdigest()[:32]
    headers = {"ETag": f'"{tag}"', "Cache-Control": "no-cache"}
    if any(known.value == tag for known in request.if_none_match or ()):
        return web.Response(status=304, headers=headers)
    response.headers.update(headers)
    return response
