"""What a domain's contacts should be, from what is known and what pages show: the same facts, the same contacts."""

from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace

from scrapersky.extract.people.person import person_key
from scrapersky.services.contacts.branches import Branches
from scrapersky.services.contacts.profile import (
    BUSINESS,
    PERSON,
    STAND_INS,
    Bundle,
    Profile,
    Value,
    bundle_of,
    merged,
    with_bundle,
)

NO_BRANCHES = Branches()


@dataclass(frozen=True, slots=True)
class ContactPlan:
    """Contacts as they should be, and those that another one takes up, each with its successor's identity.

    One that is in both was a person's number and is the business's: the person is the successor. `bundle` is what all
    contacts of the business have in common.
    """

    contacts: tuple[Profile, ...]
    taken_up: Mapping[str, str | None]
    bundle: Bundle = field(default_factory=Bundle)


def plan(
    known: Iterable[Profile],
    seen: Sequence[Profile],
    values: Iterable[Value],
    listed_phone: str | None,
    touched: Collection[str] = (),
    *,
    branches: Branches = NO_BRANCHES,
) -> ContactPlan:
    """Merge what a page shows into what is known.

    An address is one contact however often it is seen. A person is one contact, whatever their roles: the one with the
    address, else the one with the number, takes up those that are only a name or another number. The main number
    belongs to the e-mail contacts and is one itself only without any. A business with neither is one contact by its
    WhatsApp number or its first profile, and stays that one when more are seen: `touched` are those somebody decided
    about, or edited. What belongs to a branch of a chain is that branch's, not every contact's.
    """
    values = list(values)
    shared = {one.value for one in values if one.kind == "phone"} | {listed_phone}
    common = [one for one in values if branches.of_value(one) is None] if branches else values
    bundle = bundle_of(common, listed_phone)
    planning = _Planning()
    planning.take_known(known, shared)
    planning.take_seen([_without_number(one, shared) for one in seen])
    planning.take_numbers(bundle)
    if branches:
        planning.take_branches(one for one in values if one.kind == "phone" and branches.of_value(one))
    planning.settle_stand_in(values, touched)
    contacts = [with_bundle(one, bundle) for one in planning.contacts.values()]
    if branches:
        contacts = [branches.with_own_address(one, values) for one in contacts]
    return ContactPlan(tuple(contacts), planning.successors(), bundle)


@dataclass(slots=True)
class _Planning:
    """A plan in the making: the contacts by identity, and those that others take up."""

    contacts: dict[str, Profile] = field(default_factory=dict)
    taken_up: dict[str, str | None] = field(default_factory=dict)

    def take_known(self, known: Iterable[Profile], shared: Collection[str | None]) -> None:
        for before in known:
            one = _without_number(before, shared)
            self._put(one)
            if one.identity != before.identity:
                self.taken_up[before.identity] = one.identity

    def take_seen(self, seen: Sequence[Profile]) -> None:
        successors = _successors([*self.contacts.values(), *seen])
        self.taken_up |= {old: new for old, new in successors.items() if old in self.contacts}
        for one in seen:
            self._put(replace(one, identity=successors.get(one.identity, one.identity)))
        for old, new in successors.items():
            if old in self.contacts and new in self.contacts:
                self._put(replace(self.contacts[old], identity=new))
        for identity in self.taken_up:
            self.contacts.pop(identity, None)

    def take_numbers(self, bundle: Bundle) -> None:
        """Each further number is a contact; the main one is where no address of the business is."""
        has_email = any(one.owner == BUSINESS and one.email for one in self.contacts.values())
        numbers = bundle.others if has_email or bundle.phone is None else (bundle.phone, *bundle.others)
        for number in numbers:
            self._put(_number(number))
        main = f"phone:{bundle.phone.value}" if bundle.phone else ""
        if has_email and main in self.contacts:
            self._drop(main)

    def take_branches(self, numbers: Iterable[Value]) -> None:
        """A branch's number is a contact, and never the main one of the others."""
        for number in numbers:
            self._put(_number(number))

    def settle_stand_in(self, values: Iterable[Value], touched: Collection[str]) -> None:
        """See that there is one stand-in where the business has no other contact, and none where it has."""
        is_reachable = any(one.owner == BUSINESS and not one.is_stand_in for one in self.contacts.values())
        channels = {} if is_reachable else {f"{one.kind}:{one.value}": one for one in values if one.kind in STAND_INS}
        there = [one.identity for one in self.contacts.values() if one.is_stand_in]
        choices = [one for one in there if one in touched] or [one for one in there if one in channels] or channels
        identity = min(choices, key=_standing, default=None) if channels else None
        for old in there:
            if old != identity:
                self._drop(old)
        if identity in channels:
            one = channels[identity]
            self._put(Profile(identity, BUSINESS, one.confidence, one.source, values=((one.kind, one.value),)))

    def successors(self) -> dict[str, str | None]:
        """Each contact that is taken up, with the one that is left in the end: a successor may be taken up itself."""
        return {old: self._left(new) for old, new in self.taken_up.items()}

    def _left(self, identity: str | None) -> str | None:
        for _ in self.taken_up:
            if identity is None or identity in self.contacts:
                break
            identity = self.taken_up.get(identity, identity)
        return identity

    def _put(self, one: Profile) -> None:
        self.contacts[one.identity] = merged(self.contacts.get(one.identity), one)

    def _drop(self, identity: str) -> None:
        del self.contacts[identity]
        self.taken_up[identity] = None


def _successors(contacts: Iterable[Profile]) -> dict[str, str]:
    """For each person without an address, the contact of that name which is better to reach. Two addresses are two."""
    named = (one for one in contacts if one.name and one.owner == PERSON)
    people = sorted(named, key=lambda one: (not one.email, one.is_name_only, one.identity))
    best: dict[str, str] = {}
    successors: dict[str, str] = {}
    for one in people:
        found = best.setdefault(person_key(one.name or ""), one.identity)
        if found != one.identity and not one.email:
            successors[one.identity] = found
    return successors


def _without_number(one: Profile, shared: Collection[str | None]) -> Profile:
    """A number that is the business's on some page is not a person's own, whatever stands beside it on another."""
    if one.owner != PERSON or one.phone is None or one.phone not in shared:
        return one
    is_number = one.identity.startswith("phone:") and one.name
    identity = f"person:{person_key(one.name)}" if is_number and one.name else one.identity
    values = tuple(value for value in one.values if value != ("phone", one.phone))
    return replace(one, identity=identity, phone=None, phone_kind=None, values=values)


def _standing(identity: str) -> tuple[int, str]:
    kind, _, value = identity.partition(":")
    return STAND_INS.index(kind), value


def _number(number: Value) -> Profile:
    return Profile(
        identity=f"phone:{number.value}",
        owner=BUSINESS,
        confidence=number.confidence,
        source=number.source,
        phone=number.value,
        phone_kind=number.facts.get("line"),
        values=(("phone", number.value),),
    )
