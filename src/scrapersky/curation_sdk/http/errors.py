"""Errors as answers: one shape for all, with FastAPI's usual `detail` beside it."""

from typing import Any

from fastapi import FastAPI, Request
from fastapi.exceptions import RequestValidationError
from fastapi.responses import JSONResponse
from pydantic import BaseModel, ConfigDict, Field
from sqlalchemy.exc import DBAPIError
from starlette.exceptions import HTTPException

from scrapersky.curation_sdk.complaints import complaint, sentence
from scrapersky.curation_sdk.declaring import is_contended, storable
from scrapersky.curation_sdk.errors import CurationError

_CODES = {401: "not_signed_in", 403: "forbidden", 404: "not_found", 405: "method_not_allowed", 413: "too_large"}
_MOST_DETAILS = 20


class ErrorFacts(BaseModel):
    code: str = Field(description="For programs.")
    message: str = Field(description="For people.")
    details: dict[str, Any] | None = None
    request_id: str | None = None


class ErrorPayload(BaseModel):
    """Why a request was not carried out; `detail` is as FastAPI has it."""

    model_config = ConfigDict(defer_build=True)  # every endpoint describes several, and only documents need them

    error: ErrorFacts
    detail: Any


def install_error_rendering(app: FastAPI) -> None:
    for kind in (CurationError, RequestValidationError, HTTPException, DBAPIError):
        app.add_exception_handler(kind, render_error)


async def render_error(request: Request, error: Exception) -> JSONResponse:
    """The answer to a request that could not be carried out. What is not known here is not shown."""
    if isinstance(error, RequestValidationError):
        return _answer(request, 422, "validation", *_validation_words(error))
    if isinstance(error, HTTPException):
        code = _CODES.get(error.status_code, "http_error")
        headers = dict(error.headers or {})
        return _answer(request, error.status_code, code, str(error.detail), error.detail, headers=headers)
    if isinstance(error, CurationError):
        message = str(error)
        detail: Any = message
        if error.http_status == 422:
            detail = [{"loc": [], "msg": message, "type": error.code}]
        return _answer(request, error.http_status, error.code, message, detail, facts=getattr(error, "facts", None))
    if is_contended(error):
        message = "Someone else was changing the same rows. Nothing was changed; repeat."
        return _answer(request, 409, "busy", message, message)
    raise error


def _answer(
    request: Request,
    status: int,
    code: str,
    message: str,
    detail: Any,
    *,
    facts: Any = None,
    headers: dict[str, str] | None = None,
) -> JSONResponse:
    error_body: dict[str, Any] = {"code": code, "message": storable(message)}
    if facts is not None:
        error_body["details"] = facts
    request_id = getattr(request.state, "request_id", None)
    if request_id is not None:
        error_body["request_id"] = str(request_id)
    return JSONResponse({"error": error_body, "detail": detail}, status, headers)


def _validation_words(error: RequestValidationError) -> tuple[str, list[dict[str, Any]]]:
    """Without the input itself: it may be large, secret, or not even text."""
    details = [
        {"loc": [_short(part) for part in each["loc"]], "msg": storable(complaint(each)), "type": each["type"]}
        for each in error.errors()[:_MOST_DETAILS]
    ]
    sentences = [
        sentence({**each, "loc": each["loc"][1:] if each["type"] != "json_invalid" else ()}, unnamed="The request")
        for each in error.errors()[:3]
    ]
    return storable(f"{'; '.join(sentences)}.") if sentences else "The request could not be read.", details


def _short(part: int | str) -> int | str:
    return part if isinstance(part, int) else storable(part)[:100]
