"""Answers that go from the database to the wire as they are: to check each value again would double their cost."""

from typing import Any

import orjson
from fastapi import Response
from pydantic_core import to_jsonable_python


def written(answer: Any) -> Response:
    """Values look as the payload's model would write them, whose schema is tested against it."""
    content = orjson.dumps(answer, default=to_jsonable_python, option=orjson.OPT_UTC_Z)
    return Response(content, media_type="application/json")
