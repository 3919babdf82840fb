"""Google's own messages as oracle: the fields that we ask for exist, and what Google's classes write we read."""

from datetime import UTC, datetime

from google.maps import places_v1
from google.protobuf.json_format import MessageToDict

from scrapersky.clients.places.found_place import DETAIL_FIELDS
from scrapersky.clients.places.google.answers import mask_of, read_place


def test_every_field_of_our_mask_is_one_of_a_place() -> None:
    known = {field.json_name for field in places_v1.Place.pb(places_v1.Place()).DESCRIPTOR.fields}
    asked = {path.partition(".")[0] for path in mask_of(frozenset(DETAIL_FIELDS))}
    assert asked
    assert asked <= known


def test_what_googles_class_writes_is_read() -> None:
    place = places_v1.Place(
        id="ChIJ1",
        national_phone_number="(512) 555-0100",
        international_phone_number="+1 512-555-0100",
        website_uri="https://acme.example/",
        formatted_address="1 Main St, Austin, TX",
        rating=4.5,
        user_rating_count=12,
        types=["dentist", "health"],
        primary_type="dentist",
        business_status=places_v1.Place.BusinessStatus.OPERATIONAL,
    )
    place.display_name.text = "Acme"
    place.location.latitude, place.location.longitude = 30.25, -97.75
    written = MessageToDict(places_v1.Place.pb(place))
    read = read_place(written, frozenset(DETAIL_FIELDS), datetime(2026, 1, 1, tzinfo=UTC), None)
    assert read is not None
    assert (read.place_id, read.name, read.website) == ("ChIJ1", "Acme", "https://acme.example/")
    assert (read.phone, read.latitude, read.longitude) == ("+15125550100", 30.25, -97.75)
    assert (read.rating, read.reviews, read.business_status) == (4.5, 12, "open")
    assert (read.category, read.categories) == ("dentist", ("dentist", "health"))
