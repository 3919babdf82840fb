"""Numbers in running text, told from dates, prices and order numbers by their form and the words beside them."""

import re
from collections.abc import Iterator
from dataclasses import replace

from scrapersky.extract.finding import Finding, Kind, Rejected, Way
from scrapersky.extract.html.document import Document
from scrapersky.extract.phones.candidates import (
    PLACEHOLDER,
    DigitRun,
    Numeral,
    may_part,
    numerals,
    reason_against,
    reason_of_place,
    runs,
    text_of,
    vanity_numbers,
)
from scrapersky.extract.phones.labels import STATE, Label, also_phone, label_after, label_before, label_of
from scrapersky.extract.phones.named_countries import country_before
from scrapersky.extract.phones.numbers import (
    Number,
    is_grouped_as_usual,
    least_digits,
    number_as_usual_in,
    read_number,
    valid_number,
)
from scrapersky.extract.phones.shortened import is_labelled_extension, joins, shortened_after
from scrapersky.extract.phones.sightings import EXTENSION, PhoneSighting, no_such_number, number_finding

MAX_TRIES = 2_000
LEAST_WORTH_TELLING = 7
WITH_COUNTRY_CODE = 9
_MOST_OF_ONE = 12
_LEAST_SHORTENED = 4
_NORTH_AMERICA = ("US", "CA", "PR")
# What else stands on a line that is made of numbers and addresses.
_CONTACTS = re.compile(r"[\w.+-]{1,64}@[\w.-]{3,200}|\+?\d(?:[ ()./-]{0,3}\d){8,14}(?!\d)")
# What parts the values of a line: `Lautaro 88 · 64 2 226010 · acme.example`.
_PARTED = re.compile(r"\s[|\u00b7\u2022]\s")
_KINDS = {Label.FAX: Kind.FAX, Label.WHATSAPP: Kind.WHATSAPP}
_LABELS = {kind: label for label, kind in _KINDS.items()}


def numbers_in_text(document: Document, region: str | None, likely: str | None = None) -> Iterator[Finding | Rejected]:
    """`likely` is the country of an address on a page that does not tell its own."""
    reader = _TextReader(document, region, likely)
    enough = min(least_digits(region or likely), LEAST_WORTH_TELLING)
    for run in runs(document.text, document.seams):
        if run.digits >= enough:
            reader.come_to(run)
            for part in reader.parts(run):
                yield from reader.read(part)
    if region is None or region in _NORTH_AMERICA:
        links = [link for link in document.links if link.attributes["href"].startswith("tel:")]
        for numeral in vanity_numbers(document.text):
            if any(link.start <= numeral.start < link.end for link in links):
                continue  # the link says what the letters mean
            number = read_number(numeral.raw, region or "US")
            if number is not None:
                yield reader.finding(numeral, number, None)


class _TextReader:
    """Tries the stretches of digits in a text as numbers; the number of tries per page is bounded."""

    def __init__(self, document: Document, region: str | None, likely: str | None) -> None:
        self._document = document
        self._text = document.text
        self._seams = frozenset(document.seams)
        self._region = region
        self._likely = likely
        self._tries_left = MAX_TRIES
        self._asked: tuple[int, str | None] = (-1, None)
        self._last: tuple[Numeral, Finding] | None = None
        self._label_of_last: Label | None = None  # that of the number before in the same run
        self._enough = least_digits(region or likely)

    def come_to(self, run: DigitRun) -> None:
        """What holds for a number holds for the next, if only a joint is between them: "Tel. 1 & 2"."""
        is_labelled = self._last is not None and self._last[1].fact("label") is not None
        self._label_of_last = self._label_of_last if is_labelled and self._joins_last(run.start) else None

    def _joins_last(self, start: int) -> bool:
        return self._last is not None and joins(self._text, self._last[0].end, start)

    def parts(self, run: DigitRun) -> Iterator[DigitRun]:
        """One run or several: where a number ends, another begins and each exists by itself, they are two."""
        first, gaps = 0, [index for index in range(1, len(run.groups)) if may_part(self._text, run, index)]
        if not gaps or run.digits < 2 * self._enough:
            yield run
            return
        for number, gap in enumerate(gaps):
            ends = (*gaps[number + 1 :], len(run.groups))
            are_two = self._is_whole(run, first, gap) and (
                any(self._is_whole(run, gap, end) for end in ends) or self._is_end_of_another(run, gap)
            )
            if are_two and not self._is_register_number(run):
                yield _part(run, first, gap)
                first = gap
        yield _part(run, first, len(run.groups))

    def _is_end_of_another(self, run: DigitRun, gap: int) -> bool:
        """Whether the last group is as long as the one before it and a slash stands apart: `0871 41207 / 46318`."""
        (_, end), (start, last) = run.groups[gap - 1 : gap + 1]
        is_last = gap == len(run.groups) - 1 and last - start >= _LEAST_SHORTENED
        return is_last and last - start == end - run.groups[gap - 1][0] and self._text[end:start] == " / "

    def _is_whole(self, run: DigitRun, first: int, end: int) -> bool:
        groups = run.groups[first:end]
        lengths = tuple(end - start for start, end in groups)
        if sum(lengths) < self._enough or self._tries_left <= 0:
            return False
        self._tries_left -= 1
        numeral = Numeral(self._text[groups[0][0] : groups[-1][1]], groups[0][0], groups[-1][1], lengths)
        return self._read(numeral) is not None

    def read(self, run: DigitRun) -> Iterator[Finding | Rejected]:
        first, found_any = 0, False
        reason = ""
        while first < len(run.groups):
            outcome = self._first_number(run, first)
            if isinstance(outcome, str) and self._joins_last(run.groups[first][0]):
                outcome = self._in_same_area(run, first) or outcome
            if isinstance(outcome, tuple):
                numeral, finding = outcome
                self._label_of_last = _LABELS.get(finding.kind, Label.PHONE)
                self._last = outcome
                yield finding
                yield from self._second_use(numeral, finding)
                yield from self._shortened(numeral) if finding.fact("line") != "mobile" else ()
                found_any = True
                first = next(
                    (index for index, group in enumerate(run.groups) if group[0] >= numeral.end), len(run.groups)
                )
            else:
                reason = reason or outcome
                if first == 0 and self._is_placeholder(run):
                    break
                first += 1
        if not found_any and run.digits >= LEAST_WORTH_TELLING:
            raw = text_of(run, self._text)[:60]
            yield Rejected(
                Kind.PHONE,
                raw,
                Way.TEXT,
                reason or reason_against(raw) or no_such_number(self._region),
                self._document.snippet(run.start, run.end, 40),
            )

    def _in_same_area(self, run: DigitRun, first: int) -> tuple[Numeral, Finding] | None:
        """What is grouped as the end of the number before, with that one's beginning: `(11) 3256-7788 / 3256-7789`."""
        before, finding = self._last if self._last is not None else (None, None)
        if before is None or finding is None or self._tries_left <= 0:
            return None
        self._tries_left -= 1
        for count in range(min(len(before.groups), len(run.groups) - first + 1) - 1, 0, -1):
            lengths = tuple(end - start for start, end in run.groups[first : first + count])
            if lengths != before.groups[-count:] or sum(lengths) < _LEAST_SHORTENED:
                continue
            start, end = run.groups[first][0], run.groups[first + count - 1][1]
            beginning = _without_groups(before.raw, count)
            number = self._read(before._replace(raw=f"{beginning}{self._text[start:end]}"))
            numeral = Numeral(self._text[start:end], start, end, before.groups)
            return (numeral, self.finding(numeral, number, self._label_of_last)) if number is not None else None
        return None

    def _shortened(self, numeral: Numeral) -> Iterator[Finding]:
        for other in shortened_after(numeral.raw, self._text, numeral.end, self._region or self._likely):
            number = self._read(numeral._replace(raw=other.whole))
            if number is not None:
                span = numeral._replace(raw=other.written, start=other.start, end=other.end)
                yield self.finding(span, number, other.label or self._label_of_last)

    def _is_placeholder(self, run: DigitRun) -> bool:
        """Whether all of it is one: abroad, the end of 123-456-7890 is somebody's number."""
        is_one_number = len(run.groups) > 1 and run.digits <= _MOST_OF_ONE
        return is_one_number and reason_against(text_of(run, self._text)) == PLACEHOLDER

    def finding(self, numeral: Numeral, number: Number, label: Label | None) -> Finding:
        after = None if is_labelled_extension(self._text, numeral.end) else label_after(self._text, numeral.end)
        kind = _KINDS.get(after or label or Label.PHONE, Kind.PHONE)
        confidence = 0.93 if label is not None or after is not None else 0.87 if len(numeral.groups) > 1 else 0.7
        sighting = PhoneSighting(
            kind, number, numeral.raw, Way.TEXT, confidence, numeral.start, numeral.end, label or after
        )
        return number_finding(sighting, self._document)

    def _first_number(self, run: DigitRun, first: int) -> tuple[Numeral, Finding] | str:
        """The longest stretch from this group on that is a number, or why none is."""
        reason = reason_of_place(self._text, run.groups[first][0]) or ""
        if reason:
            return reason
        for numeral in numerals(self._text, run, first, self._seams):
            if not numeral.is_international and sum(numeral.groups) < self._enough:
                break
            if self._tries_left <= 0:
                return "Too many numbers on this page"
            self._tries_left -= 1
            number = self._read(numeral)
            worth_a_look = number is not None or sum(numeral.groups) >= WITH_COUNTRY_CODE
            label = self._label(run, first, numeral, number) if worth_a_look else None
            if number is None and label is not None and label[0] not in (Label.OTHER, Label.MAYBE):
                number = read_number("+" + numeral.raw.lstrip("([ "), None)
            if number is None:
                continue
            reason = reason or reason_against(numeral.raw) or ""
            if reason:
                continue
            if label is not None and self._is_ruled_out(label[0], numeral, number):
                return f"It stands after \u201c{label[1]}\u201d"
            if label is None and not self._speaks_for_itself(numeral, number):
                reason = "Digits without a phone label, not written as phone numbers are there"
                continue
            return numeral, self.finding(numeral, number, label[0] if label is not None else None)
        return reason

    def _label(self, run: DigitRun, first: int, numeral: Numeral, number: Number | None) -> tuple[Label, str] | None:
        """A register number's label stands before its first digits, and a tail of it can look like a phone number."""
        label = label_of(self._document, numeral.start)
        if label is not None and number is not None and self._is_state(label[1], number):
            return None
        if label is None and self._label_of_last is not None:
            return self._label_of_last, ""
        if label is not None or not first:
            return label
        return label_before(self._text, run.start) if self._is_register_number(run) else None

    def _is_state(self, word: str, number: Number) -> bool:
        """`WA:` before a line that cannot have WhatsApp, or in the country whose state it is."""
        return word.lower() == STATE and (number.line == "fixed" or self._region in _NORTH_AMERICA)

    def _is_register_number(self, run: DigitRun) -> bool:
        label = label_before(self._text, run.start)
        return label is not None and label[0] is Label.OTHER

    def _read(self, numeral: Numeral) -> Number | None:
        if self._region is None and not numeral.is_international:
            return self._read_undecided(numeral)
        if not numeral.is_international and (abroad := self._country_before(numeral.start)) != self._region:
            number = number_as_usual_in(abroad, numeral.raw)
            if number is not None:
                return number
        return (valid_number if numeral.is_international else read_number)(numeral.raw, self._region)

    def _country_before(self, start: int) -> str | None:
        """Asked for each stretch from one place on."""
        if self._asked[0] != start:
            self._asked = (start, country_before(self._text, start))
        return self._asked[1]

    def _read_undecided(self, numeral: Numeral) -> Number | None:
        """By the likely country if it is written as there; else as it looks: the address may be another firm's."""
        there = number_as_usual_in(self._likely, numeral.raw)
        looks_american = numeral.groups in ((3, 3, 4), (1, 3, 3, 4))
        if there is not None or looks_american:
            return there or read_number(numeral.raw, "US")
        return read_number(numeral.raw, self._likely) if self._likely is not None else None

    def _second_use(self, numeral: Numeral, finding: Finding) -> Iterator[Finding]:
        if finding.kind is not Kind.PHONE and also_phone(self._text, numeral.start, numeral.end):
            yield replace(finding, kind=Kind.PHONE)

    def _speaks_for_itself(self, numeral: Numeral, number: Number) -> bool:
        if numeral.is_international or self._country_before(numeral.start) not in (None, self._region):
            return True
        if len(numeral.groups) == 1:
            return self._is_alone(numeral)
        return is_grouped_as_usual(numeral.raw, number) or self._is_alone(numeral)

    def _is_ruled_out(self, label: Label, numeral: Numeral, number: Number) -> bool:
        """Whether a label says that this is no phone number; after "Order" a number in a phone's form is one."""
        if label is Label.MAYBE:
            return len(numeral.groups) == 1 or not is_grouped_as_usual(numeral.raw, number)
        return label is Label.OTHER

    def _is_alone(self, numeral: Numeral) -> bool:
        line_start = self._text.rfind("\n", 0, numeral.start) + 1
        line_end = self._text.find("\n", numeral.end)
        before = self._text[line_start : numeral.start]
        after = self._text[numeral.end : line_end if line_end >= 0 else None][:60]
        if len(numeral.groups) > 1:
            before, after = _PARTED.split(before)[-1], _PARTED.split(after, maxsplit=1)[0]
        rest = before + after
        return not re.search(r"[^\W_]", EXTENSION.sub("", _CONTACTS.sub("", rest) if "@" in rest else rest))


def _without_groups(raw: str, count: int) -> str:
    return raw[: [group.start() for group in re.finditer(r"\d+", raw)][-count]]


def _part(run: DigitRun, first: int, end: int) -> DigitRun:
    groups = run.groups[first:end]
    return DigitRun(groups[0][0], groups[-1][1], groups, sum(end - start for start, end in groups))
