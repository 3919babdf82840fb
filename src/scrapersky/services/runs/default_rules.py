"""The rules that `scrapersky run` switches on for its search: those of the file beside this one, and of packages."""

from collections.abc import Sequence
from dataclasses import replace
from functools import cache
from importlib.resources import files
from typing import Any

from sqlalchemy import ColumnElement, and_, exists, func, or_, select

from scrapersky.curation_sdk.declaring import AnyWorkflow, Registry, Rule
from scrapersky.curation_sdk.rules import Fact, RuleBook, RuleFields, read_rules
from scrapersky.models import Contact, Domain, LocalBusiness, PageContent, Suppression
from scrapersky.services.suppression.kinds import SuppressionKind


def _of_domain(model: Any, *conditions: ColumnElement[bool]) -> Any:
    return select(func.count()).where(model.domain_id == Domain.id, *conditions).correlate(Domain).scalar_subquery()


def _is_listed(model: Any, *marks: ColumnElement[bool]) -> Any:
    """As it is spelled in the row; where contacts leave the house, every spelling is compared once more."""
    listed = select(Suppression.id).where(Suppression.tenant_id == model.tenant_id, or_(*marks))
    return exists(listed.correlate(model))


def _mark(kind: SuppressionKind, value: Any) -> ColumnElement[bool]:
    return and_(Suppression.kind == kind.value, Suppression.value == value)


FACTS = (
    Fact(Domain, "contacts", _of_domain(Contact)),
    Fact(Domain, "contacts_with_email", _of_domain(Contact, Contact.email.is_not(None))),
    Fact(Domain, "people", _of_domain(Contact, Contact.name.is_not(None))),
    Fact(Domain, "pages_read", _of_domain(PageContent)),
    Fact(Domain, "businesses", _of_domain(LocalBusiness)),
    Fact(Domain, "suppressed", _is_listed(Domain, _mark(SuppressionKind.DOMAIN, Domain.name))),
    Fact(
        Contact,
        "suppressed",
        _is_listed(
            Contact,
            _mark(SuppressionKind.EMAIL, func.lower(Contact.email)),
            _mark(SuppressionKind.DOMAIN, func.lower(func.split_part(Contact.email, "@", 2))),
            _mark(SuppressionKind.PHONE, Contact.phone),
        ),
    ),
)


FILE = "default_rules.yaml"
CLOSED = 'business_status ~ "closed"'
"""As sources spell it: permanently_closed, CLOSED_TEMPORARILY; one that says nothing is taken to be open."""
SITE = "domain"
READ_BEFORE = ("domain_curation", "sitemap_curation", "sitemap_import", "page_curation", "contact_curation")


def default_text() -> str:
    return files(__package__).joinpath(FILE).read_text(encoding="utf-8")


@cache
def _written() -> dict[str, list[Rule]]:
    return read_rules(default_text())


def default_rules(registry: Registry) -> dict[str, list[Rule]]:
    """Of the workflows that are there. One of a package brings its own, or waits until its site is read."""
    fields, written = rule_fields(registry), _written()
    rules: dict[str, list[Rule]] = {}
    for workflow in registry:
        some = written.get(workflow.name) or [workflow.rule or _of_package(workflow, fields)]
        rules[workflow.name] = [_without_absent(rule, registry) for rule in some]
    return rules


def default_book(
    registry: Registry, pages_per_domain: int | None = None, declared: Sequence[AnyWorkflow] = ()
) -> RuleBook:
    """With another number of pages of a domain, where one is given."""
    rules = default_rules(registry)
    if pages_per_domain is not None:
        rules = {
            name: [replace(rule, at_most=rule.at_most and pages_per_domain) for rule in some]
            for name, some in rules.items()
        }
    return RuleBook(rule_fields(registry, declared), rules)


def closed_ones(registry: Registry) -> dict[str, str]:
    """By workflow, of which rows it is known that the business is closed."""
    name, *_ = CLOSED.split()
    return {each.name: CLOSED for each in registry if any(column.key == name for column in each.columns)}


def rule_fields(registry: Registry, declared: Sequence[AnyWorkflow] = ()) -> RuleFields:
    return RuleFields(registry, FACTS, declared)


def _of_package(workflow: AnyWorkflow, fields: RuleFields) -> Rule:
    """What it uses of a row may be what our own workflows make of it."""
    if SITE not in fields.groups(workflow.model):
        return Rule("Every row")
    others = tuple(name for name in READ_BEFORE if name != workflow.name)
    return Rule("Every row of a site that is read", per=SITE, after=others)


def _without_absent(rule: Rule, registry: Registry) -> Rule:
    there = {each.name for each in registry}
    return replace(rule, after=tuple(name for name in rule.after if name in there))
