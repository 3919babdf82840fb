import pytest
from hypothesis import given
from tests.extract.page_strategies import any_text

from scrapersky.extract.emails.spelled_out import spelled_out_addresses


@pytest.mark.parametrize(
    ("text", "address"),
    [
        ("info [at] acme.com", "info@acme.com"),
        ("info(at)acme(dot)com", "info@acme.com"),
        ("info {at} acme {dot} com", "info@acme.com"),
        ("info[@]acme.com.", "info@acme.com"),
        ("info@acme[.]com", "info@acme.com"),
        ("info @ acme.com", "info@acme.com"),
        ("info AT acme DOT com", "info@acme.com"),
        ("info -at- acme -dot- com", "info@acme.com"),
        ("E-Mail: jo at acme dot com", "jo@acme.com"),
        ("jo (dot) roe (at) acme (dot) co (dot) uk", "jo.roe@acme.co.uk"),
        ("info [ät] acme punkt de", "info@acme.de"),
        ("info (klammeraffe) acme (punkt) de", "info@acme.de"),
        ("jean [chez] acme [point] fr", "jean@acme.fr"),
        ("info [arobase] acme [point] fr", "info@acme.fr"),
        ("ana arroba acme punto es", "ana@acme.es"),
        ("info (chiocciola) acme (punto) it", "info@acme.it"),
        ("info (arroba) acme (ponto) pt", "info@acme.pt"),
        ("info [apenstaartje] acme [punt] nl", "info@acme.nl"),
        ("biuro (małpa) acme (kropka) pl", "biuro@acme.pl"),
        ("info (zavináč) acme (tečka) cz", "info@acme.cz"),
        ("info (kukac) acme (pont) hu", "info@acme.hu"),
        ("info (snabel-a) acme (punkt) se", "info@acme.se"),
        ("info (krøllalfa) acme (punktum) no", "info@acme.no"),
        ("info(a)acme.fi", "info@acme.fi"),
        ("info (собака) acme (точка) ru", "info@acme.ru"),
        ("info (παπάκι) acme (τελεία) gr", "info@acme.gr"),
    ],
)
def test_an_address_in_words_is_put_together(text: str, address: str) -> None:
    assert [found.address for found in spelled_out_addresses(text)] == [address]


@pytest.mark.parametrize(
    "text",
    [
        "Look at acme dot com for more.",
        "Meet us @ acme.com tonight",
        "We are open (at night). Come in",
        "He was (at) home. com is not",
        "They stayed at Acme. Com is a word",
        "He lives chez Jean. point final",
        "a dot com company at heart",
        "We stayed [at] Acme.com's place",
        "Call (a) or (b).",
        "",
    ],
)
def test_an_ordinary_sentence_is_no_address(text: str) -> None:
    assert list(spelled_out_addresses(text)) == []


def test_the_words_stand_where_they_are_said_to() -> None:
    text = "Write: info [at] acme [dot] com, please"
    (found,) = spelled_out_addresses(text)
    assert text[found.start : found.end] == "info [at] acme [dot] com" == found.raw


@given(any_text)
def test_no_text_breaks_it_and_every_address_has_one_sign(text: str) -> None:
    for found in spelled_out_addresses(text):
        assert found.address.count("@") == 1
        assert 0 <= found.start < found.end <= len(text)
