"""The web application's files. It is one page, which asks the API for everything; each of its addresses answers it."""

from collections.abc import Callable
from functools import lru_cache
from mimetypes import guess_type
from pathlib import Path

from fastapi import APIRouter, HTTPException, Request
from fastapi.responses import FileResponse, PlainTextResponse, RedirectResponse, Response
from fastapi.staticfiles import StaticFiles
from starlette.datastructures import Headers
from starlette.types import Scope

_HERE = Path(__file__).parent
STATIC = _HERE / "static"
APP = _HERE / "app"
PROMISED_FILE = "scraper-sky-mvp.html"  # the specification's address under /static; it leads to the application
NOT_PAGES = ("api", "assets", "own", "static")
# How the application's addresses begin. Any other is shown its "Not found", if it is a browser that asks.
PAGES = frozenset(
    [
        "w",
        "search",
        "follow",
        "import",
        "account",
        "audit",
        "rules",
        "reset",
        "errors",
        "runs",
        "exports",
        "history",
        "duplicates",
        "privacy",
        "settings",
        "sign-in",
        "setup",
    ]
) | {""}


class Assets(StaticFiles):
    """Their names change with their contents, so that a browser may keep them for ever. The build compressed them."""

    async def get_response(self, path: str, scope: Scope) -> Response:
        takes_gzip = "gzip" in Headers(scope=scope).get("accept-encoding", "")
        is_squeezed = takes_gzip and self.lookup_path(f"{path}.gz")[1] is not None
        response = await super().get_response(f"{path}.gz" if is_squeezed else path, scope)
        if is_squeezed:
            response.headers["Content-Encoding"] = "gzip"
            response.headers["Content-Type"] = guess_type(path)[0] or "application/octet-stream"
        response.headers["Vary"] = "Accept-Encoding"
        response.headers["Cache-Control"] = "public, max-age=31536000, immutable"
        return response


class FreshFiles(StaticFiles):
    """Browsers ask whether a file has changed; an update shows at once."""

    async def get_response(self, path: str, scope: Scope) -> Response:
        response = await super().get_response(path, scope)
        response.headers["Cache-Control"] = "no-cache"
        return response


class PromisedFiles(FreshFiles):
    async def get_response(self, path: str, scope: Scope) -> Response:
        return RedirectResponse("/", 303) if path == PROMISED_FILE else await super().get_response(path, scope)


def own_pages_router(folder_of: Callable[[Request], Path | None]) -> APIRouter:
    """Pages that somebody wrote by hand, from a folder that was named: the same origin as the API, the same policy."""
    router = APIRouter(include_in_schema=False)

    @router.get("/own/{path:path}")
    async def own_page(path: str, request: Request) -> Response:
        folder = folder_of(request)
        if folder is None or any(part.startswith(".") for part in path.split("/")):
            raise HTTPException(404)
        return await _own_files(folder).get_response(path or ".", request.scope)

    return router


@lru_cache(maxsize=8)
def _own_files(folder: Path) -> FreshFiles:
    return FreshFiles(directory=folder, html=True, check_dir=False)


def pages_router(app: Path = APP) -> APIRouter:
    """Included last: whatever no endpoint answers is an address inside the application, which knows which there are."""
    router = APIRouter(include_in_schema=False)

    @router.get("/{path:path}")
    async def page(path: str, request: Request) -> Response:
        first, wants_a_page = path.split("/", 1)[0], "text/html" in request.headers.get("accept", "")
        if first in NOT_PAGES or not (first in PAGES or wants_a_page):
            raise HTTPException(404)
        index = app / "index.html"
        if not index.is_file():
            return PlainTextResponse("The web application was not built. Type: python hatch_build.py\n", 503)
        return FileResponse(index, headers={"Cache-Control": "no-cache"})

    return router


def ui_stamp(app: Path = APP) -> str | None:
    """Which sources the application was built from."""
    stamp = app / "stamp"
    return stamp.read_text().strip()[:12] if stamp.is_file() else None
