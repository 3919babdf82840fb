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
    ("role", "name", "told", "right"),
    [
        ("as_consumer", "interface_table", None, "'domains'"),
        ("as_producer", "interface_table", "", "'sitemap_files'"),
        ("as_consumer", "handoff_field", "status", "'domain_curation_curation_status'"),
        ("as_consumer", "producer_workflow", "WF6-SitemapImport", "'WF3-DomainExtraction'"),
        ("as_producer", "produced_value", "PageCurationCurationStatus.New", "'SitemapCurationCurationStatus.New'"),
        ("as_producer", "remark", "of another time", "None"),
    ],
)
def test_each_wrong_word_of_a_connection_is_named(role: str, name: str, told: str | None, right: str) -> None:
    (problem,) = check_document("domain_curation.yaml", document(sitemaps, role, **{name: told}), REGISTRY)
    said = f"domain_curation.yaml, {role} 1: {name} is {told!r}, and the declarations say {right}."
    assert problem == f"{said} Run: scrapersky generate"


def test_a_connection_that_is_missing_or_too_many_is_named() -> None:
    made = document(sitemaps, "as_producer")
    del made["workflow_connections"]["as_consumer"]
    made["workflow_connections"]["as_producer"] *= 2
    problems = "\n".join(check_document("file", made, REGISTRY))
    assert "file, as_consumer 1: interface_table is None, and the declarations say 'domains'" in problems
    assert "interface_table is 'sitemap_files', and the declarations say None" in problems


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
