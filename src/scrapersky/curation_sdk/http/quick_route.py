"""Routes that do once what FastAPI does with every request, and are described as its own are.

It looks at the type of each field of a query's model again, and asks what only says how to show a token.
"""

from collections.abc import Callable, Coroutine
from dataclasses import replace
from typing import Any, get_args, get_origin

from fastapi import Request, Response
from fastapi.dependencies.models import Dependant
from fastapi.exceptions import RequestValidationError
from fastapi.routing import APIRoute
from fastapi.security.base import SecurityBase
from pydantic import BaseModel, ValidationError


class QuickRoute(APIRoute):
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
