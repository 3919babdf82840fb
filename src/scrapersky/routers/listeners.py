"""Who listens to the live stream and may not any more."""

from collections.abc import Iterable, Mapping
from datetime import datetime, timedelta
from uuid import UUID

from sqlalchemy import select

from scrapersky.curation_sdk.live import Hub, News, Poll, Subscriber
from scrapersky.models import EndedSession, User

LATELY = timedelta(seconds=5)


class WatchedPeople:
    """Ends the streams of whoever was disabled, removed, signed out or given another password.

    Whoever may still listen comes back by themselves, and is asked for their token again.
    """

    def __init__(self, hub: Hub) -> None:
        self._hub = hub
        self._signed_out: set[UUID] = set()
        self._valid_from: dict[Subscriber, datetime] = {}
        self._looked_at: datetime | None = None

    async def news(self, look: Poll) -> Iterable[News]:
        """Tells nothing."""
        listening = list(self._hub.listening())
        people = await self._people(look, {listener.person for _, listener in listening})
        signed_out = await self._lately_signed_out(look)
        for tenant_id, listener in listening:
            person = people.get(listener.person)
            is_theirs = person is not None and person.tenant_id == tenant_id
            if person is None or not is_theirs or person.id in signed_out or self._is_changed(listener, person, look):
                listener.end()
        self._valid_from = {
            listener: people[listener.person].tokens_valid_from
            for _, listener in listening
            if listener.person in people
        }
        self._looked_at = look.now
        return []

    async def _people(self, look: Poll, names: set[str]) -> Mapping[str, User]:
        found = await look.session.scalars(select(User).where(User.name.in_(names), ~User.disabled))
        return {user.name: user for user in found}

    async def _lately_signed_out(self, look: Poll) -> set[UUID]:
        """Each once: whoever signed in again meanwhile stays. Looks may have failed since the last one."""
        lately = EndedSession.ended_at > (self._looked_at or look.now) - LATELY
        ended = list(await look.session.execute(select(EndedSession.id, EndedSession.user_id).where(lately)))
        new = {user_id for session_id, user_id in ended if session_id not in self._signed_out}
        self._signed_out = {session_id for session_id, _ in ended}
        return new

    def _is_changed(self, listener: Subscriber, person: User, look: Poll) -> bool:
        """Between a stream's beginning and the first look at it, something may have changed too."""
        before = self._valid_from.get(listener)
        if before is None:
            return look.now - person.tokens_valid_from < LATELY
        return before != person.tokens_valid_from
