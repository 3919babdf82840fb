"""What each column of an export means, for those who read the files."""

from collections.abc import Mapping

from scrapersky.clients.mail.checks import MailVerdict
from scrapersky.contact_fields import ABSENCE_COLUMNS, Absence, declared_fields
from scrapersky.curation_sdk.declaring import State
from scrapersky.extract.submitted.headings import OWN_EXTRA
from scrapersky.services.exports.choices import Exportable
from scrapersky.services.exports.tables import ExportTable

_STATES = ", ".join(State)
_VERDICTS = ", ".join(MailVerdict)

_ABSENCES = "; ".join(
    f"{one} ({one.in_words[:1].lower()}{one.in_words[1:]})" for one in Absence if one is not Absence.NOT_LOOKED_FOR
)

_EVERYWHERE = {
    "id": "The row's own id; it never changes.",
    "state": f"How far its workflow is with it: {_STATES}.",
    "outcome": "What it came to where nothing was made of it, or why it failed, as one word; empty when all went well.",
    "created_at": "When the row was made (UTC).",
    "searches": "The search phrases that led to it, ten at most; empty where no search did.",
    "lists": "The lists that those searches belong to, ten at most.",
    "tags": "What people tagged it with, in small letters.",
    "note": "What people noted about it.",
}
_OF_FILES = "What an imported file said in its column of this name."
_EXTRA = (
    "What imported files said beside our columns, by their headings; as JSON. In CSV and XLSX the 50 most frequent are"
    " columns of their own instead, such as `extra: VIP`."
)
_DOMAIN = "The website's domain; several businesses may share it."
_CREDIT = "Whom to name as the source wherever these facts are shown; sources demand it."
_SOURCE_ID = "The business's id at that source."
_SCORE = "How likely the page carries contacts by its address, 0 to 100."

_CONTACTS = {
    "outcome": "Empty once it was handed over. verified_only: checked, and no target is set up; unreachable: it has"
    " neither an e-mail address nor a number; suppressed: it is on the suppression list. Else why it failed.",
    **{name: one.meaning for name, one in declared_fields().items()},
    "owner": "Whose the contact is: business, or person for somebody who works there.",
    "domain": "The domain of the website that it was found on.",
    "business": "The business's name. Where several share the domain and nobody knows whose it is: all names,"
    ' separated by "; ", ten at most.',
    **{
        f"business_{name}": f"The business's {words}, by its source. Where several share the domain: if they agree."
        for name, words in (
            ("street", "street and number"),
            ("city", "city"),
            ("region", "state or province"),
            ("postal_code", "postal code"),
            ("country", "country, as a code of two letters; as it was imported where that names none we know"),
            ("category", "main category"),
        )
    },
    "confidence": "The share of contacts with such evidence that are right and theirs, 0 to 1.",
    "sightings": "How often its values were seen on the website's pages.",
    "source_url": "The page that shows it best.",
    "verification": f"What checking the address came to: {_VERDICTS}, or no_email; empty before delivery, and where"
    " there is nothing to check. A role address is nobody's own, such as info@.",
    "verified_level": "How far the address was checked and held: syntax (it is written as addresses are), domain (its"
    " domain receives mail), mailbox (a service says that the mailbox exists).",
    "verified_at": "When it was checked (UTC).",
    "delivered_to": "The targets that it was handed over to.",
    "delivered_at": "When it was last handed over (UTC).",
    "source": "The place source that told of the business; all of them, if several share the domain.",
    "source_id": _SOURCE_ID,
    "attribution": _CREDIT,
    "extra_fields": _EXTRA,
    **{column: f"Why there is no {name}, as one word: {_ABSENCES}." for name, column in ABSENCE_COLUMNS.items()},
    "first_name": "The person's first names, as far as the name tells.",
    "last_name": "The person's last name, with what belongs to it, such as van der.",
}

_BUSINESSES = {
    "name": "What it is called.",
    "website": "Its website, as the source gives it.",
    "phone": "Its phone number, as the source gives it.",
    "street": "Street and number.",
    "city": "City.",
    "region": "State or province.",
    "postal_code": "Postal code.",
    "country": "Country, as a code of two letters; as it was imported where that names none we know.",
    "category": "Main category, in the source's words.",
    "categories": "All categories.",
    "latitude": "Degrees north.",
    "longitude": "Degrees east.",
    "opening_hours": "Opening hours, as OpenStreetMap writes them.",
    "business_status": "Whether it is open, opening_soon, temporarily_closed or permanently_closed.",
    "rating": "The source's rating.",
    "reviews": "How many reviews that is the mean of.",
    "domain": _DOMAIN,
    "source": "The place source that it was first known by.",
    "source_id": _SOURCE_ID,
    "provenance": "Which source each value is from, as JSON.",
    "attribution": _CREDIT,
    "extra_fields": _EXTRA,
    "expires_at": "When facts must be asked for anew or forgotten, by the source's terms (UTC).",
}

_DOMAINS = {
    "name": "The domain.",
    "home_url": "Where its home page was looked for.",
    "final_url": "Where the home page was found, after redirects.",
    "http_status": "The home page's HTTP status.",
    "title": "The home page's title.",
    "description": "What the home page says of itself for search engines.",
    "language": "The home page's language, as a code.",
    "cms": "The software that the website is made with, where it shows.",
    "technologies": "What else the home page is built on.",
    "robots_state": "What its robots.txt says to us: absent, allows, restricts or forbids.",
    "parked": "Whether the domain is parked: registered, without a website.",
    "checked_at": "When its home page was last looked at (UTC).",
    "businesses": "How many businesses have their website there.",
    "sources": "The place sources that told of them.",
    "attribution": _CREDIT,
}

_PAGES = {
    "domain": _DOMAIN,
    "url": "The page's address.",
    "kind": "What the page is about by its address: contact, about, team, legal_notice and so on.",
    "score": _SCORE,
    "changed_at": "When the page changed, by the sitemap (UTC).",
    "title": "Its title; before it is read, the words of the link that led to it, or nothing.",
    "words": "How many words its main text has; empty before it is read.",
    "contacts": "How many contacts were seen on it; empty before that was looked for.",
    "source_url": "The sitemap that lists it.",
}

MEANINGS: Mapping[Exportable, Mapping[str, str]] = {
    Exportable.CONTACTS: _EVERYWHERE | _CONTACTS,
    Exportable.BUSINESSES: _EVERYWHERE | _BUSINESSES,
    Exportable.DOMAINS: _EVERYWHERE | _DOMAINS,
    Exportable.PAGES: _EVERYWHERE | _PAGES,
}


def meanings_of(table: ExportTable) -> dict[str, str]:
    """What each of its columns means; those of a workflow of a package may have no words."""
    known = MEANINGS[Exportable(table.name)] if table.name in set(Exportable) else {}
    own = {name: _OF_FILES for name in table.columns if name.startswith(OWN_EXTRA)}
    return {name: known.get(table.sources.get(name, name), "") for name in table.columns} | own
