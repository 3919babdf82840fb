"""Why a page shows no address or number of the business; asked only where it shows none."""

import re
from collections.abc import Iterator, Sequence

from scrapersky.contact_fields import Absence
from scrapersky.extract.finding import Finding, Kind, Owner, Rejected
from scrapersky.extract.html.document import Document

_OWN = (Owner.BUSINESS, Owner.PERSON)
_MOST_PICTURES = 400
_ORDER = {absence: place for place, absence in enumerate(Absence)}
# A comment is no way to reach the business, nor is a newsletter, which has no room for a text.
_FORM = (
    'form:not(#commentform):not([class*="comment" i]):not([class*="review" i]) textarea,'
    'iframe[src*="form" i],[class*="contact-form" i],[class*="contactform" i],[class*="kontaktform" i],'
    'form[action*="contact" i],form[action*="kontakt" i],[class*="wpcf7" i],[class*="hbspt-form" i]'
)
_MAIL = r"e?mail(?:s|ad+res+e?)?|courriel|correo|posta|epost|sähköposti|почта"
_PHONE = r"(?:tele)?(?:phone|fon|fono|foon|foni)|tel|tlf|puhelin|телефон|mobile?|handy|hotline"
_PICTURED = {
    kind: re.compile(rf"(?<![a-z])(?:{words})(?![a-z])", re.IGNORECASE)
    for kind, words in ((Kind.EMAIL, _MAIL), (Kind.PHONE, _PHONE))
}
# A sign stands beside a value, or leads to a form; it shows none itself.
_SIGN = re.compile(r"icon|ico(?![a-z])|logo|symbol|button|btn|banner|sprite|arrow|svg", re.IGNORECASE)
_DRAWN = frozenset(("png", "gif", "jpg", "jpeg", "webp", "bmp"))


def page_absences(
    document: Document, findings: Sequence[Finding], rejected: Sequence[Rejected]
) -> tuple[tuple[Kind, Absence], ...]:
    """The reason for each of the two kinds of which nothing on the page is the business's or a person's.

    >>> from scrapersky.extract.html.document import read_document
    >>> page_absences(read_document("<form action='/send'><textarea></textarea></form>"), (), ())
    ((<Kind.EMAIL: 'email'>, <Absence.FORM: 'form'>), (<Kind.PHONE: 'phone'>, <Absence.NONE: 'none'>))
    """
    shown = {finding.kind for finding in findings if finding.owner in _OWN}
    others = {finding.kind for finding in findings if finding.owner not in _OWN}
    unusable = {one.kind for one in rejected if one.is_unusable}
    missing = [kind for kind in (Kind.EMAIL, Kind.PHONE) if kind not in shown]
    pictures = list(_pictures(document)) if missing else []
    told = ((kind, _reasons(kind, document, others, unusable)) for kind in missing)
    return tuple((kind, min((*reasons, *_shown(kind, pictures)), key=_ORDER.__getitem__)) for kind, reasons in told)


def _reasons(kind: Kind, document: Document, others: set[Kind], unusable: set[Kind]) -> Iterator[Absence]:
    yield Absence.NONE
    if kind in others:
        yield Absence.OTHER_OWNER
    if kind in unusable:
        yield Absence.UNUSABLE
    if kind is Kind.EMAIL and document.tree.css_first(_FORM) is not None:
        yield Absence.FORM


def _shown(kind: Kind, pictures: Sequence[str]) -> Iterator[Absence]:
    if any(_PICTURED[kind].search(words) and not _SIGN.search(words) for words in pictures):
        yield Absence.IMAGE


def _pictures(document: Document) -> Iterator[str]:
    """What a page calls its pictures."""
    for node in document.tree.css("img")[:_MOST_PICTURES]:
        attributes = node.attributes
        name, dot, ending = (attributes.get("src") or "").partition("?")[0].rpartition("/")[2].rpartition(".")
        if dot and ending.lower() in _DRAWN:
            yield f"{name[-120:]} {(attributes.get('alt') or '')[:80]} {attributes.get('class') or ''}"


def first_absence(absences: Sequence[Absence]) -> Absence | None:
    """The most telling of several pages' reasons.

    >>> first_absence([Absence.NONE, Absence.FORM])
    <Absence.FORM: 'form'>
    """
    return min(absences, key=_ORDER.__getitem__, default=None)
