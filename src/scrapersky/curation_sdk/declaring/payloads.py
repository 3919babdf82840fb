"""What every request and every answer over HTTP is made of."""

from pydantic import BaseModel, ConfigDict


class Body(BaseModel):
    """A field that no one knows is a mistake to be told, not to be dropped."""

    model_config = ConfigDict(extra="forbid")


class Answer(BaseModel):
    """Its validators are made with the first answer: a start makes hundreds of endpoints, and few are asked."""

    model_config = ConfigDict(defer_build=True)
