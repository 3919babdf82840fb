"""Rules: what is queued or skipped without a click, by conditions over a row and the rows it comes from.

It knows lists, whose fields conditions speak of, and decisions, which rules make as people do.
"""

from scrapersky.curation_sdk.rules.book import BadRule, ReadRule, RuleBook
from scrapersky.curation_sdk.rules.choosing import Choice, Scope
from scrapersky.curation_sdk.rules.deciding import RuleMark, decide
from scrapersky.curation_sdk.rules.fields import Fact, RuleField, RuleFields
from scrapersky.curation_sdk.rules.files import Rules, UnreadableRules, WrittenRule, read_rules, write_rules
from scrapersky.curation_sdk.rules.meaning import Condition
from scrapersky.curation_sdk.rules.problems import RuleProblem
from scrapersky.curation_sdk.rules.tree import AllOf, AnyOf, Comparison, Negation, Node, read_condition

__all__ = [
    "AllOf",
    "AnyOf",
    "BadRule",
    "Choice",
    "Comparison",
    "Condition",
    "Fact",
    "Negation",
    "Node",
    "ReadRule",
    "RuleBook",
    "RuleField",
    "RuleFields",
    "RuleMark",
    "RuleProblem",
    "Rules",
    "Scope",
    "UnreadableRules",
    "WrittenRule",
    "decide",
    "read_condition",
    "read_rules",
    "write_rules",
]
