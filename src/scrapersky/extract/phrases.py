"""Lists of words, and one fast pattern for many phrases: shared beginnings are looked at once."""

import re
import tomllib
from collections.abc import Iterable
from functools import cache, lru_cache
from importlib.resources import files

Trie = dict[str, "Trie"]
_END = ""
_WORD = re.compile(r"\w+")
_LETTERS = re.compile(r"[^\W\d_]+")
_DIGIT, _PLAIN_DIGIT = re.compile(r"\d"), re.compile("[0-9]")
# In plain letters, to blank the rest and cut at the blanks takes a quarter of the time that a pattern takes.
_PLAIN = [chr(code) for code in range(128)]
_PLAIN_WORDS = "".join(sign.lower() if sign.isalnum() or sign == "_" else " " for sign in _PLAIN)
_PLAIN_LETTERS = "".join(sign.lower() if sign.isalpha() else " " for sign in _PLAIN)


def words(text: str) -> frozenset[str]:
    """Return a word list as it is easiest to read and to extend: one string, blanks between.

    >>> sorted(words("owner founder"))
    ['founder', 'owner']
    """
    return frozenset(text.split())


def any_phrase(phrases: Iterable[str]) -> str:
    """A pattern that matches the longest of the phrases; a space stands for any white space, an apostrophe for both.

    >>> any_phrase(["tel", "telefon", "tel no"])
    'tel(?:[\\\\s.]{1,3}no|efon)?'
    """
    root: Trie = {}
    for phrase in sorted(set(phrases)):
        node = root
        for letter in phrase:
            node = node.setdefault(letter, {})
        node[_END] = {}
    return _pattern(root)


@cache
def word_lists(file_name: str) -> dict[str, dict[str, list[str]]]:
    """Phrases by section and language, from a data file beside this module."""
    return tomllib.loads(files("scrapersky.extract.vocabulary").joinpath(file_name).read_text("utf-8"))


@cache
def word_texts(file_name: str) -> dict[str, dict[str, str]]:
    """Long lists by section and name, from a data file: each is one text, which is read ten times as fast as a list."""
    return tomllib.loads(files("scrapersky.extract.vocabulary").joinpath(file_name).read_text("utf-8"))


def words_in(section: dict[str, str]) -> frozenset[str]:
    return words(" ".join(section.values()))


def phrases_in(text: str) -> list[str]:
    """Phrases that commas part, whatever lines they stand on.

    >>> phrases_in("general\\nmanager, owner")
    ['general manager', 'owner']
    """
    return [phrase for part in text.split(",") if (phrase := " ".join(part.split()))]


def choice(text: str) -> str:
    """A choice of a regular expression that was written on several lines."""
    return text.replace("\n", "")


def phrases_of(section: dict[str, list[str]]) -> set[str]:
    return {phrase for phrases in section.values() for phrase in phrases}


def first_words(phrases: Iterable[str]) -> frozenset[str]:
    """The words that phrases begin with: a text without any of them needs no search, which takes four times as long.

    >>> sorted(first_words(["tel no", "e-mail", "fax"]))
    ['e', 'fax', 'tel']
    """
    return frozenset(_WORD.findall(phrase.lower())[0] for phrase in phrases)


def has_word(text: str, words: frozenset[str]) -> bool:
    return not words.isdisjoint(_words_of(text))


# A line is asked for several lists, one after another.
@lru_cache(maxsize=1_024)
def _words_of(text: str) -> tuple[str, ...]:
    return tuple(text.translate(_PLAIN_WORDS).split() if text.isascii() else _WORD.findall(text.lower()))


@lru_cache(maxsize=1_024)
def letters_of(text: str) -> tuple[str, ...]:
    """The runs of letters in lower case: `tel`, not `tel5`."""
    return tuple(text.translate(_PLAIN_LETTERS).split() if text.isascii() else _LETTERS.findall(text.lower()))


@lru_cache(maxsize=1_024)
def has_digit(text: str) -> bool:
    return (_PLAIN_DIGIT if text.isascii() else _DIGIT).search(text) is not None


def _pattern(node: Trie) -> str:
    branches = [_letter(letter) + _pattern(below) for letter, below in node.items() if letter != _END]
    if not branches:
        return ""
    if len(branches) == 1 and _END not in node:
        return branches[0]
    return f"(?:{'|'.join(branches)})" + ("?" if _END in node else "")


def _letter(letter: str) -> str:
    return {" ": r"[\s.]{1,3}", "'": "['\u2019]"}.get(letter) or re.escape(letter)
