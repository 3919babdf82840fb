"""What a person types to find rows: words, and tokens such as `score:>80`. Text only; what it means for a table is not
known here.
"""

import re
from collections.abc import Callable, Collection, Mapping
from contextlib import suppress
from dataclasses import dataclass
from datetime import datetime
from enum import StrEnum

LONGEST_SEARCH = 16_000

_NAME = r"[A-Za-z][A-Za-z0-9_]{0,62}"
# Each repeat runs up to a character that ends it for good, so any text is read in one pass.
_TOKEN = re.compile(rf'(-?)({_NAME}):(>=|<=|>|<|~)?(?:"((?:[^"\\]|\\.)*)"?|([^\s"]\S*)?)', re.DOTALL)
_RANGE = re.compile(r"([-+]?\d[^\s.]*(?:\.\d[^\s.]*)?)?\.\.([-+]?\d[^\s.]*(?:\.\d[^\s.]*)?)?")
_ESCAPED = re.compile(r'\\(["\\])')
_NEEDS_QUOTES = re.compile(r'[\s"\\]|^[<>~=]')
IN_QUOTES = re.compile(r'(?<!\S)"([^"]*)("?)')
_WORD = re.compile(r'-?"[^"]*"?\S*|\S+')
# What stands before a colon and is no field: schemes, and the host that has no dot.
_NO_FIELDS = frozenset(("mailto", "tel", "sms", "data", "javascript", "urn", "about", "localhost"))
AGO = re.compile(r"(\d{1,6})([smhdw])")


class SearchOperator(StrEnum):
    """How a token's value is meant; the value is what stands between the colon and the value."""

    IS = ""
    ABOVE = ">"
    AT_LEAST = ">="
    BELOW = "<"
    AT_MOST = "<="
    CONTAINS = "~"
    BETWEEN = ".."
    EMPTY = "none"


@dataclass(frozen=True, slots=True)
class SearchToken:
    """`field:value`. With BETWEEN the value is the lower end and `until` the upper; EMPTY has no value."""

    field: str
    operator: SearchOperator
    value: str = ""
    until: str = ""
    is_not: bool = False

    def __str__(self) -> str:
        """As it is typed: reading it back gives the same token.

        >>> between = SearchToken("score", SearchOperator.BETWEEN, "40", "80")
        >>> str(SearchToken("title", SearchOperator.IS, "two words")), str(between)
        ('title:"two words"', 'score:40..80')
        """
        sign = "-" if self.is_not else ""
        return f"{sign}{self.field}:{self._written()}"

    def _written(self) -> str:
        if self.operator is SearchOperator.EMPTY:
            return "none"
        if self.operator is SearchOperator.BETWEEN:
            return f"{self.value}..{self.until}"
        return f"{self.operator.value}{_quoted(self.value)}"


@dataclass(frozen=True, slots=True)
class SearchText:
    """Words that all begin some word of a row, those in quotes one after the other, and tokens that all hold.

    Rows with any of the words in `without` are left out.
    """

    words: str = ""
    tokens: tuple[SearchToken, ...] = ()
    without: tuple[str, ...] = ()

    def __str__(self) -> str:
        """Words stand last: a quote that nobody closed reaches to the end."""
        left_out = [f"-{word}" for word in self.without]
        return " ".join([*map(str, self.tokens), *left_out, *([self.words] if self.words else [])])

    def in_words(self, labels: Mapping[str, str] | None = None) -> list[str]:
        """For the person who is about to change all these rows.

        >>> read_search("dentist -vet score:>80 -kind:blog found:0", None).in_words({"kind": "Type"})
        ['with the words "dentist"', 'without the words "vet"', 'score above 80', 'Type is not blog', 'with 0 found']
        """
        words = [f"with the words {_said(self.words)}"] if self.words else []
        words += [f"without the words {_said(word)}" for word in self.without]
        return words + [_in_words(token, labels or {}) for token in self.tokens]


def _said(words: str) -> str:
    return words if '"' in words else f'"{words}"'


def read_search(text: str, fields: Collection[str] | None) -> SearchText:
    """A name that is no field makes a plain word, so that addresses can be searched for. None: any name is a field.

    Whether somebody meant a field by it, `unknown_fields` tells.

    >>> read_search('https://acme.example name:"Acme & Sons"', ["name"])
    SearchText(words='https://acme.example', tokens=(SearchToken(field='name', operator=<SearchOperator.IS: ''>, \
value='Acme & Sons', until='', is_not=False),), without=())
    >>> read_search('oak -pine -"old elm', []).without
    ('pine', '"old elm"')
    """
    words: list[str] = []
    without: list[str] = []
    tokens: list[SearchToken] = []
    position = 0
    while word := _WORD.search(text, position):
        found = _TOKEN.match(text, word.start())
        if found and _is_field(found, fields):
            tokens.append(_token(found))
            position = found.end()
        else:
            written = " ".join(word[0].split())
            if written.startswith("-"):
                without.append(_closed(written[1:]))
            else:
                words.append(written)
            position = word.end()
    return SearchText(" ".join(filter(_is_word, words)), tuple(tokens), tuple(filter(_is_word, without)))


def _is_word(written: str) -> bool:
    """Not what is typed on the way to one."""
    return written.strip('-"') != ""


def _closed(written: str) -> str:
    """A quote that nobody closed must not reach into the words behind it."""
    return f'{written}"' if written.startswith('"') and '"' not in written[1:] else written


def unknown_fields(words: str) -> list[str]:
    """Names that stand before a colon as fields do. Addresses, ports and what is in quotes are words.

    >>> unknown_fields('blah:x https://acme.example localhost:8000 mailto:a@b.example note: "so what:so" x-name:oak')
    ['blah']
    """
    found = (_TOKEN.fullmatch(word) for word in IN_QUOTES.sub(" ", words).split())
    return [token[2] for token in found if token and token[2].lower() not in _NO_FIELDS and _has_value(token)]


def _has_value(token: re.Match[str]) -> bool:
    value = token[4] or token[5] or ""
    return bool(value) and not value.startswith("//")


def _is_field(found: re.Match[str], fields: Collection[str] | None) -> bool:
    if fields is None:
        return bool(found[4]) or not (found[5] or "//").startswith("//")
    return found[2].lower() in fields


def _token(found: re.Match[str]) -> SearchToken:
    sign, name, operator, quoted, plain = found.groups()
    field, is_not = name.lower(), sign == "-"
    if quoted is not None:
        return SearchToken(field, SearchOperator(operator or ""), _ESCAPED.sub(r"\1", quoted), is_not=is_not)
    if operator is None and plain is not None:
        if plain.lower() == "none":
            return SearchToken(field, SearchOperator.EMPTY, is_not=is_not)
        ends = _RANGE.fullmatch(plain)
        if ends and (ends[1] or ends[2]):
            return _range(field, ends[1] or "", ends[2] or "", is_not=is_not)
    return SearchToken(field, SearchOperator(operator or ""), plain or "", is_not=is_not)


def _range(field: str, least: str, most: str, *, is_not: bool) -> SearchToken:
    if not most:
        return SearchToken(field, SearchOperator.AT_LEAST, least, is_not=is_not)
    if not least:
        return SearchToken(field, SearchOperator.AT_MOST, most, is_not=is_not)
    return SearchToken(field, SearchOperator.BETWEEN, least, most, is_not=is_not)


def _quoted(value: str) -> str:
    is_plain = value and not _NEEDS_QUOTES.search(value) and value.lower() != "none" and not _RANGE.fullmatch(value)
    if is_plain:
        return value
    escaped = value.replace("\\", "\\\\").replace('"', '\\"')
    return f'"{escaped}"'


def _in_words(token: SearchToken, labels: Mapping[str, str]) -> str:
    said = _BUILT_IN.get(token.field)
    if said is not None and token.operator is not SearchOperator.EMPTY:
        return ("not " if token.is_not else "") + said(_amount(token))
    name = labels.get(token.field, token.field)
    yes, no = _PHRASES[token.operator]
    return (no if token.is_not else yes).format(name=name, value=token.value, until=token.until)


def _amount(token: SearchToken) -> str:
    said = {
        SearchOperator.ABOVE: "more than {value}",
        SearchOperator.AT_LEAST: "at least {value}",
        SearchOperator.BELOW: "fewer than {value}",
        SearchOperator.AT_MOST: "at most {value}",
        SearchOperator.BETWEEN: "{value} to {until}",
    }
    return said.get(token.operator, "{value}").format(value=token.value, until=token.until)


def _since(value: str) -> str:
    ago = AGO.fullmatch(value)
    return f"changed in the last {ago[1]} {ago[2]}" if ago else f"changed since {_to_the_minute(value)}"


def _to_the_minute(moment: str) -> str:
    """A day stays one.

    >>> _to_the_minute("2026-03-01T09:14:05.548419+00:00"), _to_the_minute("2026-03-01"), _to_the_minute("yesterday")
    ('2026-03-01 09:14 UTC', '2026-03-01', 'yesterday')
    """
    with suppress(ValueError):
        return moment if ":" not in moment else f"{datetime.fromisoformat(moment):%Y-%m-%d %H:%M %Z}".strip()
    return moment


_PHRASES = {
    SearchOperator.IS: ("{name} is {value}", "{name} is not {value}"),
    SearchOperator.ABOVE: ("{name} above {value}", "{name} not above {value}"),
    SearchOperator.AT_LEAST: ("{name} at least {value}", "{name} not at least {value}"),
    SearchOperator.BELOW: ("{name} below {value}", "{name} not below {value}"),
    SearchOperator.AT_MOST: ("{name} at most {value}", "{name} not at most {value}"),
    SearchOperator.CONTAINS: ('{name} contains "{value}"', '{name} does not contain "{value}"'),
    SearchOperator.BETWEEN: ("{name} from {value} to {until}", "{name} not from {value} to {until}"),
    SearchOperator.EMPTY: ("{name} is empty", "{name} is not empty"),
}
_BUILT_IN: dict[str, Callable[[str], str]] = {
    "state": "{}".format,
    "curation": "decided as {}".format,
    "error": 'with the error "{}"'.format,
    "cause": 'failed with "{}"'.format,
    "outcome": "outcome {}".format,
    "since": _since,
    "tag": "tagged {}".format,
    "note": 'with "{}" in the note'.format,
    "batch": "of batch {}".format,
    "found": "with {} found".format,
    "id": "with the id {}".format,
    "host": "at the host {}".format,
    "only_host": "at the host {} itself".format,
}
