"""Which addresses are refused."""

from ipaddress import IPv4Address, IPv6Address

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from scrapersky.extract.networks import refusal_of_address


@pytest.mark.parametrize(
    ("address", "reason"),
    [
        ("0.0.0.1", "unspecified"),
        ("10.1.2.3", "private"),
        ("100.64.0.1", "shared by carriers"),
        ("100.100.100.200", "cloud metadata"),
        ("127.8.8.8", "loopback"),
        ("168.63.129.16", "cloud metadata"),
        ("169.254.1.1", "link-local"),
        ("169.254.169.254", "cloud metadata"),
        ("172.31.255.255", "private"),
        ("192.0.0.192", "cloud metadata"),
        ("192.0.2.7", "documentation"),
        ("192.168.178.1", "private"),
        ("198.19.0.1", "benchmark"),
        ("203.0.113.9", "documentation"),
        ("224.0.0.251", "multicast"),
        ("240.0.0.1", "reserved"),
        ("255.255.255.255", "broadcast"),
        ("::", "unspecified"),
        ("::1", "loopback"),
        ("::ffff:8.8.8.8", "IPv4-mapped"),
        ("::127.0.0.1", "IPv4-compatible"),
        ("64:ff9b::7f00:1", "NAT64"),
        ("64:ff9b:1::a00:1", "NAT64"),
        ("2001:0:4136:e378::1", "Teredo"),
        ("2001:db8::1", "documentation"),
        ("2002:7f00:1::1", "6to4"),
        ("3fff::1", "documentation"),
        ("fd00:ec2::254", "cloud metadata"),
        ("fd12:3456::1", "private"),
        ("fe80::1%eth0", "link-local"),
        ("fec0::1", "site-local"),
        ("ff02::1", "multicast"),
        ("4000::1", "reserved"),
        ("2606:4700::1%eth0", "bound to an interface"),
        ("example.com", "not an address"),
        ("0177.0.0.1", "not an address"),
    ],
)
def test_an_address_that_is_no_public_server_is_refused_with_its_reason(address: str, reason: str) -> None:
    assert refusal_of_address(address) == reason


@pytest.mark.parametrize("address", ["1.1.1.1", "172.32.0.1", "100.128.0.1", "2606:4700::1111", "[2a00:1450::1]"])
def test_a_public_address_passes(address: str) -> None:
    assert refusal_of_address(address) is None


@settings(deadline=None)
@given(st.ip_addresses(v=4))
def test_whatever_python_knows_to_be_inward_is_refused_too(address: IPv4Address) -> None:
    if not address.is_global or address.is_multicast:
        assert refusal_of_address(str(address)) is not None


@settings(deadline=None)
@given(st.ip_addresses(v=4))
def test_no_ipv4_address_passes_in_the_clothes_of_an_ipv6_one(address: IPv4Address) -> None:
    for prefix in ("::ffff:0:0", "::", "64:ff9b::"):
        assert refusal_of_address(str(IPv6Address(int(IPv6Address(prefix)) | int(address)))) is not None


@settings(deadline=None)
@given(st.text(max_size=60))
def test_any_text_is_judged_without_an_error(text: str) -> None:
    assert refusal_of_address(text) is None or refusal_of_address(text)
