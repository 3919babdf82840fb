"""Rules: what is queued or skipped without a click, by conditions over a row and the rows it comes from.

It knows lists, whose fields conditions speak of, and decisions, which rules make as people do.
"""

from scrapersky.curation_sdk.rules.book import BadRule, ReadRule, RuleBook
from scrapersky.curation_sdk.rules.choosing import Choice, RuleScope
from scrapersky.curation_sdk.rules.deciding import RuleMark, decide, rows_now
from scrapersky.curation_sdk.rules.fields import Fact, RuleField, RuleFields
from scrapersky.curation_sdk.rules.files import (
    Rules,
    UnreadableRules,
    WrittenRule,
    WrittenRules,
    read_rules,
    write_rules,
)
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
from scrapersky.curation_sdk.rules.time_limit import RuleTooSlow, TimeLimit
from scrapersky.curation_sdk.rules.tree import AllOf, AnyOf, Comparison, Negation, Node, read_condition

__all__ = [
    "LONGEST_REASON",
    "AllOf",
    "AnyOf",
    "BadRule",
    "Choice",
    "Comparison",
    "Condition",
    "Fact",
    "Negation",
    "Node",
    "OriginRules",
    "Previewer",
    "ReadRule",
    "RuleBook",
    "RuleDifference",
    "RuleField",
    "RuleFields",
    "RuleMark",
    "RulePreview",
    "RuleProblem",
    "RuleScope",
    "RuleStream",
    "RuleTooSlow",
    "Rules",
    "TenantRows",
    "TimeLimit",
    "UnreadableRules",
    "WrittenRule",
    "WrittenRules",
    "apply_rules",
    "by_workflow",
    "decide",
    "decided_counts",
    "differences",
    "going_on",
    "kept_rules",
    "read_condition",
    "read_rules",
    "resume_rule",
    "rows_now",
    "suspend_rule",
    "undo_rule",
    "write_rules",
]
