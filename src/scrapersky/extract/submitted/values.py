"""What stands in a column, where its heading alone does not say: addresses, numbers, websites, postal codes, names."""

import re
from collections.abc import Callable, Mapping, Sequence

from scrapersky.extract.corrections import EMAIL
from scrapersky.extract.domains import registrable_domain
from scrapersky.extract.phones.numbers import read_number

_MOST_CELLS = 200
_LONGEST_CELL = 300
_SHARE_WITH_HEADING = 0.5  # the heading says it too
_SHARE_ALONE = 0.8
_SHARE_OF_NAMES = 0.6
_SHARE_DIFFERENT = 0.5  # who looks after a customer is the same person again and again
_LEAST_WEAK = 3  # a few codes or numbers may be anything
_DATE = re.compile(r"\d{1,4}([./-])\d{1,2}\1\d{1,4}(?:[ T].{0,20})?")
_DIALLED = re.compile(r"[+(]?[\d][\d\s().\-/]{5,24}(?: ?(?:ext\.?|x|#) ?\d{1,9})?")
_CLEARLY_DIALLED = re.compile(r"(?:\+|00[1-9]|0\d{1,5}[\s/-]|\(\d{2,5}\)|\d{3}[.-]\d{3}[.-]\d{4}).{3,30}")
_POST_CODE = re.compile(
    r"(?:[A-Z]{1,2}-)?\d{4,6}(?:-\d{3,4})?|\d{4} ?[A-Z]{2}|[A-Z]{1,2}\d[A-Z\d]? ?\d[A-Z]{2}|[A-Z]\d[A-Z] ?\d[A-Z]\d"
)
_CLEAR_POST_CODE = re.compile(
    r"0\d{4}|[A-Z]{1,2}-\d{4,5}|\d{5}-\d{3,4}|\d{4} [A-Z]{2}|[A-Z]{1,2}\d[A-Z\d]? \d[A-Z]{2}|[A-Z]\d[A-Z] \d[A-Z]\d"
)

_SUM = re.compile(
    r"\W*(?:grand |sub-?|sous-|zwischen|end|gesamt)?"
    r"(?:totals?|sum|summen?|somme|suma|totale|totaal|gesamt|insgesamt|soma)\b[\W\d]*",
    re.IGNORECASE,
)
_CURRENCY = re.compile(r"\b(?:EUR|USD|CHF|GBP)\b")


def is_sum(cells: Sequence[str]) -> bool:
    """A line below the others that adds them up; a business may be called Total, and then has more than numbers.

    >>> is_sum(["", "TOTAL:", "12,000.50 €"]), is_sum(["Total", "Ring 3"]), is_sum(["Summer", "1"])
    (True, False, False)
    """
    first, *others = [cell for cell in cells if cell.strip()] or [""]
    return bool(_SUM.fullmatch(first)) and not any(map(str.isalpha, _CURRENCY.sub("", "".join(others))))


def is_email(cell: str) -> bool:
    return EMAIL.search(cell) is not None


def is_website(cell: str) -> bool:
    """
    >>> [is_website(cell) for cell in ("www.acme.example", "https://acme.example/a b", "1.234", "a@b.example")]
    [True, True, False, False]
    """
    first = re.split(r"[\s;,]", cell.strip(), maxsplit=1)[0]
    if re.match(r"https?://\S", first, re.IGNORECASE):
        return True
    last = first.partition("/")[0].rpartition(".")[2]
    return "@" not in cell and last.isalpha() and len(last) > 1 and registrable_domain(first) is not None


def is_phone(cell: str) -> bool:
    """
    >>> [is_phone(cell) for cell in ("089/9017238", "+1 512-555-0100 x7", "2024-01-02", "12000", "Ring 3")]
    [True, True, False, False, False]
    """
    return _DIALLED.match(cell) is not None and not _DATE.fullmatch(cell) and sum(map(str.isdigit, cell)) >= 6


def is_post_code(cell: str) -> bool:
    return _POST_CODE.fullmatch(cell.upper()) is not None


_LOOKS: Mapping[str, Callable[[str], bool]] = {
    "email": is_email,
    **dict.fromkeys(("website", "url", "domain"), is_website),
    **dict.fromkeys(("phone", "mobile", "fax", "whatsapp"), is_phone),
    "postal_code": is_post_code,
}
SEEN_IN_VALUES = frozenset(_LOOKS)
"""Fields of which the values say whether a column has them."""


def confirmed(field: str, cells: Sequence[str]) -> bool:
    """Whether a column that by its heading may be the field has such values; of most fields nobody can tell."""
    looks = _LOOKS.get(field)
    return looks is not None and _share(looks, _filled(cells)) >= _SHARE_WITH_HEADING


def field_of(cells: Sequence[str]) -> str | None:
    """What a column is by its values alone.

    >>> field_of(["a@acme.example; b@acme.example", ""]), field_of(["https://acme.example"]), field_of(["7"])
    ('email', 'website', None)
    """
    filled = _filled(cells)
    if _share(is_email, filled) >= _SHARE_ALONE:
        return "email" if _differ(filled, _SHARE_DIFFERENT) else None
    if _share(is_website, filled) >= _SHARE_ALONE:
        return "website"
    if len(filled) < _LEAST_WEAK:
        return "phone" if filled and all(cell.startswith("+") and read_number(cell, None) for cell in filled) else None
    if _share(is_phone, filled) >= _SHARE_ALONE and _share(_is_clearly_phone, filled) >= _SHARE_WITH_HEADING:
        return "phone"
    if _share(is_post_code, filled) >= _SHARE_ALONE and any(_CLEAR_POST_CODE.fullmatch(one.upper()) for one in filled):
        return "postal_code"
    return None


def are_people(cells: Sequence[str]) -> bool:
    from scrapersky.extract.people.names import name_of  # noqa: PLC0415  its words take long to load

    filled = _filled(cells)
    return (
        _is_in_most_lines(cells)
        and _differ(filled, _SHARE_DIFFERENT)
        and _share(lambda cell: name_of(cell) is not None, filled) >= _SHARE_OF_NAMES
    )


def may_be_names(cells: Sequence[str]) -> bool:
    """Words in most lines, nearly each cell its own: what a list of businesses is about.

    >>> may_be_names(["Acme Dental", "Bolt"]), may_be_names(["yes", "yes", "no"]), may_be_names(["2024-01-02", "17"])
    (True, False, False)
    >>> may_be_names(["VIP", "", "", "", "dup", ""])
    False
    """
    filled = _filled(cells)
    is_wordy = _share(lambda cell: len(cell) <= 100 and sum(map(str.isalpha, cell)) >= 2, filled) >= _SHARE_ALONE
    return is_wordy and _is_in_most_lines(cells) and _differ(filled, _SHARE_ALONE) and field_of(filled) is None


def is_row_of_values(cells: Sequence[str]) -> bool:
    """Whether a line that ought to be the headings is a row already."""
    return any(is_email(cell) or is_website(cell) or _is_clearly_phone(cell) for cell in cells)


def _is_clearly_phone(cell: str) -> bool:
    return is_phone(cell) and _CLEARLY_DIALLED.match(cell) is not None


def _is_in_most_lines(cells: Sequence[str]) -> bool:
    return len(_filled(cells)) >= _SHARE_OF_NAMES * len(cells[:_MOST_CELLS])


def _differ(filled: Sequence[str], share: float) -> bool:
    return len(set(filled)) >= share * len(filled)


def _filled(cells: Sequence[str]) -> list[str]:
    return [cell.strip()[:_LONGEST_CELL] for cell in cells[:_MOST_CELLS] if cell.strip()]


def _share(looks: Callable[[str], bool], filled: Sequence[str]) -> float:
    return sum(map(looks, filled)) / len(filled) if filled else 0.0
