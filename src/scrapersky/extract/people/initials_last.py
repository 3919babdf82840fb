"""Names that end in initials, as southern India writes them: `Prakash Kumar B K`, `Dr. Suresh BV`."""

from collections.abc import Sequence

from scrapersky.extract.people.name import Name
from scrapersky.extract.people.name_letters import name_likeness
from scrapersky.extract.people.name_words import NAME_PART, bare_word, is_given, is_suffix
from scrapersky.extract.people.roles import role_in
from scrapersky.extract.people.vocabulary import NOT_NAMES, SOUTH_ASIAN_GIVEN_NAMES

_MOST_INITIALS, _MOST_NAMES = 3, 3
_TWO, _UNLIKE = 2, -1.1
_SHORTEST = 3  # letters
_OF_GIVEN, _OF_TITLE = 3, 2


def with_initials_last(tokens: Sequence[str], title: str) -> Name | None:
    """Letters without dots behind a name that the region gives, or behind one that only a title tells.

    >>> with_initials_last("Prakash Kumar B K".split(), "").full, with_initials_last("Jane Doe B".split(), "Dr.")
    ('Prakash Kumar B K', None)
    """
    count = next((at for at, token in enumerate(tokens) if _are_initials(token)), len(tokens))
    names, letters = tokens[:count], tokens[count:]
    if not (letters and 0 < count <= _MOST_NAMES) or len("".join(letters)) > _MOST_INITIALS:
        return None
    if not all(map(_are_initials, letters)) or any(map(_is_no_name, names)):
        return None
    if not title and (count < _TWO or any(len(token) > 1 for token in letters)):
        return None  # `Anil K` signs a review, and `Anil BV` may be a firm
    bare = [bare_word(token) for token in names]
    is_known = any(word in SOUTH_ASIAN_GIVEN_NAMES for word in bare)
    if not is_known and (count > 1 or len("".join(letters)) < _TWO or not _is_like_a_name(bare[0])):
        return None
    strength = (_OF_GIVEN if is_known else 1) + (_OF_TITLE if title else 0)
    return Name(" ".join(names), " ".join(letters), title, strength)


def _is_like_a_name(word: str) -> bool:
    """A given name of other regions has a family name behind it."""
    return not is_given(word) and name_likeness(word) >= _UNLIKE


def _are_initials(token: str) -> bool:
    return len(token) <= _TWO and token.isascii() and token.isalpha() and token.isupper() and not is_suffix(token)


def _is_no_name(token: str) -> bool:
    is_shaped = NAME_PART.fullmatch(token) is not None and token.isalpha() and not token.isupper()
    return not is_shaped or len(token) < _SHORTEST or bare_word(token) in NOT_NAMES or bool(role_in(token))
