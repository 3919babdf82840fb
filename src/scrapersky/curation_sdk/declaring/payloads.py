"""What every request and every answer over HTTP is made of."""

from collections.abc import Mapping
from typing import Annotated, Any, TypeVar

from pydantic import BaseModel, ConfigDict, JsonValue, WithJsonSchema

from scrapersky.curation_sdk.declaring.statuses import State

Payload = TypeVar("Payload", bound=BaseModel)

_BY_STATE = {
    "type": "object",
    "properties": {state.value: {"type": "integer"} for state in State},
    "required": [state.value for state in State],
}
# Every state is in it, which a table of any keys would not tell whoever reads the description.
StateCounts = Annotated[dict[State, int], WithJsonSchema(_BY_STATE)]


class Body(BaseModel):
    """A field that no one knows is a mistake to be told, not to be dropped."""

    model_config = ConfigDict(extra="forbid")


class Answer(BaseModel):
    """Its validators are made with the first answer: a start makes hundreds of endpoints, and few are asked."""

    model_config = ConfigDict(defer_build=True)


def answer_of(model: type[Payload], told_of: object, **more: Any) -> Payload:
    """What it has by the names of the model's fields, and `more` that it does not have, or that is told otherwise."""
    own = {name: getattr(told_of, name) for name in model.model_fields if name not in more}
    return model(**own, **more)


def examples(*given: Mapping[str, Any]) -> ConfigDict:
    """The `model_config` of a request that the API's description shows these of; answers are described by types."""
    shown: list[JsonValue] = [dict(each) for each in given]
    return ConfigDict(json_schema_extra={"examples": shown})
