"""Every route of the web application, in the order in which they answer.

Nearly all are made, and the modules that declare them loaded, when somebody first asks there: together they take as
long as all else that a start does.
"""

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache, partial
from pkgutil import resolve_name
from typing import Any

from fastapi import APIRouter, Request
from starlette.routing import BaseRoute, Mount

from scrapersky.curation_sdk import http
from scrapersky.curation_sdk.declaring import AnyWorkflow, Registry, Schedule
from scrapersky.curation_sdk.http import PREFIX, Branch, workflow_branches
from scrapersky.models import Place
from scrapersky.routers import health
from scrapersky.routers.access import ACCESS, app_state
from scrapersky.web.pages import APP, STATIC, Assets, PromisedFiles, own_pages_router, pages_router

PLACE_PATHS = ("/places",)
"""Where places are decided about besides their workflow's own path."""


@dataclass(frozen=True, slots=True)
class Late:
    """A router of the product, or what makes one of the workflows, and what its paths begin with."""

    place: str
    beginnings: tuple[str, ...]

    def branch(self, registry: Registry) -> Branch:
        return _branch(partial(_load, self.place, registry), *self.beginnings)


def _load(place: str, registry: Registry) -> APIRouter:
    found: Any = resolve_name(f"scrapersky.routers.{place}")
    router: APIRouter = found if isinstance(found, APIRouter) else found(registry)
    return router


def _branch(make: Callable[[], APIRouter], *beginnings: str) -> Branch:
    return Branch(tuple(f"{PREFIX}/{each}" for each in beginnings), make)


ACCOUNTS = (
    Late("auth:router", ("auth",)),
    Late("own_account:router", ("auth", "tokens")),
    Late("audit:router", ("audit",)),
)
BESIDE_WORKFLOWS = (
    Late("description:router", ("openapi.json",)),
    Late("imports:router", ("imports",)),
    Late("place_searches:places_router", ("places/staging",)),
    Late("place_searches:router", ("place-searches", "schedules")),
    Late("origins:router", ("lists",)),
    Late("origins:origins_router", ("origins",)),
    Late("documents:router", ("documents",)),
    Late("export_jobs:router", ("exports/jobs",)),
    Late("exports:router", ("exports",)),
    Late("suppressions:router", ("suppressions", "erasures", "disclosures")),
    Late("rules:rules_router", ("rules",)),
    Late("budgets:router", ("budgets", "limits")),
    Late("inbound:router", ("inbound", "domains/submit", "sitemap-files/submit", "pages/submit")),
    Late("insight:router", ("insight", "deliveries", "find")),
    Late("delivery_targets:router", ("delivery-targets",)),
    Late("users:router", ("users",)),
    Late("system:router", ("system",)),
)
OF_THE_BROWSER = (
    Late("meta:meta_router", ("meta",)),
    Late("views:router", ("views", "prefs")),
    Late("duplicates:router", ("duplicates",)),
    Late("map:router", ("map",)),
)


def make_routes(registry: Registry) -> Sequence[BaseRoute]:
    """Once for the same workflows. They hold nothing of an application: each request asks for what its own holds."""
    return _routes(tuple(registry), tuple(registry.refused.items()))


@lru_cache(maxsize=4)
def _routes(workflows: tuple[AnyWorkflow, ...], refused: tuple[tuple[AnyWorkflow, str], ...]) -> Sequence[BaseRoute]:
    """In the order in which they answer. Little of it is made yet, and hardly a module of them loaded."""
    registry = Registry(workflows, dict(refused))
    return [
        *health.router.routes,
        *(each.branch(registry) for each in ACCOUNTS),
        *_refusals(registry),
        *(each.branch(registry) for each in BESIDE_WORKFLOWS),
        *_of_workflows(registry),
        _branch(_events, "events"),
        *(each.branch(registry) for each in OF_THE_BROWSER),
        Mount("/assets", Assets(directory=APP / "assets", check_dir=False)),
        Mount("/static", PromisedFiles(directory=STATIC)),
        *own_pages_router(lambda asking: app_state(asking).settings.own_pages).routes,
        *pages_router().routes,
    ]


def _refusals(registry: Registry) -> Iterator[BaseRoute]:
    """A refused workflow's answers go before all others."""
    for refused, reason in registry.refused.items():
        yield from http.refusing_router(
            refused, reason, ACCESS, PLACE_PATHS if refused.curation is Place.deep_scan else ()
        ).routes


def _of_workflows(registry: Registry) -> Iterator[BaseRoute]:
    """What is derived from each workflow, and from all of them together."""
    for workflow in registry:
        yield from workflow_branches(workflow, registry, ACCESS)

    def schedules_of(asking: Request) -> Mapping[str, Schedule]:
        return app_state(asking).schedules

    def operations() -> APIRouter:
        return http.operations_router(registry, ACCESS, schedules_of)

    def screens() -> APIRouter:
        return http.screens_router(registry, ACCESS, lambda asking: app_state(asking).full_overviews(), schedules_of)

    yield _branch(operations, "batches", "bulk-jobs", "undo", "tags", "workflows")
    yield _branch(lambda: http.reviewing_router(registry, ACCESS), "reviewing")
    yield _branch(screens, "overview", "metrics", "errors", "runs", "workflows", "settings")
    yield Branch(("/metrics",), partial(_load, "metrics:router", registry))


def _events() -> APIRouter:
    event: Any = resolve_name("scrapersky.routers.export_jobs:ExportEvent")
    return http.events_router(lambda asking: asking.app.state.hub, ACCESS, (event,))
