"""People on pages in Japanese, Chinese, Korean, Russian and Ukrainian: a name counts where a role stands before it."""

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import islice

from scrapersky.extract.page_lines import Line
from scrapersky.extract.phrases import word_lists

from .person import Person
from .sighting import AFTER_LABEL, MAX_BLOCKS_BETWEEN

MAX_FOUND = 200
_LONGEST_LINE = 300
_BETWEEN = re.compile(r"[\s:|\u30fb\u00b7/\u2013\u2014-]{0,6}")

_NO_JAPANESE_NAME = re.compile(
    "会社|株式|有限|法人|事務|医院|歯科|営業|担当|電話|住所|番号|挨拶|紹介|就任|経歴|資格|取締|年|月|日生|代表|社長|部|課"
)
_FAMILIES = word_lists("other_scripts.toml")["families"]
_CYRILLIC_FAMILY = re.compile(
    r"(?:[оеё]в|[оеё]ва|ин|ина|ын|ына|ский|ская|цкий|цкая|ський|ська|ко|ук|юк|як|ян|дзе|швили|вич|вна|ич)$"
)


@dataclass(frozen=True, slots=True)
class _Script:
    """How people are named in one script; the groups of `name` are the parts as they are written."""

    roles: dict[str, str]
    label: re.Pattern[str]
    name: re.Pattern[str]


def _script(section: str, name: str, before: str = "") -> _Script:
    roles = word_lists("other_scripts.toml")[section]
    by_phrase = {phrase: role for role, phrases in roles.items() for phrase in phrases}
    longest_first = sorted(by_phrase, key=len, reverse=True)
    label = re.compile(rf"{before}(?:{'|'.join(longest_first)})", re.IGNORECASE)
    return _Script(by_phrase, label, re.compile(name))


_HAN, _KANA = "\u4e00-\u9fff\u3005", "\u3041-\u30ff"
_END = r"(?=$|[\s(,/|\u3001\u3010\uff08]|様|氏|先生|さん)"
_CAPITAL, _SMALL = r"[\u0401-\u042f\u0490]", r"[\u0430-\u0491'\u2019-]"
_SCRIPTS = (
    _script(
        "japanese",
        rf"(?P<family>[{_HAN}ヶ]{{1,3}}) (?P<given>[{_HAN}{_KANA}]{{1,4}}){_END}"
        rf"|(?P<family_glued>[{_HAN}]{{2}})(?P<given_glued>[{_HAN}]{{1,3}}){_END}",
    ),
    _script(
        "chinese",
        rf"(?P<family>[{_FAMILIES['chinese'][0]}])(?P<given>[{_HAN}]{{1,2}}?)(?=$|[\s(,/|\u3001\uff0c\uff08]|先生|女士|小姐|经理)",
    ),
    _script(
        "korean",
        rf"(?!전화|번호|이메일|주소)(?P<family>[{_FAMILIES['korean'][0]}])(?P<given>[가-힣]{{1,3}})(?![가-힣])",
        before="(?<![가-힣])",
    ),
    _script(
        "cyrillic",
        rf"(?P<family>{_CAPITAL}{_SMALL}{{1,24}}) (?P<given>{_CAPITAL}{_SMALL}{{1,24}}(?: {_CAPITAL}{_SMALL}{{1,24}})?"
        rf"|{_CAPITAL}\. ?{_CAPITAL}\.)",
        before=r"(?<!\w)",
    ),
)
_OTHER_LETTERS = re.compile("[\u0400-\u04ff\u4e00-\u9fff\uac00-\ud7a3]")


def people_in_other_scripts(lines: Sequence[Line]) -> Iterator[Person]:
    """Names that follow a role, on its line or in the next cell.

    >>> lines = [Line("代表取締役 山田 太郎"), Line("대표자 : 김민수")]
    >>> [(one.name, one.role) for one in people_in_other_scripts(lines)]
    [('山田 太郎', 'chief executive'), ('김민수', 'chief executive')]
    """
    return islice(_people(lines), MAX_FOUND)


def _people(lines: Sequence[Line]) -> Iterator[Person]:
    for index in [index for index, line in enumerate(lines) if not line.text.isascii()]:
        line = lines[index]
        if len(line.text) > _LONGEST_LINE or not _OTHER_LETTERS.search(line.text):
            continue
        for script in _SCRIPTS:
            for label in script.label.finditer(line.text):
                person = _after(script, label, lines, index)
                if person is not None:
                    yield person


def _after(script: _Script, label: re.Match[str], lines: Sequence[Line], index: int) -> Person | None:
    text, start = lines[index].text, label.end()
    following = lines[index + 1] if index + 1 < len(lines) else None
    is_whole = label.start() == 0 and not text[start:].strip(" :\uff1a")
    if is_whole and following is not None and following.block - lines[index].block <= MAX_BLOCKS_BETWEEN:
        text, start = following.text, 0
    between = _BETWEEN.match(text, start)
    name = script.name.match(text, between.end() if between is not None else start)
    if name is None or not _is_name(name[0]):
        return None
    parts = {part.removesuffix("_glued"): words for part, words in name.groupdict().items() if words}
    return Person(
        name=name[0],
        given=parts["given"],
        family=parts["family"],
        role=script.roles[label[0].lower()],
        role_raw=label[0],
        snippet=f"{lines[index].text} {text if is_whole else ''}".strip()[:300],
        confidence=0.8,
        reason=AFTER_LABEL,
    )


def _is_name(words: str) -> bool:
    if words[0] >= "\u3000":
        return _NO_JAPANESE_NAME.search(words) is None
    return any(_CYRILLIC_FAMILY.search(word) for word in words.split()) or words.endswith(".")
