"""What people do about their own account: the password, and where they are signed in."""

from typing import Annotated
from uuid import UUID

from fastapi import APIRouter, Depends, Request, Response
from pydantic import Field

from scrapersky.accounts.named_tokens import digest_of
from scrapersky.accounts.own_passwords import change_own_password, set_password_by_link
from scrapersky.accounts.passwords import LONGEST
from scrapersky.accounts.sign_ins import end_own_session, remember_sign_in, sign_ins_of
from scrapersky.curation_sdk.declaring import Body, examples
from scrapersky.routers.access import SignedInPerson, authenticator_of
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


router = APIRouter(prefix="/api/v3/auth", tags=["Accounts"])


@router.put("/password", operation_id="change_own_password", summary="Change your password; other sessions end")
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
    "/reset",
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


@router.get("/sessions", operation_id="list_own_sessions", summary="Where you are signed in")
async def sessions(request: Request, visitor: SignedInPerson) -> list[SessionItem]:
    async with authenticator_of(request).door() as session:
        found = await sign_ins_of(session, visitor.user)
    own = visitor.claims.session_id
    return [SessionItem.model_validate(each).model_copy(update={"is_this": each.id == own}) for each in found]


@router.delete("/sessions/{session_id}", operation_id="end_own_session", summary="Sign out elsewhere", status_code=204)
async def end(request: Request, session_id: UUID, visitor: SignedInPerson) -> None:
    authenticator = authenticator_of(request)
    async with authenticator.door.begin() as session:
        await end_own_session(session, visitor.user, session_id, authenticator.signer)
