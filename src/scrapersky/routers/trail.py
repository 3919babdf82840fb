"""Every request that changes something or takes files away leaves an entry, in its transaction where it has one."""

from dataclasses import dataclass, field

from fastapi import Request
from sqlalchemy.ext.asyncio import AsyncSession, async_sessionmaker
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from scrapersky.accounts.audit import AuditedAction, Outcome, hashed, write_entry
from scrapersky.accounts.named_tokens import only_reads, scope_needed
from scrapersky.accounts.sign_in import Visitor
from scrapersky.accounts.tokens import TokenSigner
from scrapersky.curation_sdk.declaring import Fact, noting
from scrapersky.models import User
from scrapersky.roles import Role
from scrapersky.roles import Scope as TokenScope
from scrapersky.routers.shared_answers import shared_answers_of

REFUSED = (401, 403)
WRONG = (*REFUSED, 422)
HEARTBEATS = frozenset({"hold_for_review"})
"""Sent over and over while a page is open, and deciding nothing: the trail has them only where they are refused."""


@dataclass(slots=True)
class Trail:
    """What is known of a request so far."""

    facts: dict[str, Fact] = field(default_factory=dict)
    user: User | None = None
    visitor: Visitor | None = None
    is_attempt: bool = False
    name_tried: str | None = None
    is_written: bool = False

    def let_in(self, visitor: Visitor) -> None:
        self.visitor, self.user = visitor, visitor.user


def trail_of(request: Request) -> Trail:
    """Where an application of somebody else asks us who somebody is, it is kept by nobody."""
    trail: Trail | None = getattr(request.state, "trail", None)
    return trail or Trail()


def address_of(request: Request) -> str:
    return request.client.host if request.client else "unknown"


def leaves_entry(request: Request) -> bool:
    return scope_needed(request.method, request.scope["path"], Role.VIEWER) is not TokenScope.READ


def _is_heartbeat(request: Request) -> bool:
    return getattr(request.scope["route"], "operation_id", None) in HEARTBEATS


def audited_action(request: Request, signer: TokenSigner, outcome: Outcome = "done") -> AuditedAction:
    """Named by its operation; what stands in the path is ids and names of workflows and tables."""
    trail, user = trail_of(request), trail_of(request).user
    is_named = trail.visitor is not None and trail.visitor.claims.is_named
    return AuditedAction(
        operation=getattr(request.scope["route"], "operation_id", None) or request.scope["route"].name,
        outcome=outcome,
        tenant_id=user.tenant_id if user else None,
        user_id=user.id if user else None,
        token_id=trail.visitor.claims.session_id if trail.visitor and is_named else None,
        address_hash=hashed(signer, address_of(request)),
        name_hash=hashed(signer, trail.name_tried) if trail.name_tried else None,
        request_id=request.state.request_id,
        facts={**{key: str(value) for key, value in request.path_params.items()}, **trail.facts},
    )


async def leave_entry(request: Request, session: AsyncSession, signer: TokenSigner) -> None:
    """Last thing in a request's transaction."""
    trail = trail_of(request)
    if leaves_entry(request) and "route" in request.scope and not (trail.is_written or _is_heartbeat(request)):
        await write_entry(session, audited_action(request, signer))
        trail.is_written = True


class TrailKeeper:
    """For what has no transaction of its own, and for what is refused: written before the answer is sent."""

    def __init__(self, app: ASGIApp, sessions: async_sessionmaker[AsyncSession], signer: TokenSigner) -> None:
        self._app, self._sessions, self._signer = app, sessions, signer

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] != "http":
            await self._app(scope, receive, send)
            return
        request = Request(scope)

        async def written(message: Message) -> None:
            if message["type"] == "http.response.start":
                await self._write(request, message["status"])
                _note_change(request)
            await send(message)

        with noting() as facts:
            request.state.trail = Trail(facts)
            await self._app(scope, receive, written)

    async def _write(self, request: Request, status: int) -> None:
        trail = trail_of(request)
        is_refusal = status in WRONG if trail.is_attempt else status in REFUSED and trail.user is not None
        if trail.is_written or "route" not in request.scope or not leaves_entry(request):
            return
        if is_refusal or (status < 400 and not _is_heartbeat(request)):
            async with self._sessions.begin() as session:
                await write_entry(session, audited_action(request, self._signer, "refused" if is_refusal else "done"))
            trail.is_written = True


def _note_change(request: Request) -> None:
    """By now what was changed is committed, and nobody has been told yet."""
    user = trail_of(request).user
    if user is not None and not only_reads(request.method, request.scope["path"]):
        shared_answers_of(request).note_change(user.tenant_id)
