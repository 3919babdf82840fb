"""The words of opening hours in twenty languages, in lower case without accents."""

import re

from scrapersky.extract.folding import folded
from scrapersky.extract.phrases import any_phrase, choice, word_texts, words

_LISTS = word_texts("opening_hours.toml")
_WORDS = {name: words(folded(text)) for name, text in _LISTS["words"].items()}
_SPANS = {name: choice(text) for name, text in _LISTS["spans"].items()}

# Where a word is two days, the earlier one counts.
DAY_NUMBERS = {
    word: number for number, day in reversed(list(enumerate(_LISTS["days"].values()))) for word in folded(day).split()
}
# Thai has no gaps between words, and loses its vowels where accents are taken off.
THAI_WORDS = {
    word: f" {name} " for name, day in _LISTS["days"].items() for word in day.split() if "\u0e00" < word[0] < "\u0e7f"
} | {"ทุกวัน": " daily ", "ถึง": "-"}
# The weeks of languages whose short days are other words elsewhere, or other days: their sign tells which counts.
WEEKS = {
    language: DAY_NUMBERS | {word: number for number, day in enumerate(text.split(",")) for word in day.split()}
    for language, text in _LISTS["weeks"].items()
}
WEEK_SIGN = re.compile("|".join(f"(?P<{language}>{choice(sign)})" for language, sign in _LISTS["week_signs"].items()))
# Short words that are something else in running text: they count only beside another day or a time.
LONGEST_SHORT_DAY = 3
SHORT_DAYS = frozenset(word for word in DAY_NUMBERS if len(word) <= LONGEST_SHORT_DAY)
ALL_DAYS, WEEKDAYS, WEEKEND = (folded(_SPANS[name]) for name in ("all_days", "weekdays", "weekend"))
ROUND_THE_CLOCK, PARTS_OF_DAY = _SPANS["round_the_clock"], _SPANS["parts_of_day"]
MONTHS = f"{_SPANS['months']}|{any_phrase(_WORDS['months'])}"
CLOSED, HOLIDAYS = _WORDS["closed"], _WORDS["holidays"]
LIST_WORDS, RANGES, BETWEEN = _WORDS["list_words"], _WORDS["ranges"], _WORDS["between"]
DAYS_OPEN, DAYS_OFF = _WORDS["days_open"], _WORDS["days_off"]
EXCEPT, EVENING = _WORDS["except"], _WORDS["evening"]
BESIDES, MORNING, AFTERNOON = _WORDS["besides"], _WORDS["morning"], _WORDS["afternoon"]
BEFORE_TIMES = _WORDS["before_times"]
