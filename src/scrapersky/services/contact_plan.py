"""What a domain's contacts should be, from what is known and what pages show: the same facts, the same contacts."""

from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from uuid import UUID

from scrapersky.extract.people import person_key

SHARED_KINDS = ("phone", "fax", "whatsapp", "social", "address")
# Who has neither address nor number is one contact by the first of these.
STAND_INS = ("whatsapp", "social")
BUSINESS = "business"
PERSON = "person"


@dataclass(frozen=True, slots=True)
class Source:
    """The page that shows a value best."""

    page_content_id: UUID | None
    url: str | None


@dataclass(frozen=True, slots=True)
class Value:
    """A value of the business as a whole, and on how many pages it was seen."""

    kind: str
    value: str
    facts: Mapping[str, str]
    confidence: float
    pages: int
    source: Source


@dataclass(frozen=True, slots=True)
class Profile:
    """One contact. `values` are its sightings on the page in hand, by kind and value."""

    identity: str
    owner: str
    confidence: float
    source: Source
    name: str | None = None
    role: str | None = None
    email: str | None = None
    phone: str | None = None
    phone_kind: str | None = None
    fax: str | None = None
    whatsapp: str | None = None
    socials: Mapping[str, str] = field(default_factory=dict)
    address: Mapping[str, str] | None = None
    values: tuple[tuple[str, str], ...] = ()

    @property
    def is_name_only(self) -> bool:
        return self.identity.startswith("person:")

    @property
    def is_stand_in(self) -> bool:
        return self.identity.partition(":")[0] in STAND_INS


@dataclass(frozen=True, slots=True)
class Plan:
    """Contacts as they should be, and those that another one takes up, each with its successor's identity.

    One that is in both was a person's number and is the business's: the person is the successor.
    """

    contacts: tuple[Profile, ...]
    taken_up: Mapping[str, str | None]


def plan(
    known: Iterable[Profile],
    seen: Sequence[Profile],
    values: Iterable[Value],
    listed_phone: str | None,
    touched: Collection[str] = (),
) -> Plan:
    """Merge what a page shows into what is known.

    An address is one contact however often it is seen. A person is one contact, whatever their roles: the one with the
    address, else the one with the number, takes up those that are only a name or another number. The main number
    belongs to the e-mail contacts and is one itself only without any. A business with neither is one contact by its
    WhatsApp number or its first profile, and stays that one when more are seen: `touched` are those somebody decided
    about, or edited.
    """
    values = list(values)
    shared = {one.value for one in values if one.kind == "phone"} | {listed_phone}
    contacts, taken_up = dict[str, Profile](), dict[str, str | None]()
    for before in known:
        one = _without_number(before, shared)
        contacts[one.identity] = _merged(contacts.get(one.identity), one)
        if one.identity != before.identity:
            taken_up[before.identity] = one.identity
    seen = [_without_number(one, shared) for one in seen]
    successors = _successors([*contacts.values(), *seen])
    taken_up |= {old: new for old, new in successors.items() if old in contacts}
    for one in seen:
        identity = successors.get(one.identity, one.identity)
        contacts[identity] = _merged(contacts.get(identity), replace(one, identity=identity))
    for old, new in successors.items():
        if old in contacts and new in contacts:
            contacts[new] = _merged(contacts[new], replace(contacts[old], identity=new))
    for identity in taken_up:
        contacts.pop(identity, None)
    bundle = bundle_of(values, listed_phone)
    has_email = any(one.owner == BUSINESS and one.email for one in contacts.values())
    for number in bundle.others if has_email or bundle.phone is None else (bundle.phone, *bundle.others):
        one = _number(number)
        contacts[one.identity] = _merged(contacts.get(one.identity), one)
    main = f"phone:{bundle.phone.value}" if bundle.phone else ""
    if has_email and main in contacts:
        del contacts[main]
        taken_up[main] = None
    _settle_stand_in(contacts, taken_up, values, touched)
    return Plan(tuple(_with_bundle(one, bundle) for one in contacts.values()), taken_up)


@dataclass(frozen=True, slots=True)
class Bundle:
    """What every contact of the business has in common; `others` are its further numbers."""

    phone: Value | None = None
    others: tuple[Value, ...] = ()
    fax: str | None = None
    whatsapp: str | None = None
    socials: Mapping[str, str] = field(default_factory=dict)
    address: Mapping[str, str] | None = None


def bundle_of(values: Iterable[Value], listed_phone: str | None = None) -> Bundle:
    """The best of each kind: the number the business is listed with, else what most pages show, else the surest."""
    ordered = sorted(values, key=lambda one: (one.value != listed_phone, -one.pages, -one.confidence, one.value))
    by_kind: dict[str, list[Value]] = {kind: [] for kind in SHARED_KINDS}
    for one in ordered:
        by_kind[one.kind].append(one)
    socials: dict[str, str] = {}
    for one in by_kind["social"]:
        socials.setdefault(one.facts.get("network", "other"), one.value)
    phones, addresses = by_kind["phone"], by_kind["address"]
    complete = [one for one in addresses if one.facts.get("postal_code")] or addresses
    return Bundle(
        phone=phones[0] if phones else None,
        others=tuple(phones[1:]),
        fax=by_kind["fax"][0].value if by_kind["fax"] else None,
        whatsapp=by_kind["whatsapp"][0].value if by_kind["whatsapp"] else None,
        socials=dict(sorted(socials.items())),
        address={"text": complete[0].value, **complete[0].facts} if complete else None,
    )


def _successors(contacts: Iterable[Profile]) -> dict[str, str]:
    """For each person without an address, the contact of that name which is better to reach. Two addresses are two."""
    people = sorted((one for one in contacts if one.name and one.owner == PERSON), key=_best_to_reach)
    best: dict[str, str] = {}
    successors: dict[str, str] = {}
    for one in people:
        found = best.setdefault(person_key(one.name or ""), one.identity)
        if found != one.identity and not one.email:
            successors[one.identity] = found
    return successors


def _best_to_reach(one: Profile) -> tuple[bool, bool, str]:
    return not one.email, one.is_name_only, one.identity


def _without_number(one: Profile, shared: Collection[str | None]) -> Profile:
    """A number that is the business's on some page is not a person's own, whatever stands beside it on another."""
    if one.owner != PERSON or one.phone is None or one.phone not in shared:
        return one
    is_number = one.identity.startswith("phone:") and one.name
    identity = f"person:{person_key(one.name)}" if is_number and one.name else one.identity
    values = tuple(value for value in one.values if value != ("phone", one.phone))
    return replace(one, identity=identity, phone=None, phone_kind=None, values=values)


def _merged(known: Profile | None, one: Profile) -> Profile:
    """What is known stays; what a page adds fills gaps."""
    if known is None:
        return one
    is_better = one.confidence > known.confidence
    return replace(
        known,
        owner=PERSON if PERSON in (one.owner, known.owner) else known.owner,
        confidence=max(one.confidence, known.confidence),
        source=one.source if is_better else known.source,
        name=known.name or one.name,
        role=known.role or one.role,
        email=known.email or one.email,
        phone=known.phone or one.phone,
        phone_kind=known.phone_kind or one.phone_kind,
        values=(*known.values, *one.values),
    )


def _settle_stand_in(
    contacts: dict[str, Profile], taken_up: dict[str, str | None], values: Iterable[Value], touched: Collection[str]
) -> None:
    """See that there is one stand-in where the business has no other contact, and none where it has."""
    is_reachable = any(one.owner == BUSINESS and not one.is_stand_in for one in contacts.values())
    channels = {} if is_reachable else {f"{one.kind}:{one.value}": one for one in values if one.kind in STAND_INS}
    there = [one.identity for one in contacts.values() if one.is_stand_in]
    choices = [one for one in there if one in touched] or [one for one in there if one in channels] or channels
    identity = min(choices, key=_standing, default=None) if channels else None
    for old in there:
        if old != identity:
            del contacts[old]
            taken_up[old] = None
    if identity in channels:
        one = channels[identity]
        stand_in = Profile(identity, BUSINESS, one.confidence, one.source, values=((one.kind, one.value),))
        contacts[identity] = _merged(contacts.get(identity), stand_in)


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


def _with_bundle(one: Profile, bundle: Bundle) -> Profile:
    if one.owner != BUSINESS:
        return one
    common = replace(one, fax=bundle.fax, whatsapp=bundle.whatsapp, socials=bundle.socials, address=bundle.address)
    main = bundle.phone
    if main is None or one.identity.startswith("phone:"):
        return common
    return replace(common, phone=main.value, phone_kind=main.facts.get("line"))
