"""What a row may be, and what becomes of it: the model that the database is held against, and the table in the docs."""

from collections.abc import Iterator
from dataclasses import dataclass, replace
from enum import StrEnum


class Event(StrEnum):
    QUEUE = "a person queues it"
    SKIP = "a person skips it"
    SET_BACK = "a person sets it back to New"
    RULE = "a rule queues it"
    CLAIM = "a worker takes it"
    SUCCEED = "the work is saved"
    FAIL = "the work fails"
    LOSE = "its worker dies, and it is rescued"


@dataclass(frozen=True, slots=True)
class Place:
    """Both statuses. One that runs `again` was queued while it was in work."""

    curation: str = "New"
    processing: str | None = None
    again: bool = False

    @property
    def words(self) -> str:
        working = self.processing == "Processing"
        if self.curation == "Queued":
            return f"{self.processing}{', to run again' if self.again else ''}"
        if self.processing is None:
            return self.curation
        return f"{self.curation}, {'still in work' if working else f'after {self.processing}'}"


def after(place: Place, event: Event) -> Place | None:
    """None where the event cannot happen to such a row, or leaves it as it is."""
    changed = _decided(place, event) if event in _DECISIONS else _worked(place, event)
    return None if changed == place and event not in _DECISIONS else changed


def _decided(place: Place, event: Event) -> Place | None:
    in_work = place.processing == "Processing"
    if event is Event.RULE and place.curation != "New":
        return None
    if event in (Event.QUEUE, Event.RULE):
        return Place("Queued", "Processing" if in_work else "Queued", again=in_work)
    if event is Event.SET_BACK:
        return Place("New", "Processing" if in_work else None)
    return Place("Skipped", None if place.processing == "Queued" else place.processing)


def _worked(place: Place, event: Event) -> Place | None:
    if event is Event.CLAIM:
        return replace(place, processing="Processing") if place.processing == "Queued" else None
    if place.processing != "Processing":
        return None
    if place.again or (event is Event.LOSE and place.curation == "Queued"):
        return Place("Queued", "Queued")
    ends = {Event.SUCCEED: "Complete", Event.FAIL: "Error", Event.LOSE: None}
    return Place(place.curation, ends[event])


_DECISIONS = (Event.QUEUE, Event.SKIP, Event.SET_BACK, Event.RULE)


def places() -> list[Place]:
    """All that can be reached from New, in the order in which they are met."""
    found = [Place()]
    for place in found:
        found += dict.fromkeys(each for event in Event if (each := after(place, event)) and each not in found)
    return found


def table() -> Iterator[str]:
    """As the docs have it."""
    yield f"| a row that is | {' | '.join(Event)} |"
    yield f"| --- |{' --- |' * len(Event)}"
    for place in places():
        cells = (after(place, event) for event in Event)
        yield f"| **{place.words}** | {' | '.join(cell.words if cell else '' for cell in cells)} |"
