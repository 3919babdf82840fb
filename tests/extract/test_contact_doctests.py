import doctest
import importlib

import pytest

MODULES = """
contacts document email_decoding email_junk emails finding inline_data mail_hosts owners page_bounds page_region
phone_candidates phone_labels phone_numbers phones phrases social_networks socials spelled_out_emails visible_text
structured_data structured_data.item structured_data.json_ld structured_data.microdata structured_data.microformats
"""


@pytest.mark.parametrize("name", MODULES.split())
def test_the_examples_in_the_docstrings_are_true(name: str) -> None:
    result = doctest.testmod(importlib.import_module(f"scrapersky.extract.{name}"))
    assert result.attempted > 0
    assert result.failed == 0
