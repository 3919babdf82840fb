import pytest
from hypothesis import given
from hypothesis import strategies as st
from tests.extract.page_strategies import any_text
from tests.extract.readers import extract_phones

from scrapersky.extract.contacts.extraction import extract_contacts
from scrapersky.extract.finding import Kind, Owner, Way
from scrapersky.extract.html.document import read_document
from scrapersky.extract.pages.region import page_region
from scrapersky.extract.phones.extraction import Structured, find_phones, whatsapp_number
from scrapersky.extract.phones.numbers import read_number, to_e164, valid_e164


def found(html: str, region: str | None = "US") -> dict[str, Kind]:
    return {finding.value: finding.kind for finding in find_phones(read_document(html), region)[0]}


def refusals(html: str, region: str | None = "US") -> list[str]:
    return [one.reason for one in find_phones(read_document(html), region)[1]]


@pytest.mark.parametrize(
    ("html", "region", "number"),
    [
        ("<p>(512) 555-0100</p>", "US", "+15125550100"),
        ("<p>Call 512.555.0100 today</p>", "US", "+15125550100"),
        ("<p>1-512-555-0100 ext. 12</p>", "US", "+15125550100"),
        ("<p>Call 5125550100</p>", "US", "+15125550100"),
        ("<dt>Phone</dt><dd>5125550100</dd>", "US", "+15125550100"),
        ("<table><td>Phone</td><td>512 <b>555</b> 0100</td></table>", "US", "+15125550100"),
        ("<p>Suite 200 512-555-0100</p>", "US", "+15125550100"),
        ("<p>Open 24/7: 512-555-0100 24/7</p>", "US", "+15125550100"),
        ("<p>1-800-GO-ACME-X</p>", "US", "+18004622639"),
        ("<p>+49 (0)30 23125-001</p>", "US", "+493023125001"),
        ("<p>Telefon: 030 / 23 12 50 01</p>", "DE", "+493023125001"),
        ("<p>Tel. (49-30) 23125001</p>", "US", "+493023125001"),
        ("<p>020 7946 0958</p>", "GB", "+442079460958"),
        ("<p>01 99 00 12 34</p>", "FR", "+33199001234"),
        ("<p>电话(512) 555-0100我</p>", "US", "+15125550100"),
        ("<p>\uff15\uff11\uff12-\uff15\uff15\uff15-\uff10\uff11\uff10\uff10</p>", "US", "+15125550100"),
        (
            "<p>\uff34\uff25\uff2c\uff1a\uff10\uff16\uff0d\uff16\uff13\uff14\uff15\uff0d\uff16\uff17\uff18\uff19</p>",
            "JP",
            "+81663456789",
        ),
        ("<p>512 \u2022 555 \u2022 0100</p>", "US", "+15125550100"),
        ("<p>+52 1 55 1234 5678</p>", "MX", "+525512345678"),
        ("<p>Tel. 055.234567</p>", "IT", "+39055234567"),
        ("<p>Bel 020-123 45 67 (ma-vr 8.00-17.00)</p>", "NL", "+31201234567"),
        ("<p>0049 30 23125001</p>", None, "+493023125001"),
        ('<a href="tel:+1-512-555-0100">Call</a>', None, "+15125550100"),
        ('<a href="tel:15125550100">Call</a>', None, "+15125550100"),
        ('<a href="tel:(512)%20555-0100">Call</a>', "US", "+15125550100"),
        ('<a href="callto:+15125550100">Call</a>', None, "+15125550100"),
        ("<p>512-555-0100</p>", None, "+15125550100"),
    ],
)
def test_a_number_is_found_however_it_is_written(html: str, region: str | None, number: str) -> None:
    assert found(html, region) == {number: Kind.PHONE}


def test_after_the_word_order_the_form_decides() -> None:
    assert found("<p>Order: (512) 555-0100</p>") == {"+15125550100": Kind.PHONE}
    assert found("<p>Order: 5125550100</p>") == {}
    assert found("<p>To place an order call 5125550100</p>") == {"+15125550100": Kind.PHONE}


@pytest.mark.parametrize(
    ("label", "number", "region"),
    [
        ("Numero d'ordine", "0317-9455947", "IT"),
        ("Numero d\u2019ordine:", "0317-9455947", "IT"),
        ("Numéro de commande", "01 44 55 66 77", "FR"),
        ("Número de pedido", "912 345 678", "ES"),
        ("Número da encomenda", "212 345 678", "PT"),
        ("Bestelnummer", "020 123 4567", "NL"),
        ("Numer zamówienia", "22 123 45 67", "PL"),
        ("Kundnummer", "031-372 20 89", "SE"),
        ("Auftrags-Nr.", "030 23125001", "DE"),
    ],
)
def test_an_order_number_is_none_however_it_is_called(label: str, number: str, region: str) -> None:
    assert len(found(f"<p>{number}</p>", region)) == 1
    assert found(f"<p>{label} {number}</p>", region) == {}


def test_the_french_word_for_number_alone_is_a_phone_s() -> None:
    assert found("<p>Numéro : 0144556677</p>", "FR") == {"+33144556677": Kind.PHONE}


def test_two_numbers_on_a_line_are_two() -> None:
    assert set(found("<p>512-555-0100 / 512-555-0101 or 512-555-0102</p>")) == {
        "+15125550100",
        "+15125550101",
        "+15125550102",
    }


@pytest.mark.parametrize(
    "html",
    [
        "<p>Order number: 5125550100</p>",
        "<p>VAT No. 512 555 0100</p>",
        "<p>USt-IdNr.: DE 512555010</p>",
        "<p>IBAN DE89 3704 0044 0532 0130 00</p>",
        "<p>SIRET 732 829 320 00074</p>",
        "<p>2012-01-02 08:00</p>",
        "<p>03/27/2011 10/12/82 1998-2004</p>",
        "<p>30.2672, -97.7431</p>",
        "<p>$512-555-0100 512-555-0100$ 512-555-0100%</p>",
        "<p>abc512-555-0100 512-555-0100def e\u0301512-555-0100</p>",
        "<p>650+253+1234 512/555/0100</p>",
        "<p>Call 123-456-7890 or 000-000-0000 or 555-555-5555</p>",
        "<p>The code 5125550100 was printed on every box</p>",
        "<p>1 2 3 4 5 6 7 8 9 10 11 12</p>",
        "<p>192.168.100.200</p>",
        "<script>var id = '512-555-0100'</script>",
    ],
)
def test_what_is_no_phone_number_is_not_taken(html: str) -> None:
    assert found(html) == {}


@pytest.mark.parametrize("gap", ["-", " - ", " \u2013 "])
@pytest.mark.parametrize("days", ["24.07.{}09.08.2013", "1.4.{}5.4.2013", "23.12.2013{}01.01.2014", "24.07{}09.08"])
def test_days_from_and_to_are_no_number(days: str, gap: str) -> None:
    html = f"<p>Closed</p><table><tr><td>{days.format(gap)}</td></tr></table>"
    assert not [one for one in extract_contacts(html, "", "DE").findings if one.kind in (Kind.PHONE, Kind.FAX)]


@pytest.mark.parametrize(
    ("html", "reason"),
    [
        ("<p>Order no. 512-555-0100</p>", "It stands after \u201cOrder no\u201d"),
        ("<p>IBAN AT61 1904 3002 3457 3201 512 555 0100</p>", "A tax or account number"),
        ("<a href='tel:123-456-7890'>x</a>", "A placeholder"),
        ("<p>Call 099 555 0100</p>", "No number that exists in US"),
        (
            "<p>The code 5125550100 was printed on every box</p>",
            "Digits without a phone label, not written as phone numbers are there",
        ),
    ],
)
def test_a_refusal_says_why(html: str, reason: str) -> None:
    assert reason in refusals(html)


@pytest.mark.parametrize(
    "label",
    [
        "Fax:",
        "Telefax",
        "Télécopie :",
        "Faks",
        "Факс:",
        "Φαξ",
        "传真:",
        "ファックス",
        "팩스",
        "فاكس",
        "Faksi",
        "F:",
        "Faxnummer",
    ],
)
def test_a_fax_is_told_by_its_label(label: str) -> None:
    assert found(f"<p>Tel: (512) 555-0100</p><p>{label} (512) 555-0101</p>") == {
        "+15125550100": Kind.PHONE,
        "+15125550101": Kind.FAX,
    }


def test_a_fax_is_told_by_a_label_after_it_but_not_by_the_next_number_s() -> None:
    assert found("<p>(512) 555-0101 (fax)</p>") == {"+15125550101": Kind.FAX}
    assert found("<p>(512) 555-0100 Fax: (512) 555-0101</p>") == {"+15125550100": Kind.PHONE, "+15125550101": Kind.FAX}


def test_the_name_of_a_mailbox_is_no_label() -> None:
    assert found("<p>fax@acme.example 512-555-0100</p>") == {"+15125550100": Kind.PHONE}


def test_a_shared_label_is_both() -> None:
    for label, kind in (("Tel/Fax", Kind.FAX), ("Phone and fax", Kind.FAX), ("Mobile & WhatsApp", Kind.WHATSAPP)):
        findings, _ = find_phones(read_document(f"<p>{label}: (512) 555-0100</p>"), "US")
        assert {finding.kind for finding in findings} == {kind, Kind.PHONE}


def test_a_linked_fax_is_a_fax() -> None:
    assert found('<p>Fax: <a href="tel:+15125550101">(512) 555-0101</a></p>') == {"+15125550101": Kind.FAX}


@pytest.mark.parametrize(
    "href",
    [
        "https://wa.me/15125550100?text=Hi",
        "https://api.whatsapp.com/send?phone=15125550100",
        "whatsapp://send?phone=+15125550100",
    ],
)
def test_whatsapp_is_apart(href: str) -> None:
    assert found(f'<a href="{href}">Chat</a>') == {"+15125550100": Kind.WHATSAPP}


def test_a_whatsapp_share_link_holds_no_number() -> None:
    assert whatsapp_number("https://api.whatsapp.com/send?text=https://acme.example") is None


def test_structured_numbers_keep_their_kind() -> None:
    numbers = (Structured("512-555-0100"), Structured("512-555-0101", Kind.FAX), Structured("nonsense"))
    findings, rejected = find_phones(read_document(""), "US", numbers)
    assert {(one.value, one.kind, one.way) for one in findings} == {
        ("+15125550100", Kind.PHONE, Way.STRUCTURED),
        ("+15125550101", Kind.FAX, Way.STRUCTURED),
    }
    assert [one.raw for one in rejected] == ["nonsense"]


@pytest.mark.parametrize(
    ("number", "line"), [("800-555-0100", "toll_free"), ("+49 1512 3456789", "mobile"), ("+49 30 23125001", "fixed")]
)
def test_the_kind_of_line_is_told(number: str, line: str) -> None:
    assert find_phones(read_document(f"<p>Tel {number}</p>"), "US")[0][0].fact("line") == line


def test_an_extension_is_a_fact() -> None:
    assert find_phones(read_document("<p>(512) 555-0100 ext. 12</p>"), "US")[0][0].fact("extension") == "12"


@pytest.mark.parametrize(
    ("html", "url", "region"),
    [
        ("", "https://acme.de/", "DE"),
        ("", "https://acme.co.uk/", "GB"),
        ("<html lang='en-US'>", "https://acme.com/", "US"),
        ("<html lang='pl'>", "https://acme.com/", "PL"),
        ("<p>+33 1 99 00 12 34</p>", "https://acme.com/", "FR"),
        ("<html lang='en'>", "https://acme.io/", None),
        ("", "https://[broken/", None),
    ],
)
def test_the_page_tells_its_country(html: str, url: str, region: str | None) -> None:
    assert page_region(read_document(html, url)) == region


@given(any_text, st.sampled_from(["US", "DE", "GB", "IT", "ZZ", None]))
def test_no_string_breaks_the_search_and_numbers_are_normal(html: str, region: str | None) -> None:
    for finding in find_phones(read_document(html, html), region)[0]:
        assert valid_e164(finding.value, None) == finding.value
        assert 0 < finding.confidence <= 1


@given(st.text(max_size=60), st.sampled_from(["US", "DE", "XX", "", None]))
def test_no_string_breaks_the_conversion_and_converting_again_changes_nothing(text: str, region: str | None) -> None:
    number = to_e164(text, region)
    assert number is None or to_e164(number, None) == number
    assert read_number(text, region) is None or number is not None


@given(st.integers(min_value=2, max_value=9), st.integers(min_value=0, max_value=99))
def test_found_numbers_are_found_again_in_their_normal_form(exchange: int, last: int) -> None:
    number = f"+1512{exchange}5501{last:02}"
    once = extract_phones(f"<p>{number}</p>", "US")
    assert extract_phones("<br>".join(once), "US") == once


@pytest.mark.parametrize("region", ["DE", "FR", "JP", "BR", "US"])
@pytest.mark.parametrize("written", ["123-456-7890", "(123) 456 7890", "Tel. 123 456 7890", "555-555-5555"])
def test_no_part_of_a_placeholder_is_a_number(written: str, region: str) -> None:
    extraction = extract_contacts(f"<p>{written}</p>", "https://acme-joinery.com/", region)
    assert extraction.values(Kind.PHONE) == []


@pytest.mark.parametrize(
    "icon",
    [
        '<i class="fas fa-fax"></i>',
        '<div><span class="icon-fax"></span></div>',
        '<svg><use href="#fax"></use></svg>',
        '<img src="/img/fax.svg">',
    ],
)
def test_a_picture_says_what_the_number_after_it_is(icon: str) -> None:
    html = f'<p><i class="fa fa-phone"></i> 512-472-2210</p><p>{icon} 512-472-2211</p>'
    assert found(html) == {"+15124722210": Kind.PHONE, "+15124722211": Kind.FAX}


def test_of_two_cells_the_second_may_be_the_label() -> None:
    html = "<table><tr><td>303-292-1140</td><td>Voice</td></tr><tr><td>303-292-1141</td><td>Fax</td></tr></table>"
    assert found(html) == {"+13032921140": Kind.PHONE, "+13032921141": Kind.FAX}


@pytest.mark.parametrize(
    ("html", "region", "number", "kind"),
    [
        ("<p>WA: 08 9244 3310</p>", "AU", "+61892443310", Kind.PHONE),
        ("<p>WA: 0412 441 220</p>", "AU", "+61412441220", Kind.WHATSAPP),
        ("<p>WA: (206) 632-4410</p>", "US", "+12066324410", Kind.PHONE),
    ],
)
def test_two_letters_are_a_state_before_a_line_of_it(html: str, region: str, number: str, kind: Kind) -> None:
    assert found(html, region) == {number: kind}


@pytest.mark.parametrize(
    ("words", "kinds"),
    [
        ("(solo Whatsapp)", [Kind.WHATSAPP]),
        ("(nur WhatsApp)", [Kind.WHATSAPP]),
        ("(anche WhatsApp)", [Kind.PHONE, Kind.WHATSAPP]),
        ("[WhatsApp]", [Kind.PHONE, Kind.WHATSAPP]),
        ("(Mario)", [Kind.PHONE]),
    ],
)
def test_brackets_behind_a_number_tell_whether_it_is_called_or_written_to(words: str, kinds: list[Kind]) -> None:
    numbers, _ = find_phones(read_document(f"<p>+39 347 555 8812 {words}</p>"), "IT")
    assert sorted(number.kind for number in numbers) == kinds


def test_a_country_in_a_web_address_is_not_that_of_the_number_below_it() -> None:
    html = "<p>Web: acme.example/ies.chile.soria</p><p>Teléfono</p><p><a href='tel:+34975224160'>975 22 41 60</a></p>"
    assert found(html, "ES") == {"+34975224160": Kind.PHONE}


def test_an_address_spelled_out_before_a_number_is_neither_its_label_nor_another_s_name() -> None:
    line = "Ada Hill, Garden Coordinator - ada (at) acme (dot) org 239-498-0552"
    html = f"<p>Please call 239-498-0551.</p><ul><li>{line}</li></ul>"
    numbers = extract_contacts(html, "https://acme.example/", "US").findings
    owners = {number.value: number.owner for number in numbers if number.kind is Kind.PHONE}
    assert owners["+12394980552"] in (Owner.BUSINESS, Owner.PERSON)
    assert found("<p>US DOT 239-498-0552</p>", "US") == {}


def test_a_link_whose_words_are_another_country_s_number_is_a_template_s() -> None:
    link = "<a href='tel:+8801712345698'>+90 532 411 22 33</a>"
    assert found(f"<p>{link}</p>", "TR") == {"+905324112233": Kind.PHONE}
    assert found("<p><a href='tel:+8801712345698'>Call us</a></p>", "TR") == {"+8801712345698": Kind.PHONE}


@pytest.mark.parametrize(("lead", "owner"), [("Sede", Owner.BUSINESS), ("Banco", Owner.OTHER_FIRM)])
def test_a_number_behind_a_branch_and_its_place_is_the_business_s(lead: str, owner: Owner) -> None:
    html = f"<p>Central: (01) 349 5712</p><p>{lead} San Borja (01) 393 9012</p>"
    numbers = extract_contacts(html, "https://acme.example/", "PE").findings
    assert {number.value: number.owner for number in numbers}["+5113939012"] is owner


def test_a_number_is_the_business_s_if_it_is_so_anywhere() -> None:
    member = "<h3>Memberships</h3><p>Chamber of Commerce. Please call 239-498-0551</p>"
    html = f"{member}<h3>Contact us</h3><p>Phone: 239-498-0551</p>"
    (number,) = find_phones(read_document(html, "https://acme.example/"), "US")[0]
    assert number.owner is Owner.BUSINESS
    (other,) = find_phones(read_document(member, "https://acme.example/"), "US")[0]
    assert other.owner is Owner.OTHER_FIRM


def test_a_number_between_dots_stands_by_itself() -> None:
    assert found("<p>Lautaro 88, Osorno · 64 2 226019 · acme.example</p>", "CL") == {"+56642226019": Kind.PHONE}
