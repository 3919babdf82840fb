"""Names that no list has, told by those that stand around them."""

import re
from collections import defaultdict
from collections.abc import Iterator, Sequence
from dataclasses import replace
from itertools import pairwise

from scrapersky.extract.pages.lines import Line
from scrapersky.extract.people.name import Name
from scrapersky.extract.people.name_words import bare_word, cased, is_title
from scrapersky.extract.people.names import name_of
from scrapersky.extract.people.other_names import NO_JAPANESE_NAME
from scrapersky.extract.people.roles import is_role_line, role_in, role_of_several
from scrapersky.extract.people.sentences import names_in
from scrapersky.extract.people.sighting import ENOUGH, MAX_BLOCKS_BETWEEN, is_likely, is_sure
from scrapersky.extract.people.vocabulary import SURNAMES

_TWO = 2
_LEAST_CARDS = 3
_LONGEST_NAME, _MOST_WORDS = 40, 4
_MARKS = str.maketrans("", "", ".'\u2019-")
_FAR_APART = 12  # lines
_SHORTEST_PARAGRAPH = 80
_KANJI_NAME = re.compile(
    r"(?P<family>[\u4e00-\u9fff\u3005\u30f6]{1,3}) (?P<given>[\u4e00-\u9fff\u3005\u3041-\u30ff]{1,4})"
)


def names_by_place(lines: Sequence[Line], names: Sequence[Name | None]) -> frozenset[int]:
    """The names that no list knows, with a role beside, near a sure name that has its role at the same place."""
    sure: dict[tuple[int, bool, bool], list[int]] = defaultdict(list)
    doubtful: list[tuple[tuple[int, bool, bool], int]] = []
    for index, name in enumerate(names):
        if name is None or 0 < name.strength < ENOUGH:
            continue
        for beside in (index - 1, index + 1):
            if not 0 <= beside < len(lines) or names[beside] is not None or not is_role_line(lines[beside].text):
                continue
            place = _place(lines, index, beside - index)
            if name.strength > 0:
                sure[place].append(index)
            else:
                doubtful.append((place, index))
    return frozenset(
        index for place, index in doubtful if any(abs(index - other) <= _FAR_APART for other in sure[place])
    )


def names_of_cards(lines: Sequence[Line], names: Sequence[Name | None]) -> dict[int, Name]:
    """What stands above a role as three names do, and not more lines than names, is a name whatever its words."""
    known: dict[tuple[int, bool, bool], int] = defaultdict(int)
    for index, name in enumerate(names[:-1]):
        if is_likely(name) and is_role_line(lines[index + 1].text):
            known[_place(lines, index)] += 1
    if not any(count >= _LEAST_CARDS for count in known.values()):
        return {}
    told: dict[tuple[int, bool, bool], dict[int, Name]] = defaultdict(dict)
    for index, name in enumerate(names[:-1]):
        place = _place(lines, index)
        if known.get(place, 0) < _LEAST_CARDS or is_likely(name) or not is_role_line(lines[index + 1].text):
            continue
        if (by_form := _by_form(lines[index], name)) is not None:
            told[place][index] = by_form
    return {at: name for place, found in told.items() if len(found) <= known[place] for at, name in found.items()}


def names_beside_kanji(lines: Sequence[Line], names: Sequence[Name | None]) -> dict[int, Name]:
    """Two words of signs right before or behind a Japanese name, set as it is: family names are many thousands."""
    told: dict[int, Name] = {}
    known = [index for index, name in enumerate(names) if name is not None and _KANJI_NAME.fullmatch(lines[index].text)]
    for index in known:
        for at in (index - 1, index + 1):
            if not 0 <= at < len(lines) or names[at] is not None or lines[at].is_heading != lines[index].is_heading:
                continue
            text = lines[at].text
            parts = _KANJI_NAME.fullmatch(text)
            is_near = abs(lines[at].block - lines[index].block) <= MAX_BLOCKS_BETWEEN
            if parts is not None and is_near and not (NO_JAPANESE_NAME.search(text) or role_in(text)):
                told[at] = Name(parts["given"], parts["family"], strength=_TWO, written=text)
    return told


def _place(lines: Sequence[Line], index: int, step: int = 1) -> tuple[int, bool, bool]:
    """Where what may be a line's role stands: how many blocks away, and whether either is a heading."""
    line, beside = lines[index], lines[index + step]
    return beside.block - line.block, line.is_heading, beside.is_heading


def _by_form(line: Line, name: Name | None) -> Name | None:
    """Two to four words of letters, the first and the last with a capital where the script has any."""
    words = line.text.split()
    title = " ".join(word for word in words[:1] if is_title(word))
    words = words[bool(title) :]
    is_short = _TWO <= len(words) <= _MOST_WORDS and len(line.text) <= _LONGEST_NAME and not line.in_navigation
    if not is_short or words[0][0].islower() or words[-1][0].islower() or role_of_several(line.text):
        return None
    if not all(word.translate(_MARKS).isalpha() for word in words):
        return None
    return replace(name or Name(cased(" ".join(words[:-1])), cased(words[-1]), title), strength=1)


def names_among_names(lines: Sequence[Line], names: Sequence[Name | None]) -> frozenset[int]:
    """The doubtful names of a list with two sure ones among the two before and the two after.

    A list is a run of lines, each as far from the last; or of the page's headings with as much room around them, for
    other headings stand among those of cards.
    """
    doubtful = {index for index, name in enumerate(names) if name is not None and 0 <= name.strength < ENOUGH}
    if not doubtful or sum(map(is_sure, names)) < _TWO:
        return frozenset()
    headings = [index for index, line in enumerate(lines) if line.is_heading and not line.in_navigation]
    among: set[int] = set()
    for run in (headings, *_runs(lines)):
        for place, index in enumerate(run):
            if index not in doubtful:
                continue
            near = [at for at in run[max(0, place - 2) : place + 3] if is_sure(names[at])]
            if run is headings:
                near = [at for at in near if _have_like_room(lines, at, index)]
            if len(near) >= _TWO:
                among.add(index)
    return frozenset(among)


def names_of_paragraphs(lines: Sequence[Line]) -> frozenset[int]:
    """The paragraphs that each begin with a sure name, three or more: so a page presents its people.

    One that does not may stand between two: somebody may have a second paragraph, or a name that no list has.
    """
    told: set[int] = set()
    run: list[int] = []
    for index, line in enumerate(lines):
        if len(line.text) >= _SHORTEST_PARAGRAPH and not line.in_navigation and _begins_with_name(line.text):
            run = [*run, index] if run and index - run[-1] <= _TWO else [index]
            told.update(run if len(run) > _TWO else ())
    return frozenset(told)


def is_offered_at_places(lines: Sequence[Line], index: int, role: str) -> bool:
    """`Dentist Sierra Madre` among `Dentist Altadena` and `Dentist Alhambra`: where they come from who are served."""
    near = (*lines[max(0, index - 2) : index], *lines[index + 1 : index + 3])
    rests = [line.text.removeprefix(role).strip() for line in near if line.text.startswith(f"{role} ")]
    is_list = len(rests) >= _TWO and lines[index].text.startswith(role)
    return is_list and not any(name_of(rest) or bare_word(rest) in SURNAMES or role_in(rest) for rest in rests)


def _begins_with_name(text: str) -> bool:
    """Whether the first words are a name, or titles and a name."""
    found = names_in(text)
    return bool(found) and is_sure(found[0][0]) and is_sure(name_of(text[: found[0][2]]))


def _have_like_room(lines: Sequence[Line], one: int, other: int) -> bool:
    """Whether as much follows; before the first card of a list, no other closes."""
    before, after = zip(_room(lines, one), _room(lines, other), strict=True)
    return after[0] == after[1] and abs(before[0] - before[1]) <= 1


def _room(lines: Sequence[Line], index: int) -> tuple[int, int]:
    before, after = lines[max(0, index - 1)], lines[min(index + 1, len(lines) - 1)]
    return lines[index].block - before.block, after.block - lines[index].block


def _runs(lines: Sequence[Line]) -> Iterator[list[int]]:
    """The lines that stand one below another, equally far apart and alike."""
    run: list[int] = []
    for index, (line, following) in enumerate(pairwise(lines)):
        gap = following.block - line.block
        is_alike = line.is_heading == following.is_heading and gap <= MAX_BLOCKS_BETWEEN
        if len(run) > 1 and is_alike and gap == line.block - lines[run[-2]].block:
            run.append(index + 1)
            continue
        if len(run) > _TWO:
            yield run
        run = [index, index + 1] if is_alike else []
    if len(run) > _TWO:
        yield run
