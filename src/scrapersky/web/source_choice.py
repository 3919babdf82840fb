"""The choice above a grid: rows of which list or search."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from urllib.parse import urlencode
from uuid import UUID

from sqlalchemy.ext.asyncio import AsyncSession

from scrapersky.curation_sdk.links import Link
from scrapersky.curation_sdk.origins import paths_up
from scrapersky.curation_sdk.workflow import AnyWorkflow
from scrapersky.models.place_search import PlaceSearch
from scrapersky.services.search_lists import Source, newest_sources
from scrapersky.web.grid import View

MOST_OFFERED = 100


@dataclass(frozen=True, slots=True)
class SourceChoice:
    """`upstream` names the tables that each tab's rows come from, for the tabs that searches lead to."""

    links: Sequence[Link]
    upstream: dict[str, list[str]]

    @classmethod
    def among(cls, tabs: Iterable[AnyWorkflow], links: Sequence[Link]) -> "SourceChoice":
        tables = {each.name: [table.name for table in paths_up(each, links)] for each in tabs}
        return cls(links, {name: each for name, each in tables.items() if PlaceSearch.__tablename__ in each})

    def checked(self, view: View, workflow: AnyWorkflow) -> View:
        """An address of another tab may name a row that nothing here comes from; everything is shown then."""
        is_known = view.origin is not None and view.origin.table in self.upstream.get(workflow.name, ())
        return view if is_known else view.model_copy(update={"origin": None})

    async def offered(self, session: AsyncSession, workflow: AnyWorkflow, tenant_id: UUID) -> list[Source] | None:
        """None where searches lead to no row, as in the tab of the searches themselves."""
        if workflow.name not in self.upstream:
            return None
        return await newest_sources(session, tenant_id, MOST_OFFERED)

    def carried(self, view: View, workflow: AnyWorkflow) -> str:
        """What a link to another tab says, so that a person stays with a campaign."""
        origin = self.checked(view, workflow).origin
        return f"?{urlencode({'origin': origin})}" if origin else ""
