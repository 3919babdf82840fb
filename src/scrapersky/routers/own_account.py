"""What people do about their own account: the password, where they are signed in, and tokens for scripts."""

from datetime import datetime, timedelta
from typing import Annotated
from uuid import UUID

from fastapi import APIRouter, Depends, Request, Response
from pydantic import BaseModel, Field

from scrapersky.accounts.named_tokens import LONGEST as LONGEST_LIFE
from scrapersky.accounts.named_tokens import TokenRequest, digest_of, make_named_token, revoke_token, tokens_seen_by
from scrapersky.accounts.own_passwords import change_own_password, set_password_by_link
from scrapersky.accounts.passwords import LONGEST
from scrapersky.accounts.sign_ins import end_own_session, remember_sign_in, sign_ins_of
from scrapersky.curation_sdk.declaring import Body, StoredText, answer_of, examples, note
from scrapersky.models import NamedToken
from scrapersky.roles import Scope
from scrapersky.routers.access import Session, SignedInPerson, SignedInUser, authenticator_of
from scrapersky.routers.auth import TokenAnswer, handed_over
from scrapersky.routers.sessions import reception_of, refuse_foreign_origin
from scrapersky.routers.trail import address_of, trail_of
from scrapersky.routers.users import SessionItem

Password = Annotated[str, Field(max_length=LONGEST)]


class PasswordChange(Body):
    model_config = examples({"current": "correct horse battery", "new": "staple in the rain"})

    current: Password
    new: Password


class PasswordByLink(Body):
    """What stands after # in the link, and the password that it is to be from now on."""

    model_config = examples({"token": "eyJ…", "password": "staple"})

    token: Annotated[str, Field(max_length=2000)]
    password: Password


router = APIRouter(prefix="/api/v3", tags=["Accounts"])


@router.put("/auth/password", operation_id="change_own_password", summary="Change your password; other sessions end")
async def change(request: Request, response: Response, wish: PasswordChange, visitor: SignedInPerson) -> TokenAnswer:
    reception, name, address = reception_of(request), visitor.user.name, address_of(request)
    authenticator = reception.authenticator
    reception.throttle.count_attempt(name, address)
    trail_of(request).is_attempt = True
    async with authenticator.door.begin() as session:
        user = await change_own_password(session, visitor.user, wish.current, wish.new)
        token = authenticator.signer.issue(user)
        claims = authenticator.signer.read(token.value)
        await remember_sign_in(session, claims, address, request.headers.get("user-agent", ""))
    reception.throttle.succeeded(name, address)
    return handed_over(request, response, token, authenticator)


@router.post(
    "/auth/reset",
    operation_id="set_password_by_link",
    summary="Set a password with a one-time link",
    status_code=204,
    dependencies=[Depends(refuse_foreign_origin)],
)
async def reset(request: Request, wish: PasswordByLink) -> None:
    # Attempts count for each link: guesses of strangers must not keep anybody from using theirs.
    reception, address, link = reception_of(request), address_of(request), f"link {digest_of(wish.token).hex()}"
    reception.throttle.count_attempt(link, address)
    authenticator, trail = reception.authenticator, trail_of(request)
    trail.is_attempt = True
    async with authenticator.door.begin() as session:
        trail.user = await set_password_by_link(session, authenticator.signer, wish.token, wish.password)
    reception.throttle.succeeded(link, address)


@router.get("/auth/sessions", operation_id="list_own_sessions", summary="Where you are signed in")
async def sessions(request: Request, visitor: SignedInPerson) -> list[SessionItem]:
    async with authenticator_of(request).door() as session:
        found = await sign_ins_of(session, visitor.user)
    own = visitor.claims.session_id
    return [SessionItem.model_validate(each).model_copy(update={"is_this": each.id == own}) for each in found]


@router.delete(
    "/auth/sessions/{session_id}", operation_id="end_own_session", summary="Sign out elsewhere", status_code=204
)
async def end(request: Request, session_id: UUID, visitor: SignedInPerson) -> None:
    authenticator = authenticator_of(request)
    async with authenticator.door.begin() as session:
        await end_own_session(session, visitor.user, session_id, authenticator.signer)


class TokenDraft(Body):
    model_config = examples({"name": "nightly export", "scopes": ["read", "export"], "days": 90})

    name: Annotated[StoredText, Field(min_length=1, max_length=100)]
    scopes: Annotated[set[Scope], Field(min_length=1, description="What it is for; it can do nothing else.")]
    days: Annotated[
        float, Field(gt=0, le=LONGEST_LIFE.days, allow_inf_nan=False, description="How long it is good for.")
    ]


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


@router.get("/tokens", operation_id="list_tokens", summary="Your tokens; for admins everybody's of the tenant")
async def list_tokens(user: SignedInUser, session: Session) -> list[TokenItem]:
    return [_item(token, name) for token, name in await tokens_seen_by(session, user)]


@router.post("/tokens", operation_id="make_token", summary="Make a token for a script", status_code=201)
async def make(request: Request, draft: TokenDraft, visitor: SignedInPerson, session: Session) -> NewToken:
    wish = TokenRequest(draft.name, draft.scopes, timedelta(days=draft.days))
    signer = authenticator_of(request).signer
    made, kept = await make_named_token(session, signer, visitor.user, wish)
    note(token=str(kept.id), scopes=" ".join(kept.scopes))
    return NewToken(**_item(kept, visitor.user.name).model_dump(), value=made.value)


@router.delete("/tokens/{token_id}", operation_id="revoke_token", summary="Revoke a token at once", status_code=204)
async def revoke(token_id: UUID, user: SignedInUser, session: Session) -> None:
    await revoke_token(session, user, token_id)


def _item(token: NamedToken, user: str) -> TokenItem:
    return answer_of(TokenItem, token, user=user)
