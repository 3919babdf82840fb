"""People on a page who are not the business's: who made it, who took its pictures, who praises it, who oversees it."""

import re
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import replace
from functools import cached_property

from scrapersky.extract.contacts.owners import (
    FOREIGN_LINE,
    Judgement,
    is_named_like_site,
    judge_place,
    said,
)
from scrapersky.extract.finding import Finding, Owner
from scrapersky.extract.folding import folded
from scrapersky.extract.html.document import Document
from scrapersky.extract.people.channels import mail_fits
from scrapersky.extract.people.names import name_of
from scrapersky.extract.people.other_names import listed
from scrapersky.extract.people.roles import role_in
from scrapersky.extract.people.sighting import IN_SENTENCE, is_after_label
from scrapersky.extract.phrases import words

# `Capt. Jane Doe` ends none.
_SENTENCE_END = re.compile(
    r"[!?\n]\s|(?<!\b[A-Z])(?<!\b[A-Z][a-z])(?<!\b[A-Z][a-z]{2})(?<!\b[A-Z][a-z]{3})(?<!\b[a-z]{3})\.\s"
)
_CHANNEL_AFTER = re.compile(
    r"[\s,;:(\u2013-]{1,4}(?:(?:e-?mail|mail|t[eé]l|phone|ph|mob|cel|gsm|handy|fon|tlf|tfn|puh|natel|whatsapp|тел|моб|τηλ|κιν)"
    r"[^\W\d_]{0,8}[.:]{0,2}\s)?(?!\d{4}\s?[-\u2013]\s?\d{4})(?:\+?\(?\d[\d ()/.-]{6}|[\w.+-]{1,40}@)",
    re.IGNORECASE,
)
_RIGHTS_BEFORE = re.compile(
    r"(?:\u00a9|\bcopyright\b)[\s\d,.|\u2013-]{0,14}(?:(?:Dr|Prof)\.\s(?:med\.\s)?)?$", re.IGNORECASE
)
_KIN_BEFORE = re.compile(
    r"\b(?:married to|(?:son|daughter) of|verheiratet mit|(?:Sohn|Tochter) von|mari\u00e9e? (?:\u00e0|avec)"
    r"|(?:fils|fille) de|casad[oa] co[nm]|(?:hij[oa]|filh[oa]) de|sposat[oa] con|figli[oa] di|getrouwd met"
    r"|(?:zoon|dochter) van|gift med|(?:s\u00f8n|datter) af|(?:son|dotter) till)\s(?:(?:Dr|Prof)\.\s)?$"
)
_ENDS = re.compile(r"\s?(?:[.,|\u00b7\u2022\u2013\n-]|$)")
# `Jane Doe wrote: "For me …"` has her words, `a Jane Doe sold for $900, which we` what bears her name.
_HER_WORDS_OR_PRICE = re.compile(
    r"[:,]\s?[\"\u201c\u201e\u00ab]|[\u20ac$\u00a3\u00a5]\s?\d|\d\s?(?:[\u20ac$\u00a3\u00a5]|(?:eur|usd|chf|z\u0142|kr|k\u010d)\b)",
    re.IGNORECASE,
)
_MOST_PLACES = 8
_NEAR = 160
_RIGHT_BEFORE = 30
_LONGEST_CREDIT = 40
_OF_PICTURES = re.compile(r"nachweis|quellen?\b|credits?\b")
# Who holds one opened the house or paid it a visit; a town's own site has its mayor.
_OFFICES = words(
    "burgermeister burgermeisterin oberburgermeister oberburgermeisterin landrat landratin maire mayor alcalde"
    " alcaldesa sindaco sindaca burgemeester burmistrz starosta starostka polgarmester primarul borgmester borgmastare"
    " ordforer minister ministerin ministre ministra ministro"
)
_OF_TOWN = re.compile(
    r"gemeinde|stadt|rathaus|mairie|commune|comune|ayuntamiento|concello|municip|gemeente|gmina|urzad|obec|mesto"
    r"|kommun|council"
)
# Between the words of a credit and the name: no more than a heart, a mark, "by"; a firm of photographers is run `v/`.
_STRAIGHT_ON = re.compile(r"(?:(?!\sv/)[^.!?\n]){0,24}")
# A quotation alone may be a way to indent.
_QUOTING = (
    'cite, blockquote footer, [class*="testimonial" i], [class*="kundenstimme" i], [class*="temoignage" i],'
    ' [class*="review" i]:not([class*="preview" i]), [class*="rating" i], [class*="feedback" i], [class*="opinion" i]'
)
# What a house is called that bears the name of who works there.
_PRACTICES = words(
    "praxis kanzlei physiotherapie ergotherapie logopadie ordination notariat notar atelier studio cabinet etude"
    " clinique clinica consultorio despacho bufete estudio consulta gabinete gabinet kancelaria pracownia salon"
    " ordinace ordinacija ordinacia ambulance rendelo praktijk advokatfirma advokatbyra klinik klinikk vastaanotto"
    " law dental dentistry photography fotografie fotografia fotograf photographe photographie muayenehanesi"
    " avukatlik"
) | frozenset(map(folded, listed("practices", "arabic")))
_TITLE_PARTS, _LONGEST_TITLE, _MOST_WORDS_OF_PRACTICE = (
    re.compile(r"\s[-|\u2013\u2014\u00b7\u2022:\u00bb]\s|\n"),
    200,
    6,
)
_UNKNOWN = Judgement(Owner.UNKNOWN, "A sentence names somebody without saying who it is")
_SURE = 5  # a name with a title
_CREDITED = Judgement(Owner.WEB_DESIGNER, "The name stands in a credit: for the site, its pictures or its texts")
_OF_ANOTHER = Judgement(Owner.OTHER_FIRM, "The sentence names another house that this one is of")
_HOUSE = re.compile(
    r"(?:,|\s[\u2013-]|)\s(?:[^\W\d_]{2,16}\s){0,3}?"
    r"(?:of|from|at|von|vom|beim|de|del|du|des|della|dell|van|van het|fr\u00e5n|vid|av|af|z|ze)\s"
    r"(?:the\s|der\s|la\s|l['\u2019])?"
    r"(?P<house>[A-Z\u00c0-\u00de][\w&-]+(?:\s(?:[A-Z\u00c0-\u00de][\w&-]+|de|of|for|f\u00fcr)){1,4}|[A-Z]{3,8}\b)"
    r"|,\s(?P<bare>[A-Z\u00c0-\u00de][\w-]{4,}(?:\s[A-Z\u00c0-\u00de][\w-]+){0,3})$"
)
_QUOTED = Judgement(Owner.UNKNOWN, "The name stands only in what others say")


def _last_sentence(text: str) -> str:
    return _SENTENCE_END.split(text)[-1]


def _is_practice_of(name: str, title: str) -> bool:
    """`Praxis Dr. Jane Doe`, `Law Office of Jane Doe`: what the site is called, after who runs it."""
    before, found, after = title.partition(name)
    rest = folded(f"{before} {after}").replace(",", " ").split()
    return bool(found) and len(rest) <= _MOST_WORDS_OF_PRACTICE and any(map(_is_practice, rest))


def _is_practice(word: str) -> bool:
    return word in _PRACTICES or word.endswith(("praxis", "kanzlei", "praktijk", "klinik"))


class Strangers:
    """What a page says about whose its people are; looked up once, asked for each."""

    def __init__(self, document: Document, addresses: frozenset[str], staff: Mapping[str, str]) -> None:
        """`staff` are those who have a role here, with their family names: families run a house together."""
        self._document = document
        self._addresses = addresses
        self._staff = staff

    def judged(self, people: Iterable[Finding]) -> Iterator[Finding]:
        """The people as they are, except those who belong to somebody else at every place that names them."""
        for person in people:
            judged = self._judge(person) if person.owner is not Owner.UNKNOWN else None
            yield person if judged is None else replace(person, owner=judged.owner, reason=judged.reason)

    def _judge(self, person: Finding) -> Judgement | None:
        if self._quoted and self._document.text.count(person.value) <= self._quoted.count(person.value):
            return _QUOTED
        if self._is_only_mentioned(person) or self._is_only_kin(person) or self._holds_office(person):
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
        if credit is not None and _STRAIGHT_ON.fullmatch(line, credit.end) and not self._is_own_name(person):
            return _CREDITED
        if self._is_below_credit(place) and not self._is_own_name(person):
            return _CREDITED
        judged = judge_place(self._document, place)
        if judged.owner is Owner.BUSINESS:
            return _OF_ANOTHER if self._is_of_another(person, place) else None
        if judged.reason.startswith(FOREIGN_LINE):
            return judged
        is_told_here = said("authority", _last_sentence(line)) is not None
        if person.reason == IN_SENTENCE and person.fact("role") and not is_told_here and _SENTENCE_END.search(line):
            return None  # the authority was the sentence before
        is_named_here = is_after_label(person) and said("authority", line) is None and said("other_firm", line) is None
        return None if is_named_here else judged

    def _is_below_credit(self, place: int) -> bool:
        """`Photo credits` as a heading; one word alone may be a gallery."""
        heading = self._document.heading_of(place)
        credit = said("credit", heading) if len(heading) <= _LONGEST_CREDIT else None
        return credit is not None and (" " in heading or _OF_PICTURES.search(heading.lower()) is not None)

    def _is_of_another(self, person: Finding, place: int) -> bool:
        """`Professor Jane Doe, Sahlgrenska`, `John Roe, president of the ADM`: a sentence tells where one is from."""
        if person.reason != IN_SENTENCE:
            return False
        text = self._document.text
        end = place + len(person.value)
        sentence = _SENTENCE_END.split(text[end : end + _NEAR])[0].partition("\n")[0]
        before = _last_sentence(text[max(0, place - _NEAR) : place])
        house = _HOUSE.match(sentence)
        if house is None or said("us", sentence) or said("ours", before[-_RIGHT_BEFORE:]):
            return False
        name = house["house"] or house["bare"]
        return not (is_named_like_site(name, self._document) or name in self._document.title or role_in(name))

    def _is_only_mentioned(self, person: Finding) -> bool:
        """Whether nothing but a sentence knows this person: no role, no mailbox, no word of the business."""
        if person.reason != IN_SENTENCE or person.fact("role") or person.fact("email") or self._is_own_name(person):
            return False
        name = name_of(person.value)
        if name is None or name.strength >= _SURE or any(mail_fits(address, name) for address in self._addresses):
            return False
        is_part = any(person.value in other and other != person.value for other in self._staff)
        if not is_part and (person.fact("family") or "") in self._staff.values():
            return False
        return not any(self._speaks_of_us(person, place) for place in self._places(person.value))

    def _holds_office(self, person: Finding) -> bool:
        """`Mayor Jane Doe opened the shop`, in a sentence, and on a site that is no town's."""
        role = person.fact("role_raw")
        if person.reason != IN_SENTENCE or not role or _OFFICES.isdisjoint(folded(role).split()):
            return False
        return _OF_TOWN.search(folded(f"{self._document.title} {self._document.url}")) is None

    def _is_only_kin(self, person: Finding) -> bool:
        """`He is married to Jane Doe`, `daughter of Jane Doe`: a word about somebody else, whatever it tells of her."""
        if person.reason != IN_SENTENCE:
            return False
        text = self._document.text
        return all(
            _KIN_BEFORE.search(text, max(0, place - _RIGHT_BEFORE), place) for place in self._places(person.value)
        )

    def _speaks_of_us(self, person: Finding, place: int) -> bool:
        """`our Jane Doe`, `Jane Doe looks after our clients`, `Jane Doe, tel. 12345`."""
        text, end = self._document.text, place + len(person.value)
        if _CHANNEL_AFTER.match(text, end):
            return True
        if _ENDS.match(text, end) and _RIGHTS_BEFORE.search(text, max(0, place - _RIGHT_BEFORE), place):
            return True
        after = _SENTENCE_END.split(text[end : end + 80])[0].partition("\n")[0]
        told, *quoted = _HER_WORDS_OR_PRICE.split(after, maxsplit=1)
        if said("ours", _last_sentence(text[max(0, place - 80) : place])) or said("us", told):
            return True
        return any(said("ours", words) for words in quoted)

    def _is_own_name(self, person: Finding) -> bool:
        """Who made the site or its pictures is the business where the site bears the name, or that of the trade."""
        title = person.fact("title")
        called = f"{title} {person.fact('given')}" if title else None  # `Dr. Jane`
        names = (person.fact("family") or person.value, person.fact("role_raw"), called)
        if any(is_named_like_site(name, self._document) for name in names if name):
            return True
        return any(_is_practice_of(person.value, part) for part in self._titles)

    @cached_property
    def _titles(self) -> tuple[str, ...]:
        """What the page is called, part by part."""
        called = self._document.title[:_LONGEST_TITLE]
        return tuple(part for part in _TITLE_PARTS.split(called) if part)

    def _places(self, name: str) -> Iterator[int]:
        """Where a page has the name, as it is read or in capitals."""
        for written in (name, name.upper()):
            place = self._document.text.find(written)
            for _ in range(_MOST_PLACES):
                if place < 0:
                    break
                yield place
                place = self._document.text.find(written, place + 1)

    @cached_property
    def _quoted(self) -> str:
        """The words of quotations, for pages that mark them as such."""
        nodes = self._document.tree.css(_QUOTING)
        outermost = [node for node in nodes if node.parent not in nodes]
        return "\n".join(" ".join(node.text(deep=True, separator=" ").split()) for node in outermost[:1000])
