"""Conditions of rules: what they mean in SQL is what they mean in words, and what is wrong is told with its place."""

import random
import time
from collections.abc import Mapping, Sequence
from typing import Any
from uuid import UUID

import pytest
from sqlalchemy import insert, select
from sqlalchemy.ext.asyncio import AsyncSession
from tests.businesses import make_business, make_tenant
from tests.conftest import Sessions
from tests.contacts import make_contact
from tests.services.runs.plain_rules import MOMENTS, PHONES, TEXTS, holds, written_condition

from scrapersky.curation_sdk.declaring import AnyWorkflow, Registry, RowMark
from scrapersky.curation_sdk.rules import Condition, RuleFields, RuleProblem
from scrapersky.models import Domain, Page, SitemapFile, Suppression
from scrapersky.services.runs.default_rules import rule_fields
from scrapersky.workflows import product_workflows
from scrapersky.workflows.wf7_page_curation import page_curation
from scrapersky.workflows.wf9_contact_delivery import contact_delivery


@pytest.fixture(scope="module")
def fields() -> RuleFields:
    return rule_fields(Registry(product_workflows()))


class World:
    """Pages with what they come from, in the database and as dictionaries."""

    def __init__(self, tenant_id: UUID) -> None:
        self.tenant_id = tenant_id
        self.pages: dict[UUID, tuple[Mapping[str, Any], Mapping[str, Sequence[Mapping[str, Any]]]]] = {}

    async def fill(self, session: AsyncSession, dice: random.Random) -> None:
        for number in range(8):
            businesses = [self._business(dice) for _ in range(number % 3)]
            emails = ["ana@cedar.example", None][: number % 3]
            counted = {
                "businesses": len(businesses),
                "contacts": len(emails),
                "contacts_with_email": min(1, len(emails)),
            }
            domain = self._domain(dice, number) | counted | {"suppressed": number % 4 == 1}
            domain_id = await self._add(session, Domain, domain, *counted, "suppressed")
            for email in emails:
                await make_contact(session, self.tenant_id, domain_id=domain_id, email=email)
            if domain["suppressed"]:
                listed = {"kind": "domain", "value": domain["name"], "tenant_id": self.tenant_id}
                await session.execute(insert(Suppression).values(listed))
            for business in businesses:
                await make_business(session, self.tenant_id, domain_id=domain_id, **business)
            sitemap = {
                "url": f"https://{number}.example/s.xml",
                "found_by": "robots",
                "url_count": dice.choice((None, 0, 5)),
            }
            sitemap_id = await self._add(session, SitemapFile, sitemap | {"domain_id": domain_id})
            for page_number in range(5):
                is_listed = dice.random() < 0.5
                page = self._page(dice, domain_id, number, page_number) | {
                    "sitemap_file_id": sitemap_id if is_listed else None
                }
                page_id = await self._add(session, Page, page)
                above = {
                    "domain": [domain],
                    "local_business": businesses,
                    "sitemap_file": [sitemap] if is_listed else [],
                }
                self.pages[page_id] = (page, above)

    async def _add(self, session: AsyncSession, model: type[Any], values: Mapping[str, Any], *counted: str) -> UUID:
        stored = {key: value for key, value in values.items() if key not in counted}
        made = await session.execute(insert(model).values(tenant_id=self.tenant_id, **stored).returning(model.id))
        row_id: UUID = made.scalar_one()
        return row_id

    def _business(self, dice: random.Random) -> dict[str, Any]:
        return {
            "city": dice.choice((None, "", *TEXTS)),
            "rating": dice.choice((None, 3.5, 4.0, 4.25)),
            "reviews": dice.choice((None, 0, 7)),
            "phone": dice.choice((None, "", *PHONES)),
            "categories": dice.choice(([], ["dentist"], ["Dentist", "surgeon"])),
        }

    def _domain(self, dice: random.Random, number: int) -> dict[str, Any]:
        return {
            "name": f"{number}.example",
            "home_url": f"https://{number}.example/",
            "title": dice.choice((None, "", *TEXTS)),
            "parked": dice.choice((None, True, False)),
            "http_status": dice.choice((None, 200, 404)),
            "checked_at": dice.choice((None, *MOMENTS)),
            "technologies": dice.choice(([], ["shop"], ["Shop", "blog"])),
        }

    def _page(self, dice: random.Random, domain_id: UUID, site: int, number: int) -> dict[str, Any]:
        return {
            "domain_id": domain_id,
            "url": f"https://{site}.example/{dice.choice('aA')}/{number}",
            "changed_at": dice.choice((None, *MOMENTS)),
            "title": dice.choice((None, "", *TEXTS)),
            "score": dice.choice((0, 12, 50)),
            "depth": dice.choice((0, 1)),
            "words": dice.choice((None, 0, 40)),
            "found_by": dice.choice(("sitemap", "link")),
            "kind": dice.choice(("contact", "about", "other")),
        }


@pytest.mark.parametrize("seed", [1, 2])
async def test_what_a_condition_means_in_sql_is_what_it_means_in_words(
    sessions: Sessions, fields: RuleFields, seed: int
) -> None:
    dice = random.Random(seed)
    decided = {True: 0, False: 0}
    async with sessions.begin() as session:
        stranger = World(await make_tenant(session))
        await stranger.fill(session, dice)
        world = World(await make_tenant(session))
        await world.fill(session, dice)
        for _ in range(150):
            text = written_condition(dice)
            condition = Condition.read(page_curation, fields, text)
            said = select(Page.id, condition.holds(world.tenant_id), condition.fails(world.tenant_id))
            answers = (await session.execute(said.where(Page.tenant_id == world.tenant_id))).all()
            expected = {row_id for row_id, row in world.pages.items() if holds(condition.tree, *row)}
            assert {row_id for row_id, is_held, _ in answers if is_held} == expected, text
            assert {row_id for row_id, _, is_failed in answers if is_failed} == set(world.pages) - expected, text
            decided[True] += len(expected)
            decided[False] += len(world.pages) - len(expected)
    assert min(decided.values()) > 500, "the conditions tell rows apart"


def test_a_share_in_percent_is_what_the_field_counts_in(fields: RuleFields) -> None:
    def values(workflow: AnyWorkflow, text: str) -> set[object]:
        return set(Condition.read(workflow, fields, text).holds(UUID(int=1)).compile().params.values())

    assert 0.99 in values(contact_delivery, "confidence > 99%")
    assert 99 in values(page_curation, "score > 99%")


async def test_rows_of_others_above_count_for_nothing(sessions: Sessions, fields: RuleFields) -> None:
    """A rule of one tenant never sees another's rows, not even through the rows its own come from."""
    async with sessions.begin() as session:
        mine, other = World(await make_tenant(session)), World(await make_tenant(session))
        await mine.fill(session, random.Random(1))
        condition = Condition.read(
            page_curation, fields, "domain.name is not empty or local_business.name is not empty"
        )
        found = list(await session.scalars(select(Page.id).where(condition.holds(other.tenant_id))))
    assert mine.pages
    assert found == []


async def test_tags_of_a_row_and_of_those_above_it_count(sessions: Sessions, fields: RuleFields) -> None:
    async with sessions.begin() as session:
        world = World(await make_tenant(session))
        await world.fill(session, random.Random(1))
        (page_id, *_), domain_id = world.pages, next(iter(world.pages.values()))[0]["domain_id"]
        for table, row_id, tag in (("pages", page_id, "call in may"), ("domains", domain_id, "vip")):
            mark = {"tenant_id": world.tenant_id, "table_name": table, "row_id": row_id, "tags": [tag]}
            await session.execute(insert(RowMark).values(mark))

        async def held(text: str) -> set[UUID]:
            condition = Condition.read(page_curation, fields, text)
            return set(await session.scalars(select(Page.id).where(condition.holds(world.tenant_id))))

        of_domain = {row_id for row_id, (page, _) in world.pages.items() if page["domain_id"] == domain_id}
        assert await held('tag = "Call in May"') == {page_id}
        assert await held('domain.tag = "vip"') == of_domain
        assert await held("domain.tag is empty") == set(world.pages) - of_domain


# As frontend/tests/conditions.test.ts has them, where what is said is written back.
SAID = [
    ("kind is contact", 'kind = "contact"'),
    ("Type = Contact and score > 4", 'kind = "Contact" and score > 4'),
    ("type is not contact", 'kind != "contact"'),
    ("kind is in (contact, about)", 'kind in ("contact", "about")'),
    ("kind is not in (contact)", 'kind not in ("contact")'),
    ("title contains our team or title equals team-page", 'title ~ "our team" or title = "team-page"'),
    ("Score is at least 50 and words is below 9", "score >= 50 and words < 9"),
    ("Score is not above 50", "not score > 50"),
    ("Found by is link", 'found_by = "link"'),
    ("changed_at is after 7d", "changed_at > 7d"),
    ("domain.parked is true", "domain.parked = true"),
    ("Title is not empty", "title is not empty"),
]


@pytest.mark.parametrize(("said", "written"), SAID)
def test_a_condition_may_be_said_as_people_speak(fields: RuleFields, said: str, written: str) -> None:
    one, other = (
        Condition.read(page_curation, fields, text).holds(UUID(int=1)).compile(compile_kwargs={"literal_binds": False})
        for text in (said, written)
    )
    assert (str(one), one.params) == (str(other), other.params)


def test_a_label_of_several_fields_names_none(fields: RuleFields) -> None:
    labels = fields.labels(page_curation)
    assert labels["type"].name == "kind"
    for label, field in labels.items():
        same = [each.name for each in fields.of(page_curation).values() if each.field.label.lower() == label]
        own = [name for name in same if "." not in name]
        assert (own or same) == [field.name]


@pytest.mark.parametrize(
    ("text", "line", "column", "words"),
    [
        ("scoer > 4", 1, 1, "Did you mean score?"),
        ("rating > 4", 1, 1, "Did you mean local_business.rating?"),
        ("score > 4 or\n  titel ~ 'x'", 2, 3, "Did you mean title?"),
        ('score > "4"', 1, 9, "score is a number"),
        ("score > 4.5", 1, 9, "a whole number"),
        ("title = kind", 1, 9, 'in quotes: "kind". Fields are compared with values.'),
        ("kind is contcat", 1, 9, "Did you mean contact?"),
        ("score is high", 1, 10, "score is a number"),
        ("score is", 1, 9, "a value was expected"),
        ("domain.parked is yes", 1, 18, "true or false"),
        ("title Austin", 1, 7, "a sign is missing"),
        ("city = Zürich", 1, 9, "stands in quotes"),
        ("title = 4", 1, 9, "title is a text"),
        ('kind = "contcat"', 1, 8, "Did you mean contact?"),
        ("score >", 1, 8, "a value was expected"),
        ("score > 4 and", 1, 14, "the name of a field"),
        ("(score > 4", 1, 1, "not closed"),
        ("score > 4)", 1, 10, "and, or or the end"),
        ("score 4", 1, 7, "a sign is missing"),
        ("score > 4 && depth = 1", 1, 11, "&& is written and"),
        ('title ~ "x', 1, 9, "no end"),
        ("title", 1, 1, "not true or false"),
        ("score ~ 4", 1, 9, "has no parts"),
        ("depth > 99999999999", 1, 9, "never"),
        ("score > 1; drop table pages", 1, 10, "means nothing here"),
        ("__import__('os')", 1, 1, "means nothing here"),
        ('title = ""', 1, 9, "title is empty"),
        ("title is not emty", 1, 14, "Did you mean empty?"),
        ("changed_at > 4", 1, 14, "a moment"),
        ("title ~ 'a\x00b'", 1, 11, "NUL"),
    ],
)
def test_what_is_wrong_is_told_with_its_place(
    fields: RuleFields, text: str, line: int, column: int, words: str
) -> None:
    with pytest.raises(RuleProblem) as raised:
        Condition.read(page_curation, fields, text)
    assert (raised.value.line, raised.value.column) == (line, column)
    assert words in str(raised.value)
    assert str(raised.value).splitlines()[-1].strip() == "^" * raised.value.length


@pytest.mark.parametrize(
    "text",
    [
        "(" * 3_000,
        "not " * 900 + "true",
        " or ".join(["score > 1"] * 300),
        "score > 1 and " * 2_000,
        '"' + "a" * 3_999,
        "a" * 4_001,
        "score in (" + "1," * 1_900,
    ],
)
def test_hostile_texts_are_refused_at_once(fields: RuleFields, text: str) -> None:
    began = time.process_time()
    with pytest.raises(RuleProblem):
        Condition.read(page_curation, fields, text)
    assert time.process_time() - began < 2
