import pytest
from hypothesis import given
from hypothesis import strategies as st

from scrapersky.extract.emails.junk import default_junk, read_junk_list
from scrapersky.extract.emails.mail_hosts import is_free_mail, mail_identity, registrable_domain


@pytest.mark.parametrize(
    "address",
    [
        "logo@2x.png",
        "hero@1.5x.webp",
        "sprite@main.css",
        "bundle@4.1.js",
        "abc@sentry.io",
        "abc@o123.ingest.sentry.io",
        "you@example.com",
        "mail@mail.example.org",
        "name@yourdomain.com",
        "your-name@acme.com",
        "firstname.lastname@acme.com",
        "max.mustermann@acme.de",
        "kontakt@deine-firma.de",
        "info@twojafirma.pl",
        "vas.email@acme.cz",
        "605a7baede844d278b89dc95ae0a9123@acme.com",
        "123e4567-e89b-12d3-a456-426614174000@acme.com",
    ],
)
def test_junk_is_known_and_said_why(address: str) -> None:
    assert default_junk().reason(address)


@pytest.mark.parametrize(
    "address",
    [
        "info@acme.com",
        "info@acme.example",
        "jo@examples.com",
        "name@acme.com",
        "test@acme.com",
        "abc123@acme.com",
        "x@sentry.acme.com",
        "info@yourstudio.example",
        "nom@acme.fr",
    ],
)
def test_an_ordinary_address_is_not_junk(address: str) -> None:
    assert default_junk().reason(address) is None


def test_a_list_may_leave_parts_out() -> None:
    junk = read_junk_list('locals = ["nobody"]')
    assert junk.reason("no.body@acme.com") == "A placeholder, not somebody's address"
    assert junk.reason("you@example.com") is None


@given(st.text(max_size=80))
def test_no_string_breaks_the_judgement(address: str) -> None:
    default_junk().reason(address)
    default_junk().role(address)
    assert mail_identity(mail_identity(address)) == mail_identity(address) or "@" not in address
    registrable_domain(address)


def test_free_mail_is_known_in_every_country() -> None:
    assert is_free_mail("yahoo.co.jp")
    assert is_free_mail("web.de")
    assert not is_free_mail("webdesign.de")


@given(st.from_regex(r"[a-z.+]{1,12}@(gmail|googlemail|outlook|acme)\.com", fullmatch=True))
def test_the_identity_of_an_identity_is_itself(address: str) -> None:
    assert mail_identity(mail_identity(address)) == mail_identity(address)
