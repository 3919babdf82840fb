"""What people do, in ten languages, as one normal word each."""

import re
from collections.abc import Sequence
from functools import lru_cache

from scrapersky.extract.folding import folded
from scrapersky.extract.people.vocabulary import GIVEN_NAMES, NOT_NAMES, ROLE_ENDINGS, ROLES, SURNAMES

_PHRASES = {phrase: role for role, phrases in reversed(ROLES.items()) for phrase in phrases}
_HEADS = frozenset(phrase.split()[0] for phrase in _PHRASES)
_ENDINGS = tuple(sorted(ROLE_ENDINGS, key=len, reverse=True))
# The last letters of them all: nearly no word ends so, and this is quicker to tell than the rest.
_TAILS = frozenset(ending[-3:] for ending in _ENDINGS)
# So many letters stand before an ending in a word that was put together.
_LEAST_BEFORE = 3
_TWO = 2
_LAST_LATIN = "\u0240"
_LONGEST = max(len(phrase.split()) for phrase in _PHRASES)
_SIGNS = "\u0900-\u0dff\u0e31-\u0e4e"  # vowels above and below letters, which are no letters themselves
_WORD = re.compile(rf"[^\W_](?:[^\W_]|[{_SIGNS}]|[.'\u2019\"\u05f4-](?=[^\W_])){{0,40}}\.?")
_JOINTS = frozenset(
    ("and", "&", "und", "et", "y", "e", "en", "och", "og", "ja", "i", "a", "es", "si", "ve", "/", "", "|", "-")
)
MAX_ROLE_LENGTH = 90
_LAST_OF_PLURALS = ("s", "i", "n", "e")
_PLURALS = tuple(
    (ending, re.compile(rf"(?<=[^\W\d_]{{3}}){ending}(?!\w)"), one)
    for ending, one in (("s", ""), ("es", ""), ("i", "e"), ("i", "o"), ("innen", "in"), ("e", "a"))
)
# A full stop; what is shorter before it is an abbreviation.
_MORE_THAN_ROLE = re.compile(r"\d{3}|@|[^\W\d_]{5}\. |:\s?\w|[\u201c\u201d\u201e\u00ab\u00bb\"?!]")
_YEARS = re.compile(r"[\s,]{1,2}(?:19|20)\d\d\s?[-\u2013/]\s?(?:19|20)?\d\d$")
# What a role is followed by in a line that says more: since when, which number.
_FIRST_WORDS = re.compile(
    r"[,;(|]|\s[\u2022\u00b7\u2013\u2014-]\s|(?<=[^\W\d_]{3})\.\s|\s(?=\S*\d{2})|\s(?:seit|since|depuis|desde|dal|sinds|od|sedan|siden)\s"
)
_SENTENCES = re.compile(r"(?<=[^\W\d_]{4})\.\s")
_MOST_WORDS = 10
_MOST_WORDS_OF_SENTENCE = 5


def role_in(text: str) -> str:
    """Return the normal role the text names, the first if it names two, or nothing.

    >>> role_in("Geschäftsführerin"), role_in("Senior Vice President, Sales"), role_in("Our services")
    ('managing director', 'vice president', '')
    """
    return _first_role(text[: MAX_ROLE_LENGTH * 2])


@lru_cache(maxsize=8_192)
def role_of_several(text: str) -> str:
    """As `role_in`, where several may be meant: `Directors`, `assistantes juridiques`, `titolari`, `Inhaberinnen`."""
    role = role_in(text)
    if role or text[-1:] not in _LAST_OF_PLURALS:
        return role
    several = [(plural, one) for ending, plural, one in _PLURALS if ending in text]
    return next((role for plural, one in several if (role := role_in(plural.sub(one, text[:MAX_ROLE_LENGTH])))), "")


@lru_cache(maxsize=16_384)
def _first_role(text: str) -> str:
    tokens = _tokens(text)
    starts = [at for at, token in enumerate(tokens) if token in _HEADS or token[-3:] in _TAILS or "-" in token]
    return next((role for start in starts if (role := _role_at(tokens, start))), "") if starts else ""


def begins_with_role(words: Sequence[str]) -> bool:
    """Tell whether the first of these words begins a role: `Vice President Sales`."""
    return bool(_role_at(_tokens(" ".join(words[:_LONGEST])), 0))


def _tokens(text: str) -> list[str]:
    plain = folded(text)
    if plain.isascii() and plain.replace(" ", "").isalnum():
        return plain.split()
    return [word.rstrip(".") for word in _WORD.findall(plain)]


def _role_at(tokens: Sequence[str], start: int) -> str:
    length = _length_at(tokens, start)
    if not length:
        return ""
    phrase = " ".join(tokens[start : start + length])
    return _PHRASES.get(phrase) or _by_ending(phrase) or _by_half(phrase)


def _length_at(tokens: Sequence[str], start: int) -> int:
    """How many words the role that begins here has; none is 0."""
    if start >= len(tokens):
        return 0
    if tokens[start] in _HEADS:
        for length in range(min(_LONGEST, len(tokens) - start), 0, -1):
            if " ".join(tokens[start : start + length]) in _PHRASES:
                return length
    return 1 if _by_ending(tokens[start]) or _by_half(tokens[start]) else 0


def _by_half(word: str) -> str:
    """The role of two words with a hyphen: `Yoga-Lehrerin`, and in Cyrillic the first as well: `хирург-имплантолог`.

    Not so in Latin letters: what is `owner-operated` is nobody.
    """
    halves = word.split("-") if "-" in word else []
    if len(halves) != _TWO or not SURNAMES.isdisjoint(halves):
        return ""
    telling = halves[::-1] if word[0] > _LAST_LATIN else halves[1:]
    return next((role for half in telling if (role := _PHRASES.get(half) or _by_ending(half))), "")


@lru_cache(maxsize=4096)
def _by_ending(word: str) -> str:
    """The role of a word that was put together: `Goldschmiedemeisterin`; a family name is none."""
    if (
        word[-3:] not in _TAILS
        or not word.endswith(_ENDINGS)
        or word in SURNAMES
        or word in GIVEN_NAMES
        or word in NOT_NAMES
    ):
        return ""
    ending = next(ending for ending in _ENDINGS if word.endswith(ending))
    return ROLE_ENDINGS[ending] if len(word) - len(ending) >= _LEAST_BEFORE else ""


def may_hold_role(words: Sequence[str]) -> bool:
    """Whether words without marks may name a role; quicker than to look for it."""
    lowered = [word.lower().rstrip(".") for word in words]
    return not (_HEADS.isdisjoint(lowered) and _TAILS.isdisjoint([word[-3:] for word in lowered]))


def is_role_word(word: str) -> bool:
    """Whether a word is a role and no family name: `Baker` may be both."""
    return bool(role_in(word)) and folded(word).strip(".,") not in SURNAMES


def role_length(words: Sequence[str]) -> int:
    """How many of these words, from the first on, are a role and nothing else.

    >>> role_length("Head Gardener and Florist Jane Doe".split()), role_length("Jane Doe Florist".split())
    (4, 0)
    """
    tokens = [(_tokens(word) or [""])[0] for word in words]
    end, position = 0, 0
    while position < len(tokens):
        length = _length_at(tokens, position)
        if length:
            end = position = position + length
        elif tokens[position] in _JOINTS or (position and not words[position][:1].isupper() and position - end < 2):
            position += 1
        else:
            break
    return end


def is_role_line(text: str) -> bool:
    """Tell whether a short line is somebody's role and little else, such as the years of it."""
    text = _YEARS.sub("", text) if text[-1:].isdigit() else text
    if len(text) > MAX_ROLE_LENGTH or not role_in(text) or _MORE_THAN_ROLE.search(text):
        return False
    return text.count(" ") < (_MOST_WORDS_OF_SENTENCE if text.endswith(".") else _MOST_WORDS)


def first_roles(text: str) -> str:
    """What a line says that somebody is before it says more: `Surgeon, urologist. Came in 2004`."""
    if not role_in(text):
        return ""
    sentence = _SENTENCES.split(text, maxsplit=1)[0]
    roles = sentence.split(", ")
    if len(roles) > 1 and is_role_line(sentence) and all(map(is_role_line, roles)):
        return sentence
    first = _FIRST_WORDS.split(text, maxsplit=1)[0]
    return first if is_role_line(first) else ""
