"""A tenant's rules over HTTP: read, tried out, applied as a whole, suspended and taken back."""

from datetime import datetime
from typing import Annotated, Any
from uuid import UUID

from fastapi import APIRouter
from pydantic import BaseModel, Field, JsonValue

from scrapersky.curation_sdk.declaring import (
    Body,
    ColumnKind,
    KeptRule,
    Registry,
    RuleAction,
    StoredText,
    answer_of,
    examples,
)
from scrapersky.curation_sdk.rules import (
    LONGEST_REASON,
    Choice,
    Previewer,
    RuleBook,
    RuleFields,
    RulePreview,
    Rules,
    TenantRows,
    WayBack,
    WrittenRules,
    apply_rules,
    decided_counts,
    kept_rules,
    resume_rule,
    rules_for_origins,
    suspend_rule,
    undo_rule,
    way_back,
)
from scrapersky.routers.access import Curator, Session, Viewer
from scrapersky.services.runs.default_rules import default_rules, rule_fields

_EXAMPLE: JsonValue = {"page_curation": [{"name": "Good pages", "when": "score > 50 and not domain.parked"}]}


class RulesRequest(Body):
    """Rules by workflow, each in its place: the first that holds for a row decides it."""

    model_config = examples({"rules": _EXAMPLE})

    rules: WrittenRules


class AppliedRequest(RulesRequest):
    before: WrittenRules | None = Field(
        default=None, description="What they were when you read them; if others changed them since, nothing is."
    )


class TrialRequest(RulesRequest):
    only: str | None = Field(default=None, max_length=80, description="The rule that is asked about; else all of them.")


class SuspensionRequest(Body):
    model_config = examples({"reason": "too many at once"})

    reason: Annotated[StoredText, Field(max_length=LONGEST_REASON)] | None = None


class RuleAnswer(BaseModel):
    """A rule as it stands; `suspended` says why it rests."""

    id: UUID
    workflow: str
    name: str
    version: int
    written: dict[str, Any]
    suspended: str | None
    decided: int = Field(description="Rows it decided about, in all its versions.")
    changed_by: str
    changed_at: datetime


class RuleFieldAnswer(BaseModel):
    name: str
    label: str
    kind: ColumnKind
    values: list[str] | None


class OriginRuleAnswer(BaseModel):
    workflow: str
    name: str
    action: RuleAction
    for_origin: str
    changed_by: str


class RulesAnswer(BaseModel):
    items: list[RuleAnswer]
    for_origins: list[OriginRuleAnswer] = Field(
        description="What decides at present about all that comes of one list or search."
    )
    defaults: dict[str, list[dict[str, Any]]] = Field(description="What a run does where nobody said otherwise.")
    fields: dict[str, list[RuleFieldAnswer]] = Field(description="What conditions of each workflow may speak of.")
    groups: dict[str, list[str]] = Field(description="What may stand after `per`.")
    waits: dict[str, list[str]] = Field(
        description="Workflows that may stand in `after`, for each that stands in `per`."
    )


class AppliedAnswer(BaseModel):
    differences: list[str] = Field(description="In words, as `scrapersky rules diff` prints them.")


class UndoneAnswer(BaseModel):
    message: str


def rules_router(registry: Registry) -> APIRouter:
    router = APIRouter(prefix="/api/v3/rules", tags=["Rules"])
    fields = rule_fields(registry)

    @router.get("", operation_id="list_rules", summary="The rules, and what they may speak of")
    async def list_rules(actor: Viewer, session: Session) -> RulesAnswer:
        counts = await decided_counts(session, actor.tenant_id)
        kept = await kept_rules(session, actor.tenant_id)
        groups = {workflow.name: list(fields.groups(workflow.model)) for workflow in registry}
        return RulesAnswer(
            items=[_answer(rule, counts.get(rule.id, 0)) for rule in kept],
            for_origins=[
                OriginRuleAnswer(
                    workflow=rule.workflow,
                    name=rule.name,
                    action=RuleAction(rule.written.get("action", RuleAction.QUEUE)),
                    for_origin=rule.for_origin or "",
                    changed_by=rule.changed_by,
                )
                for rule in await rules_for_origins(session, actor.tenant_id)
            ],
            defaults={name: [rule.written() for rule in some] for name, some in default_rules(registry).items()},
            fields={workflow.name: _fields(fields, workflow.name) for workflow in registry},
            groups=groups,
            waits={
                group: _waits(fields, group) for group in sorted({each for some in groups.values() for each in some})
            },
        )

    @router.put("", operation_id="apply_rules", summary="Replace the rules by these")
    async def replace_rules(actor: Curator, session: Session, request: AppliedRequest) -> AppliedAnswer:
        before = None if request.before is None else _read(request.before)
        found = await apply_rules(session, _book(fields, request), actor, before=before)
        return AppliedAnswer(differences=[line for each in found for line in each.in_words()])

    @router.post("/preview", operation_id="preview_rules", summary="What these rules would do now")
    async def preview_rules(actor: Viewer, session: Session, request: TrialRequest) -> list[RulePreview]:
        book = _book(fields, request)
        stages = frozenset(each.name for each in registry)
        previewer = Previewer(session, Choice(book, TenantRows(actor.tenant_id, stages)))
        asked = [read for some in book.by_workflow.values() for read in some]
        return [await previewer.of(read) for read in asked if request.only in (None, read.rule.name)]

    @router.post("/{rule_id}/suspend", operation_id="suspend_rule", summary="Let a rule rest")
    async def suspend(rule_id: UUID, actor: Curator, session: Session, request: SuspensionRequest) -> RuleAnswer:
        return _answer(await suspend_rule(session, actor, rule_id, request.reason))

    @router.post("/{rule_id}/resume", operation_id="resume_rule", summary="Let a rule go on")
    async def resume(rule_id: UUID, actor: Curator, session: Session) -> RuleAnswer:
        return _answer(await resume_rule(session, actor, rule_id))

    @router.get("/{rule_id}/undo", operation_id="rule_way_back", summary="What taking back would come to")
    async def what_comes_back(rule_id: UUID, actor: Viewer, session: Session) -> WayBack:
        return await way_back(session, registry, actor, rule_id)

    @router.post("/{rule_id}/undo", operation_id="undo_rule", summary="Take back all that a rule decided")
    async def undo(rule_id: UUID, actor: Curator, session: Session) -> UndoneAnswer:
        return UndoneAnswer(message=await undo_rule(session, registry, actor, rule_id))

    return router


def _book(fields: RuleFields, request: RulesRequest) -> RuleBook:
    return RuleBook(fields, _read(request.rules))


def _read(written: WrittenRules) -> Rules:
    return {name: [each.rule() for each in some] for name, some in written.items()}


def _waits(fields: RuleFields, group: str) -> list[str]:
    return [each.name for each in fields.registry if fields.group_key(each.model, group) is not None]


def _fields(fields: RuleFields, workflow: str) -> list[RuleFieldAnswer]:
    return [
        answer_of(RuleFieldAnswer, each.field, name=each.name) for each in fields.of(fields.registry[workflow]).values()
    ]


def _answer(rule: KeptRule, decided: int = 0) -> RuleAnswer:
    return answer_of(RuleAnswer, rule, decided=decided)
