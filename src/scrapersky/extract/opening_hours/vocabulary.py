"""The words of opening hours in seventy languages, in lower case without accents."""

import re

from scrapersky.extract.folding import folded
from scrapersky.extract.phrases import any_phrase, choice, letters_of, word_texts, words

_LISTS = word_texts("opening_hours.toml")
_WORDS = {name: words(folded(text)) for name, text in _LISTS["words"].items()}
_PHRASES = {name: folded(choice(text)).split("|") for name, text in _LISTS["phrases"].items()}

# Where a word is two days, the earlier one counts.
DAY_NUMBERS = {
    word: number for number, day in reversed(list(enumerate(_LISTS["days"].values()))) for word in folded(day).split()
}
# Phrases, and words of scripts without gaps or whose vowels are no letters: they stand for others wherever they are.
UNSPACED_WORDS = {
    word: f" {name} "
    for name, text in _LISTS["days"].items()
    for word in text.split()
    if "\u0900" <= word[0] < "\u10a0" or "\u1780" <= word[0] < "\u1800"
} | {word.replace("_", " "): f" {name} " for name, text in _LISTS["unspaced"].items() for word in text.split()}
FROM_DAYS = {word: number for number, day in enumerate(_LISTS["from_days"].values()) for word in folded(day).split()}
DAY_NUMBERS |= FROM_DAYS
# The weeks of languages whose short days are other words elsewhere, or other days: their sign tells which counts.
WEEKS = {
    language: DAY_NUMBERS | {word: number for number, day in enumerate(folded(text).split(",")) for word in day.split()}
    for language, text in _LISTS["weeks"].items()
}
_SIGNS = "|".join(f"(?P<{language}>{folded(sign)})" for language, sign in _LISTS["week_signs"].items())
WEEK_SIGN = re.compile(rf"\b(?:{_SIGNS})")  # each begins so; said once, the choice is not tried within words
# Beginnings of days in full, where they can be nothing else: `vrij.`, `Mont.`, `Freit.`
_SHORTEST_BEGINNING, _LONGEST_BEGINNING = 3, 6
FULL_DAYS = [word for word in DAY_NUMBERS if len(word) > _LONGEST_BEGINNING - 1 and word < "\u0500" and word.isalpha()]
_LETTERS = re.compile(r"[^\W\d_]+")
_FIRST_OF_SIGNS = re.compile(r"(?:\\b|\(\?<!\\w\))(?:\(\?:([^()]+)\)|([^\W\d_]+))")
_SIGN_WORDS = frozenset(
    word
    for sign in _LISTS["week_signs"].values()
    for several, alone in _FIRST_OF_SIGNS.findall(folded(sign.partition("(?=")[0]))
    for word in (*several.split("|"), alone)
) - {""}
# Of `p.m.`, mostly.
_HALF_LETTERS = frozenset("pm")
_LETTER_OF_SIGN = re.compile(r"p\.?\s?[-\u2013]|m\s?[/,&]")
# Short words that are something else in running text: they count only beside another day or a time.
LONGEST_SHORT_DAY = 3
ALL_DAYS, WEEKDAYS = _PHRASES["all_days"], _PHRASES["weekdays"]
MONTHS = any_phrase((*_PHRASES.pop("months"), *_WORDS["months"]))
ROUND_THE_CLOCK = folded(choice(_LISTS["patterns"]["round_the_clock"]))
# Each with the name of its list.
PHRASES = {phrase: name for name, phrases in _PHRASES.items() for phrase in phrases} | {
    f"12 {phrase}": name for name in ("noon", "midnight") for phrase in _PHRASES[name]
}
CLOSED, HOLIDAYS = _WORDS["closed"], _WORDS["holidays"]
LIST_WORDS, RANGES, BETWEEN = _WORDS["list_words"], _WORDS["ranges"], _WORDS["between"]
DAYS_OPEN, DAYS_OFF = _WORDS["days_open"], _WORDS["days_off"]
EXCEPT, EVENING, BREAKS = _WORDS["except"], _WORDS["evening"], _WORDS["breaks"]
BESIDES, AROUND_TIMES = _WORDS["besides"], _WORDS["around_times"]
MORNING, AFTERNOON = _WORDS["morning"], _WORDS["afternoon"]
MORNING_BEFORE, AFTERNOON_BEFORE = _WORDS["morning_before"], _WORDS["afternoon_before"]
_OTHER_WORDS = frozenset(DAY_NUMBERS).union(*_WORDS.values()) | words("frei mitt vier lune para same sama domo mart")


def _beginnings() -> dict[str, int]:
    days: dict[str, set[int]] = {}
    for word in FULL_DAYS:
        for length in range(_SHORTEST_BEGINNING, min(len(word) - 1, _LONGEST_BEGINNING + 1)):
            days.setdefault(word[:length], set()).add(DAY_NUMBERS[word])
    return {start: min(numbers) for start, numbers in days.items() if len(numbers) == 1 and start not in _OTHER_WORDS}


DAY_BEGINNINGS = _beginnings()
SAYS_OPEN = re.compile(rf"\b{any_phrase(word.replace('_', ' ') for word in _WORDS['says_open'])}")


def week_named_in(text: str) -> str | None:
    """The week whose sign a text has; few texts have a word of any, and to look for the signs takes long."""
    found = _SIGN_WORDS.intersection(letters_of(text))
    if not found or (found <= _HALF_LETTERS and _LETTER_OF_SIGN.search(text) is None):
        return None
    sign = WEEK_SIGN.search(text)
    return sign.lastgroup if sign is not None else None
