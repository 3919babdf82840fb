"""Whose a mailbox at a strange host is: of who is named so here, or of the house whose provider keeps it."""

import pytest
from tests.extract.test_people_evidence import own

from scrapersky.extract.contacts.extraction import extract_contacts
from scrapersky.extract.emails.mail_hosts import is_free_mail
from scrapersky.extract.finding import Kind, Owner

GAP = "<p>Bread.</p>" * 9


def own_emails(html: str) -> set[str]:
    found = extract_contacts(html, "https://www.acme-shop.example/").findings
    return {one.value for one in found if one.kind is Kind.EMAIL and one.owner is Owner.BUSINESS}


@pytest.mark.parametrize(
    "local", ["anna", "berger", "anna.berger", "aberger", "a.berger", "bergera", "annaberger", "berger-anna"]
)
def test_a_mailbox_that_is_named_like_somebody_of_the_house_is_the_house_s(local: str) -> None:
    footer = "<footer><p>info@acme-shop.example</p><p>Or {}@nordkapp.com</p></footer>"
    page = f"<h3>Anna Berger</h3><p>Owner</p>{GAP}{footer}"
    assert own_emails(page.format(local)) == {"info@acme-shop.example", f"{local}@nordkapp.com"}
    assert own_emails(page.format("peter")) == {"info@acme-shop.example"}


def test_a_mailbox_in_a_credit_is_the_maker_s_though_somebody_is_called_so() -> None:
    page = "<h3>Anna Berger</h3><p>Owner</p><p>info@acme-shop.example</p><footer>Webdesign: anna@nordkapp.com</footer>"
    assert own_emails(page) == {"info@acme-shop.example"}


@pytest.mark.parametrize(
    "host",
    [
        *(
            "netcologne.de",
            "swissonline.ch",
            "numericable.fr",
            "fastwebnet.it",
            "telefonica.net",
            "netcabo.pt",
            "xs4all.nl",
        ),
        *(
            "virginmedia.com",
            "windstream.net",
            "videotron.ca",
            "iinet.net.au",
            "stofanet.dk",
            "saunalahti.fi",
            "azet.sk",
        ),
        *(
            "net.hr",
            "siol.net",
            "dir.bg",
            "rdslink.ro",
            "otenet.gr",
            "superonline.com",
            "fibertel.com.ar",
            "mweb.co.za",
        ),
        *("vsnl.net", "loxinfo.co.th", "singnet.com.sg", "netvigator.com", "foxmail.com", "ocn.ne.jp", "hinet.net"),
    ],
)
def test_a_provider_s_host_tells_nothing_of_whose_an_address_is(host: str) -> None:
    assert is_free_mail(host)
    assert own_emails(f"<p>info@acme-shop.example</p><p>haus-roth@{host}</p>") == {
        "info@acme-shop.example",
        f"haus-roth@{host}",
    }


@pytest.mark.parametrize("mailbox", ["brage@nordkapp.com", "brage.falk@nordkapp.com", "bfalk@acme.example"])
def test_a_mailbox_tells_that_a_doubtful_name_is_somebody(mailbox: str) -> None:
    cards = "<h3>Brage Falk</h3><p>Leser gjerne.</p><footer><p>{}</p></footer>"
    assert list(own(cards.format(mailbox))) == ["Brage Falk"]
    assert own(cards.format("info@acme.example")) == {}
