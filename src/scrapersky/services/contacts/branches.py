"""Which branch of a chain a number, an address or a mailbox on the site they share belongs to."""

import re
from collections import Counter
from collections.abc import Hashable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import TypeVar
from uuid import UUID

from scrapersky.extract.folding import folded
from scrapersky.services.businesses.of_domains import Branch
from scrapersky.services.contacts.profile import Profile, Value
from scrapersky.services.places.likeness import door_of

_NO_LETTER = re.compile(r"[^a-z]+")
_Key = TypeVar("_Key", bound=Hashable)


@dataclass(frozen=True, slots=True)
class Branches:
    """By what only one of them is listed with: what two are listed with is the chain's."""

    by_phone: Mapping[str, UUID] = field(default_factory=dict)
    by_door: Mapping[tuple[str | None, str | None], UUID] = field(default_factory=dict)
    by_word: Mapping[str, UUID] = field(default_factory=dict)

    def __bool__(self) -> bool:
        return bool(self.by_phone or self.by_door or self.by_word)

    @classmethod
    def of(cls, branches: Sequence[Branch]) -> "Branches":
        words = ((_letters(word), each.id) for each in branches for word in (each.city or "", each.door[1] or ""))
        return cls(
            _only((each.phone, each.id) for each in branches if each.phone),
            _only((each.door, each.id) for each in branches if all(each.door)),
            _only((word, branch) for word, branch in words if len(word) > 3),
        )

    def of_value(self, value: Value) -> UUID | None:
        if value.kind == "phone":
            return self.by_phone.get(value.value)
        if value.kind == "address" and self.by_door:
            line = " ".join(value.facts.get(name, "") for name in ("house_number", "street"))
            return self.by_door.get(door_of(line))
        return None

    def of_contact(self, one: Profile) -> UUID | None:
        """A number is its branch's, and so is a mailbox that is called as its town or street is."""
        if one.identity.startswith("phone:"):
            return self.by_phone.get(one.identity.removeprefix("phone:"))
        return self.by_word.get(_letters((one.email or "").partition("@")[0]))

    def with_own_address(self, one: Profile, values: Iterable[Value]) -> Profile:
        """The branch's address on the site, and none rather than another's."""
        branch = self.of_contact(one)
        if branch is None:
            return one
        addresses = (each for each in values if each.kind == "address" and self.of_value(each) == branch)
        own = min(addresses, key=lambda each: each.value, default=None)
        return replace(one, address={"text": own.value, **own.facts} if own else None)


def _only(pairs: Iterable[tuple[_Key, UUID]]) -> dict[_Key, UUID]:
    """
    >>> _only([("a", UUID(int=1)), ("b", UUID(int=1)), ("a", UUID(int=2))])
    {'b': UUID('00000000-0000-0000-0000-000000000001')}
    """
    each = list(dict.fromkeys(pairs))
    counts = Counter(key for key, _ in each)
    return {key: branch for key, branch in each if counts[key] == 1}


def _letters(text: str) -> str:
    return _NO_LETTER.sub("", folded(text))
