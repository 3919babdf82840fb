"""The trail of who did what, over HTTP; for admins."""

from collections.abc import AsyncIterator
from datetime import datetime
from typing import Annotated, Any
from uuid import UUID

from fastapi import APIRouter, Query, Request
from fastapi.responses import StreamingResponse
from pydantic import BaseModel, ConfigDict, Field

from scrapersky.accounts import audit
from scrapersky.curation_sdk.declaring import Actor, StoredText, answer_of
from scrapersky.curation_sdk.queue import of_tenant
from scrapersky.routers.access import Admin, Reading, Session, authenticator_of
from scrapersky.routers.sessions import Authenticator

MOST_LEFT_OUT = 50

Text = Annotated[StoredText, Field(max_length=200)]


class AuditItem(BaseModel):
    """One request that did something, or was refused. Hashes are keyed: the same for the same, and nothing else."""

    id: UUID
    made_at: datetime
    user_id: UUID | None
    user: str | None = Field(default=None, description="Their name, while they are there.")
    token_id: UUID | None = Field(description="The script's token, where one was shown.")
    operation: str
    outcome: audit.Outcome
    facts: dict[str, Any] = Field(description="Ids, numbers and states; no person's data.")
    request_id: str | None
    address_hash: str | None
    name_hash: str | None = Field(description="Of the name that somebody tried to sign in with.")
    is_redacted: bool


class AuditPage(BaseModel):
    """Entries, newest first."""

    items: list[AuditItem]
    next: UUID | None = Field(description="Send it as `after` for the page after this one.")


class AuditQuery(BaseModel):
    """Which entries."""

    model_config = ConfigDict(extra="forbid")

    operation: Text | None = Field(default=None, description="Such as login, or the id of any operation.")
    without: list[Text] = Field(
        default_factory=list, max_length=MOST_LEFT_OUT, description="Operations to leave out; may be repeated."
    )
    outcome: audit.Outcome | None = None
    user_id: UUID | None = None
    address: Text | None = Field(default=None, description="Where requests came from; compared as a hash.")
    name: Text | None = Field(default=None, description="A name tried at signing in; compared as a hash.")
    since: datetime | None = None
    until: datetime | None = None


class AuditPageQuery(AuditQuery):
    size: int = Field(50, ge=1, le=500)
    after: UUID | None = Field(default=None, description="`next` of the page before.")


class AuditFileQuery(AuditQuery):
    format: audit.AuditFormat = "csv"


router = APIRouter(prefix="/api/v3/audit", tags=["Accounts"])


@router.get("", operation_id="list_audit", summary="Who did what, newest first")
async def entries(
    asking: Request, query: Annotated[AuditPageQuery, Query()], actor: Admin, session: Reading
) -> AuditPage:
    wanted = _filter(query, actor, authenticator_of(asking))
    found = [_item(each) for each in await audit.entries_of(session, wanted, query.size + 1, query.after)]
    return AuditPage(items=found[: query.size], next=found[query.size - 1].id if len(found) > query.size else None)


@router.get("/file", operation_id="export_audit", summary="The same as a file", response_class=StreamingResponse)
async def file(asking: Request, query: Annotated[AuditFileQuery, Query()], actor: Admin) -> StreamingResponse:
    authenticator = authenticator_of(asking)
    sessions = of_tenant(authenticator.sessions, actor.tenant_id)
    found = audit.all_entries(sessions, _filter(query, actor, authenticator))
    headers = {"Content-Disposition": f'attachment; filename="audit.{query.format}"'}
    return StreamingResponse(
        audit.lines_of(_rows(found), query.format), media_type=audit.MEDIA_TYPES[query.format], headers=headers
    )


@router.post("/{entry_id}/redact", operation_id="redact_audit", summary="Leave who, what and when", status_code=204)
async def redact(entry_id: UUID, actor: Admin, session: Session) -> None:
    await audit.redact_entry(session, actor.tenant_id, entry_id)


def _filter(query: AuditQuery, actor: Actor, authenticator: Authenticator) -> audit.AuditFilter:
    signer = authenticator.signer
    return audit.AuditFilter(
        tenant_id=actor.tenant_id,
        operation=query.operation,
        without=query.without,
        outcome=query.outcome,
        user_id=query.user_id,
        address_hash=audit.hashed(signer, query.address) if query.address else None,
        name_hash=audit.hashed(signer, query.name) if query.name else None,
        since=query.since,
        until=query.until,
    )


def _item(found: audit.FoundEntry) -> AuditItem:
    entry, name = found
    return answer_of(AuditItem, entry, user=name)


async def _rows(found: AsyncIterator[audit.FoundEntry]) -> AsyncIterator[dict[str, Any]]:
    async for each in found:
        yield _item(each).model_dump(mode="json")
