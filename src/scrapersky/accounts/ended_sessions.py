"""Sessions that are over are forgotten."""

from sqlalchemy import delete, func
from sqlalchemy.ext.asyncio import AsyncSession, async_sessionmaker

from scrapersky.models.user import EndedSession, NamedToken, SignIn


async def forget_ended_sessions(sessions: async_sessionmaker[AsyncSession]) -> int:
    """Those whose tokens have all expired. Few: one for each time that somebody signed out lately."""
    over = delete(EndedSession).where(EndedSession.kept_until < func.now()).returning(EndedSession.id)
    async with sessions.begin() as session:
        await session.execute(delete(SignIn).where(SignIn.until < func.now()))
        await session.execute(delete(NamedToken).where(NamedToken.expires_at < func.now()))
        return len(list(await session.scalars(over)))
