"""Tokens for scripts over HTTP."""

from datetime import datetime, timedelta
from typing import Annotated
from uuid import UUID

from fastapi import APIRouter, Request
from pydantic import BaseModel, Field

from scrapersky.accounts.named_tokens import LONGEST, TokenRequest, make_named_token, revoke_token, tokens_seen_by
from scrapersky.curation_sdk.declaring import Body, StoredText, examples, note
from scrapersky.models import NamedToken
from scrapersky.roles import Scope
from scrapersky.routers.access import Session, SignedInPerson, SignedInUser, authenticator_of


class TokenDraft(Body):
    model_config = examples({"name": "nightly export", "scopes": ["read", "export"], "days": 90})

    name: Annotated[StoredText, Field(min_length=1, max_length=100)]
    scopes: Annotated[set[Scope], Field(min_length=1, description="What it is for; it can do nothing else.")]
    days: Annotated[float, Field(gt=0, le=LONGEST.days, allow_inf_nan=False, description="How long it is good for.")]


class TokenItem(BaseModel):
    """A token, without its value, of which only a hash is kept."""

    id: UUID
    name: str
    user: str = Field(description="Whom it speaks for.")
    scopes: list[Scope]
    made_at: datetime
    expires_at: datetime
    last_used_at: datetime | None = Field(description="To the minute.")


class NewToken(TokenItem):
    """The only answer with the token itself in it."""

    value: str


router = APIRouter(prefix="/api/v3/tokens", tags=["Accounts"])


@router.get("", operation_id="list_tokens", summary="Your tokens; for admins everybody's of the tenant")
async def list_tokens(user: SignedInUser, session: Session) -> list[TokenItem]:
    return [_item(token, name) for token, name in await tokens_seen_by(session, user)]


@router.post("", operation_id="make_token", summary="Make a token for a script", status_code=201)
async def make(request: Request, draft: TokenDraft, visitor: SignedInPerson, session: Session) -> NewToken:
    wish = TokenRequest(draft.name, draft.scopes, timedelta(days=draft.days))
    signer = authenticator_of(request).signer
    made, kept = await make_named_token(session, signer, visitor.user, wish)
    note(token=str(kept.id), scopes=" ".join(kept.scopes))
    return NewToken(**_item(kept, visitor.user.name).model_dump(), value=made.value)


@router.delete("/{token_id}", operation_id="revoke_token", summary="Revoke a token at once", status_code=204)
async def revoke(token_id: UUID, user: SignedInUser, session: Session) -> None:
    await revoke_token(session, user, token_id)


def _item(token: NamedToken, user: str) -> TokenItem:
    return TokenItem(
        id=token.id,
        name=token.name,
        user=user,
        scopes=[Scope(scope) for scope in token.scopes],
        made_at=token.made_at,
        expires_at=token.expires_at,
        last_used_at=token.last_used_at,
    )
