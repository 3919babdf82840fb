"""What the server adds and the browser does not handle fails the build."""

import json
import shutil
from pathlib import Path
from typing import Any

import pytest
from tests.web.frontend import FRONTEND, npm


@pytest.mark.timeout(240)
def test_members_events_and_fields_that_nobody_handles_are_named(tmp_path: Path) -> None:
    folder = copied(tmp_path)
    add_what_is_new(folder / "openapi.json")
    (folder / "src/asking.ts").write_text(ASKING)
    assert npm("run", "types", folder=folder).returncode == 0
    answer = npm("run", "check", folder=folder)
    assert answer.returncode != 0
    for place, what in (
        ("src/ui/State.tsx", "Paused"),
        ("src/grid/cells.tsx", "colour"),
        ("src/live/news.ts", "NewsEvent"),
        ("src/api/handled.ts", "mood"),
        ("src/asking.ts(3,", "never"),
        ("src/asking.ts(4,", "string"),
        ("src/asking.ts(5,", "hour"),
    ):
        said = answer.stdout.partition(place)[2].partition("\nsrc/")[0]
        assert f"'{what}'" in said, answer.stdout


@pytest.mark.timeout(240)
def test_an_asserted_answer_is_refused(tmp_path: Path) -> None:
    folder = copied(tmp_path)
    (folder / "src/asking.ts").write_text(ASSERTING)
    answer = npm("run", "lint", "--", "src/asking.ts", folder=folder)
    assert answer.returncode != 0
    said = answer.stdout + answer.stderr
    assert said.count("lint/nursery/noUnsafeTypeAssertion") == 1, said


# No such address; an answer's type given by hand; a question that the description does not know.
ASKING = """\
import { get } from "./api/client.ts";

export const nowhere = get("/no-such-address", {});
export const byHand = get<{ at: number }>("/overview");
export const unknown = get("/overview", { hour: 3 });
"""
ASSERTING = """\
import { get } from "./api/client.ts";

export const at = async (): Promise<number> => ((await get("/overview")) as { at: number }).at;
"""


def copied(tmp_path: Path) -> Path:
    folder = tmp_path / "frontend"
    shutil.copytree(FRONTEND, folder, ignore=shutil.ignore_patterns("node_modules"))
    (folder / "node_modules").symlink_to((FRONTEND / "node_modules").resolve())
    return folder


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
