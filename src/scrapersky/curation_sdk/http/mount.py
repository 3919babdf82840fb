"""Derived endpoints under one path, each with an operation id of its own, by routes that do no work twice.

Routes are found by how their paths begin, and made when somebody first asks there: all together keep a start waiting.
"""

from collections.abc import Callable, Coroutine, Iterable, Iterator
from dataclasses import replace
from enum import Enum
from functools import cached_property, partial
from typing import Annotated, Any, TypeVar, get_args, get_origin

from fastapi import APIRouter, Body, Query, Request, Response
from fastapi.dependencies.models import Dependant
from fastapi.exceptions import RequestValidationError
from fastapi.routing import APIRoute
from fastapi.security.base import SecurityBase
from pydantic import BaseModel, ValidationError
from sqlalchemy.ext.asyncio import AsyncSession
from starlette.routing import BaseRoute, Match
from starlette.types import Receive, Scope, Send

from scrapersky.curation_sdk.declaring import Actor, AnyWorkflow, Registry
from scrapersky.curation_sdk.http.access import Access, requires
from scrapersky.curation_sdk.http.errors import ErrorPayload

PREFIX = "/api/v3"

Endpoint = TypeVar("Endpoint", bound=Callable[..., Any])
Responses = dict[int | str, dict[str, Any]]

_ERROR = {"application/json": {"schema": {"$ref": f"#/components/schemas/{ErrorPayload.__name__}"}}}
_CONFLICT: Responses = {409: {"description": "It is not, or no longer, as expected"}}
_REFUSED: Responses = {
    401: {"description": "Not signed in", "model": ErrorPayload},
    403: {"description": "Not allowed"},
    404: {"description": "There is no such thing"},
    422: {"description": "Not understood; nothing was changed"},
}


class QuickRoute(APIRoute):
    """FastAPI, with every request, looks at the types of a query's fields and asks what only describes tokens."""

    def get_route_handler(self) -> Callable[[Request], Coroutine[Any, Any, Response]]:
        described = self.dependant
        self.dependant = _with_query_at_once(_without_descriptions(described))
        try:
            return super().get_route_handler()
        finally:
            self.dependant = described


def _without_descriptions(asked: Dependant) -> Dependant:
    needed = [each for each in asked.dependencies if not _only_describes(each.call)]
    return replace(asked, dependencies=[_without_descriptions(each) for each in needed])


def _only_describes(asked: Any) -> bool:
    """What refuses nobody is there to be read about."""
    return isinstance(asked, SecurityBase) and not getattr(asked, "auto_error", True)


def _with_query_at_once(asked: Dependant) -> Dependant:
    models: list[Any] = [each.field_info.annotation for each in asked.query_params]
    if len(models) != 1 or not (isinstance(models[0], type) and issubclass(models[0], BaseModel)):
        return asked
    read: Any = _reader_of(models[0])
    query = Dependant(call=read, name=asked.query_params[0].name, request_param_name="asking", path=asked.path)
    return replace(asked, query_params=[], dependencies=[*asked.dependencies, query])


def _takes_several(kind: Any) -> bool:
    return get_origin(kind) is list or any(map(_takes_several, get_args(kind)))


def _reader_of(model: type[BaseModel]) -> Callable[[Request], Coroutine[Any, Any, BaseModel]]:
    """Of a value that is given twice the last counts, except where several are taken."""
    several = {name for name, field in model.model_fields.items() if _takes_several(field.annotation)}

    async def read(asking: Request) -> BaseModel:
        given = asking.query_params
        values = {name: given.getlist(name) if name in several else value for name, value in given.items()}
        try:
            return model.model_validate(values)
        except ValidationError as error:
            wrong = error.errors(include_url=False)
            raise RequestValidationError([each | {"loc": ("query", *each["loc"])} for each in wrong]) from error

    return read


class Mount:
    """An endpoint that has a `session` or an `actor` is given the product's: an actor who may do it."""

    def __init__(self, path: str, tag: str | Enum, access: Access, *, is_described: bool = True) -> None:
        self.router = APIRouter(
            prefix=PREFIX + path, tags=[tag], include_in_schema=is_described, route_class=QuickRoute
        )
        self.access = access

    def add(
        self,
        method: str,
        path: str,
        name: str,
        summary: str,
        *,
        who: Callable[..., Any] | None = None,
        session: Callable[..., Any] | None = None,
        query: Any = None,
        body: Any = None,
        responses: Responses | None = None,
        **options: Any,
    ) -> Callable[[Endpoint], Endpoint]:
        """Without `who`, every viewer may read and every curator change. `query` and `body` are types made at run time,
        of the parameters `query` and `request`.
        """
        usual, refused = (
            (self.access.viewer, _REFUSED) if method == "GET" else (self.access.curator, _REFUSED | _CONFLICT)
        )
        given = {
            "session": Annotated[AsyncSession, requires(session or self.access.session)],
            "actor": Annotated[Actor, requires(who or usual)],
            **({"query": Annotated[query, Query()]} if query else {}),
            **({"request": Annotated[body, Body()]} if body else {}),
        }

        def added(endpoint: Endpoint) -> Endpoint:
            endpoint.__name__ = name
            endpoint.__annotations__ |= {key: kind for key, kind in given.items() if key in endpoint.__annotations__}
            described = _described(refused | (responses or {}))
            self.router.add_api_route(
                path,
                endpoint,
                methods=[method],
                operation_id=name,
                summary=summary,
                responses=described,
                **options,
            )
            return endpoint

        return added


def _described(responses: Responses) -> Responses:
    """Every refusal has the one shape of errors. One brings it into the description; FastAPI makes a field of each."""
    return {
        status: answer | {"content": _ERROR} if int(status) >= 400 and "model" not in answer else answer
        for status, answer in responses.items()
    }


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
