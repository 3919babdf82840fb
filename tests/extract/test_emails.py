import pytest
from email_validator import EmailNotValidError, validate_email
from hypothesis import given
from hypothesis import strategies as st
from tests.extract.page_strategies import any_text
from tests.extract.readers import extract_emails

from scrapersky.extract.emails.extraction import find_emails
from scrapersky.extract.emails.mail_hosts import mail_identity, registrable_domain
from scrapersky.extract.emails.normal_form import normalise_email
from scrapersky.extract.finding import Owner, Way
from scrapersky.extract.html.document import read_document

LONG_ADDRESS = "x" * 64 + "@" + "y" * 63 + ".example"


@pytest.mark.parametrize(
    ("html", "expected"),
    [
        ('<a href="mailto:info@acme.com?subject=Hello%20you">x</a>', ["info@acme.com"]),
        ('<a href="MAILTO:info%40acme.com">x</a>', ["info@acme.com"]),
        ('<a href="mailto:info%2540acme.com">x</a>', ["info@acme.com"]),
        ('<a href="mailto:a@acme.com,b@acme.com;c@acme.com">x</a>', ["a@acme.com", "b@acme.com", "c@acme.com"]),
        ('<a href="mailto:a@acme.com?cc=b@acme.com&amp;body=c@acme.com">x</a>', ["a@acme.com", "b@acme.com"]),
        ('<a href="mailto:Jo Roe <jo@acme.com>">x</a>', ["jo@acme.com"]),
        ('<a href="mailto:info [at] acme [dot] com">x</a>', ["info@acme.com"]),
        ("<p>&#105;&#110;&#102;&#111;&#64;acme&#46;com</p>", ["info@acme.com"]),
        ("<p>info<!-- no robots -->@<b>acme</b>.com</p>", ["info@acme.com"]),
        ("<p>in\u200bfo@ac\u2060me.com</p>", ["info@acme.com"]),
        ("<p>info\uff20acme.com</p>", ["info@acme.com"]),
        ("<p>Mail:info@acme.com.</p>", ["info@acme.com"]),
        ("<p>-info@acme.com</p><p>...jo@acme.com</p>", ["info@acme.com", "jo@acme.com"]),
        ("<p>'info@acme.com', (sales@acme.com)</p>", ["info@acme.com", "sales@acme.com"]),
        ("<p>info@acme.com.Call us</p>", ["info@acme.com"]),
        ("<p>info@acme.comPhone</p>", ["info@acme.com"]),
        ("<p>邮箱info@acme.com电话</p>", ["info@acme.com"]),
        ("<p>infoNOSPAM@acme.com</p>", ["info@acme.com"]),
        ("<p>info@m\u00fcller.de</p>", ["info@m\u00fcller.de"]),
        ('<a data-cfemail="422b2c242d0223212f276c212d2f">[email protected]</a>', ["info@acme.com"]),
        ('<a href="/cdn-cgi/l/email-protection#422b2c242d0223212f276c212d2f">x</a>', ["info@acme.com"]),
        ("<a href=\"javascript:linkTo_UnCryptMailto('nbjmup+jogpAbdnf/dpn');\">x</a>", ["info@acme.com"]),
        ('<span data-enc-email="vasb[at]npzr.pbz">x</span>', ["info@acme.com"]),
        ('<span style="unicode-bidi:bidi-override; direction: rtl">moc.emca@ofni</span>', ["info@acme.com"]),
        ('<bdo dir="rtl">moc.emca@ofni</bdo>', ["info@acme.com"]),
        ('<p>info<img src="at.gif" alt="(at)">acme.com</p>', ["info@acme.com"]),
        ('<p><object height="0"><a href="mailto:info@acme.com">info@acme.com</a></object></p>', ["info@acme.com"]),
        ("<a href=\"javascript:location='mailto:'+'info'+'@'+'acme.com'\">x</a>", ["info@acme.com"]),
        (
            "<a href=\"javascript:go('mailto:'+String.fromCharCode(106,111,64,97,99,109,101,46,99,111,109))\">x</a>",
            ["jo@acme.com"],
        ),
        ('<div role="tabpanel" hidden><p>info@acme.com</p></div>', ["info@acme.com"]),
        ('<div hidden="until-found"><p>info@acme.com</p></div>', ["info@acme.com"]),
        ('<p>Mail <b hidden="until-found">info@acme.com</b></p>', ["info@acme.com"]),
        ('<div style="margin-top:-1000px"><p>info@acme.com</p></div>', ["info@acme.com"]),
        ('<div style="left:50%;top:-300px"><p>info@acme.com</p></div>', ["info@acme.com"]),
        ('<a data-user="info" data-domain="acme.com">x</a>', ["info@acme.com"]),
        ('<a data-email="aW5mb0BhY21lLmNvbQ==">x</a>', ["info@acme.com"]),
        ('<a href="#" data-mail="info@acme.com">x</a>', ["info@acme.com"]),
        ('<a href="#" title="Write to info@acme.com">x</a>', ["info@acme.com"]),
        ('<input name="recipient" value="info@acme.com">', ["info@acme.com"]),
        ('<script type="application/json">{"a": ["info\\u0040acme.com"]}</script>', ["info@acme.com"]),
        ('<script>window.__DATA__ = {"mail": "info@acme.com"};</script>', ["info@acme.com"]),
        ('<div data-page=\'{"mail": "info@acme.com"}\'></div>', ["info@acme.com"]),
    ],
)
def test_an_address_is_found_however_it_is_written(html: str, expected: list[str]) -> None:
    assert extract_emails(html) == expected


@pytest.mark.parametrize(
    "html",
    [
        "<script>var mail = 'info@acme.com'; // jo@acme.com</script>",
        "<p hidden>trap@acme.com</p>",
        "<p style='position:absolute; left: -9999px'>trap@acme.com</p>",
        "<p style='position:absolute; top:-999em'>trap@acme.com</p>",
        "<object data='film.swf'><p>film@acme.com</p></object>",
        "<img src='logo@2x.png' alt='x'><p>logo@2x.png banner@3x.webp</p>",
        "<p>you@example.com name@domain.com your.name@acme.com</p>",
        "<input placeholder='jo@acme.com'>",
        "<p>605a7baede844d278b89dc95ae0a9123@sentry-next.wixpress.com</p>",
        "<p>9b8c7d6e5f4a3b2c1d0e9f8a7b6c5d4e@acme.com</p>",
        "<p>info@acme.notasuffix info@localhost info@acme</p>",
        "<p>Follow us @acme.com or @acme</p>",
        "<a href='https://medium.com/@acme.com/story'>x</a>",
        "<img alt='user@acme.com'>",
        "<p>Meet us at acme dot com, look at that (at night).</p>",
    ],
)
def test_what_is_nobody_s_address_is_not_taken(html: str) -> None:
    assert extract_emails(html) == []


def test_a_host_under_the_reserved_ending_is_a_host_but_the_example_domains_are_not() -> None:
    assert extract_emails("info@acme.example info@example.com info@example.org") == ["info@acme.example"]


def test_linked_addresses_come_first_and_each_comes_once() -> None:
    html = '<p>b@acme.com A@ACME.com</p><a href="mailto:a@acme.com">x</a>'
    assert extract_emails(html) == ["a@acme.com", "b@acme.com"]


def test_a_refused_candidate_comes_with_its_reason() -> None:
    _, rejected = find_emails(read_document("<p>you@example.com logo@2x.png</p>"))
    assert {one.raw: one.reason for one in rejected} == {
        "you@example.com": "example.com is on the junk list",
        "logo@2x.png": "An image name, not an address",
    }


def test_an_office_s_address_is_marked_and_one_that_nobody_reads_is_refused() -> None:
    found, rejected = find_emails(read_document("<p>no-reply@acme.com info@acme.com jo.roe@acme.com</p>"))
    assert {one.value: one.fact("role") for one in found} == {"info@acme.com": "role", "jo.roe@acme.com": None}
    assert [(one.raw, one.reason) for one in rejected] == [("no-reply@acme.com", "Nobody reads what is sent there")]


def test_evidence_says_how_and_where() -> None:
    found, _ = find_emails(read_document("<p>Please write to info@acme.com today</p>", "https://www.acme.com/contact"))
    assert (found[0].way, found[0].owner, found[0].raw) == (Way.TEXT, Owner.BUSINESS, "info@acme.com")
    assert found[0].snippet == "Please write to info@acme.com today"


def test_two_spellings_of_one_mailbox_are_one_finding() -> None:
    assert len(find_emails(read_document("Jane.Roe@gmail.com janeroe@googlemail.com"))[0]) == 1
    assert len(find_emails(read_document("Jane.Roe@acme.com janeroe@acme.com"))[0]) == 2


@given(any_text)
def test_no_string_breaks_the_search_and_what_is_found_is_normal(html: str) -> None:
    for finding in find_emails(read_document(html, html))[0]:
        assert normalise_email(finding.value) == finding.value
        assert mail_identity(finding.identity) == finding.identity
        assert 0 < finding.confidence <= 1


@given(
    st.from_regex(r"[a-z][a-z0-9]{0,8}(\.[a-z0-9]{1,5})?@[a-z][a-z0-9]{1,10}\.(com|de|co\.uk|example)", fullmatch=True)
)
def test_a_plain_address_is_found_and_finding_it_again_changes_nothing(address: str) -> None:
    once = extract_emails(f"<p>{address}</p>")
    assert extract_emails(f"<p>{' '.join(once)}</p>") == once
    assert once in ([], [address])


def test_an_address_at_the_sites_own_domain_is_read_from_behind_too() -> None:
    assert extract_emails("<p class='turned'>moc.emca@ofni</p>", "https://www.acme.com/") == ["info@acme.com"]
    assert extract_emails("<p class='turned'>moc.emca@ofni</p>", "https://www.other.com/") == []


def test_the_longest_address_is_found_and_a_longer_one_is_not() -> None:
    assert extract_emails(LONG_ADDRESS) == [LONG_ADDRESS]
    assert extract_emails("x" + LONG_ADDRESS) in ([], [LONG_ADDRESS])


_HOST_LETTERS = st.text("abz09-", min_size=1, max_size=6)
_ENDINGS = st.sampled_from(["com", "co.uk", "COM", "example", "test", "local", "arpa", "onion", "xn--p1ai"])


@given(st.text("abzAZ09._+-", min_size=1, max_size=12), st.lists(_HOST_LETTERS, min_size=1, max_size=3), _ENDINGS)
def test_a_plain_address_is_judged_as_the_standards_whole_grammar_would(
    local: str, labels: list[str], ending: str
) -> None:
    address = f"{local}@{'.'.join(labels)}.{ending}"
    try:
        expected = validate_email(address, check_deliverability=False).normalized.lower()
    except EmailNotValidError:
        expected = None
    if expected is not None and registrable_domain(expected.partition("@")[2]) is None:
        expected = None
    assert normalise_email(address) == expected


@pytest.mark.parametrize("text", ["E-MAIL/jobs@acme.com", "info/jobs@acme.com"])
def test_a_slash_ends_a_label_before_an_address(text: str) -> None:
    assert "jobs@acme.com" in extract_emails(f"<p>{text}</p>")


def test_a_number_with_a_slash_before_a_handle_is_no_address() -> None:
    assert extract_emails("<p>CNPJ 11.222.333/0001-44<b>@acme.vet</b></p>") == []
