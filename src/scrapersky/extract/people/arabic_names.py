"""Names behind a title in Arabic letters, which have no capitals to tell where one begins and ends."""

import re
from collections.abc import Iterator

from scrapersky.extract.people.name import Name
from scrapersky.extract.people.other_names import listed
from scrapersky.extract.people.roles import role_in

ARABIC_GIVEN = listed("given_names", "arabic") | listed("given_names", "persian")
_SHORT, _WRITTEN_OUT = listed("titles", "arabic_short"), listed("titles", "arabic")
_SMALL_WORDS = listed("small_words", "arabic")
_LETTER = "[\u0621-\u063a\u0641-\u0652\u067e\u0686\u0698\u06a9\u06af\u06cc\u200c]"
_MARKS = re.compile("[\u064b-\u0652]")
# `عبد الله` and `أبو زيد` are one name each.
_WORD = f"(?:(?:عبد|أبو|ابو|بن|آل)\\s)?{_LETTER}{{2,14}}"
_TITLED = re.compile(
    rf"(?<!\w)(?P<title>(?:{'|'.join(sorted(map(re.escape, _SHORT), reverse=True))})\s?[./]\s?"
    rf"|(?:{'|'.join(sorted(_WRITTEN_OUT, reverse=True))})\s(?:د\s?[./]\s?)?|د\s)"
    rf"(?P<given>{_WORD})\s(?P<family>{_WORD})(?P<more>\s{_WORD})?(?!{_LETTER})"
)
_PRACTICE_BEFORE = re.compile(rf"(?:^|\s)(?:{'|'.join(sorted(listed('practices', 'arabic')))})\s$")
_LONGEST_PRACTICE = 12
# Another word that goes on behind the name, but for those that begin as `and` and `for` do.
_GOES_ON = re.compile(rf"\s(?![\u0648\u0644]){_LETTER}{{2}}")
_JOINED, _SHORTEST_JOINED = ("ل", "و"), 4
_OF_TITLE, _OF_GIVEN = 2, 3


def titled_in_arabic(text: str) -> Iterator[tuple[Name, int, int]]:
    """The names behind titles, and where they stand.

    >>> [(one.full, one.title) for one, _, _ in titled_in_arabic("عيادة د. سامي البستاني لطب الأسنان")]
    [('سامي البستاني', 'د.')]
    """
    for match in _TITLED.finditer(text):
        given, title = match["given"], match["title"].strip()
        is_known, is_whole = is_arabic_given(given), _is_whole(text, match)
        if not (is_known or (is_whole and _may_be_unlisted(text, match, title))):
            continue
        if not (is_whole or _is_family(match["family"])):
            continue  # `د. سامي قال`: what he said follows
        if any(map(_is_no_name, (given, match["family"]))):
            continue
        end = match.end("more") if _is_third_name(text, match) else match.end("family")
        family = text[match.start("family") : end]
        written = text[match.start("given") : end]
        strength = _OF_TITLE + (_OF_GIVEN if is_known else 1)
        yield Name(given, family, title, strength, written=written), match.start("given"), end


def is_arabic_given(word: str) -> bool:
    """By a list, or made of `servant of`: `عبدالسلام`."""
    plain = _MARKS.sub("", word)
    return plain in ARABIC_GIVEN or plain.startswith(("عبدال", "عبد ال"))


def _may_be_unlisted(text: str, match: re.Match[str], title: str) -> bool:
    before = text[max(0, match.start() - _LONGEST_PRACTICE) : match.start()]
    return title.endswith((".", "/")) or _PRACTICE_BEFORE.search(before) is not None


def _is_no_name(word: str) -> bool:
    plain = _MARKS.sub("", word)
    return plain in _SMALL_WORDS or plain in _WRITTEN_OUT or plain.startswith("لل") or bool(role_in(plain))


def _is_whole(text: str, match: re.Match[str]) -> bool:
    """Whether a name ends behind its second word: at a mark, or at a word such as `in`, `and his`, `for the teeth`."""
    more = (match["more"] or "").strip()
    if not more:
        return _GOES_ON.match(text, match.end()) is None
    return more in _SMALL_WORDS or (more.startswith(_JOINED) and len(more) >= _SHORTEST_JOINED)


def _is_family(word: str) -> bool:
    return is_arabic_given(word) or word.startswith("ال")


def _is_third_name(text: str, match: re.Match[str]) -> bool:
    word = (match["more"] or "").strip()
    if not word or _is_no_name(word) or role_in(f"{match['family']} {word}"):
        return False
    if is_arabic_given(word):
        return True
    is_last = match.end() == len(text) or (word.startswith("ال") and _GOES_ON.match(text, match.end()) is None)
    return is_last and is_arabic_given(match["family"])
