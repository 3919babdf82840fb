"""The pages. They only show: whatever changes something goes through the API, from the page's script."""

from collections.abc import Awaitable, Callable
from dataclasses import dataclass
from pathlib import Path
from urllib.parse import quote

from fastapi import APIRouter, Request
from fastapi.responses import HTMLResponse, RedirectResponse, Response
from fastapi.staticfiles import StaticFiles
from jinja2 import Environment, FileSystemLoader, StrictUndefined
from pydantic import ValidationError
from sqlalchemy.ext.asyncio import AsyncSession, async_sessionmaker
from starlette.types import Scope

from scrapersky.curation_sdk.links import links_of
from scrapersky.curation_sdk.workflow import AnyWorkflow, Registry, UnknownWorkflow
from scrapersky.models.user import User
from scrapersky.web.grid import SHAPES, View, read_grid
from scrapersky.web.source_choice import SourceChoice
from scrapersky.web.text import ago, heading, safe_href, shown, written

_HERE = Path(__file__).parent
STATIC = _HERE / "static"


@dataclass(frozen=True, slots=True)
class Entrance:
    """What the pages ask of the accounts."""

    sessions: async_sessionmaker[AsyncSession]
    user: Callable[[Request], Awaitable[User | None]]
    needs_first_account: Callable[[], Awaitable[bool]]


class FreshFiles(StaticFiles):
    """Browsers ask whether a file has changed; an update shows at once."""

    async def get_response(self, path: str, scope: Scope) -> Response:
        response = await super().get_response(path, scope)
        response.headers["Cache-Control"] = "no-cache"
        return response


def make_environment() -> Environment:
    environment = Environment(
        loader=FileSystemLoader(_HERE / "templates"), autoescape=True, undefined=StrictUndefined, trim_blocks=True
    )
    environment.filters |= {"shown": shown, "written": written, "heading": heading, "ago": ago, "href": safe_href}
    environment.globals["shapes"] = {state.value: shape for state, shape in SHAPES.items()}
    return environment


def pages_router(registry: Registry, entrance: Entrance) -> APIRouter:
    router = APIRouter(include_in_schema=False)
    environment = make_environment()

    tabs = [each for each in registry if not each.background_only]
    choosing = SourceChoice.among(tabs, links_of(registry))

    def page(template: str, status: int = 200, **content: object) -> HTMLResponse:
        return HTMLResponse(environment.get_template(template).render(registry=tabs, **content), status)

    @router.get("/")
    @router.get("/static/scraper-sky-mvp.html")
    async def home() -> Response:
        first = next(iter(tabs), None)
        return RedirectResponse(f"/w/{first.names.kebab}" if first else "/sign-in", 303)

    @router.get("/sign-in")
    async def sign_in() -> Response:
        if await entrance.needs_first_account():
            return RedirectResponse("/setup", 303)
        return page("sign_in.html")

    @router.get("/setup")
    async def set_up() -> Response:
        if not await entrance.needs_first_account():
            return RedirectResponse("/sign-in", 303)
        return page("setup.html")

    @router.get("/w/{kebab}")
    async def grid(request: Request, kebab: str) -> Response:
        user = await entrance.user(request)
        if user is None:
            wanted = request.url.path + (f"?{request.url.query}" if request.url.query else "")
            return RedirectResponse(f"/sign-in?next={quote(wanted)}", 303)
        try:
            workflow = _workflow_at(registry, kebab)
        except UnknownWorkflow as error:
            return page("missing.html", 404, words=str(error))
        view = choosing.checked(_view_of(request), workflow)
        async with entrance.sessions() as session:
            found = await read_grid(session, workflow, user.tenant_id, view, choosing.links)
            sources = await choosing.offered(session, workflow, user.tenant_id)
        return page("grid.html", grid=found, workflow=workflow, user=user, sources=sources, choosing=choosing)

    return router


def _workflow_at(registry: Registry, kebab: str) -> AnyWorkflow:
    return registry[kebab.replace("-", "_")]


def _view_of(request: Request) -> View:
    """An address that someone mistyped shows everything rather than an error."""
    try:
        return View.model_validate(dict(request.query_params))
    except ValidationError:
        return View()
