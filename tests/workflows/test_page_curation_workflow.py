"""Page and contact curation end to end: from queued pages of simulated sites to contacts, held to the truth."""

from benchmarks.accuracy import measure, report
from sqlalchemy.ext.asyncio import AsyncEngine

from scrapersky.curation_sdk.testing import NamesConformance
from scrapersky.workflows.wf7_page_curation import page_curation


class TestPageCurationNames(NamesConformance):
    workflow = page_curation

    def test_examples_from_the_checklist(self) -> None:
        names = page_curation.names
        assert names.process_single == "process_single_page_for_page_curation"
        assert names.curation_status_type == "pagecurationcurationstatus"
        assert names.setting("batch_size") == "PAGE_CURATION_SCHEDULER_BATCH_SIZE"


async def test_contacts_of_simulated_sites_are_right_and_no_trap_is_among_them(engine: AsyncEngine) -> None:
    score = await measure(engine, seed=11, businesses=40, faults="none")
    told = "\n".join(report(score))
    assert score.traps == [], told
    assert score.precision >= 0.98, told
    assert score.recall("email") >= 0.97, told
    assert score.recall("phone") >= 0.97, told
    assert score.recall("person") >= 0.9, told
    assert score.contacts > 30, told
