"""Values that a person types, read by what they are to be: tidied, or refused with what is wrong with them."""

import re

from scrapersky.extract.emails.mail_hosts import registrable_domain
from scrapersky.extract.pages.kinds import page_kinds
from scrapersky.extract.phones.numbers import to_e164_and_extension
from scrapersky.extract.urls import parse_web_url

LONGEST_LINE = 300
EMAIL = re.compile(r"[^\s@<>()\[\],;:\"\\]{1,64}@(?:[^\W_](?:[\w-]{0,61}[^\W_])?\.){1,8}[^\W\d_][\w-]{1,62}")
_PHONE = re.compile(r"\+?\(?[0-9](?:[\s().\-/]{0,3}[0-9]){2,16}(?: ?(?:ext\.?|x|#) ?[0-9]{1,9})?", re.IGNORECASE)
_LANGUAGE = re.compile(r"[a-z]{2,3}(?:-[a-z0-9]{2,8}){0,3}", re.IGNORECASE)
_NOT_PRINTED = re.compile(r"[\x00-\x1f\x7f\u2028\u2029\u202a-\u202e\u2066-\u2069]")


def read_email(text: str) -> str:
    """
    >>> read_email(" Ana@Acme.Example ")
    'ana@acme.example'
    """
    tidy = text.strip().removeprefix("mailto:")
    local = tidy.partition("@")[0]
    if not EMAIL.fullmatch(tidy) or ".." in tidy or local.startswith(".") or local.endswith("."):
        raise ValueError(f"{_quoted(text)} is no e-mail address, such as ana@acme.example")
    return tidy.lower()


def read_phone(text: str) -> str:
    """International numbers in E.164; of others nobody knows here of which country they are.

    >>> read_phone("+49 (0)89 9017238"), read_phone("089 / 9017238")
    ('+49899017238', '089 / 9017238')
    >>> read_phone("+1 512-555-0100 x7")
    '+15125550100 ext. 7'
    """
    tidy = " ".join(text.split())
    is_international = tidy.startswith(("+", "00"))
    international = f"+{tidy[2:]}" if tidy.startswith("00") else tidy
    e164 = to_e164_and_extension(international, None) if is_international else None
    if e164 is None and (is_international or not _PHONE.fullmatch(tidy)):
        raise ValueError(f"{_quoted(text)} is no phone number, such as +49 89 9017238")
    return e164 or tidy


def read_url(text: str) -> str:
    """
    >>> read_url("www.acme.example/team"), read_url("http://acme.example")
    ('https://www.acme.example/team', 'http://acme.example')
    """
    tidy = text.strip()
    address = tidy if "://" in tidy else f"https://{tidy}"
    parsed = parse_web_url(address)
    if parsed is None or re.search(r"\s", tidy) or not registrable_domain(parsed.hostname):
        raise ValueError(f"{_quoted(text)} is no address of a website, such as https://acme.example")
    return address


def read_line(text: str) -> str:
    """One line of words: a name, a role, a title.

    >>> read_line("  Ana   López ")
    'Ana López'
    """
    tidy = " ".join(text.split())
    if not any(character.isalnum() for character in tidy) or _NOT_PRINTED.search(tidy):
        raise ValueError(f"{_quoted(text)} has no letter in it, or one that cannot be printed")
    if len(tidy) > LONGEST_LINE:
        raise ValueError(f"it has {len(tidy):,} characters; at most {LONGEST_LINE} are kept")
    return tidy


def read_language(text: str) -> str:
    if not _LANGUAGE.fullmatch(text.strip()):
        raise ValueError(f"{_quoted(text)} is no code of a language, such as de or pt-BR")
    return text.strip()


def read_page_kind(text: str) -> str:
    if text not in page_kinds():
        raise ValueError(f"{_quoted(text)} is no kind of page; there are: {', '.join(page_kinds())}")
    return text


def read_limit(number: int) -> int:
    if not 1 <= number <= 1_000_000:
        raise ValueError(f"{number:,} is no number of places to find; it is 1 to 1,000,000")
    return number


def _quoted(text: str) -> str:
    return repr(text[:80])
