"""The browser's own unit tests, as a part of all tests."""

import re

import pytest
from tests.web.frontend import npm


@pytest.mark.timeout(180)
def test_the_sums_behind_the_screens_are_right() -> None:
    answer = npm("test")
    assert answer.returncode == 0, answer.stdout[-4000:]
    passed = re.search(r"^# pass (\d+)$", answer.stdout, re.MULTILINE) or re.search(r"pass (\d+)", answer.stdout)
    assert passed is not None
    assert int(passed[1]) > 100
