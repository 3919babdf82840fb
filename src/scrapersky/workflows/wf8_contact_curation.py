"""WF8 Contact curation: page_contents -> contacts.

A person marks the pages to take contacts from; each gives its contacts, merged with what other pages showed.
"""

from scrapersky.curation_sdk import Schedule, Workflow
from scrapersky.curation_sdk.declaring import ColumnDisplay, looked_up
from scrapersky.extract.pages.kinds import page_kinds
from scrapersky.models import Contact, Domain, Page, PageContent
from scrapersky.services import (
    domain_of,
    find_contacts,
    load_stored_pages,
    save_contacts,
    save_contacts_of_pages,
)

contact_curation = Workflow(
    code="WF8",
    title="Page texts",
    purpose="Find the contacts on a page that was read: addresses, numbers, people, profiles, each with its evidence.",
    curation=PageContent.contact_curation,
    produces=Contact,
    shows=(
        PageContent.url,
        PageContent.kind,
        PageContent.words,
        PageContent.contacts_found,
        PageContent.language,
        PageContent.title,
        PageContent.needs_browser,
    ),
    computed=(looked_up("domain", Domain.name, by=PageContent.domain_id, after="language"),),
    labels={"url": "Page", "kind": "Type of page"},
    looks={
        "kind": ColumnDisplay(choices=page_kinds()),
        "title": ColumnDisplay(hidden=True),
        "needs_browser": ColumnDisplay(hidden=True),
    },
    facets=("domain", "kind", "language", "contacts_found", "words", "outcome", "cause"),
    searches=Page.search_words,
    sorts=(PageContent.contacts_found, PageContent.words),
    load=load_stored_pages,
    work=find_contacts,
    save=save_contacts,
    save_group=save_contacts_of_pages,
    save_order=domain_of,
    spread_over=PageContent.domain_id,
    schedule=Schedule(interval_minutes=1, batch_size=20, concurrency=4, timeout_seconds=60),
)
