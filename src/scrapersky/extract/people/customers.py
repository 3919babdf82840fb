"""Which lines of a page are customers' words and readers' comments: who is named there is not of the business."""

import re
from collections.abc import Iterator, Sequence
from functools import lru_cache
from itertools import takewhile, zip_longest

from scrapersky.extract.folding import folded
from scrapersky.extract.pages.lines import Line
from scrapersky.extract.people.names import name_of
from scrapersky.extract.people.roles import is_role_line, role_length
from scrapersky.extract.people.turns import gap
from scrapersky.extract.phrases import any_phrase, phrases_of, word_lists, words

MAX_LINES = 60
_LONGEST_HEADING = 70
_HEADINGS = re.compile(
    rf"(?<!\w)(?:{any_phrase(map(folded, phrases_of(word_lists('owner_words.toml')['outsiders'])))}"
    r"|what (?:our |my )?(?:\w{1,12} )?(?:clients?|customers?|patients?|guests?|people|others|they|families)"
    r" (?:are |have )?sa(?:y|id|ying)|(?:\d{1,6}|one|no|all) comments?)(?!\w)"
    r"|^comments(?:$| on\b|\W{1,3}(?:$|\d))"
    r"|^[^\W\d_]{3,20}(?: [^\W\d_]{3,20})?:? [$\u20ac\u00a3]\d{1,3},\d{3}\+?$"  # what a tier of donors gave
)
_SAYS = re.compile(r"\b(?:says|said|wrote|sagt|schreibt|dit|a ecrit|dice|dijo|ha scritto|disse|pisze|skriver) ?:$")
_QUOTES = frozenset('"\u201c\u201d\u201e\u201f\u00ab\u00bb\u2018\u2019\u201a')
_SHORTEST_QUOTATION, _SHORTEST_SAYING = 20, 8
_NAME_AND_ROLE = 2  # lines
_SAID = re.compile(r".{10,2000}[\"\u201c\u201d\u201e\u00ab\u00bb\u2019][.,]?\s{0,2}[-\u2013\u2014~,(]{0,2}\s{0,2}")
_SIGNATURE_PARTS = re.compile(r"\s[-\u2013\u2014|]\s|,\s|\s?\(|\)")
_STARS = ("\u2605", "\u2b50")
_ALL_STARS = 5
_MARKS = _QUOTES.union(_STARS)
_LONGEST_CALL = 24
_CUSTOMERS = words(
    "client clients customer patient guest homeowner kunde kundin stammkunde stammkundin patientin gast"
    " mandant mandantin cliente paciente paziente ospite utente klant gasten klient klientka pacjent"
    " pacjentka zakaznik zakaznice pacient pacientka kund asiakas potilas ugyfel paciens musteri hasta"
    " клиент клиентка пациент пациентка клієнт клієнтка"
)
# Whose house was built, who opened it, who plays there, who wrote of it: before a colon and a name.
_PATRONS = _CUSTOMERS | words(
    "bauherr bauherrin bauherren auftraggeber auftraggeberin schirmherr schirmherrin preistrager preistragerin musik"
    " music musique musica opdrachtgever committente gastredner parrain marraine text texte"
    " texty tekst testi textos"
)


def customers_lines(lines: Sequence[Line]) -> frozenset[int]:
    """The lines below a heading such as "What our clients say", to the next that is neither like it nor a name.

    The page's footer is the business's again.
    """
    headings = [index for index, line in enumerate(lines) if line.is_heading and not line.in_navigation]
    indexes: set[int] = set()
    left_at = 0
    for index, following in zip_longest(headings, headings[1:], fillvalue=len(lines)):
        if is_of_customers(lines[index].text) or is_of_customers(_kicker(lines, index)):
            left_at = index + MAX_LINES
        elif index > left_at or name_of(lines[index].text) is None:
            left_at = 0
        indexes.update(range(index, min(following, left_at)))
    indexes.update(_below_quotations(lines))
    indexes.update(_called_customers(lines))
    return frozenset(index for index in indexes if not lines[index].in_footer)


def _kicker(lines: Sequence[Line], heading: int) -> str:
    """The line that stands right above a heading, nearer to it than to what is before: it says what follows."""
    if heading < _NAME_AND_ROLE or gap(lines, heading - 1) >= gap(lines, heading - 2):
        return ""
    above = lines[heading - 1]
    return "" if above.is_heading or above.in_navigation else above.text


def _below_quotations(lines: Sequence[Line]) -> Iterator[int]:
    """The lines below what stands in quotation marks, where they do not sign for the business."""
    for index in [index for index, line in enumerate(lines[:-1]) if line.text[:1] in _MARKS]:
        text = lines[index].text
        if not any(map(str.isalnum, text)):
            yield from _around_words(lines, index)
            continue
        is_saying = len(text) > _SHORTEST_SAYING and text[-2] in ".!?"
        is_quotation = (is_saying or len(text) > _SHORTEST_QUOTATION) and text.rstrip(".")[-1] in _QUOTES
        if is_quotation and not _is_in_card_above(lines, index):
            below = list(takewhile(lambda at: not lines[at].is_heading, _next_two(lines, index)))
            if not _signs_as_own(", ".join(lines[at].text for at in below)):
                yield from below


def _around_words(lines: Sequence[Line], index: int) -> Iterator[int]:
    """The lines around what somebody says below a mark of quotation or five stars: nobody of a house gives it stars."""
    has_stars = lines[index].text[0] in _STARS
    said = next((at for at in _next_two(lines, index) if lines[at].text not in _MARKS), index)
    words = lines[said].text
    is_exclaimed = has_stars and len(words) > _SHORTEST_SAYING and words[-1] in ".!"
    is_said = (is_exclaimed or len(words) > 2 * _SHORTEST_QUOTATION) and not lines[said].is_heading
    if not is_said or (has_stars and len(lines[index].text) < _ALL_STARS):
        return
    below = list(takewhile(lambda at: not lines[at].is_heading or name_of(lines[at].text), _next_two(lines, said)))
    if has_stars or not _signs_as_own(", ".join(lines[at].text for at in below)):
        yield from below
    if has_stars and index and name_of(lines[index - 1].text) is not None:
        yield index - 1


def _next_two(lines: Sequence[Line], index: int) -> range:
    return range(index + 1, min(index + 3, len(lines)))


def _called_customers(lines: Sequence[Line]) -> Iterator[int]:
    """The lines of whom the next line calls a client, a guest or a patient."""
    for index, line in enumerate(lines[1:]):
        text = line.text
        is_word = len(text) <= _LONGEST_CALL and (" " not in text or text[:1] in "hH")
        if is_word and folded(text).removeprefix("happy ") in _CUSTOMERS:
            yield index


def _is_in_card_above(lines: Sequence[Line], index: int) -> bool:
    """Whether a name and a role stand over a quotation, nearer than what stands below: they say it."""
    if index < _NAME_AND_ROLE or gap(lines, index - 1) >= gap(lines, index):
        return False
    return name_of(lines[index - 2].text) is not None and is_role_line(lines[index - 1].text)


def is_customers(text: str) -> bool:
    """`Jane Doe says:`, or a name beside stars."""
    if text.endswith(":"):
        return _SAYS.search(folded(text[-30:])) is not None
    label, colon, _ = text[: _LONGEST_CALL + 1].partition(":")
    if colon and not _PATRONS.isdisjoint(folded(label).split()[:1]):
        return True
    if text[:1] in _QUOTES and (said := _SAID.match(text)) is not None:
        return not _signs_as_own(text[said.end() :])
    return not text.isascii() and any(star in text for star in _STARS)


def _signs_as_own(signature: str) -> bool:
    """A quotation that Jane Doe, Owner, signs is the business's own word; a customer adds a firm, or no role at all."""
    parts = [part.strip() for part in _SIGNATURE_PARTS.split(signature) if part.strip()]
    rest = [part for part in parts if name_of(part) is None]
    return bool(rest) and all(role_length(part.split()) == len(part.split()) for part in rest)


@lru_cache(maxsize=512)
def is_of_customers(heading: str) -> bool:
    return len(heading) <= _LONGEST_HEADING and _HEADINGS.search(folded(heading)) is not None
