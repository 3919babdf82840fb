"""Names that no list has, told by a mailbox of theirs anywhere on the page: `Brisa Falk` where `brisa@` is."""

from collections.abc import Iterator, Sequence

from scrapersky.extract.folding import plain_spellings
from scrapersky.extract.pages.lines import Line
from scrapersky.extract.people.channels import is_shared, mails_on
from scrapersky.extract.people.name import Name
from scrapersky.extract.people.name_words import is_given
from scrapersky.extract.people.sighting import ENOUGH

_SHORTEST_GIVEN = 4


def names_with_mailboxes(lines: Sequence[Line], names: Sequence[Name | None]) -> frozenset[int]:
    """The lines that may be a name, and are one by a mailbox that spells it."""
    doubtful = [index for index, name in enumerate(names) if name is not None and 0 < name.strength < ENOUGH]
    mailboxes = frozenset(_mailboxes(lines)) if doubtful else frozenset()
    if not mailboxes:
        return frozenset()
    return frozenset(index for index in doubtful if _has_mailbox(names[index], mailboxes))


def _mailboxes(lines: Sequence[Line]) -> Iterator[str]:
    for line in lines:
        for mail in mails_on(line):
            if not is_shared(mail):
                yield mail.partition("@")[0]


def _has_mailbox(name: Name | None, mailboxes: frozenset[str]) -> bool:
    """With the given name alone, or both apart: in one word they may be what a firm is called."""
    given, family = (
        (name.given.split()[0], name.family.split()[-1]) if name and name.given and name.family else ("", "")
    )
    for first, last in zip(plain_spellings(given), plain_spellings(family), strict=True):
        whole = {first} if len(first) >= _SHORTEST_GIVEN and name and is_given(first) else set()
        if first and last:
            whole |= {f"{one}{mark}{other}" for mark in ".-_" for one, other in ((first, last), (last, first))}
            whole |= {f"{first[0]}{mark}{last}" for mark in ("", *".-_")}
        if not mailboxes.isdisjoint(whole):
            return True
    return False
