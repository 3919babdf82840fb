"""The API's description, for those who may look, with every status that an operation can answer with."""

from collections.abc import Iterator, Mapping
from typing import Any

from fastapi import APIRouter, FastAPI, Request
from starlette.routing import BaseRoute

from scrapersky.accounts.named_tokens import SAFE_METHODS
from scrapersky.curation_sdk.http import ErrorPayload, all_routes
from scrapersky.routers.access import Viewer

_WORDS = {
    400: "Not understood; nothing was changed",
    401: "Not signed in",
    403: "Not allowed",
    404: "There is no such thing",
    409: "Not in a state in which this can be done",
    413: "The body is too large",
    421: "The server does not answer under that name",
    422: "Not understood; nothing was changed",
    429: "Too often or too much at once; wait",
    503: "The database is away or busy; nothing was changed",
}
_ERROR = {"application/json": {"schema": {"$ref": f"#/components/schemas/{ErrorPayload.__name__}"}}}
_COUNTED = frozenset({"Accounts", "Export"})


class DescribedApp(FastAPI):
    """Refusals come from layers around the endpoints, which FastAPI cannot see."""

    @property
    def routes(self) -> list[BaseRoute]:
        return all_routes(super().routes)

    def openapi(self) -> dict[str, Any]:
        if self.openapi_schema is None:
            described = super().openapi()
            for path, methods in described["paths"].items():
                for method, operation in methods.items():
                    _add_refusals(operation, method.upper(), path)
            self.openapi_schema = described
        return self.openapi_schema


def _add_refusals(operation: dict[str, Any], method: str, path: str) -> None:
    for status in _refusals_of(operation, method, path):
        operation["responses"].setdefault(str(status), {"description": _WORDS[status], "content": _ERROR})


def _refusals_of(operation: Mapping[str, Any], method: str, path: str) -> Iterator[int]:
    is_guarded, has_body = "security" in operation, "requestBody" in operation
    yield from (421, 503)
    if is_guarded or method not in SAFE_METHODS:
        yield from (401, 403)
    if method not in SAFE_METHODS:
        yield from (409, 413)
    if has_body or "parameters" in operation:
        yield from (400, 404, 422)
    if _COUNTED.intersection(operation.get("tags", ())) and (has_body or "{" in path):
        yield 429


router = APIRouter(prefix="/api/v3", tags=["Operations"])


@router.get("/openapi.json", operation_id="get_openapi", summary="This description")
async def describe(asking: Request, _: Viewer) -> dict[str, Any]:
    app: FastAPI = asking.app
    return app.openapi()
