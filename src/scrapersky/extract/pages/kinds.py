"""What a page is likely about, told from its address, and how likely it carries contacts."""

import re
from dataclasses import dataclass, field
from functools import cache, lru_cache
from itertools import dropwhile, takewhile
from typing import NamedTuple
from urllib.parse import unquote

from ada_url import parse_search_params

from scrapersky.extract.pages.names import MAX_PHRASE, Words, naming, scores, words_of
from scrapersky.extract.urls import folded_parts, parse_web_url

_OTHER_SCORE = 12
_HOME_SCORE = 70
_DOCUMENT_SCORE = 3
_DEPTH_PENALTY = 5
_LOOSE_PENALTY = 8
_BELOW_PENALTY = 20
# A person's own page below the team page, or a branch below the locations, is worth nearly as much.
_BELOW_PENALTIES = {"team": 8, "location": 5, "contact": 8}
_MAX_SEGMENTS = 12

_PAGE_ENDING = re.compile(r"\.(?:x?html?|php\d?|aspx?|jspx?|cfm|do|cgi|pl|shtml)$", re.IGNORECASE)
_MEDIA_ENDING = re.compile(
    r"\.(?:jpe?g|png|gif|webp|avif|svg|ico|bmp|tiff?|mp[34]|m4[av]|mov|avi|webm|wav|ogg|css|js|json|xml|txt|zip|rar|gz|"
    r"woff2?|ttf|eot|exe|apk|dmg|ics|vcf|kmz?l?)$",
    re.IGNORECASE,
)
_DOCUMENT_ENDING = re.compile(r"\.(?:pdf|docx?|xlsx?|pptx?|odt|rtf|csv|epub)$", re.IGNORECASE)
_LANGUAGE = re.compile(r"[a-z]{2}(?:[-_](?:[a-z]{2}|han[st]))?", re.IGNORECASE)
_YEAR = re.compile(r"(?:19|20)\d\d")
_INDEX_NAMES = frozenset({"index", "home", "default", "start", "startseite", "main", "accueil", "inicio", "homepage"})
_PAGE_PARAMETERS = ("page", "p", "view", "site", "seite", "pagina", "pg", "route", "content", "section", "id", "action")
_NUMBERED_PAGE = re.compile(r"[?&](?:page_id|p|id|cat|post|article)=", re.IGNORECASE)
_TITLE_PARTS = re.compile(r"\s[-\u2013\u2014:\xb7/]\s|[|\xbb\u203a\u2022]")
_FILLERS_TEXT = """
a an and the our us your you we to for of in at on with all more here page pages site website form online info
information welcome new main meet today now copy kopie kopia copie von
und der die das mit bei zu zum zur unser unsere uns sie ihr et de des du la le les l d
nos notre nous vous votre el los las y e o con per il lo gli i della di da ons onze van en het een w z na nas i do
nasz nasi nasze se os as da dos para com och vi pa til oss os ja me seite pagina strona sida side sivu stranka sayfa ve
"""
# Before or after a name, these make it a person's: /meet-dr-jane-doe, /john-doe-dds.
_TITLES = frozenset({"dr", "dra", "prof"})
_DEGREES = frozenset({"dds", "dmd", "dvm", "esq", "facs", "lcsw", "lmft", "phd"})
_LONGEST_NAME = 4
_ARTICLES = frozenset({"a", "an", "the"})
_FILLERS = frozenset(_FILLERS_TEXT.split())


@dataclass(frozen=True, slots=True)
class Reason:
    """Part of a score, in words for the person who reads it."""

    words: str
    points: int


_LOOSE = Reason("close to a known name, not one itself", -_LOOSE_PENALTY)
_IN_PARAMETER = Reason("named only behind the path", -_LOOSE_PENALTY)
_IN_TEXT = Reason("told by words, not by the address", -_LOOSE_PENALTY)


@dataclass(frozen=True, slots=True)
class PageKind:
    """A kind such as contact, about or blog, and how likely such a page carries contacts, 0 to 100.

    The points of its reasons add up to its score.
    """

    kind: str
    score: int
    reasons: tuple[Reason, ...] = field(default=(), compare=False, repr=False)


class _Address(NamedTuple):
    """Path and fragment without escapes."""

    host: str
    path: str
    search: str = ""
    fragment: str = ""


@dataclass(frozen=True, slots=True)
class _Named:
    kind: str
    is_exact: bool


def page_kinds() -> tuple[str, ...]:
    """Every kind there is, the likeliest to carry contacts first.

    >>> page_kinds()[:3], page_kinds()[-1]
    (('contact', 'legal_notice', 'team'), 'media')
    """
    every = scores() | {"home": _HOME_SCORE, "other": _OTHER_SCORE, "document": _DOCUMENT_SCORE}
    return (*sorted(every, key=lambda kind: -every[kind]), "media")


def classify_page(url: str, title: str | None = None, link_text: str | None = None) -> PageKind:
    """Tell the kind of a page from its address, else from the words that link to it, else from its title.

    >>> classify_page("https://acme.example/de/%C3%BCber-uns"), classify_page("https://acme.example/blog/contact-us")
    (PageKind(kind='about', score=75), PageKind(kind='blog', score=0))
    >>> [classify_page(url, title="Kontakt").kind for url in ("https://acme.example/shop/1", "https://acme.example/1")]
    ['shop', 'contact']
    """
    address = _read(url)
    if address is None:
        return PageKind("other", 0, (Reason("no web address", 0),))
    ending = address.path[-8:]
    if "." in ending and _MEDIA_ENDING.search(ending):
        return PageKind("media", 0, (Reason("a picture, script or other file", 0),))
    if "." in ending and _DOCUMENT_ENDING.search(ending):
        return PageKind("document", _DOCUMENT_SCORE, (Reason("a document to download", _DOCUMENT_SCORE),))
    brand = address.host
    segments = _segments(address.path)
    return (
        _by_segments(segments, brand)
        or _by_parameters(address)
        or _by_text(link_text, brand, len(segments))
        or _by_text(title if segments else None, brand, len(segments))
        or _unnamed(len(segments), is_home=not segments and not _NUMBERED_PAGE.search(address.search))
    )


def _read(url: str) -> _Address | None:
    """Sitemaps list them by the million, and parsing one takes longer than all the rest."""
    if plain := folded_parts(url):
        return _Address(*plain)
    parsed = parse_web_url(url)
    if parsed is None:
        return None
    return _Address(parsed.hostname, unquote(parsed.pathname), parsed.search, unquote(parsed.hash))


def _segments(path: str) -> list[str]:
    segments = [segment for segment in path.split("/") if segment][:_MAX_SEGMENTS]
    if "." in path:
        segments = [_PAGE_ENDING.sub("", segment) for segment in segments]
    if (
        segments
        and _LANGUAGE.fullmatch(segments[0])
        and (len(segments) > 1 or words_of(segments[0]) not in naming().kinds)
    ):
        segments = segments[1:]
    if segments and segments[-1].lower() in _INDEX_NAMES:
        segments = segments[:-1]
    return segments


def _by_segments(segments: list[str], brand: str) -> PageKind | None:
    if len(segments) > 1 and any(_YEAR.fullmatch(segment) for segment in segments[:-1]):
        return _scored("blog", len(segments))
    named = [_name_of(segment, brand) for segment in segments]
    shelf = next((name for name in named[:-1] if name and name.kind in naming().shelves), None)
    if shelf:
        return _scored(shelf.kind, len(segments), _below(shelf.kind, _BELOW_PENALTY))
    below = sum(1 for _ in takewhile(lambda name: name is None, reversed(named)))
    if below == len(named):
        return None
    nearest = named[len(named) - 1 - below]
    if nearest is None:
        return None
    penalties = [] if nearest.is_exact else [_LOOSE]
    if below:
        penalties.append(_below(nearest.kind, _BELOW_PENALTIES.get(nearest.kind, _BELOW_PENALTY)))
    return _scored(nearest.kind, len(segments), *penalties)


def _by_parameters(address: _Address) -> PageKind | None:
    """Tell the kind from index.php?page=contact, or from the fragment of a site that is one page."""
    fields = parse_search_params(address.search) if address.search else {}
    values = [value for name in _PAGE_PARAMETERS for value in fields.get(name, [])[:1]] if fields else []
    for value in (*values, address.fragment.lstrip("#!/")):
        segments = _segments(value)
        page = _by_segments(segments, address.host) if segments else None
        if page:
            return _summed(page.kind, (*page.reasons, _IN_PARAMETER))
    return None


def _by_text(text: str | None, brand: str, depth: int) -> PageKind | None:
    for part in _TITLE_PARTS.split(text[:300]) if text else ():
        name = _name(words_of(part), brand)
        if name:
            return _scored(name.kind, depth, _IN_TEXT)
    return None


def _unnamed(depth: int, *, is_home: bool) -> PageKind:
    if is_home:
        return PageKind("home", _HOME_SCORE, (Reason("the home page", _HOME_SCORE),))
    return _scored("other", depth)


@cache
def _below(kind: str, penalty: int) -> Reason:
    return Reason(f"stands below a page of that kind ({kind})", -penalty)


@lru_cache(maxsize=1_024)
def _scored(kind: str, depth: int, *penalties: Reason) -> PageKind:
    start = scores().get(kind)
    first = Reason("no known name", _OTHER_SCORE) if start is None else Reason(f"named as {kind}", start)
    deep = (Reason(f"{depth} levels deep", -_DEPTH_PENALTY * (depth - 1)),) if depth > 1 else ()
    return _summed(kind, (first, *penalties, *deep))


def _summed(kind: str, reasons: tuple[Reason, ...]) -> PageKind:
    score = sum(reason.points for reason in reasons)
    floor = (Reason("a score is 0 at least", -score),) if score < 0 else ()
    return PageKind(kind, max(0, score), reasons + floor)


@lru_cache(maxsize=4_096)
def _name_of(segment: str, brand: str) -> _Named | None:
    """Pages of a site stand below the same few names."""
    return _name(words_of(segment), brand)


def _name(words: Words, brand: str) -> _Named | None:
    """Return the kind that the words name, if known names and mere fillers account for every one of them."""
    kinds = naming().kinds
    whole = kinds.get(words) or _joined(words)
    if whole:
        return _Named(whole, is_exact=True)
    if words and words[-1] in _DEGREES and 1 < len(words) - 1 <= _LONGEST_NAME and _is_given(words[0]):
        return _Named("team", is_exact=False)
    possible: set[str] = set()
    position = 0
    while position < len(words):
        length = _known_length(words, position)
        if length:
            possible.add(kinds[words[position : position + length]])
        elif words[position] in _TITLES and _names_person(words, position):
            possible.add("team")
            break
        elif not _is_filler(words[position], brand):
            return None
        position += length or 1
    return _Named(_likeliest(possible), is_exact=False) if possible else None


def _joined(words: Words) -> str | None:
    """The kind of one name that is written as several words; `the-rapists` are others."""
    return naming().kinds.get(("".join(words),)) if words and words[0] not in _ARTICLES else None


def _names_person(words: Words, title: int) -> bool:
    """Whether a person's name follows the title: /dr-jane-doe, /dr-smith or /meet-dr-xu, but not /dr-oetker-pizza."""
    name = tuple(dropwhile(_TITLES.__contains__, words[title:]))
    if not 1 <= len(name) <= _LONGEST_NAME:
        return False
    return "meet" in words[:title] or _is_given(name[0]) or _are_surnames(name)


def _is_given(word: str) -> bool:
    from scrapersky.extract.people.name_words import is_given  # noqa: PLC0415  few addresses need thousands of names

    return is_given(word)


def _are_surnames(words: Words) -> bool:
    from scrapersky.extract.people.vocabulary import SURNAMES  # noqa: PLC0415  as few do

    return all(word in SURNAMES for word in words)


def _likeliest(kinds: set[str]) -> str:
    """The kind that most likely carries contacts; but company news are news, and attorneys' fees are prices."""
    best = max(kinds, key=lambda kind: (scores()[kind], kind))
    outweighing = kinds & {"blog", "pricing", "system"} if best in ("about", "team") else None
    return max(outweighing) if outweighing else best


def _known_length(words: Words, position: int) -> int:
    kinds = naming().kinds
    for length in range(min(MAX_PHRASE, len(words) - position), 0, -1):
        if words[position : position + length] in kinds:
            return length
    return 0


def _is_filler(word: str, brand: str) -> bool:
    return word in _FILLERS or word.isdecimal() or (len(word) > 2 and word in brand)
