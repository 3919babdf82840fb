"""For the tests of a product: an application around its endpoints, and the tests that every workflow must pass.

A derived workflow's whole test file is a subclass that names the workflow and makes rows:

    class TestPageCurationRouter(RouterConformance):
        workflow = page_curation

        async def make_row(self, session, tenant_id, number): ...
"""

# ruff: noqa: E402  a failed assertion shows its values only in modules that pytest was told of before their import
import pytest

pytest.register_assert_rewrite(*(f"{__name__}.{part}" for part in ("names", "router", "scheduler")))

from scrapersky.curation_sdk.testing.applications import app_of as app_of
from scrapersky.curation_sdk.testing.applications import client_of as client_of
from scrapersky.curation_sdk.testing.applications import doors_by_header as doors_by_header
from scrapersky.curation_sdk.testing.names import NamesConformance as NamesConformance
from scrapersky.curation_sdk.testing.router import RouterConformance as RouterConformance
from scrapersky.curation_sdk.testing.rows import Conformance as Conformance
from scrapersky.curation_sdk.testing.rows import RowConformance as RowConformance
from scrapersky.curation_sdk.testing.rows import make_sample as make_sample
from scrapersky.curation_sdk.testing.scheduler import SchedulerConformance as SchedulerConformance
