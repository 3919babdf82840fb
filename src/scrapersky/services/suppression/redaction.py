"""Texts without people who were erased. Only hashes of them are known: what looks like a value is compared."""

import html
import re
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from functools import lru_cache
from typing import Any, Self
from uuid import UUID

from sqlalchemy import func, select
from sqlalchemy.ext.asyncio import AsyncSession

from scrapersky.extract.folding import folded
from scrapersky.models import Suppression
from scrapersky.services.suppression.kinds import SuppressionKind
from scrapersky.services.suppression.marks import Mark, marks_in, marks_of_host

GONE = "[erased]"
TAIL = 7
LONGEST_NAME = 5

_DISGUISED = re.compile(
    r"&(?:#\d{1,7}|#[xX][0-9a-fA-F]{1,6}|[A-Za-z]{2,8});|%40|%20|\s*[\[({]\s*(?:at|dot)\s*[\])}]\s*"
)
_PLAIN = {"%40": "@", "%20": " ", "at": "@", "dot": "."}
_EMAIL = re.compile(r"[\w.!#$%&'*+/=?^`{|}~-]{1,64}@[\w-]+(?:\.[\w-]+)+")
_ADDRESS = re.compile(r"(?:https?:)?//[^\s\"'<>\\]+")
_HOST = re.compile(r"(?<![\w@-])(?:[\w-]+\.)+[^\W\d_]{2,}(?![\w-])")
_DIGITS = re.compile(r"\d(?:[\s().\-/\u2010-\u2015]{0,3}\d){6,}")
_WORD = re.compile(r"[^\W\d_]{2,}")
_TAG = re.compile(r"<[^<>]*>")
_BETWEEN = re.compile(r"(?:[\s\-_.+,'\u2019\u2010-\u2015]|\b[^\W\d_]\b){1,400}")


@dataclass(frozen=True, slots=True)
class Erasures:
    """What a tenant erased, as hashes."""

    tenant_id: UUID
    hashes: frozenset[str] = frozenset()
    kinds: frozenset[str] = frozenset()

    @classmethod
    async def of(cls, session: AsyncSession, tenant_id: UUID) -> Self:
        found = await session.execute(
            select(Suppression.kind, Suppression.value).where(Suppression.tenant_id == tenant_id, Suppression.is_hashed)
        )
        rows = found.all()
        return cls(tenant_id, frozenset(value for _, value in rows), frozenset(kind for kind, _ in rows))

    @classmethod
    def by(cls, tenant_id: UUID, marks: Iterable[Mark]) -> Self:
        known = [known for mark in marks for known in (mark, *part_of(mark))]
        return cls(
            tenant_id, frozenset(mark.hashed(tenant_id) for mark in known), frozenset(mark.kind for mark in known)
        )

    async def are_still_all(self, session: AsyncSession) -> bool:
        counted = select(func.count()).where(Suppression.tenant_id == self.tenant_id, Suppression.is_hashed)
        return await session.scalar(counted) == len(self.hashes)

    def redactor(self, *domains: str) -> "Redactor":
        return Redactor(self, domains)

    def have(self, marks: Iterable[Mark]) -> bool:
        return any(mark.hashed(self.tenant_id) in self.hashes for mark in marks)


def part_of(mark: Mark) -> Iterator[Mark]:
    """A number's last digits, by which it is known however it is dialled; a name's first word, looked for first."""
    digits = re.sub(r"\D", "", mark.value)
    if mark.kind is SuppressionKind.PHONE and len(digits) >= TAIL:
        yield Mark(SuppressionKind.PHONE, f"…{digits[-TAIL:]}")
    if mark.kind is SuppressionKind.PERSON:
        yield Mark(SuppressionKind.PERSON, f"{mark.value.partition(' ')[0]}…")


@dataclass(frozen=True, slots=True)
class Redactor:
    """For texts of these domains: people's names are known by where they work."""

    erasures: Erasures
    domains: tuple[str, ...] = ()

    def __call__(self, text: str) -> str:
        """As it was where nothing is to be taken out. Of what is, disguises of addresses are gone as well."""
        looked_for = self.erasures.kinds if self.domains else self.erasures.kinds - {SuppressionKind.PERSON}
        if not looked_for or not text:
            return text
        plain = _DISGUISED.sub(_undisguised, text)
        cleaned = plain
        for kinds, take_out in self._steps():
            if not looked_for.isdisjoint(kinds):
                cleaned = take_out(cleaned)
        return text if cleaned == plain else cleaned

    def of_value(self, value: Any) -> Any:
        """The same in whatever a column holds."""
        if isinstance(value, str):
            return self(value)
        if isinstance(value, list | tuple):
            return [self.of_value(item) for item in value]
        if isinstance(value, dict):
            return {self.of_value(name): self.of_value(one) for name, one in value.items()}
        return value

    def _steps(self) -> Iterator[tuple[set[SuppressionKind], Callable[[str], str]]]:
        kinds = SuppressionKind
        yield {kinds.PROFILE}, self._each(_ADDRESS, lambda text: marks_in([("social", text)]))
        yield {kinds.EMAIL, kinds.DOMAIN}, self._each(_EMAIL, _marks_of_email)
        yield {kinds.DOMAIN}, self._each(_HOST, marks_of_host)
        yield {kinds.PHONE}, lambda text: _DIGITS.sub(self._without_numbers, text)
        yield {kinds.PERSON}, self._without_names

    def _each(self, pattern: re.Pattern[str], marks: Callable[[str], Iterable[Mark]]) -> Callable[[str], str]:
        def replaced(found: re.Match[str]) -> str:
            return GONE if self.erasures.have(marks(found[0])) else found[0]

        return lambda text: pattern.sub(replaced, text)

    def _without_numbers(self, found: re.Match[str]) -> str:
        """Several may stand in a row. Each ends where a group of digits does; what is dialled before stays."""
        run, kept = found[0], found[0]
        places = [place for place, sign in enumerate(run) if sign.isdigit()]
        for last in reversed(range(TAIL - 1, len(places))):
            start, end = places[last - TAIL + 1], places[last] + 1
            tail = re.sub(r"\D", "", run[start:end])
            if not run[end : end + 1].isdigit() and self.erasures.have([Mark(SuppressionKind.PHONE, f"…{tail}")]):
                kept = kept[:start] + GONE + kept[end:]
        return kept

    def _without_names(self, text: str) -> str:
        """Where words follow each other, in addresses too; then where only tags stand between them."""
        text = self._without_names_in(text, text)
        if "<" not in text:
            return text
        return self._without_names_in(text, _TAG.sub(lambda tag: " " * len(tag[0]), text))

    def _without_names_in(self, text: str, read: str) -> str:
        """Tags between a name's words stay where they are."""
        words = [(found.start(), found.end(), _folded(found[0])) for found in _WORD.finditer(read)]
        first = {word for word in {word for *_, word in words} if self._is_person(f"{word}…")}
        kept, place, index = [], 0, 0
        while first and index < len(words):
            length = self._name_at(read, words, index) if words[index][2] in first else 0
            for number, (start, end, _) in enumerate(words[index : index + length]):
                between = text[place:start]
                kept += [between if not number else "".join(_TAG.findall(between)), "" if number else GONE]
                place = end
            index += length or 1
        return "".join([*kept, text[place:]]) if kept else text

    def _name_at(self, read: str, words: list[tuple[int, int, str]], index: int) -> int:
        """How many words from here on are the name of somebody who was erased; the longest name wins."""
        length, name = 0, ""
        for count, (start, _, word) in enumerate(words[index : index + LONGEST_NAME], 1):
            if count > 1 and not _BETWEEN.fullmatch(read, words[index + count - 2][1], start):
                break
            name = f"{name} {word}".lstrip()
            if self._is_person(name):
                length = count
        return length

    def _is_person(self, name: str) -> bool:
        return self.erasures.have(Mark(SuppressionKind.PERSON, f"{domain}/{name}") for domain in self.domains)


def _undisguised(found: re.Match[str]) -> str:
    """Letters and signs of addresses that are written in another way; what means something to HTML stays."""
    written = found[0]
    plain = _PLAIN.get(written.strip(" \t\r\n[](){}")) or html.unescape(written)
    return plain if plain.isalnum() or plain in {"@", ".", "-", "_", "+", " ", "\u00a0"} else written


def _marks_of_email(text: str) -> Iterator[Mark]:
    """What stands before an address without a blank belongs to it for the pattern only."""
    starts = [0, *(at.end() for at in re.finditer(r"[^\w.+-]", text.rpartition("@")[0]))]
    return marks_in([("email", text[start:]) for start in starts])


@lru_cache(maxsize=65_536)
def _folded(word: str) -> str:
    return folded(word)
