"""The mail addresses and numbers on a person's lines, and which address is whose."""

import re
from collections.abc import Iterator

from scrapersky.extract.folding import folded
from scrapersky.extract.pages.lines import Line
from scrapersky.extract.people.name import Name
from scrapersky.extract.phrases import any_phrase, phrases_of, word_lists, words

_PHONE_WORDS = word_lists("phone_words.toml")
# Before a number and nowhere else: `Office` may as well be where somebody works.
_MAY_BE_PLACES = words(
    "office direct main local emergency voice reservations bookings appointments contact standard zentrale centralino"
    " centralita recapito hotline infolinia notdienst portable text call ring p"
)
_LABELS = frozenset(
    phrase
    for section in ("mobile", "phone", "fax", "whatsapp")
    for phrase in phrases_of(_PHONE_WORDS[section])
    if " " not in phrase and phrase not in _MAY_BE_PLACES
)
_FOLDED_LABELS = frozenset(map(folded, _LABELS))
_OF_NUMBERS = re.compile(r"(?:nr|nummer|szam)$")
_EMAIL = re.compile(r"(?<![\w.+-])[\w.+-]{1,64}@(?:[a-z0-9-]{1,63}\.){1,5}[a-z]{2,24}", re.IGNORECASE)
_IMAGE = re.compile(r"\.(?:png|jpe?g|gif|svg|webp|avif)$", re.IGNORECASE)
_PHONE = re.compile(r"(?<![\w+])\+?\(?\d[\d ().\-/]{6,18}\d(?!\w)")
_SHARED_MAIL = re.compile(
    r"(?:info|contact|contacto|kontakt|office|mail|hello|sales|support|admin|team|service|reception|praxis|enquiries"
    r"|webmaster)@"
)


_DIGITS = r"\d[\d ()./-]{5,18}\d"
_NUMBER = re.compile(_DIGITS)
_UNSIGNED = rf"https?://|www\.|\(?\+?{_DIGITS}"
_CHANNEL = re.compile(_UNSIGNED)
_SIGNED_CHANNEL = re.compile(rf"[\w.+-]{{1,64}}@|{_UNSIGNED}")
_MARKS = " ,;|:/\u2022\u00b7\u2013-"
_CHANNEL_LABEL = re.compile(
    rf"[\s,;|:(\u2022\u00b7\u2709\u260e\u2013-]{{0,4}}(?:(?<!\w)(?:e-?mail|mail|{any_phrase(_LABELS)}|[tmep]))?"
    r"[\s,;|:.(\u2022\u00b7\u2709\u260e\u2013-]{0,4}$",
    re.IGNORECASE,
)


def before_channels(text: str) -> str:
    """What a line says before its first address or number.

    >>> before_channels("Jane Doe - Lead Stylist, E-Mail: jane@acme.example"), before_channels("Owner")
    ('Jane Doe - Lead Stylist', 'Owner')
    """
    start, end = _first_channel(text)
    if not end:
        return text
    if not start:
        return text[end:].strip(_MARKS) or text
    head = text[:start]
    label = _CHANNEL_LABEL.search(head, max(0, len(head) - 24))
    return head[: label.start()] if label else head.rstrip()


def _first_channel(text: str) -> tuple[int, int]:
    """Where the first address or number stands. A search for digits leaps to them; others try each letter."""
    if "@" in text or "//" in text or "www." in text:
        channel = _SIGNED_CHANNEL.search(text) if "@" in text else _CHANNEL.search(text)
        return channel.span() if channel is not None else (0, 0)
    if (number := _NUMBER.search(text)) is None:
        return 0, 0
    before = text[: number.start()].removesuffix("+").removesuffix("(")
    return len(before), number.end()


def is_label(word: str) -> bool:
    """Whether a word is what stands before a number: `fon`, `Tel.nr`, `\u043c\u043e\u0431.`."""
    bare = folded(word).rstrip(".:")
    return bare in _FOLDED_LABELS or _OF_NUMBERS.sub("", bare).rstrip(".") in _FOLDED_LABELS


def is_shared(email: str) -> bool:
    """An address such as info@ is the firm's, not a person's."""
    return _SHARED_MAIL.match(email) is not None


def phones_on(line: Line) -> Iterator[str]:
    linked = [link[4:] for link in line.links if link.lower().startswith("tel:")]
    for number in (*linked, *(match[0] for match in _PHONE.finditer(line.text))):
        if sum(map(str.isdigit, number)) >= 7:
            yield number.strip()


def mails_on(line: Line) -> Iterator[str]:
    if not line.links and "@" not in line.text:
        return
    linked = [link[7:].partition("?")[0] for link in line.links if link.lower().startswith("mailto:")]
    written = (mail for mail in _EMAIL.findall(line.text) if not _IMAGE.search(mail))
    yield from (mail.lower() for mail in (*linked, *written) if _EMAIL.fullmatch(mail))


def mail_fits(email: str, name: Name) -> bool:
    """jdoe@, jane.doe@, jane@ and doe@ are Jane Doe's; kontakt@ is not Eken Tak's."""
    local = re.sub(r"[^a-z]", "", folded(email.partition("@")[0]))
    if len(local) < 3 or is_shared(email):
        return False
    first, last = name.given.split()[:1], name.family.split()[-1:]  # some have one name only
    given, family = (re.sub(r"[^a-z]", "", folded("".join(part))) for part in (first, last))
    if len(given) > 2 and local.startswith(given):
        return True
    return family in local if len(family) > 4 else len(family) > 2 and local.startswith(family) | local.endswith(family)
