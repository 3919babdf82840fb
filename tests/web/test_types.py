"""What the server adds and the browser does not handle fails the build."""

import json
import shutil
from pathlib import Path
from typing import Any

import pytest
from tests.web.frontend import FRONTEND, npm


@pytest.mark.timeout(240)
def test_members_events_and_fields_that_nobody_handles_are_named(tmp_path: Path) -> None:
    folder = tmp_path / "frontend"
    shutil.copytree(FRONTEND, folder, ignore=shutil.ignore_patterns("node_modules"))
    (folder / "node_modules").symlink_to((FRONTEND / "node_modules").resolve())
    add_what_is_new(folder / "openapi.json")
    answer = npm("run", "check", folder=folder)
    assert answer.returncode != 0
    for place, what in (
        ("src/ui/State.tsx", "Paused"),
        ("src/grid/cells.tsx", "colour"),
        ("src/live/news.ts", "NewsEvent"),
        ("src/api/handled.ts", "mood"),
    ):
        said = answer.stdout.partition(place)[2].partition("\nsrc/")[0]
        assert f"'{what}'" in said, answer.stdout


def add_what_is_new(description: Path) -> None:
    """A state, a kind of column, an event and a field, as if someone had added them in Python only."""
    content: dict[str, Any] = json.loads(description.read_text(encoding="utf-8"))
    schemas = content["components"]["schemas"]
    schemas["State"]["enum"].append("Paused")
    schemas["ColumnKind"]["enum"].append("colour")
    kind = {"type": "string", "const": "news"}
    schemas["NewsEvent"] = {"type": "object", "required": ["kind"], "properties": {"kind": kind}}
    (choices,) = (schemas["LiveEvent"][each] for each in ("anyOf", "oneOf") if each in schemas["LiveEvent"])
    choices.append({"$ref": "#/components/schemas/NewsEvent"})
    schemas["ExportJob"]["properties"]["mood"] = {"type": "string"}
    description.write_text(json.dumps(content), encoding="utf-8")
