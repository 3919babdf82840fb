"""Which place sources an installation can ask, and what for."""

from typing import Annotated

from pydantic import BeforeValidator, Field, SecretStr, ValidationError
from pydantic_settings import BaseSettings, SettingsConfigDict

from scrapersky.curation_sdk.complaints import complaints
from scrapersky.errors import ScraperSkyError

EmptyIsNone = BeforeValidator(lambda value: None if value == "" else value)


class BadPlaceSetting(ScraperSkyError):
    """A setting of the place sources cannot be read. Its value is not repeated, for it may be a key."""

    code = "bad_setting"


class PlaceSettings(BaseSettings):
    """Code default, then `.env`, then the environment. Keys are nowhere else, and never printed."""

    model_config = SettingsConfigDict(env_file=".env", extra="ignore")

    google_places_api_key: SecretStr | None = Field(default=None, description="Key for the Places API (New).")
    google_places_per_minute: int = Field(
        default=600, gt=0, description="Requests a minute that the project's quota allows."
    )
    google_places_per_day: Annotated[int | None, EmptyIsNone] = Field(
        default=None,
        gt=0,
        description="Paid requests a day; what needs more goes on after midnight, UTC. Empty: no limit.",
    )
    google_content_days: Annotated[int | None, EmptyIsNone] = Field(
        default=30,
        gt=0,
        description="After how many days what Google said is out of date, the place id excepted; empty: never.",
    )
    google_language: str = Field(default="en", description="Language of names and addresses from Google.")
    overpass_url: str = Field(
        default="https://overpass-api.de/api/interpreter",
        description="An Overpass server; run your own for regular use.",
    )
    nominatim_url: str = Field(
        default="https://nominatim.openstreetmap.org/search",
        description="A Nominatim server, which knows where areas are.",
    )
    overture_path: Annotated[str | None, EmptyIsNone] = Field(
        default=None,
        description="A GeoParquet file or folder of Overture places, s3:// and a bucket's path, or latest.",
    )
    place_search_budget_dollars: Annotated[float | None, EmptyIsNone] = Field(
        default=25, ge=0, description="What one search may cost; it waits when that is spent. Empty: no limit."
    )


def read_place_settings() -> PlaceSettings:
    try:
        return PlaceSettings()
    except ValidationError as error:
        raise BadPlaceSetting(f"{complaints(error, upper=True)}. Correct it in the environment or in .env.") from None
