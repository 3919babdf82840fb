"""People of a page as findings."""

from scrapersky.extract.finding import Finding, Kind, Owner, Way
from scrapersky.extract.people.person import Person, listed_roles, person_key


def finding_of(person: Person) -> Finding:
    """Return the person in the shape all extractors share; role, mail and phone are facts."""
    facts = {
        "email": person.email,
        "family": person.family,
        "given": person.given,
        "phone": person.phone,
        "role": person.role,
        "role_raw": person.role_raw,
        "roles": listed_roles(person.role_raw or person.role, *person.other_roles) if person.other_roles else "",
        "title": person.title,
    }
    return Finding(
        Kind.PERSON,
        person.name,
        person.name,
        Way.TEXT,
        person.confidence,
        person.snippet,
        Owner.UNKNOWN if person.is_customer else Owner.PERSON,
        reason=f"{person.reason}, among what customers and readers say" if person.is_customer else person.reason,
        key=person_key(person.name),
        facts=tuple((name, value) for name, value in facts.items() if value),
    )
