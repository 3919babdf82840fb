"""Names inside sentences: runs of capitalised words that begin with a given name."""

import re
from collections.abc import Iterator, Sequence
from functools import lru_cache
from itertools import takewhile

from scrapersky.extract.people.arabic_names import titled_in_arabic
from scrapersky.extract.people.name import Name
from scrapersky.extract.people.name_words import (
    COUPLED,
    FIRST_PART,
    PART,
    PARTICLE,
    PARTICLES,
    bare_word,
    is_given,
    is_initial,
    is_strong_given,
    is_suffix,
    is_title,
)
from scrapersky.extract.people.names import name_from
from scrapersky.extract.people.roles import begins_with_role, role_in, role_of_several
from scrapersky.extract.people.script_names import script_name
from scrapersky.extract.people.titles import is_degree
from scrapersky.extract.people.vocabulary import (
    ENGLISH_SURNAMES,
    NOT_NAMES,
    ORGANISATION_ENDS,
    PLACE_KINDS,
    PLACE_PREFIXES,
    SURNAMES,
    SURNAMES_TOO,
    VIETNAMESE_FAMILIES,
)

_RUN = re.compile(rf"{FIRST_PART}(?:\s(?:(?=[a-z'\u2019]){PARTICLE}\s){{0,2}}{PART}){{1,7}}")
_OTHER_CAPITAL = r"[\u0386-\u03ab\u0401-\u042f\u0490-\u04e8\u0531-\u0556]"
_OTHER_RUN = re.compile(
    rf"{_OTHER_CAPITAL}(?<!\w.)[\u03ac-\u03ce\u0430-\u04ff\u0561-\u0587'\u2019-]{{1,24}}"
    rf"(?:\s{_OTHER_CAPITAL}[\u03ac-\u03ce\u0430-\u04ff\u0561-\u0587'\u2019-]{{1,24}}){{1,2}}"
)
_ARABIC = re.compile("[\u0621-\u064a]")
_SURE = 3
# A letter that could not be decoded: what stands before it is half a name.
_BROKEN = "\ufffd"
# In Ecuador a point of the compass leads: `N12-34`.
_HOUSE_NUMBER_AFTER = re.compile(r",?\s\d{1,5}[A-Za-z]?(?=[,.;]|$)|(?:(?<=\s[NSEO])|(?<=\sOe))\d{1,3}-\d{1,4}")
_WORD_AFTER = re.compile(r"\s[^\W\d_]{2,12}(?=\.?\s\d)")
_PRICE_AFTER = re.compile(
    r"[\s.\u2026]{1,60}(?:[\u20ac$\u00a3\u00a5]\s?)?\d{1,4}(?:[.,]\d{1,2})?\s?(?:[\u20ac$\u00a3\u00a5]|eur|usd|z\u0142|kr|k\u010d|ft|lei|tl|$)",
    re.IGNORECASE,
)
_ARTICLE_BEFORE = re.compile(r"(?:\bthe|[a-z][\u2019']s)\s$", re.IGNORECASE)
_LIFETIME_AFTER = re.compile(r"[^()]{0,40}\((?:\*\s?)?1\d{3}\s?[-\u2013]\s?(?:1|20)\d{2}")
_QUOTE_BEFORE = re.compile(r"[a-z][.!?][\"\u201d\u201c\u00bb]?\s[\u2013\u2014-]?\s?$")
_SPEAKS_FOR_BUSINESS = re.compile(r"\b(?:we|us|our|call|contact|ask|meet)\b", re.IGNORECASE)
_CONTRACTED = ("'m", "'re", "'ve", "'s")
_GOES_ON = re.compile(r",?\s\(?[a-z\u00df-\u00ff\u0101-\u017e]")
_LONGEST_SAID = 160
_LEAST_WORDS = 5  # of a sentence; fewer are abbreviations
_COMPANY_AFTER = re.compile(
    r"^(?:[\u2019']s)?,?\s?(?:&|and|und|et|y)\s(?:sons?|associates|co\b|company|partners?|söhne|sohn|fils"
    r"|hijos|figli|daughters?|brothers|bros)"
    r"|^,?\s(?:inc|llc|llp|ltd|gmbh|corp|plc|p\.?c\b|pllc|pa\b|p\.a\.|& co)\b",
    re.IGNORECASE,
)


@lru_cache(maxsize=4_096)
def names_in(text: str) -> tuple[tuple[Name, int, int], ...]:
    """The names inside a sentence and where they stand; each has a known given name, or follows a title."""
    return tuple(_found_in(text))


def _found_in(text: str) -> Iterator[tuple[Name, int, int]]:
    if not text.isascii():
        yield from _in_other_letters(text)
        yield from titled_in_arabic(text) if _ARABIC.search(text) is not None else ()
    for run in _RUN.finditer(text):
        tokens, position = run[0].split(), run.start()
        if not any(map(_may_begin_name, tokens)):
            continue
        first = _first_name_token(tokens)
        if first is None and _is_led_by_word(tokens, text, run):
            first = 1
        if first is None or text.startswith(_BROKEN, run.end()):
            continue
        if _COMPANY_AFTER.match(text[run.end() : run.end() + 20]) or _in_street(text, run) or _is_of_a_thing(text, run):
            continue
        while len(tokens) > 1:
            start, end, name = _inside(tokens, first)
            if name:
                raw = " ".join(tokens[start:end])
                position = text.find(raw, position)
                yield name, position, position + len(raw)
            tokens = tokens[max(1, end) :]
            first = _first_name_token(tokens)


def _in_other_letters(text: str) -> Iterator[tuple[Name, int, int]]:
    """Names in Greek, Cyrillic and Armenian, whose words have capitals as well."""
    for run in _OTHER_RUN.finditer(text):
        words = run[0].split()
        for count in range(len(words), 1, -1):
            written = " ".join(words[:count])
            name = script_name(written)
            if name is not None and name.strength >= _SURE:
                yield name, run.start(), run.start() + len(written)
                break


def _is_of_a_thing(text: str, run: re.Match[str]) -> bool:
    """`the Jane Doe Prize`, `Jane Doe's books`: about what bears the name. `All is one. Jane Doe`: a saying, quoted."""
    if text.startswith(("'s", "\u2019s"), run.end()) or _PRICE_AFTER.match(text, run.end()):
        return True
    if _LIFETIME_AFTER.match(text, run.end()):
        return True
    if _ARTICLE_BEFORE.search(text, max(0, run.start() - 6), run.start()) is not None:
        return True
    if run.end() < len(text) or _QUOTE_BEFORE.search(text, max(0, run.start() - 4), run.start()) is None:
        return False
    before = text[: run.start()]
    return before.count(" ") >= _LEAST_WORDS and ":" not in before and not _is_signature(before, run[0])


def _is_signature(before: str, name: str) -> bool:
    """`We look forward to your visit. Dr. Jane Doe`: who signs has a title, or a role in what the business says."""
    if not before.endswith((". ", "! ", "? ")):
        return False
    said = before[-_LONGEST_SAID:]
    return any(map(is_title, name.split())) or bool(role_in(said) and _SPEAKS_FOR_BUSINESS.search(said))


def _in_street(text: str, run: re.Match[str]) -> bool:
    before = text[max(0, run.start() - 24) : run.start()].rstrip()
    if (before[-1:].isdigit() and "\u00a9" not in before) or _HOUSE_NUMBER_AFTER.match(text, run.end()) is not None:
        return True
    if run[0].startswith("R. ") and text[run.end() : run.end() + 3].strip(", ").isdigit():
        return True  # in Portuguese, whatever stands behind the number
    after = _WORD_AFTER.match(text, run.end())
    beside = (before.rpartition(" ")[2], after[0].strip() if after else "")
    return any(word.islower() and bare_word(word) in PLACE_KINDS for word in beside)


def _inside(tokens: Sequence[str], start: int | None) -> tuple[int, int, Name | None]:
    """Return the first name among capitalised words and where it begins and ends."""
    if start is None:
        return 0, len(tokens), None
    titles = list(takewhile(is_title, reversed(tokens[:start])))
    end = _last_name_token(tokens, start)
    if end == start + 1 and tokens[end : end + 1] and tokens[end] in COUPLED:
        return start, end + 1, None
    if end - start < 2 or _belongs_to_organisation(tokens[end:]) or tokens[start - 1 : start] in (["The"], ["THE"]):
        return start, len(tokens), None
    name = name_from(tokens[start:end], " ".join(reversed(titles)))
    if name is None or not _known_given(tokens[start:end], titles):
        return start, end, None
    return start, end, name


@lru_cache(maxsize=8_192)
def _may_begin_name(token: str) -> bool:
    """Whether a word is a given name, an initial or a title; quicker than the rest, and nearly no word is."""
    return is_given(bare_word(token)) or is_initial(token) or is_title(token)


def _first_name_token(tokens: Sequence[str]) -> int | None:
    """Skip titles and ordinary words; an unknown capitalised word before a given name spoils it (`Fort James`)."""
    for index, token in enumerate(tokens):
        word = bare_word(token)
        if word in PLACE_PREFIXES or (word in PLACE_KINDS and not is_given(word) and not is_title(token)):
            return None
        if is_title(token) or (word in NOT_NAMES and not is_given(word)):
            continue
        if (
            (is_given(word) and token[0].isupper())
            or is_initial(token)
            or (index and is_title(tokens[index - 1]) and token not in PARTICLES)
        ):
            return index
        if not role_of_several(token) and not word.endswith(_CONTRACTED):
            return _after_title(tokens, index)
    return None


def _is_led_by_word(tokens: Sequence[str], text: str, run: re.Match[str]) -> bool:
    """`Hoy Hugo Ruiz atiende`: a sentence begins with a capital, and goes on after the name."""
    word = bare_word(tokens[0])
    if not 2 < len(tokens) < 6 or not is_strong_given(bare_word(tokens[1])) or word in SURNAMES:
        return False
    if word in PLACE_KINDS or word in PLACE_PREFIXES or word in ORGANISATION_ENDS or tokens[0].isupper():
        return False
    begins = run.start() == 0 or text[run.start() - 2 : run.start()] in (". ", "! ", "? ", ": ")
    return begins and _GOES_ON.match(text, run.end()) is not None


def _after_title(tokens: Sequence[str], index: int) -> int | None:
    """`Studio Legale Avv. Giulia Rossi`: a title with its dot tells where a name begins, whatever stands before it."""
    for first in range(index + 2, len(tokens) - 1):
        if tokens[first - 1][-1] == "." and is_title(tokens[first - 1]) and not is_title(tokens[first]):
            return first
    return None


def _last_name_token(tokens: Sequence[str], start: int) -> int:
    end = start + 1
    is_family_first = bare_word(tokens[start]) in VIETNAMESE_FAMILIES and not "".join(tokens).isascii()
    while end < len(tokens) and end - start - sum(map(PARTICLES.__contains__, tokens[start:end])) < 5:
        token, word = tokens[end], bare_word(tokens[end])
        if token in COUPLED and end + 1 < len(tokens) and is_given(bare_word(tokens[end + 1])):
            break
        is_family_last = not is_family_first and not (
            is_given(bare_word(tokens[end - 1])) or is_initial(tokens[end - 1]) or tokens[end - 1] in PARTICLES
        )
        is_particle = token.lower() in PARTICLES and end + 1 < len(tokens)
        is_other_word = word in NOT_NAMES and not is_particle and not (word in SURNAMES_TOO and not is_family_last)
        if is_suffix(token) or is_other_word or is_degree(token):
            break
        if is_family_last and end - start >= 2 and _begins_something_else(tokens, end):
            break
        end += 1
    end = _without_title_case(tokens, start, end)
    while end > start and (is_initial(tokens[end - 1]) or tokens[end - 1] in PARTICLES):
        end -= 1
    return end


def _without_title_case(tokens: Sequence[str], start: int, end: int) -> int:
    """Three unknown words after the given name are a headline: only the first of them is the family name."""
    unknown = [
        index
        for index in range(start, end)
        if not (is_given(bare_word(tokens[index])) or is_initial(tokens[index]) or tokens[index] in PARTICLES)
        and tokens[index - 1] not in PARTICLES
    ]
    return unknown[0] + 1 if len(unknown) > 2 and unknown[0] > start else end


def _begins_something_else(tokens: Sequence[str], index: int) -> bool:
    word = bare_word(tokens[index])
    next_name = is_strong_given(word) and len(word) > 3 and index + 1 < len(tokens)
    next_name = next_name or (
        bare_word(tokens[index - 1]) in ENGLISH_SURNAMES and word not in SURNAMES and "-" not in word
    )
    return next_name or word in ORGANISATION_ENDS or begins_with_role(tokens[index:])


def _belongs_to_organisation(rest: Sequence[str]) -> bool:
    if any(bare_word(token) in PLACE_KINDS for token in rest[:2]):
        return True
    return bool(rest) and bare_word(rest[0]) in ORGANISATION_ENDS and not (is_suffix(rest[0]) or role_in(rest[0]))


def _known_given(tokens: Sequence[str], titles: Sequence[str]) -> bool:
    return bool(titles) or any(is_given(bare_word(token)) for token in tokens[:2])
