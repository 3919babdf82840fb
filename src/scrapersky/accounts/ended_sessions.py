"""Sessions, sign-ins and tokens whose time is over are forgotten."""

from sqlalchemy import delete, func
from sqlalchemy.ext.asyncio import AsyncSession, async_sessionmaker

from scrapersky.models.user import EndedSession, NamedToken, SignIn


async def forget_ended_sessions(sessions: async_sessionmaker[AsyncSession]) -> int:
    """Says how many sessions that somebody ended, once no token of them could still be good."""
    over = delete(EndedSession).where(EndedSession.kept_until < func.now()).returning(EndedSession.id)
    async with sessions.begin() as session:
        await session.execute(delete(SignIn).where(SignIn.until < func.now()))
        await session.execute(delete(NamedToken).where(NamedToken.expires_at < func.now()))
        return len(list(await session.scalars(over)))
