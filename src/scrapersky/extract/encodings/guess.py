"""Guesses the encoding of a page that declares none and is not UTF-8, by cheap statistics."""

import re

import webencodings

SAMPLE_BYTES = 64 * 1024
DEFAULT = "windows-1252"

_LANGUAGE = re.compile(rb"""<html\b[^>]{0,500}?\blang\s{0,9}=\s{0,9}["']?([A-Za-z]{2})""", re.IGNORECASE)
_HIGH_RUN = re.compile(rb"[\x80-\xff]{1,64}")
# What pages of a language were written in before UTF-8; of several, the first that fits the bytes.
_LEGACY = {
    "ar fa ur": ("windows-1256",),
    "be bg mk ru sr uk": ("windows-1251", "koi8-r"),
    "bs cs hr hu pl ro sk sl sq": ("windows-1250",),
    "el": ("windows-1253",),
    "et lt lv": ("windows-1257",),
    "he": ("windows-1255",),
    "ja": ("shift_jis", "euc-jp"),
    "ko": ("euc-kr",),
    "th": ("windows-874",),
    "tr az": ("windows-1254",),
    "vi": ("windows-1258",),
    "zh": ("gb18030", "big5"),
}
_LEGACY_BY_LANGUAGE = {language: names for languages, names in _LEGACY.items() for language in languages.split()}
# The bytes of each alphabet's commonest small letters: the vowels o, a, e, i and the like.
_COMMON_LETTERS = {
    "windows-1251": b"\xee\xe0\xe5\xe8\xed\xf2",
    "koi8-r": b"\xcf\xc1\xc5\xc9\xce\xd4",
    "windows-1253": b"\xe1\xef\xe9\xf4\xf2\xe5",
}
_KANA = re.compile(r"[\u3041-\u30ff]")
_HANGUL = re.compile(r"[\uac00-\ud7a3]")
_HAN = re.compile(r"[\u4e00-\u9fff]")
_EAST_ASIAN = (("shift_jis", _KANA), ("euc-jp", _KANA), ("euc-kr", _HANGUL), ("gb18030", _HAN), ("big5", _HAN))


def guess_encoding(body: bytes) -> str:
    """Return the likeliest encoding: UTF-8 if it fits, else by the page's language, else by what its letters are.

    >>> guess_encoding("Стоматология в центре города".encode("koi8-r")), guess_encoding("café".encode("latin-1"))
    ('koi8-r', 'windows-1252')
    """
    if body.isascii():
        # This one switches to Japanese and back by escape sequences of plain bytes.
        return "iso-2022-jp" if b"\x1b$B" in body else DEFAULT
    sample = body[:SAMPLE_BYTES]
    if _is_mostly_utf_8(sample):
        return "utf-8"
    language = _LANGUAGE.search(sample[:4096])
    names = _LEGACY_BY_LANGUAGE.get(language[1].decode("ascii").lower(), ()) if language else ()
    return next((name for name in names if _fits(sample, name)), None) or _by_letters(sample)


def _by_letters(sample: bytes) -> str:
    """Tell other scripts from Latin, in which letters beyond ASCII stand alone, and then from each other."""
    runs = _HIGH_RUN.findall(sample)
    high = b"".join(runs)
    if len(high) < 3 * len(runs):
        return DEFAULT
    for name, script in _EAST_ASIAN:
        text = _decode(sample, name)
        if _fits(sample, name) and len(script.findall(text)) * 2 > sum(1 for letter in text if letter > "\x7f"):
            return name
    counts = {name: sum(high.count(letter) for letter in letters) for name, letters in _COMMON_LETTERS.items()}
    likeliest = max(counts, key=lambda name: counts[name])
    return likeliest if counts[likeliest] * 4 > len(high) else DEFAULT


def _is_mostly_utf_8(sample: bytes) -> bool:
    """Forgive a few wrong bytes: pages are cut off, and pasted together from parts in other encodings."""
    text = sample.decode("utf-8", "replace")
    wrong = text.count("\ufffd")
    wide = len(text) - len(text.encode("ascii", "ignore")) - wrong
    return wide >= 10 * wrong if wrong else True


def _fits(sample: bytes, name: str) -> bool:
    text = _decode(sample, name)
    # A character cut in two at the end of the sample is not a misfit.
    return text.count("\ufffd", 0, max(0, len(text) - 2)) * 100 <= len(text)


def _decode(sample: bytes, name: str) -> str:
    text: str = webencodings.decode(sample, name, "replace")[0]
    return text
