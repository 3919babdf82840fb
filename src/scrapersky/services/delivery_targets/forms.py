"""What a tenant may set up by itself, and with what. A folder is on the server's own disk, and the operator's."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from functools import cache
from typing import Annotated, Any, get_args

import orjson
from pydantic import BaseModel, ConfigDict, Field, SecretStr, ValidationError, create_model

from scrapersky.clients.delivery import DeliveryTarget
from scrapersky.clients.delivery.errors import why_unusable
from scrapersky.clients.extensions.built_in import built_in
from scrapersky.clients.fetching.guard import OwnServices
from scrapersky.config.settings import Settings
from scrapersky.curation_sdk.complaints import complaints
from scrapersky.errors import ScraperSkyError

SHORTEST_KEY = 16


class NotSetUp(ScraperSkyError):
    """Something is missing, or is not what it should be. No value is repeated: it may be a secret."""

    http_status = 422
    code = "target_not_set_up"


class NoSuchForm(ScraperSkyError):
    http_status = 404
    code = "no_such_target"

    def __init__(self, name: str) -> None:
        super().__init__(f"A target {name!r} cannot be set up here; there are: {', '.join(FORMS)}.")


@dataclass(frozen=True, slots=True)
class TargetFieldItem:
    name: str
    help: str
    is_secret: Annotated[bool, Field(description="It is never shown again.")]
    is_json: bool
    is_required: bool


@dataclass(frozen=True, slots=True)
class TargetForm:
    """The settings that it takes, by the names that they have in the environment."""

    name: str
    required: tuple[str, ...]
    more: tuple[str, ...] = ()

    @property
    def fields(self) -> list[TargetFieldItem]:
        return [_described(name, is_required=name in self.required) for name in (*self.required, *self.more)]

    def checked(self, given: Mapping[str, Any], before: Mapping[str, Any], own: OwnServices) -> dict[str, Any]:
        """What is to be kept: nothing given leaves what was, null or an empty text takes it out."""
        told = {name: _read(name, value) for name, value in given.items()}
        values = {name: value for name, value in {**before, **told}.items() if value not in (None, "")}
        if missing := [name for name in self.required if name not in values]:
            raise NotSetUp(f"{self.name} needs {' and '.join(missing)}.")
        try:
            _values_model(self)(**values)
        except ValidationError as error:
            raise NotSetUp(f"{self.name} cannot be set up so: {complaints(error)}.") from None
        try:
            orjson.dumps(values)
        except TypeError as error:
            raise NotSetUp(f"{self.name} cannot be kept so: {error}.") from None
        _check(values, own)
        return values

    def target(self, values: Mapping[str, Any]) -> DeliveryTarget:
        """As the same settings of the environment would make it."""
        told = _values_model(self)(**values)
        settings = Settings.model_construct(**{name: getattr(told, name) for name in type(told).model_fields})
        made: DeliveryTarget | None = built_in().delivery_targets[self.name].made_by(settings)
        if made is None:
            raise NotSetUp(f"{self.name} is not set up whole.")
        return made


FORMS = {
    form.name: form
    for form in (
        TargetForm("webhook", ("webhook_url", "webhook_secret")),
        TargetForm("hubspot", ("hubspot_token",), ("hubspot_fields",)),
        TargetForm("brevo", ("brevo_api_key",), ("brevo_list_ids",)),
        TargetForm("rest", ("rest_url",), ("rest_method", "rest_headers", "rest_template")),
    )
}


def form_named(name: str) -> TargetForm:
    if name not in FORMS:
        raise NoSuchForm(name)
    return FORMS[name]


@cache
def _values_model(form: TargetForm) -> type[BaseModel]:
    known = Settings.model_fields
    fields: dict[str, Any] = {name: (known[name].annotation, known[name]) for name in (*form.required, *form.more)}
    return create_model(f"{form.name.title()}Values", __config__=ConfigDict(extra="forbid"), **fields)


def _described(name: str, *, is_required: bool) -> TargetFieldItem:
    field = Settings.model_fields[name]
    is_secret = SecretStr in (field.annotation, *get_args(field.annotation))
    return TargetFieldItem(name, field.description or "", is_secret, _is_json(name), is_required)


def _is_json(name: str) -> bool:
    return isinstance(Settings.model_fields[name].default, (dict, list))


def _read(name: str, value: Any) -> Any:
    """A form in a browser has texts only."""
    if not isinstance(value, str):
        return value
    if name not in Settings.model_fields or not _is_json(name) or not value.strip():
        return value.strip()
    try:
        return orjson.loads(value)
    except orjson.JSONDecodeError as error:
        raise NotSetUp(f"{name} is no JSON: {error}") from None


def _check(values: Mapping[str, Any], own: OwnServices) -> None:
    """All that is wrong, at once."""
    if wrong := list(_complaints(values, own)):
        raise NotSetUp(" ".join(wrong))


def _complaints(values: Mapping[str, Any], own: OwnServices) -> Iterator[str]:
    for name in ("webhook_url", "rest_url"):
        if name in values and (why := why_unusable(values[name], own)):
            yield f"{name.replace('_', ' ').capitalize().replace('url', 'URL')} cannot be used: {why}"
    if len(values.get("webhook_secret", "x" * SHORTEST_KEY)) < SHORTEST_KEY:
        yield f"Webhook secret needs at least {SHORTEST_KEY} characters to sign with."
    if "rest_headers" in values and not _are_headers(values["rest_headers"]):
        yield 'rest_headers is a JSON object of texts, such as {"Authorization": "Bearer …"}.'


def _are_headers(told: str) -> bool:
    try:
        headers = orjson.loads(told)
    except orjson.JSONDecodeError:
        return False
    return isinstance(headers, dict) and all(isinstance(each, str) for each in headers.values())
