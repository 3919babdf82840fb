"""What the server hands a site, and what a site hands back."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field


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
