"""One extractor alone on a page, as its tests want it; the product reads all of a page at once."""

from scrapersky.extract.addresses.extraction import addresses_in
from scrapersky.extract.emails.extraction import find_emails
from scrapersky.extract.finding import Finding, Kind
from scrapersky.extract.html.document import read_document
from scrapersky.extract.opening_hours.extraction import opening_hours_in
from scrapersky.extract.people.extraction import finding_of
from scrapersky.extract.people.search import people_in
from scrapersky.extract.phones.extraction import find_phones
from scrapersky.extract.socials.extraction import find_socials


def extract_emails(html: str, url: str = "") -> list[str]:
    return [finding.value for finding in find_emails(read_document(html, url))[0]]


def extract_phones(html: str, region: str | None = None) -> list[str]:
    """Faxes are not among them."""
    found, _ = find_phones(read_document(html), region)
    return [finding.value for finding in found if finding.kind is Kind.PHONE]


def extract_socials(html: str) -> list[str]:
    return [finding.value for finding in find_socials(read_document(html))[0]]


def extract_addresses(html: str, region: str | None = None) -> list[Finding]:
    return addresses_in(read_document(html).lines, region)


def extract_people(html: str) -> list[Finding]:
    return [finding_of(person) for person in people_in(read_document(html).lines)]


def extract_opening_hours(html: str) -> list[Finding]:
    return opening_hours_in(read_document(html).lines)
