import pytest
from tests.extract.hard_pages import HARD_PAGES, HardPage

from scrapersky.extract.contacts.extraction import extract_contacts
from scrapersky.extract.finding import Finding, Kind, Owner

OWN = (Owner.BUSINESS, Owner.PERSON, Owner.UNKNOWN)


def own_findings(page: HardPage) -> dict[Kind, list[Finding]]:
    findings: dict[Kind, list[Finding]] = {kind: [] for kind in Kind}
    for finding in extract_contacts(page.html, page.url, page.region).findings:
        if finding.owner in OWN:
            findings[finding.kind].append(finding)
    return findings


@pytest.mark.parametrize("page", HARD_PAGES, ids=lambda page: page.name)
def test_a_page_that_looks_like_something_else_is_read_for_what_it_is(page: HardPage) -> None:
    findings = own_findings(page)
    wanted = {
        Kind.EMAIL: page.emails,
        Kind.PHONE: page.phones,
        Kind.FAX: page.faxes,
        Kind.WHATSAPP: page.whatsapps,
        Kind.OPENING_HOURS: page.hours,
        Kind.SOCIAL: page.profiles,
    }
    read = {
        kind: sorted(finding.value for finding in findings[kind])
        for kind, values in wanted.items()
        if values is not None
    }
    assert read == {kind: sorted(values) for kind, values in wanted.items() if values is not None}
    addresses = [finding.value for finding in findings[Kind.ADDRESS]]
    for words in (page.streets, page.towns):
        if words is not None:
            assert len(addresses) == len(words), addresses
            assert all(word in address for word, address in zip(words, addresses, strict=True)), addresses
