"""Rules: what is queued or skipped without a click, by conditions over a row and the rows it comes from.

It knows lists, whose fields conditions speak of, and decisions, which rules make as people do.
"""

from scrapersky.curation_sdk.rules.book import RuleBook
from scrapersky.curation_sdk.rules.choosing import Choice
from scrapersky.curation_sdk.rules.deciding import RuleMark, decide, rows_now
from scrapersky.curation_sdk.rules.fields import Fact, RuleFields
from scrapersky.curation_sdk.rules.files import Rules, WrittenRules, read_rules, write_rules
from scrapersky.curation_sdk.rules.meaning import Condition
from scrapersky.curation_sdk.rules.origin_rules import OriginRules, going_on
from scrapersky.curation_sdk.rules.preview import Previewer, RulePreview
from scrapersky.curation_sdk.rules.problems import RuleProblem
from scrapersky.curation_sdk.rules.store import (
    LONGEST_REASON,
    RuleDifference,
    apply_rules,
    by_workflow,
    decided_counts,
    differences,
    kept_rules,
    resume_rule,
    suspend_rule,
    undo_rule,
)
from scrapersky.curation_sdk.rules.stream import RuleStream, TenantRows
from scrapersky.curation_sdk.rules.tree import AllOf, AnyOf, Comparison, Negation, Node

__all__ = [
    "LONGEST_REASON",
    "AllOf",
    "AnyOf",
    "Choice",
    "Comparison",
    "Condition",
    "Fact",
    "Negation",
    "Node",
    "OriginRules",
    "Previewer",
    "RuleBook",
    "RuleDifference",
    "RuleFields",
    "RuleMark",
    "RulePreview",
    "RuleProblem",
    "RuleStream",
    "Rules",
    "TenantRows",
    "WrittenRules",
    "apply_rules",
    "by_workflow",
    "decide",
    "decided_counts",
    "differences",
    "going_on",
    "kept_rules",
    "read_rules",
    "resume_rule",
    "rows_now",
    "suspend_rule",
    "undo_rule",
    "write_rules",
]
