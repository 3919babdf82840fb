"""WF7 Page curation: pages -> page_contents.

A person marks the pages worth reading; each is fetched and what it says is kept, with the HTML itself.
"""

from typing import TYPE_CHECKING

from scrapersky.curation_sdk import Schedule, Workflow
from scrapersky.curation_sdk.declaring import ColumnDisplay, looked_up
from scrapersky.extract.corrections import read_line, read_page_kind
from scrapersky.extract.pages.kinds import page_kinds
from scrapersky.models import Domain, FoundBy, Page, PageContent
from scrapersky.services import load_earlier_readings, read_page, refuse_pages, save_page_content, save_page_contents

if TYPE_CHECKING:
    from scrapersky.clients.clients import Clients
    from scrapersky.services.page_contents import PageReading, Unchanged
    from scrapersky.services.page_curation_service import PageToRead

page_curation: "Workflow[Page, PageToRead, PageReading | Unchanged, Clients]" = Workflow(
    code="WF7",
    title="Pages",
    purpose="Read a page: title, language, main text, headings, links, structured data, and its HTML.",
    curation=Page.page_curation,
    produces=PageContent,
    shows=(Page.url, Page.kind, Page.score, Page.changed_at, Page.contacts, Page.title, Page.words, Page.found_by),
    computed=(looked_up("domain", Domain.name, by=Page.domain_id),),
    labels={"kind": "Type", "changed_at": "Last change", "found_by": "Found by"},
    looks={
        "kind": ColumnDisplay(choices=page_kinds()),
        "words": ColumnDisplay(hidden=True),
        "found_by": ColumnDisplay(hidden=True, choices=tuple(FoundBy)),
        "domain": ColumnDisplay(hidden=True),
    },
    facets=("domain", "kind", "score", "contacts", "words", "found_by", "outcome", "cause"),
    edits=(Page.kind, Page.title),
    corrections={"kind": read_page_kind, "title": read_line},
    sorts=(Page.contacts,),
    searches=Page.search_words,
    refuses=refuse_pages,
    load=load_earlier_readings,
    work=read_page,
    save=save_page_content,
    save_group=save_page_contents,
    spread_over=Page.domain_id,
    schedule=Schedule(interval_minutes=1, batch_size=20, concurrency=16, timeout_seconds=120),
)
