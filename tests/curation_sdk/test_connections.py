"""Connections that are not sound, each with the words that say so."""

from typing import Any
from xml.etree import ElementTree as ET

import pytest
import yaml

from scrapersky.curation_sdk import Workflow
from scrapersky.curation_sdk.declaring.registry import Registry
from scrapersky.curation_sdk.declaring.workflow import AnyWorkflow
from scrapersky.curation_sdk.schema.connections import check_document, check_registry
from scrapersky.curation_sdk.schema.documents import canonical_yaml, pipeline_graph
from scrapersky.curation_sdk.schema.drawing import pipeline_svg
from scrapersky.models import Domain, LocalBusiness, Page, SitemapFile


async def work(row: object, clients: object) -> None: ...


async def save(session: object, row: object, result: object) -> int:
    return 0


def workflow(code: str, curation: Any, produces: Any, **more: Any) -> AnyWorkflow:
    return Workflow(code=code, title=code, curation=curation, produces=produces, work=work, save=save, **more)


domains = workflow("WF3", LocalBusiness.domain_extraction, Domain)
sitemaps = workflow("WF4", Domain.domain_curation, SitemapFile)
analysis = workflow("WF5", SitemapFile.sitemap_curation, SitemapFile)
pages = workflow("WF6", SitemapFile.sitemap_import, Page)
back = workflow("WF7", Page.page_curation, Domain)
REGISTRY = Registry([domains, sitemaps, analysis, pages])


def document(of: AnyWorkflow, role: str, **changes: str | None) -> dict[str, Any]:
    """The canonical document, with the first connection of the role changed."""
    made: dict[str, Any] = yaml.safe_load(canonical_yaml(of, REGISTRY))
    made["workflow_connections"][role][0] |= changes
    return made


def test_sound_connections_have_no_problems() -> None:
    assert check_registry(REGISTRY) == []
    for each in REGISTRY:
        assert check_document("file", yaml.safe_load(canonical_yaml(each, REGISTRY)), REGISTRY) == []


@pytest.mark.parametrize(
    ("role", "changes", "words"),
    [
        ("as_consumer", {"interface_table": None}, "a connection without its table"),
        ("as_producer", {"interface_table": ""}, "a connection without its table"),
        ("as_consumer", {"interface_table": "domain"}, "there is no table 'domain'"),
        ("as_consumer", {"handoff_field": "status"}, "the table domains has no field 'status'"),
        ("as_consumer", {"handoff_field": "name"}, "domains.name has no value"),
        (
            "as_consumer",
            {"consumed_value": "DomainCurationCurationStatus.Selected"},
            "has no value 'DomainCurationCurationStatus.Selected'",
        ),
        (
            "as_producer",
            {"produced_value": "PageCurationCurationStatus.New"},
            "has no value 'PageCurationCurationStatus.New'",
        ),
        (
            "as_consumer",
            {"producer_workflow": "WF2-DeepScan"},
            "there is no workflow 'WF2-DeepScan' to produce domains",
        ),
        (
            "as_consumer",
            {"producer_workflow": "WF6-SitemapImport"},
            "WF6-SitemapImport does not produce domains, so domain_curation waits in vain",
        ),
        (
            "as_consumer",
            {"producer_workflow": "WF5-SitemapCuration"},
            "WF5-SitemapCuration does not produce domains",
        ),
        ("as_producer", {"consumer_workflow": "WF9-Nobody"}, "there is no workflow 'WF9-Nobody' to consume"),
        (
            "as_producer",
            {"consumer_workflow": "WF3-DomainExtraction"},
            "WF3-DomainExtraction does not consume sitemap_files, but local_businesses",
        ),
        ("as_producer", {"interface_table": "pages"}, "domain_curation does not produce pages"),
        ("as_consumer", {"interface_table": "pages"}, "domain_curation reads domains, not pages"),
        ("as_consumer", {"consumption_query": "SELECT 1"}, "does not list the connections as declared"),
    ],
)
def test_each_unsound_connection_is_named(role: str, changes: dict[str, str | None], words: str) -> None:
    problems = check_document("domain_curation.yaml", document(sitemaps, role, **changes), REGISTRY)
    assert any(words in each for each in problems), problems
    assert all(each.startswith("domain_curation.yaml") for each in problems)


@pytest.mark.parametrize(
    ("content", "words"),
    [
        (None, "is not the document of a workflow"),
        ({"workflow": "menu_extraction"}, "describes 'menu_extraction', and there is no such workflow"),
        ({"workflow": "domain_curation"}, "has no workflow_connections"),
    ],
)
def test_a_file_that_is_no_document_is_named(content: Any, words: str) -> None:
    (problem,) = check_document("x.yaml", content, REGISTRY)
    assert words in problem


def test_a_cycle_that_nobody_declared_is_named_once() -> None:
    (problem,) = check_registry(Registry([domains, sitemaps, analysis, pages, back]))
    assert problem.startswith("domains -> sitemap_files -> pages -> domains: rows go round")
    assert "domain_curation, sitemap_import, page_curation" in problem


def test_a_declared_cycle_is_sound() -> None:
    declared = workflow("WF7", Page.page_curation, Domain, closes_cycle=True)
    registry = Registry([domains, sitemaps, pages, declared])
    assert check_registry(registry) == []
    assert yaml.safe_load(canonical_yaml(declared, registry))["closes_cycle"] is True


def test_the_picture_has_every_table_and_every_workflow_once() -> None:
    root = ET.fromstring(pipeline_svg(Registry([domains, sitemaps, analysis, pages, back])))  # noqa: S314  ours
    words = sorted(each.text or "" for each in root.iter("{http://www.w3.org/2000/svg}text"))
    assert words == sorted(
        [
            "local_businesses",
            "domains",
            "sitemap_files",
            "pages",
            "WF3-DomainExtraction",
            "WF4-DomainCuration",
            "WF5-SitemapCuration",
            "WF6-SitemapImport",
            "WF7-PageCuration",
        ]
    )
    boxes = [(each.get("x"), each.get("y")) for each in root.iter("{http://www.w3.org/2000/svg}rect")]
    assert len(set(boxes)) == 4


def test_the_mermaid_graph_has_a_line_for_every_workflow() -> None:
    assert 'domains["domains"] -->|WF4-DomainCuration| sitemap_files["sitemap_files"]' in pipeline_graph(REGISTRY)
