"""What a score is worth: as the table says, between its points in a straight line, and too little is nobody's."""

from dataclasses import replace
from itertools import pairwise

import pytest
from benchmarks.labelled_pages.calibration import Judged, fitted

from scrapersky.extract.calibration import calibrated, curves
from scrapersky.extract.contacts.extraction import extract_contacts
from scrapersky.extract.finding import Finding, Kind, Owner, Way


def finding(score: float, kind: Kind = Kind.ADDRESS) -> Finding:
    return Finding(kind, "1 Main Street", "1 Main Street", Way.TEXT, score, "", Owner.BUSINESS, reason="a street")


def test_a_value_shows_the_share_that_was_right() -> None:
    (phone,) = extract_contacts("<p>Call (512) 472-2210</p>", "https://acme.example/", "US").findings
    assert phone.confidence == curves()[Kind.PHONE].chance(0.93) != 0.93


def test_what_is_too_unsure_is_not_taken_and_says_so() -> None:
    unsure = calibrated(finding(curves()[Kind.ADDRESS].scores[0] / 2))
    assert unsure.owner is Owner.UNKNOWN
    assert unsure.reason.startswith("a street; too unsure: ")
    assert calibrated(finding(0.85)).owner is Owner.BUSINESS


def test_somebody_elses_value_stays_theirs() -> None:
    assert calibrated(replace(finding(0.1), owner=Owner.OTHER_FIRM)).owner is Owner.OTHER_FIRM


@pytest.mark.parametrize("kind", list(curves()))
def test_a_higher_score_is_never_worth_less(kind: Kind) -> None:
    chances = [curves()[kind].chance(score / 100) for score in range(101)]
    assert all(0 <= low <= high <= 1 for low, high in pairwise(chances))


def test_scores_that_come_out_of_order_share_what_was_right_of_them() -> None:
    values = [
        *[Judged(Kind.FAX, 0.6, is_right=True)] * 8,
        *[Judged(Kind.FAX, 0.7, is_right=False)] * 8,
        *[Judged(Kind.FAX, 0.9, is_right=True)] * 18,
    ]
    assert fitted(values, 0.5).chances == (0.5, 0.5, 0.95)
