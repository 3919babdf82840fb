"""Names in microformats: what the classic classes are called today, and what schema.org calls the same."""

CLASSIC_ROOTS = {"vcard": "h-card", "adr": "h-adr", "geo": "h-geo", "vevent": "h-event"}

_ADDRESS_NAMES = (
    "post-office-box extended-address street-address locality region postal-code country-name label latitude longitude"
)
_CARD_NAMES = (
    "honorific-prefix given-name additional-name family-name honorific-suffix nickname label tel role note category "
    "tz mailer agent class rev sort-string"
)


def _plain(names: str) -> dict[str, tuple[str, str]]:
    return {name: ("p", name) for name in names.split()}


CLASSIC_PROPERTIES: dict[str, dict[str, tuple[str, str]]] = {
    "h-card": _plain(_CARD_NAMES)
    | {
        "fn": ("p", "name"),
        "org": ("p", "org"),
        "organization-name": ("p", "organization-name"),
        "organization-unit": ("p", "organization-unit"),
        "title": ("p", "job-title"),
        "adr": ("p", "adr"),
        "geo": ("p", "geo"),
        "email": ("u", "email"),
        "url": ("u", "url"),
        "photo": ("u", "photo"),
        "logo": ("u", "logo"),
        "sound": ("u", "sound"),
        "uid": ("u", "uid"),
        "key": ("u", "key"),
        "bday": ("dt", "bday"),
        "rev": ("dt", "rev"),
    },
    "h-adr": _plain(_ADDRESS_NAMES),
    "h-geo": _plain("latitude longitude"),
    "h-event": _plain("description category duration attendee contact organizer")
    | {
        "summary": ("p", "name"),
        "dtstart": ("dt", "start"),
        "dtend": ("dt", "end"),
        "location": ("p", "location"),
        "url": ("u", "url"),
        "geo": ("p", "geo"),
    },
}

SCHEMA_NAMES = {
    "tel": "telephone",
    "fax": "faxNumber",
    "street-address": "streetAddress",
    "extended-address": "extendedAddress",
    "post-office-box": "postOfficeBoxNumber",
    "locality": "addressLocality",
    "region": "addressRegion",
    "postal-code": "postalCode",
    "country-name": "addressCountry",
    "job-title": "jobTitle",
    "given-name": "givenName",
    "family-name": "familyName",
    "additional-name": "additionalName",
    "honorific-prefix": "honorificPrefix",
    "honorific-suffix": "honorificSuffix",
    "org": "worksFor",
    "adr": "address",
    "photo": "image",
    "note": "description",
    "bday": "birthDate",
}
