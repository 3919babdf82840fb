"""Adds derived endpoints under one path, each with an operation id of its own."""

from collections.abc import Callable, Mapping
from enum import Enum
from typing import Any

from fastapi import APIRouter

Responses = dict[int | str, dict[str, Any]]

_REFUSED: Responses = {401: {"description": "Not signed in"}, 403: {"description": "Not allowed"}}


class Mount:
    def __init__(self, path: str, tags: list[str | Enum], suffix: str = "") -> None:
        self.router = APIRouter(prefix=path, tags=tags)
        self._suffix = suffix

    def add(
        self,
        method: str,
        path: str,
        endpoint: Callable[..., Any],
        name: str,
        *,
        takes: Mapping[str, Any] | None = None,
        responses: Responses | None = None,
        **options: Any,
    ) -> None:
        """`takes` names parameters whose types were made at run time."""
        endpoint.__name__ = name
        endpoint.__annotations__ |= takes or {}
        self.router.add_api_route(
            path,
            endpoint,
            methods=[method],
            operation_id=f"{name}{self._suffix}",
            responses=_REFUSED | (responses or {}),
            **options,
        )
