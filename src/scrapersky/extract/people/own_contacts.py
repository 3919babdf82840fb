"""The mail and the phone that are a person's own, rather than the firm's."""

import re
from collections.abc import Iterator, Sequence

from scrapersky.extract.folding import folded
from scrapersky.extract.page_lines import Line

from .names import Name
from .roles import role_in

_EMAIL = re.compile(r"(?<![\w.+-])[\w.+-]{1,64}@(?:[a-z0-9-]{1,63}\.){1,5}[a-z]{2,24}", re.IGNORECASE)
_PHONE = re.compile(r"(?<![\w+])\+?\(?\d[\d ().\-/]{6,18}\d(?!\w)")
_FAX = re.compile(r"(?:tele)?fax\b|f:", re.IGNORECASE)
_SHARED_MAIL = re.compile(
    r"(?:info|contact|contacto|kontakt|office|mail|hello|sales|support|admin|team|service|reception|praxis|enquiries"
    r"|webmaster)@"
)


def card_contacts(card: Sequence[Line], name: Name) -> tuple[str, str]:
    """The first mail and phone of the card; an address such as info@ is the firm's, not the person's."""
    mails = [mail for line in card for mail in mails_in(line)]
    fitting = [mail for mail in mails if mail_fits(mail, name)]
    has_role = bool(mails) and bool(role_in(" ".join(line.text for line in card[:3])))
    own = [mail for mail in mails if has_role and not _SHARED_MAIL.match(mail)]
    phones = (number for line in card if not _FAX.match(line.text) for number in _phones_in(line))
    return next(iter(fitting or own), ""), next(phones, "")


def _phones_in(line: Line) -> Iterator[str]:
    linked = [link[4:] for link in line.links if link.lower().startswith("tel:")]
    for number in (*linked, *(match[0] for match in _PHONE.finditer(line.text))):
        if sum(map(str.isdigit, number)) >= 7:
            yield number.strip()


def mails_in(line: Line) -> Iterator[str]:
    if not line.links and "@" not in line.text:
        return
    linked = [link[7:].partition("?")[0] for link in line.links if link.lower().startswith("mailto:")]
    yield from (mail.lower() for mail in (*linked, *_EMAIL.findall(line.text)) if _EMAIL.fullmatch(mail))


def mail_fits(email: str, name: Name) -> bool:
    """jdoe@, jane.doe@, jane@ and doe@ are Jane Doe's; kontakt@ is not Eken Tak's."""
    local = re.sub(r"[^a-z]", "", folded(email.partition("@")[0]))
    if len(local) < 3 or _SHARED_MAIL.match(email):
        return False
    given, family = (re.sub(r"[^a-z]", "", folded(part)) for part in (name.given.split()[0], name.family.split()[-1]))
    if len(given) > 2 and local.startswith(given):
        return True
    return family in local if len(family) > 4 else len(family) > 2 and local.startswith(family) | local.endswith(family)
