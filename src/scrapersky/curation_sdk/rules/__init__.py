"""Rules: what is queued or skipped without a click, by conditions over a row and the rows it comes from.

It knows lists, whose fields conditions speak of, and decisions, which rules make as people do.
"""

from typing import TYPE_CHECKING

from scrapersky.curation_sdk import late_door

if TYPE_CHECKING:
    from scrapersky.curation_sdk.rules.book import RuleBook as RuleBook
    from scrapersky.curation_sdk.rules.choosing import Choice as Choice
    from scrapersky.curation_sdk.rules.choosing import RuleMark as RuleMark
    from scrapersky.curation_sdk.rules.choosing import decide as decide
    from scrapersky.curation_sdk.rules.choosing import rows_now as rows_now
    from scrapersky.curation_sdk.rules.fields import Fact as Fact
    from scrapersky.curation_sdk.rules.fields import RuleFields as RuleFields
    from scrapersky.curation_sdk.rules.files import Rules as Rules
    from scrapersky.curation_sdk.rules.files import WrittenRules as WrittenRules
    from scrapersky.curation_sdk.rules.files import read_rules as read_rules
    from scrapersky.curation_sdk.rules.files import write_rules as write_rules
    from scrapersky.curation_sdk.rules.meaning import Condition as Condition
    from scrapersky.curation_sdk.rules.origin_rules import OriginRules as OriginRules
    from scrapersky.curation_sdk.rules.origin_rules import going_on as going_on
    from scrapersky.curation_sdk.rules.origin_rules import rules_for_origins as rules_for_origins
    from scrapersky.curation_sdk.rules.preview import Previewer as Previewer
    from scrapersky.curation_sdk.rules.preview import RulePreview as RulePreview
    from scrapersky.curation_sdk.rules.store import LONGEST_REASON as LONGEST_REASON
    from scrapersky.curation_sdk.rules.store import RuleDifference as RuleDifference
    from scrapersky.curation_sdk.rules.store import apply_rules as apply_rules
    from scrapersky.curation_sdk.rules.store import by_workflow as by_workflow
    from scrapersky.curation_sdk.rules.store import decided_counts as decided_counts
    from scrapersky.curation_sdk.rules.store import differences as differences
    from scrapersky.curation_sdk.rules.store import kept_rules as kept_rules
    from scrapersky.curation_sdk.rules.store import resume_rule as resume_rule
    from scrapersky.curation_sdk.rules.store import suspend_rule as suspend_rule
    from scrapersky.curation_sdk.rules.stream import RuleStream as RuleStream
    from scrapersky.curation_sdk.rules.stream import TenantRows as TenantRows
    from scrapersky.curation_sdk.rules.taking_back import WayBack as WayBack
    from scrapersky.curation_sdk.rules.taking_back import undo_rule as undo_rule
    from scrapersky.curation_sdk.rules.taking_back import way_back as way_back
    from scrapersky.curation_sdk.rules.text import RuleProblem as RuleProblem
    from scrapersky.curation_sdk.rules.tree import AllOf as AllOf
    from scrapersky.curation_sdk.rules.tree import AnyOf as AnyOf
    from scrapersky.curation_sdk.rules.tree import Comparison as Comparison
    from scrapersky.curation_sdk.rules.tree import Negation as Negation
    from scrapersky.curation_sdk.rules.tree import Node as Node
else:
    __getattr__ = late_door(__name__, __file__)
