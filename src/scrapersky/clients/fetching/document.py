"""What a fetch gives back."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from datetime import timedelta


@dataclass(frozen=True, slots=True)
class Validators:
    """What an earlier answer gave us to ask "has it changed?" with."""

    etag: str | None = None
    last_modified: str | None = None


@dataclass(frozen=True, slots=True)
class FetchedDocument:
    """`url` is where the redirects ended; `redirects` the URLs that led there, the first one asked for included.

    `headers` are found whatever their case; `elapsed` is seconds on the network, waiting for a turn not counted;
    `pause` is how long the host is to be left alone, where a service that was called says so.
    """

    url: str
    requested_url: str
    status: int
    headers: Mapping[str, str]
    body: bytes = field(repr=False)
    content_type: str
    etag: str | None
    last_modified: str | None
    redirects: tuple[str, ...]
    elapsed: float
    pause: timedelta | None = None

    @property
    def validators(self) -> Validators:
        return Validators(self.etag, self.last_modified)


@dataclass(frozen=True, slots=True)
class NotModified:
    """The document is as it was when the validators were given."""

    url: str
    requested_url: str
    redirects: tuple[str, ...]
