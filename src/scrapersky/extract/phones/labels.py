"""What the words beside a number say it is: a phone, a fax, a WhatsApp number, or no phone number at all."""

import re
from collections import deque
from enum import StrEnum
from functools import cache

from scrapersky.extract.folding import lowered
from scrapersky.extract.html.document import Document
from scrapersky.extract.phrases import any_phrase, first_words, has_word, phrases_of, word_lists, words

_BEFORE = 48
_LETTERS = re.compile(r"(?<![^\W_])(?P<letter>[TPMCFWtfmpc])\s?(?:[:.)\]|\u2013-]|\s?$)\s{0,3}[:.)]?\s{0,3}\(?\+?$")
_AFTER_PHONE = re.compile(
    r"[ \xa0]{0,3}[(\[][ \xa0]{0,2}(?:tel|phone|office|mobile|cell|home|work|voice|text|direct|toll|m|c|o|h|w|t|p)\b",
    re.IGNORECASE,
)
_LETTER_AFTER = re.compile(r"[ \xa0]{1,2}\(?(?P<letter>[pftmcPFTMC])\)?[ .]{0,2}(?=[\n\t|]|$)")
_WHATSAPP_AFTER = re.compile(
    r"[ \xa0]{0,3}[(\[](?P<words>[^()\[\]\d\n]{0,24})(?:whats-?\s?app|ватсап|вотсап|واتساب)"
    r"(?P<more>[^()\[\]\d\n]{0,24})[)\]]",
    re.IGNORECASE,
)
_ONLY = words(
    "only solo nur alleen apenas somente só seulement uniquement tylko только лише sadece csak doar jen len samo само"
    " endast kun bare vain"
)
_NUMBER = re.compile(r"\d(?:[ ()./-]{0,3}\d){5,15}")
_MOST_STACKED, _LONGEST_VALUE, _LONGEST_HEAD = 6, 60, 20
_LINE_STARTS = ("", "\n", "\t")
# Two letters that are also a state's: as a label they begin a line or follow another label, or a colon comes after.
STATE = "wa"
_OPENS_STATE = re.compile(r"(?:^|[\n\t/&|+•(])\s{0,2}$")
_CLOSES_STATE = re.compile(r"\s{0,2}[:=\uff1a]")


class Label(StrEnum):
    PHONE = "phone"
    MOBILE = "mobile"
    FAX = "fax"
    WHATSAPP = "whatsapp"
    OTHER = "other"
    MAYBE = "maybe"


_BY_LETTER = {
    "t": Label.PHONE,
    "p": Label.PHONE,
    "c": Label.MOBILE,
    "m": Label.MOBILE,
    "f": Label.FAX,
    "w": Label.PHONE,
}


_SIGNS = {
    "\U0001f4e0": Label.FAX,
    "\U0001f5b7": Label.FAX,
    "\u260e": Label.PHONE,
    "\u2706": Label.PHONE,
    "\U0001f4de": Label.PHONE,
    "\U0001f57d": Label.PHONE,
    "\U0001f4f1": Label.MOBILE,
    "\U0001f4f2": Label.MOBILE,
}


def label_of(document: Document, start: int) -> tuple[Label, str] | None:
    """The label of a number that stands at this place: that of its column, else the nearest before it."""
    before = document.text[max(0, start - 1) : start]
    head = (document.column_head(start) or _head_beside(document, start)) if before in _LINE_STARTS else ""
    labelled = _last_label(head) if head else None
    if labelled is not None:
        return _as_written(labelled, head)
    if icon := document.icon_before(start):
        return Label(icon), icon
    return label_before(document.text, start) or _label_of_next_cell(document, start)


def _label_of_next_cell(document: Document, start: int) -> tuple[Label, str] | None:
    """`<td>512-555-0100</td><td>Fax</td>`: of two cells, the second is nothing but the label."""
    beside = document.cell_after(start).rstrip(" :.")
    label = _labels()[0].fullmatch(lowered(beside)) if 0 < len(beside) <= _LONGEST_HEAD else None
    return _as_written(label, beside) if label is not None else None


def _as_written(label: re.Match[str], text: str) -> tuple[Label, str]:
    return Label(label.lastgroup or ""), text[label.start() : label.end()]


def _head_beside(document: Document, start: int) -> str:
    """The label of a value in a stack of values that follows a stack of as many labels, as in two columns."""
    line = document.line_at(start)
    first, last = line, line
    while line - first < _MOST_STACKED and _is_value(document.line_text(first - 1)):
        first -= 1
    if not _is_head(document.line_text(first - 1)):
        return ""
    while last - line < _MOST_STACKED and _is_value(document.line_text(last + 1)):
        last += 1
    labels = [document.line_text(number) for number in range(first - (last - first) - 1, first)]
    is_stack = len(labels) > 1 and all(map(_is_head, labels)) and _is_value(document.line_text(line))
    return labels[line - first] if is_stack else ""


def _is_value(line: str) -> bool:
    return len(line) <= _LONGEST_VALUE and ("@" in line or _NUMBER.search(line) is not None) and not _last_label(line)


def _is_head(line: str) -> bool:
    is_short = 0 < len(line) <= _LONGEST_HEAD and not any(map(str.isdigit, line))
    return is_short and (line[-1] == ":" or _last_label(line) is not None)


def label_before(text: str, start: int) -> tuple[Label, str] | None:
    """The nearest label before a number and its words; it may stand on the line above, if no other number does.

    >>> label_before("Tel. / Fax: 512", 12), label_before("VAT No. 512", 8)
    ((<Label.FAX: 'fax'>, 'Fax'), (<Label.OTHER: 'other'>, 'VAT No'))
    >>> label_before("Seattle, WA 512", 12), label_before("WA: 512", 4)
    (None, (<Label.WHATSAPP: 'whatsapp'>, 'WA'))
    >>> label_before("İSTANBUL TELEFON: 512", 18)
    (<Label.PHONE: 'phone'>, 'TELEFON')
    """
    before = text[max(0, start - _BEFORE) : start]
    lines = before.rstrip("\n\t +(").rsplit("\n", 1)
    if lines[-1].strip(" \t:+(") and before[-1:] != "\n":
        before = lines[-1]
    else:
        before = "" if _NUMBER.search(lines[-1]) else "\n".join(lines[-2:])
    number = deque(_NUMBER.finditer(before), 1)
    before = before[number[0].end() :] if number else before
    if not before.isascii() and (sign := _SIGNS.get(before.rstrip(" \ufe0f:+(")[-1:])) is not None:
        return sign, before.strip()[:1]
    nearest = _last_label(before)
    if nearest is not None and _is_near(before[nearest.end() :], nearest.lastgroup or ""):
        return _as_written(nearest, before)
    letter = _LETTERS.search(before)
    return (_BY_LETTER[letter["letter"].lower()], letter["letter"]) if letter is not None else None


def _last_label(before: str) -> re.Match[str] | None:
    """Among lower letters, which stand where the written ones do: a pattern that is told to ignore case is slow."""
    pattern, beginnings = _labels()
    if not has_word(before, beginnings):
        return None
    labels = [label for label in pattern.finditer(lowered(before)) if label[0] != STATE or _is_no_state(before, label)]
    return labels[-1] if labels else None


def _is_no_state(before: str, label: re.Match[str]) -> bool:
    opens = _OPENS_STATE.search(before[: label.start()]) is not None
    return _CLOSES_STATE.match(before, label.end()) is not None or (opens and "\n" not in before[label.end() :])


def label_after(text: str, end: int) -> Label | None:
    """A label in the words after a number on its line, as in "512-555-0100 (fax)".

    >>> label_after("512-555-0100 (Fax)", 12), label_after("512-555-0100 Fax: 512-555-0101", 12)
    (<Label.FAX: 'fax'>, None)
    """
    if _after_fax().match(text, end):
        return Label.FAX
    if _WHATSAPP_AFTER.match(text, end):
        return Label.WHATSAPP
    if letter := _LETTER_AFTER.match(text, end):
        return _BY_LETTER[letter["letter"].lower()]
    return Label.PHONE if _AFTER_PHONE.match(text, end) else None


def also_phone(text: str, start: int, end: int | None = None) -> bool:
    """Whether a label is shared with a phone's, as in "Tel/Fax:", or brackets behind the number add WhatsApp to it.

    >>> also_phone("Tel. / Fax: 512", 12), also_phone("Tel: 512 Fax: 513", 14)
    (True, False)
    >>> also_phone("512 (also WhatsApp)", 0, 3), also_phone("512 (WhatsApp only)", 0, 3)
    (True, False)
    """
    said = _WHATSAPP_AFTER.match(text, end) if end is not None else None
    if said is not None:
        return _ONLY.isdisjoint(f"{said['words']} {said['more']}".lower().split())
    return _shared().search(text[max(0, start - 24) : start].lower()) is not None


def _is_near(between: str, group: str) -> bool:
    """A phone label may be followed by a few words; one that rules a number out has to stand right before it."""
    return (
        len(between) <= 30 and not _NUMBER.search(between) if group not in ("other", "maybe") else _only_marks(between)
    )


def _only_marks(between: str) -> bool:
    return (
        re.fullmatch(r"(?:[\W_]|no|nr|n|number|numero|num|is|id|de|[A-Z]{2,3}\d{0,2}){0,10}", between, re.IGNORECASE)
        is not None
    )


@cache
def _after_fax() -> re.Pattern[str]:
    """Not where the word is followed by a number of its own."""
    fax = any_phrase(phrases_of(word_lists("phone_words.toml")["fax"]))
    return re.compile(
        rf"[ \xa0]{{0,3}}[(\[,/\u2013-]?[ \xa0]{{0,2}}(?:{fax})(?![^\W_])(?!\W{{0,5}}[+(]?\d)", re.IGNORECASE
    )


@cache
def _shared() -> re.Pattern[str]:
    lists = word_lists("phone_words.toml")
    phones, others = (
        any_phrase({phrase.lower() for name in names for phrase in phrases_of(lists[name])})
        for names in (("phone", "mobile"), ("fax", "whatsapp"))
    )
    stems = r"(?:t[e\u00e9]l|phone|fon|ph|тел|моб|τηλ|κιν|puh|mob|cel|m[oó]vil|handy|gsm|hp|kom|cep)\w{0,8}"
    return re.compile(
        rf"(?:{phones}|{stems})\.?(?:\s{{0,2}}[/&+,|]\s{{0,2}}[a-z]{{2,9}}\.?){{0,2}}"
        r"(?:\s{0,2}[/&+,|\u30fb\uff0f-]\s{0,2}|\s(?:and|und|et|y|e|i|og|och|en|un|ja|in|ve|dan|és|și|και|та|и)\s)"
        rf"(?:(?:tele)?fa[xk]|{others})"
    )


@cache
def _labels() -> tuple[re.Pattern[str], frozenset[str]]:
    sections = {name: phrases_of(section) for name, section in word_lists("phone_words.toml").items()}
    groups = (f"(?P<{name}>{any_phrase(map(lowered, phrases))})" for name, phrases in sections.items())
    pattern = re.compile(rf"(?<![^\W\d_])(?:{'|'.join(groups)})(?![^\W_]|@)")
    return pattern, first_words(phrase for phrases in sections.values() for phrase in phrases)
