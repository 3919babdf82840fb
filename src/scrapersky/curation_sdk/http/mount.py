"""Adds derived endpoints under one path, each with an operation id of its own."""

from collections.abc import Callable, Mapping
from enum import Enum
from typing import Annotated, Any, TypeVar

from fastapi import APIRouter
from sqlalchemy.ext.asyncio import AsyncSession

from scrapersky.curation_sdk.declaring import Actor
from scrapersky.curation_sdk.http.access import Access, requires
from scrapersky.curation_sdk.http.errors import ErrorPayload
from scrapersky.curation_sdk.http.quick_route import QuickRoute

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
        *,
        who: Callable[..., Any] | None = None,
        session: Callable[..., Any] | None = None,
        takes: Mapping[str, Any] | None = None,
        responses: Responses | None = None,
        **options: Any,
    ) -> Callable[[Endpoint], Endpoint]:
        """`takes` names parameters whose types were made at run time. Without `who`, every viewer may."""
        given = {
            "session": Annotated[AsyncSession, requires(session or self.access.session)],
            "actor": Annotated[Actor, requires(who or self.access.viewer)],
        }

        def added(endpoint: Endpoint) -> Endpoint:
            endpoint.__name__ = name
            asked = {key: kind for key, kind in given.items() if key in endpoint.__annotations__}
            endpoint.__annotations__ |= asked | dict(takes or {})
            refused = _REFUSED if method == "GET" else _REFUSED | _CONFLICT
            described = _described(refused | (responses or {}))
            self.router.add_api_route(
                path, endpoint, methods=[method], operation_id=name, responses=described, **options
            )
            return endpoint

        return added


def _described(responses: Responses) -> Responses:
    """Every refusal has the one shape of errors. One brings it into the description; FastAPI makes a field of each."""
    return {
        status: answer | {"content": _ERROR} if int(status) >= 400 and "model" not in answer else answer
        for status, answer in responses.items()
    }
