"""A person's views of tabs and their preferences, inside the request's transaction."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any
from uuid import UUID

from sqlalchemy import Row, delete, func, or_, select
from sqlalchemy.dialects.postgresql import insert
from sqlalchemy.exc import IntegrityError
from sqlalchemy.ext.asyncio import AsyncSession

from scrapersky.curation_sdk.declaring import and_updated_at
from scrapersky.errors import ScraperSkyError
from scrapersky.models import Preference, Role, SavedView, User
from scrapersky.roles import ADMINS

MOST_VIEWS = 200


class NoSuchView(ScraperSkyError):
    """There is no such view, or it is another person's."""

    http_status = 404
    code = "not_found"

    def __init__(self, view_id: UUID) -> None:
        super().__init__(f"You have no view {view_id}. A shared view is changed by whoever made it.")


class ViewNameTaken(ScraperSkyError):
    http_status = 409

    def __init__(self, name: str) -> None:
        super().__init__(f"You have a view {name!r} in this tab already. Choose another name, or change that one.")


class TooManyViews(ScraperSkyError):
    http_status = 409
    message = f"A person has at most {MOST_VIEWS} views. Delete one that you no longer use."


class MayNotShare(ScraperSkyError):
    """Whoever may only look keeps views for themselves."""

    http_status = 403
    message = "Only a curator may share a view with others."


@dataclass(frozen=True, slots=True)
class SavedViews:
    session: AsyncSession
    user: User

    async def seen(self, workflow: str | None) -> Sequence[Row[SavedView, str]]:
        """Mine and those shared with me, each with the name of whoever made it."""
        mine = or_(SavedView.user_id == self.user.id, SavedView.shared)
        wanted = select(SavedView, User.name).join(User, User.id == SavedView.user_id)
        wanted = wanted.where(SavedView.tenant_id == self.user.tenant_id, mine)
        if workflow is not None:
            wanted = wanted.where(SavedView.workflow == workflow)
        ordered = wanted.order_by(SavedView.workflow, func.lower(SavedView.name), SavedView.id)
        return (await self.session.execute(ordered.limit(MOST_VIEWS * 10))).all()

    async def add(self, workflow: str, name: str, content: dict[str, Any], *, shared: bool) -> SavedView:
        self._refuse_to_share(shared=shared)
        mine = select(func.count()).select_from(SavedView).where(SavedView.user_id == self.user.id)
        if (await self.session.scalar(mine) or 0) >= MOST_VIEWS:
            raise TooManyViews
        view = SavedView(
            tenant_id=self.user.tenant_id,
            user_id=self.user.id,
            workflow=workflow,
            name=name,
            shared=shared,
            content=content,
        )
        self.session.add(view)
        await self._flush(view)
        return view

    async def change(
        self, view_id: UUID, workflow: str, name: str, content: dict[str, Any], *, shared: bool
    ) -> SavedView:
        self._refuse_to_share(shared=shared)
        view = await self.session.scalar(
            select(SavedView).where(SavedView.id == view_id, SavedView.user_id == self.user.id).with_for_update()
        )
        if view is None:
            raise NoSuchView(view_id)
        view.workflow, view.name, view.shared, view.content = workflow, name, shared, content
        view.changed_at = func.now()
        await self._flush(view)
        return view

    async def remove(self, view_id: UUID) -> None:
        """An admin may also clear away what others share."""
        mine = SavedView.user_id == self.user.id
        if self.user.role in ADMINS:
            mine = or_(mine, SavedView.shared)
        theirs = SavedView.id == view_id, SavedView.tenant_id == self.user.tenant_id, mine
        gone = await self.session.scalar(delete(SavedView).where(*theirs).returning(SavedView.id))
        if gone is None:
            raise NoSuchView(view_id)

    def _refuse_to_share(self, *, shared: bool) -> None:
        if shared and self.user.role == Role.VIEWER:
            raise MayNotShare

    async def _flush(self, view: SavedView) -> None:
        name = view.name
        try:
            await self.session.flush()
        except IntegrityError as error:
            raise ViewNameTaken(name) from error
        await self.session.refresh(view)


async def preferences_of(session: AsyncSession, user: User) -> dict[str, Any]:
    """Empty for someone who never changed any."""
    return await session.scalar(select(Preference.content).where(Preference.user_id == user.id)) or {}


async def keep_preferences(session: AsyncSession, user: User, content: dict[str, Any]) -> None:
    values = {"content": content, "changed_at": func.now()}
    statement = insert(Preference).values(user_id=user.id, **values)
    await session.execute(statement.on_conflict_do_update(index_elements=["user_id"], set_=and_updated_at(values)))
