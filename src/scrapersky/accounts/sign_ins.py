"""Where somebody is signed in, and how that ends."""

from collections.abc import Sequence
from datetime import UTC, datetime
from uuid import UUID

from sqlalchemy import delete, func, select, update
from sqlalchemy.dialects.postgresql import insert
from sqlalchemy.exc import IntegrityError
from sqlalchemy.ext.asyncio import AsyncSession, async_sessionmaker

from scrapersky.accounts.named_tokens import USED_AGAIN_AFTER
from scrapersky.accounts.tokens import AccessToken, Claims, NotSignedIn, TokenSigner
from scrapersky.curation_sdk.declaring import and_updated_at, storable
from scrapersky.errors import ScraperSkyError
from scrapersky.models import EndedSession, NamedToken, SignIn, User

LONGEST_AGENT = 300


class NoSuchSession(ScraperSkyError):
    """Unknown, over, or somebody else's."""

    http_status = 404
    code = "unknown_session"
    message = "There is no such session."


async def remember_sign_in(session: AsyncSession, claims: Claims, address: str, agent: str) -> None:
    """Of a session that goes on: until when, and from where it was last seen. Who was removed meanwhile has none."""
    seen = {"until": claims.session_until, "address": address, "agent": storable(agent)[:LONGEST_AGENT]}
    kept = insert(SignIn).values(id=claims.session_id, user_id=claims.user_id, **seen)
    again = {**seen, "seen_at": func.now()}
    try:
        await session.execute(kept.on_conflict_do_update(index_elements=[SignIn.id], set_=and_updated_at(again)))
    except IntegrityError as error:  # whose it is is all that it refers to
        raise NotSignedIn("This account was removed just now. Ask an admin.") from error


async def note_seen(session: AsyncSession, session_id: UUID) -> None:
    """To the minute: of those that come together, the first writes."""
    is_old = SignIn.seen_at < func.now() - USED_AGAIN_AFTER
    seen = update(SignIn).where(SignIn.id == session_id, is_old).values(seen_at=func.now())
    await session.execute(seen.execution_options(synchronize_session=False))


async def sign_ins_of(session: AsyncSession, user: User) -> Sequence[SignIn]:
    ended = select(EndedSession.id).where(EndedSession.user_id == user.id)
    going_on = (SignIn.user_id == user.id, SignIn.until > func.now(), SignIn.id.not_in(ended))
    return list(await session.scalars(select(SignIn).where(*going_on).order_by(SignIn.seen_at.desc())))


async def end_own_session(session: AsyncSession, user: User, session_id: UUID, signer: TokenSigner) -> None:
    """Any of one's own, wherever it was begun."""
    found = await session.scalar(select(SignIn).where(SignIn.id == session_id, SignIn.user_id == user.id))
    if found is None:
        raise NoSuchSession
    await _end(session, session_id, user.id, kept_until(found.until, signer))


async def end_session(session: AsyncSession, claims: Claims, until: datetime) -> None:
    """Refuse every token of one session, copies and exchanged ones too."""
    await _end(session, claims.session_id, claims.user_id, until)


def kept_until(until: datetime, signer: TokenSigner) -> datetime:
    """A token may have been exchanged since, for one that is good for longer."""
    return max(until, datetime.now(UTC) + signer.lifetime)


async def _end(session: AsyncSession, session_id: UUID, user_id: UUID, until: datetime) -> None:
    values = {"id": session_id, "user_id": user_id, "kept_until": until}
    await session.execute(insert(EndedSession).values(values).on_conflict_do_nothing())
    for kept in (SignIn, NamedToken):
        await session.execute(delete(kept).where(kept.id == session_id))


async def begin_session(
    sessions: async_sessionmaker[AsyncSession], signer: TokenSigner, user: User, address: str, agent: str
) -> AccessToken:
    token = signer.issue(user)
    async with sessions.begin() as session:
        await remember_sign_in(session, signer.read(token.value), address, agent)
    return token


async def forget_ended_sessions(sessions: async_sessionmaker[AsyncSession]) -> int:
    """Says how many sessions that somebody ended, once no token of them could still be good."""
    over = delete(EndedSession).where(EndedSession.kept_until < func.now()).returning(EndedSession.id)
    async with sessions.begin() as session:
        await session.execute(delete(SignIn).where(SignIn.until < func.now()))
        await session.execute(delete(NamedToken).where(NamedToken.expires_at < func.now()))
        return len(list(await session.scalars(over)))
