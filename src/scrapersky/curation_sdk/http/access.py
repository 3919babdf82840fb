"""What a product brings to the endpoints: its database session, who may do what, and what an application keeps.

Its routes know nobody's, so that applications can share them.
"""

from collections.abc import Awaitable, Callable
from dataclasses import dataclass, field
from typing import Any, Generic, TypeVar

from fastapi import Depends, FastAPI, Request

from scrapersky.curation_sdk.declaring import Actor

Answer = TypeVar("Answer")
Sharing = Callable[[Request, Actor, Callable[[], Awaitable[Any]]], Awaitable[Any]]
Kept = TypeVar("Kept")


@dataclass(frozen=True, slots=True)
class Access:
    """FastAPI dependencies that the product injects.

    `session` yields an AsyncSession inside the request's one transaction. `viewer`, `curator` and `admin` each give an
    `Actor` or raise 401 or 403; so does `operator`, for what holds for all tenants, which admins do where it is not
    given. One that needs the session itself must ask for it as `Depends(session, scope="function")`, else it gets
    another one. `reading`, if given, yields a session for endpoints that change nothing: each of its statements stands
    by itself, which spares a transaction's beginning and end. `sharing`, if given, may answer what is dear to make and
    the same for all of a tenant with what another who asked the same got a moment ago.
    """

    session: Callable[..., Any]
    viewer: Callable[..., Any]
    curator: Callable[..., Any]
    admin: Callable[..., Any]
    reading: Callable[..., Any] | None = None
    operator: Callable[..., Any] | None = None
    sharing: Sharing | None = field(default=None, kw_only=True)

    async def shared(self, asking: Request, actor: Actor, make: Callable[[], Awaitable[Answer]]) -> Answer:
        answer: Answer = await (self.sharing(asking, actor, make) if self.sharing else make())
        return answer

    @property
    def for_all(self) -> Callable[..., Any]:
        """Who changes what holds for all tenants."""
        return self.operator or self.admin

    @property
    def reader(self) -> Callable[..., Any]:
        return self.reading or self.session


def requires(who: Callable[..., Any]) -> Any:
    """Ended before the answer is sent: what could not be committed must not be reported as done."""
    return Depends(who, scope="function")


class Own(Generic[Kept]):
    """Gives each application its own: what `make` gave when somebody first asked."""

    def __init__(self, make: Callable[[FastAPI], Kept]) -> None:
        self._make = make

    def __call__(self, request: Request) -> Kept:
        return self.of(request.app)

    def of(self, app: FastAPI) -> Kept:
        if not hasattr(app.state, "own"):
            app.state.own = {}
        kept: dict[Own[Kept], Kept] = app.state.own
        if self not in kept:
            kept[self] = self._make(app)
        return kept[self]
