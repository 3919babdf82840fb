"""A page without an address or a number of the business says why."""

import pytest

from scrapersky.contact_fields import Absence
from scrapersky.extract.contacts.absences import page_absences
from scrapersky.extract.contacts.extraction import extract_contacts
from scrapersky.extract.finding import Kind

SITE = "https://acme-joinery.com/contact"
FORM = "<form action='/send'><input type='email' placeholder='you@example.com'><textarea></textarea></form>"


def absences(html: str, region: str | None = "DE") -> dict[Kind, Absence]:
    return dict(extract_contacts(html, SITE, region).absences)


@pytest.mark.parametrize(
    ("html", "reason"),
    [
        ("<p>Wir freuen uns auf Sie.</p>", Absence.NONE),
        (FORM, Absence.FORM),
        ("<div class='wpcf7' id='f1'><p>Ihre Nachricht</p></div>", Absence.FORM),
        ("<iframe src='https://docs.google.com/forms/d/e/1x/viewform'></iframe>", Absence.FORM),
        ("<img src='/img/email.gif' alt=''>", Absence.IMAGE),
        ("<p>Écrivez-nous: <img src='courriel.png'></p>", Absence.IMAGE),
        ("<p>Пишите: <img src='/i/1.png' alt='почта'></p>", Absence.IMAGE),
        ("<p>E-Mail: noreply@acme-joinery.com</p>", Absence.UNUSABLE),
        ("<p>Mail: i***@acme-joinery.com</p>", Absence.UNUSABLE),
        ("<a href='mailto:name@example.com'>name@example.com</a>", Absence.UNUSABLE),
        ("<footer>Webdesign: Pixel, <a href='mailto:hi@pixel-studio.de'>hi@pixel-studio.de</a></footer>",
         Absence.OTHER_OWNER),
        (f"{FORM}<footer>Webdesign: Pixel, hi@pixel-studio.de</footer>", Absence.FORM),
    ],
)  # fmt: skip
def test_a_page_without_an_address_says_why(html: str, reason: Absence) -> None:
    assert absences(html)[Kind.EMAIL] is reason


@pytest.mark.parametrize(
    "html",
    [
        "<form action='/newsletter'><input type='email'></form>",
        "<form id='commentform' action='/wp-comments-post.php'><textarea></textarea></form>",
        "<a href='/contact'><img src='mail-icon.png' alt='Mail'></a>",
        "<img src='photos/mailbox-park.jpg' alt='Our letter-box'>",
        "<img src='logo@2x.png'>",
        "<script>Sentry.init('https://0123456789abcdef0123456789abcdef@sentry.io/1')</script>",
    ],
)
def test_what_only_resembles_a_way_to_write_is_no_reason(html: str) -> None:
    assert absences(html)[Kind.EMAIL] is Absence.NONE


@pytest.mark.parametrize(
    ("html", "reason"),
    [
        ("<p>Tel. 123-456-7890</p>", Absence.UNUSABLE),
        ("<a href='tel:+18008008000'>Call</a>", Absence.UNUSABLE),
        ("<img src='telefon.png'>", Absence.IMAGE),
        ("<img src='/b/nummer.png' alt='Telefon'>", Absence.IMAGE),
        (FORM, Absence.NONE),
        ("<footer>Webdesign: Pixel, Tel. 030 901820</footer>", Absence.OTHER_OWNER),
        ("<p>Fax 030 901821</p>", Absence.NONE),
    ],
)
def test_a_page_without_a_number_says_why(html: str, reason: Absence) -> None:
    assert absences(html)[Kind.PHONE] is reason


def test_what_is_there_has_no_reason() -> None:
    assert absences("<p>info@acme-joinery.com, Tel. 030 901820</p>") == {}
    assert absences(f"<p>info@acme-joinery.com</p>{FORM}") == {Kind.PHONE: Absence.NONE}


def test_every_reason_has_words() -> None:
    assert len({reason.in_words for reason in Absence}) == len(Absence)


def test_the_page_is_not_looked_through_where_both_are_there(monkeypatch: pytest.MonkeyPatch) -> None:
    html = "<p>info@acme-joinery.com, Tel. 030 901820</p>"
    extraction = extract_contacts(html, SITE, "DE")
    assert page_absences(None, extraction.findings, ()) == ()  # type: ignore[arg-type]
