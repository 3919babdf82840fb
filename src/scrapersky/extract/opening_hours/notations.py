"""Hours in the one notation that is read: digits, minutes, halves of the day and words of every script."""

import re
import unicodedata
from functools import lru_cache

from scrapersky.extract.folding import fold_space, folded
from scrapersky.extract.opening_hours.vocabulary import AFTERNOON_BEFORE, MORNING_BEFORE, UNSPACED_WORDS
from scrapersky.extract.phrases import any_phrase

MAX_LENGTH = 600
# `Sonn- und Feiertage`, `søn- og helligdage`: the day, and days that are none of the week.
_ELIDED = re.compile(r"\b(sonn|zon|s[oø]n)-\s?(?:u\.|und|&|og|och|en)\s?(?:feier|helli?g|feest)(tag|dag)\w{0,3}")
# The ends of hosts are days elsewhere: `.pt`, `.so`.
_ADDRESSES = re.compile(r"[^\s;,|]{0,64}@[^\s;,|]{3,64}|(?:https?://|www\.)[^\s;,|]{3,100}")
# `9-tol 17-ig`
_HUNGARIAN_FROM = re.compile(r"(?<=\d)(?::\d\d)?-?t[oo]l\b")
# `8:30/12:30 - 14:30/19:00`: where the dash parts morning and afternoon, the slash means "to".
_CLOCK = r"\d{1,2}(?:[:.]\d\d|\s?h(?:\s?\d\d)?)"
_SLASH_RANGE = re.compile(rf"(?:(?<=[:.h]\d\d)|(?<=\dh))\s?/\s?(?={_CLOCK}(?!\s?[-\u2013]\s?{_CLOCK}(?!\s?/)))")
# `8,00 - 16,30`, `8-00 до 16-30`: nothing opens or closes at the hour of 30.
_ODD_MINUTES = re.compile(r"(?<![\d:.,-])([01]?\d|2[0-4])[,-](00|15|30|45)(?![\d:€$]|[.,]\d|-\d\d-|\s?€)")
# `(17 h le vendredi)`
_END_IN_BRACKETS = re.compile(rf"\(\s?({_CLOCK})\s(?:uhr\s|uur\s)?(?:[^\W\d_]{{1,3}}\s)?([^\W\d_]{{2,12}})\.?\s?\)")
# `(Fridays 16:30)`
_END_BEHIND_DAY = re.compile(rf"\(\s?([^\W\d_]{{2,12}})\.?\s({_CLOCK})\s?(?:uhr|uur|h)?\s?\)")
# What only scripts and notations have that are not those of most of Europe.
_FAR = re.compile("[\u0180-\u1fff\u2010-\u2012\u2015\u2070-\u2079\u2e80-\uffff]")
_AS_EUROPE_WRITES = {
    zero + digit: str(digit)
    for zero in (0x660, 0x6F0, 0x966, 0x9E6, 0xA66, 0xAE6, 0xBE6, 0xC66, 0xCE6, 0xD66, 0xE50, 0xED0, 0x1040, 0x17E0)
    for digit in range(10)
} | {0x5F3: "'", 0x2019: "'", 0x2BC: "'", 0x301C: "~", 0x2010: "-", 0x2011: "-", 0x2012: "-", 0x2015: "-"}
_RAISED_MINUTES = re.compile("(?<=[0-9])[\u2070\u00b9\u00b2\u00b3\u2074\u2075][\u2070\u2075]")
_HOURS_BY_SIGN = re.compile(r"(\d{1,2})\s?[時时点點시](?![間间간])(?:\s?(\d{1,2})\s?[分분]|(半))?")
# In Portuguese days have numbers: `2ª a 6ª`, `3ª-feira`. Alone they may be a floor's.
_NUMBERED_DAYS = re.compile(
    r"(?<!\w)([2-6])\u00aa(?:[ -]?feiras?)?(\s?(?:a|\u00e0|e|,|-|\u2013)\s?)([2-6])\u00aa(?:[ -]?feiras?)?"
    r"|(?<!\w)([2-6])\u00aa[ -]?feiras?"
)
_NUMBERED_SHORT = re.compile(r"\bt([2-7])\b(?!\.\d)")
_DAYS_FROM_TWO = ("monday", "tuesday", "wednesday", "thursday", "friday", "saturday", "sunday")
_DAY_NAMES = ("segunda", "terca", "quarta", "quinta", "sexta")
_INDIC = "[\u0900-\u0963\u0970-\u0dff]"
_UNSPACED = re.compile(rf"(?<!{_INDIC})(?:{any_phrase(UNSPACED_WORDS)})(?!{_INDIC})")
_HALVES = re.compile(rf"({any_phrase(MORNING_BEFORE | AFTERNOON_BEFORE)})\s?(\d{{1,2}}(?:[:.]\d\d)?)")
# `平日9:00-17:00(土日祝を除く)`: the days that are meant are named before.
_LEFT_OUT = re.compile(r"(?<=\d)\s?[(\uff08](?=[^()\uff08\uff09]{1,40}\u9664\u304f)[^()\uff08\uff09]{1,40}[)\uff09]")
_CHINESE_RANGE = re.compile(r"(?<=[一二三四五六日天])[至到]")


@lru_cache(maxsize=2_048)
def folded_text(text: str) -> str:
    if text.isascii():
        return _folded(text)
    if "\u00aa" in text:
        text = _NUMBERED_DAYS.sub(_named, text)
    if _FAR.search(text) is None:
        return _folded(text)
    return _with_halves(_folded(_in_known_words(text[: MAX_LENGTH * 2])))


def _folded(text: str) -> str:
    plain = folded(fold_space(text[: MAX_LENGTH * 2])[:MAX_LENGTH].replace("\u2212", "-"))
    if "@" in plain or "www." in plain or "://" in plain:
        plain = _ADDRESSES.sub(" ; ", plain)
    if "tol" in plain:
        plain = _HUNGARIAN_FROM.sub("-", plain)
    if "n- " in plain:
        plain = _ELIDED.sub(r"\1\2", plain)
    if "t2" in plain:
        plain = _NUMBERED_SHORT.sub(lambda day: _DAYS_FROM_TWO[int(day[1]) - 2], plain)
    if ",00" in plain or ",30" in plain or "-00" in plain or "-30" in plain:
        plain = _ODD_MINUTES.sub(r"\1:\2", plain)
    if "(" in plain:
        plain = _END_BEHIND_DAY.sub(r", \1 until \2", plain)
        plain = _END_IN_BRACKETS.sub(r", \2 until \1", plain)
    return _SLASH_RANGE.sub("-", plain) if "/" in plain else plain


def _in_known_words(text: str) -> str:
    """Figures and times as Europe writes them, days that have numbers, and words whose vowels are no letters."""
    text = _LEFT_OUT.sub(" ", text.lower().translate(_AS_EUROPE_WRITES))
    if "\u2070" in text or "\u2075" in text:
        text = _RAISED_MINUTES.sub(lambda minutes: f":{unicodedata.normalize('NFKC', minutes[0])}", text)
    text = _HOURS_BY_SIGN.sub(_with_minutes, text)
    return _UNSPACED.sub(lambda word: UNSPACED_WORDS.get(word[0], word[0]), text.replace("п'ят", "пят"))


def _with_minutes(time: re.Match[str]) -> str:
    """`9時半`, `17시 30분`."""
    return f"{time[1]}:{time[2] or ('30' if time[3] else '00'):0>2} "


def _with_halves(plain: str) -> str:
    """`오후 8:00`: the half of the day as English has it, behind the time."""
    plain = _HALVES.sub(lambda time: f"{time[2]} {'pm' if time[1] in AFTERNOON_BEFORE else 'am'} ", plain)
    return _CHINESE_RANGE.sub("-", plain) if "\u81f3" in plain or "\u5230" in plain else plain


def _named(days: re.Match[str]) -> str:
    first, joint, last, alone = days.groups(default="")
    if alone:
        return _DAY_NAMES[int(alone) - 2]
    return f"{_DAY_NAMES[int(first) - 2]}{joint}{_DAY_NAMES[int(last) - 2]}"
