"""Routes found by how their paths begin, and made when somebody first asks there: all together keep a start waiting."""

from collections.abc import Callable, Iterable, Iterator
from functools import cached_property, partial

from fastapi import APIRouter
from starlette.routing import BaseRoute, Match
from starlette.types import Receive, Scope, Send

from scrapersky.curation_sdk.declaring import AnyWorkflow, Registry
from scrapersky.curation_sdk.http.access import Access
from scrapersky.curation_sdk.http.mount import PREFIX

_NOWHERE: tuple[Match, Scope] = Match.NONE, {}


class Branch(BaseRoute):
    """`make` gives them; each has one of the beginnings."""

    def __init__(self, beginnings: tuple[str, ...], make: Callable[[], APIRouter]) -> None:
        self.beginnings, self._make = beginnings, make

    @cached_property
    def routes(self) -> tuple[BaseRoute, ...]:
        return tuple(self._make().routes)

    def matches(self, scope: Scope) -> tuple[Match, Scope]:
        """The first that takes the method, else the first that takes the path."""
        if not scope["path"].removeprefix(scope.get("root_path", "")).startswith(self.beginnings):
            return _NOWHERE
        found = _NOWHERE
        for route in self.routes:
            match, child_scope = route.matches(scope)
            if match is Match.FULL:
                return match, child_scope
            if match is Match.PARTIAL and found is _NOWHERE:
                found = match, child_scope
        return found

    async def handle(self, scope: Scope, receive: Receive, send: Send) -> None:
        route: BaseRoute = scope["route"]  # as the one said that matched
        await route.handle(scope, receive, send)


def all_routes(routes: Iterable[BaseRoute]) -> list[BaseRoute]:
    """With those of every branch, which are made for it."""
    return [route for each in routes for route in (each.routes if isinstance(each, Branch) else (each,))]


def workflow_branches(workflow: AnyWorkflow, registry: Registry, access: Access) -> Iterator[Branch]:
    """At the workflow's own path; for the table's first workflow also at the table's, undescribed."""

    def make(path: str, *, is_described: bool) -> APIRouter:
        from scrapersky.curation_sdk.http.workflow_routes import workflow_router  # noqa: PLC0415  and all that answers

        return workflow_router(workflow, registry, access, path, is_described=is_described)

    names = workflow.names
    yield Branch((PREFIX + names.path,), partial(make, names.path, is_described=True))
    if names.table_path is not None:
        yield Branch((PREFIX + names.table_path,), partial(make, names.table_path, is_described=False))
