"""Addresses written in words, "info [at] acme [dot] com", in many languages, without making one of a sentence."""

import re
from collections.abc import Iterator
from dataclasses import dataclass
from itertools import islice

from scrapersky.extract.phrases import any_phrase

MAX_CANDIDATES = 500

# Words for the sign. The sure ones name nothing else; the others are ordinary words too and need brackets or a label.
_SURE_AT = """
arroba arobase chiocciola chiocciolina apenstaartje apestaart klammeraffe affenschwanz małpa malpa kukac zavináč zavinac
snabel-a snabela krøllalfa alfakrøll kanelbulle miukumauku собака собачка равлик παπάκι papaki アットマーク 골뱅이 艾特
majmun majmunsko strudel
"""
_AT = f"{_SURE_AT} at ät æt chez bei presso à a ad en w v na hos på et bij kod la u アット 在 في آت"
_DOT_WORDS = """
dot punkt point punto ponto punct kropka tečka tecka bodka pont piste prikk prik punktum punt точка крапка nokta
τελεία teleia ドット 점 点 titik tačka tacka točka tocka taškas punkts nukta نقطة נקודה
"""
_ROLES = """
info information contact contacto contatti contato kontakt office mail email hello hallo hola sales support admin post
service biuro praxis kanzlei ventas booking reservation reservations enquiries webmaster
"""
_LABELS = """
e-mail e-mails email emails mail mails correo courriel courriels mél posta poczta почта пошта sähköposti e-post epost
e-posta e-postadresse contact kontakt adresse adres メール 邮箱 邮件 이메일 البريد write
"""


def _any(words: str) -> str:
    return any_phrase(words.split())


_BRACKETS = "[({<«"
_OPEN, _CLOSE = r"[\[({<«|*_~-]{1,2}", r"[\])}>»|*_~-]{1,2}"
_ANY_DOT = rf"(?:\.|{_any(_DOT_WORDS)})"
_DOT_SEPARATOR = (
    rf"(?:\.|\s{{0,3}}{_OPEN}\s{{0,2}}{_ANY_DOT}\s{{0,2}}{_CLOSE}\s{{0,3}}|\s{{1,3}}(?:{_any(_DOT_WORDS)})\s{{1,3}})"
)
_LOCAL_WORD = r"[a-z0-9](?:[\w+-]{0,62}[a-z0-9])?"
_HOST_WORD = r"[^\W_](?:[\w-]{0,62}[^\W_])?"
_LOCAL = re.compile(rf"(?<![\w.+-])(?:{_LOCAL_WORD}{_DOT_SEPARATOR}){{0,3}}?{_LOCAL_WORD}\s{{0,3}}$", re.IGNORECASE)
_HOST = re.compile(rf"\s{{0,3}}({_HOST_WORD}(?:{_DOT_SEPARATOR}{_HOST_WORD}){{1,5}})(?![\w@'\u2019])", re.IGNORECASE)
_BRACKETED_AT = re.compile(
    rf"[\[({{<«|*_~-](?<![\[({{<«|*_~-]{{2}})[\[({{<«|*_~-]?\s{{0,3}}(?:@|{_any(_AT)})\s{{0,3}}{_CLOSE}",
    re.IGNORECASE,
)
_BARE_AT = re.compile(
    rf"(?<=\w)\s{{1,3}}(?:(?P<sure>(?i:{_any(_SURE_AT)}))|(?P<loud>AT)|(?i:at|chez|bei|ät|presso))\s{{1,3}}(?=\w)"
)
_SPACED_AT = re.compile(r"@(?:(?<=\w@)\s{1,2}(?=\w)|(?<=\w\s@)\s{0,2}(?=\w)|(?<=\w@)(?=[\w-]{1,63}\s{0,2}[\[({]))")
# A page may say which sign it writes instead: "★を@に", "replace # with @", "# durch @ ersetzen".
_STANDS_FOR_AT = re.compile(
    r"(?P<sign>[^\w\s@.,:;()\u3001\u3002]{1,3}|\([A-Za-z]{1,4}\))[\"'\u300d\u201d]?\s?"
    r"(?:\u3092[\u300c\"']?[@\uff20]|(?:with|by|durch|par|por) @)"
)
_NAMES_AT = (
    "\u3092@",
    "\u3092\uff20",
    "\u3092\u300c",
    *(f"{word} @" for word in ("with", "by", "durch", "par", "por")),
)
_DOTS = re.compile(_DOT_SEPARATOR, re.IGNORECASE)
_SPELLED_DOT = re.compile(rf"(?:{_OPEN}|\s)\s{{0,2}}{_ANY_DOT}\s{{0,2}}(?:{_CLOSE}|\s)", re.IGNORECASE)
_LABEL = re.compile(rf"(?:{_any(_LABELS)})(?: to)?(?: us)?(?: at)?\s{{0,2}}[:\uff1a\u2013-]?\s{{0,3}}$", re.IGNORECASE)
_ROLE_NAMES = frozenset(_ROLES.split())
# As they are written: to put a whole page into lower case takes longer than all else here.
_BARE_WORDS = frozenset(
    write(word)
    for word in (*_SURE_AT.split(), *_DOT_WORDS.split())
    for write in (str.lower, str.capitalize, str.title, str.upper)
)


@dataclass(frozen=True, slots=True)
class SpelledOut:
    """An address put together from words; `start` and `end` say where the words stand."""

    address: str
    raw: str
    start: int
    end: int


def spelled_out_addresses(text: str) -> Iterator[SpelledOut]:
    """Addresses written in words.

    >>> [found.address for found in spelled_out_addresses("Write: info [at] acme [dot] com or ana(arroba)acme.es")]
    ['info@acme.com', 'ana@acme.es']
    >>> list(spelled_out_addresses("Meet us at acme dot com headquarters, look at this (at night)."))
    []
    """
    may_name = " @" in text or "\u3092" in text
    named = _STANDS_FOR_AT.search(text) if may_name and any(words in text for words in _NAMES_AT) else None
    if named is not None:
        for sign in islice(re.finditer(re.escape(named["sign"]), text), MAX_CANDIDATES):
            if (candidate := _around(text, sign)) is not None:
                yield candidate
    for sign in islice(_BRACKETED_AT.finditer(text), MAX_CANDIDATES):
        candidate = _around(text, sign)
        if candidate is not None and (sign[0][0] in _BRACKETS or _is_meant(text, sign, candidate)):
            yield candidate
    patterns = (_SPACED_AT,) if _BARE_WORDS.isdisjoint(text.split()) else (_BARE_AT, _SPACED_AT)
    for pattern in patterns:
        for sign in islice(pattern.finditer(text), MAX_CANDIDATES):
            candidate = _around(text, sign)
            if candidate is not None and _is_meant(text, sign, candidate):
                yield candidate


def _around(text: str, sign: re.Match[str]) -> SpelledOut | None:
    left = max(0, sign.start() - 120)
    local = _LOCAL.search(text[left : sign.start()])
    host = _HOST.match(text, sign.end(), min(len(text), sign.end() + 160))
    if local is None or host is None:
        return None
    address = f"{_DOTS.sub('.', local[0].strip())}@{_DOTS.sub('.', host[1])}"
    start, end = left + local.start(), host.end()
    return SpelledOut(address, text[start:end].strip(), start, end)


def _is_meant(text: str, sign: re.Match[str], candidate: SpelledOut) -> bool:
    """Whether unbracketed words are an address: "look at acme dot com" is not, "E-mail: jo at acme dot com" is."""
    words = sign.groupdict()
    dot_is_spelled = _SPELLED_DOT.search(text, sign.end(), candidate.end) is not None
    if words.get("sure") or (words.get("loud") and dot_is_spelled):
        return True
    line_start = text.rfind("\n", 0, candidate.start) + 1
    line_end = text.find("\n", candidate.end)
    alone = (
        not text[line_start : candidate.start].strip()
        and not text[candidate.end : line_end if line_end >= 0 else None].strip()
    )
    labelled = _LABEL.search(text[max(line_start, candidate.start - 40) : candidate.start]) is not None
    by_role = candidate.address.partition("@")[0].lower() in _ROLE_NAMES
    if words.get("loud") and labelled:
        return True
    if "@" in sign[0]:
        return alone or labelled or by_role or dot_is_spelled
    return dot_is_spelled and (alone or labelled or by_role)
