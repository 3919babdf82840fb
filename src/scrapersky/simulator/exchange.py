"""What the server hands a site, and what a site hands back."""

import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from typing import TypeAlias

import orjson

JsonValue: TypeAlias = "str | int | float | bool | list[JsonValue] | dict[str, JsonValue] | None"
JsonObject: TypeAlias = dict[str, JsonValue]

_STOCK = re.compile(
    r"(?:python-requests|python-urllib|aiohttp|httpx|curl|wget|go-http-client|java|okhttp|axios|node-fetch|libwww-perl)\b",
    re.IGNORECASE,
)
_STOCK_OF_AIOHTTP = re.compile(r"Python/[\d.]{1,10} aiohttp/")


@dataclass(frozen=True, slots=True)
class SiteRequest:
    """A request as it arrived. `path` is decoded (`/über-uns`), `query` is not, header names are in lower case."""

    method: str
    host: str
    path: str
    query: str = ""
    headers: Mapping[str, str] = field(default_factory=dict)
    https: bool = True
    body: bytes = b""

    @property
    def origin(self) -> str:
        return f"{'https' if self.https else 'http'}://{self.host}"


@dataclass(frozen=True, slots=True)
class SiteResponse:
    """An answer. The server adds `Content-Length` for bytes, and sends an iterator in chunks without one."""

    status: int = 200
    headers: Mapping[str, str] = field(default_factory=dict)
    body: bytes | Iterator[bytes] = b""


def names_its_caller(request: SiteRequest) -> bool:
    """A User-Agent of its own; a library's or none at all is refused."""
    agent = request.headers.get("user-agent", "").strip()
    return bool(agent) and not _STOCK.match(agent) and not _STOCK_OF_AIOHTTP.match(agent)


def json_response(
    value: JsonValue, *, status: int = 200, headers: Mapping[str, str] | None = None, indented: bool = True
) -> SiteResponse:
    body = orjson.dumps(value, option=orjson.OPT_INDENT_2 if indented else None)
    return SiteResponse(status, {"Content-Type": "application/json; charset=UTF-8", **(headers or {})}, body)
