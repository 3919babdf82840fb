"""People on a page who are not the business's: who made it, who took its pictures, who praises it, who oversees it."""

import re
from collections.abc import Iterable, Iterator
from dataclasses import replace
from functools import cached_property

from scrapersky.extract.contacts.owners import Judgement, is_named_like_site, judge_place, said
from scrapersky.extract.finding import Finding, Owner
from scrapersky.extract.html.document import Document
from scrapersky.extract.people import IN_SENTENCE, is_after_label, mail_fits, name_of

_SENTENCE_END = re.compile(r"[.!?\n]\s")
_MOST_PLACES = 8
_NEAR = 160
# Between the words of a credit and the name: no more than a heart, a mark, "by".
_STRAIGHT_ON = re.compile(r"[^.!?\n]{0,24}")
# A quotation alone may be a way to indent.
_QUOTING = 'cite, blockquote footer, [class*="testimonial" i], [class*="kundenstimme" i], [class*="temoignage" i]'
_QUOTE_MARKS = ("<blockquote", "<cite", "testimonial", "kundenstimme", "temoignage")
_UNKNOWN = Judgement(Owner.UNKNOWN, "A sentence names somebody without saying who it is")
_SURE = 5  # a name with a title
_CREDITED = Judgement(Owner.WEB_DESIGNER, "The name stands in a credit: for the site, its pictures or its texts")
_QUOTED = Judgement(Owner.UNKNOWN, "The name stands only in what others say")


def _last_sentence(text: str) -> str:
    return _SENTENCE_END.split(text)[-1]


class Strangers:
    """What a page says about whose its people are; looked up once, asked for each."""

    def __init__(self, document: Document, addresses: frozenset[str]) -> None:
        self._document = document
        self._addresses = addresses

    def judged(self, people: Iterable[Finding]) -> Iterator[Finding]:
        """The people as they are, except those who belong to somebody else at every place that names them."""
        for person in people:
            judged = self._judge(person) if person.owner is not Owner.UNKNOWN else None
            yield person if judged is None else replace(person, owner=judged.owner, reason=judged.reason)

    def _judge(self, person: Finding) -> Judgement | None:
        if self._quoted and self._document.text.count(person.value) <= self._quoted.count(person.value):
            return _QUOTED
        if self._is_only_mentioned(person):
            return _UNKNOWN
        judged = None
        for place in self._places(person.value):
            judged = self._judge_place(person, place)
            if judged is None:
                return None
        return judged

    def _judge_place(self, person: Finding, place: int) -> Judgement | None:
        text = self._document.text
        line = text[max(text.rfind("\n", 0, place) + 1, place - _NEAR) : place]
        credit = said("credit", line)
        if credit is not None and _STRAIGHT_ON.fullmatch(line, credit.end()) and not self._is_own_name(person):
            return _CREDITED
        judged = judge_place(self._document, place)
        if judged.owner is Owner.BUSINESS:
            return None
        is_named_here = is_after_label(person) and said("authority", line) is None and said("other_firm", line) is None
        return None if is_named_here else judged

    def _is_only_mentioned(self, person: Finding) -> bool:
        """Whether nothing but a sentence knows this person: no role, no mailbox, no word of the business."""
        if person.reason != IN_SENTENCE or person.fact("role") or person.fact("email"):
            return False
        name = name_of(person.value)
        if name is None or name.strength >= _SURE or any(mail_fits(address, name) for address in self._addresses):
            return False
        text = self._document.text
        return not any(
            said("ours", _last_sentence(text[max(0, place - 80) : place])) for place in self._places(person.value)
        )

    def _is_own_name(self, person: Finding) -> bool:
        """Who made the site or its pictures is the business where the site bears the name, or that of the trade."""
        names = (person.fact("family") or person.value, person.fact("role_raw"))
        return any(is_named_like_site(name, self._document) for name in names if name)

    def _places(self, name: str) -> Iterator[int]:
        place = self._document.text.find(name)
        for _ in range(_MOST_PLACES):
            if place < 0:
                return
            yield place
            place = self._document.text.find(name, place + 1)

    @cached_property
    def _quoted(self) -> str:
        """The words of quotations, for pages that mark them as such."""
        html = self._document.html.lower()
        if not any(mark in html for mark in _QUOTE_MARKS):
            return ""
        nodes = self._document.tree.css(_QUOTING)
        outermost = [node for node in nodes if node.parent not in nodes]
        return "\n".join(node.text(deep=True, separator=" ") for node in outermost[:200])
