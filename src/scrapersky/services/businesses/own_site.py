"""What a business's own website says of it: name, address, phone and hours, as a source beside the others."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from sqlalchemy import ARRAY, Text, any_, bindparam, select
from sqlalchemy.ext.asyncio import AsyncSession

from scrapersky.clients.places.found_place import DETAIL_FIELDS
from scrapersky.clients.places.registry import OWN_SITE
from scrapersky.curation_sdk.queue import upsert
from scrapersky.extract.finding import Finding
from scrapersky.extract.pages.names import words_of
from scrapersky.models import Place
from scrapersky.services.businesses.merge import ADDRESS
from scrapersky.services.businesses.rows import rebuild_businesses
from scrapersky.services.contacts.in_hand import PageInHand
from scrapersky.services.contacts.profile import Bundle

PlaceRow = Mapping[str, Any]

_KEY = ("tenant_id", "source", "place_id")
# Lists as one parameter: with one for each member, PostgreSQL would plan anew for each length.
_CHANGING = ("name", "website", "phone", "address", "facts", "local_business_id")
_KEPT = select(Place.place_id, *(getattr(Place, name) for name in _CHANGING)).where(
    Place.tenant_id == bindparam("tenant"),
    Place.source == OWN_SITE,
    Place.place_id == any_(bindparam("names", type_=ARRAY(Text))),
)


@dataclass(frozen=True, slots=True)
class OwnSiteValues:
    """What a domain's pages say of its one business, and the page of them that is in hand."""

    page: PageInHand
    bundle: Bundle
    hours: Sequence[Finding]


async def keep_own_sites(session: AsyncSession, sites: Iterable[Sequence[OwnSiteValues]]) -> None:
    """Keep what the pages of each domain say, one after the other, as a place of its business.

    The businesses of which something changed are worked out anew.
    """
    by_name = {pages[0].page.domain.name: pages for pages in sites if pages[0].page.business.id is not None}
    if not by_name:
        return
    tenant_id = next(iter(by_name.values()))[0].page.content.tenant_id
    kept = await session.execute(_KEPT, {"tenant": tenant_id, "names": list(by_name)})
    before: dict[str, PlaceRow] = {row.place_id: row._asdict() for row in kept}
    rows = [_told(pages, before.get(name)) for name, pages in by_name.items()]
    other = [row for row in rows if not _is_kept(row, before.get(row["place_id"]))]
    changed = await upsert(session, Place, other, key=_KEY, update=_CHANGING, only_changed=True)
    businesses = [by_name[row.place_id][0].page.business.id for row in changed]
    await rebuild_businesses(session, [business_id for business_id in businesses if business_id is not None])


def _told(pages: Sequence[OwnSiteValues], before: PlaceRow | None) -> PlaceRow:
    """What a page does not say stays as those before it said it."""
    for site in pages:
        before = _place(site, before)
    assert before is not None  # noqa: S101  no domain is without pages
    return before


def _place(site: OwnSiteValues, before: PlaceRow | None) -> PlaceRow:
    page, bundle = site.page, site.bundle
    address = bundle.fields.get("address") or {}
    facts = dict(before["facts"] if before else {}) | _parts(address)
    if site.hours:
        facts["opening_hours"] = site.hours[0].value
    return {
        "tenant_id": page.content.tenant_id,
        "source": OWN_SITE,
        "place_id": page.domain.name,
        "name": _name(page.structured, page.domain.title) or (before["name"] if before else None),
        "website": page.domain.home_url,
        "phone": bundle.phone.value if bundle.phone else None,
        "address": address.get("text"),
        "facts": facts,
        "known_fields": list(DETAIL_FIELDS),
        "attribution": page.domain.name,
        "local_business_id": page.business.id,
        "deep_scan_curation_status": "Complete",
        "deep_scan_processing_status": "Complete",
    }


def _is_kept(row: PlaceRow, before: PlaceRow | None) -> bool:
    """Most pages of a site add nothing to what the others say of it."""
    return before is not None and all(before[name] == row[name] for name in _CHANGING)


def _parts(address: Mapping[str, str]) -> dict[str, str]:
    line = " ".join(filter(None, (address.get("house_number"), address.get("street"))))
    parts = {name: address.get(name) for name in ADDRESS} | {"street": line}
    return {name: value for name, value in parts.items() if value}


def _name(structured: Mapping[str, Any], home_title: str | None) -> str | None:
    """What the page tells machines that it is called, if the home page's title says so, too."""
    title = set(words_of(home_title or ""))
    given = (name for key in ("legalName", "name") for name in structured.get(key, ()))
    return next((name for name in given if 1 < len(name) <= 200 and set(words_of(name)) <= title), None)
