"""Which addresses are nobody's public web server, and why.

The list is explicit instead of `ipaddress.is_global`, whose answer changes with the Python release.
"""

from ipaddress import IPv4Address, IPv4Network, IPv6Address, IPv6Network, ip_address

_REFUSED_V4 = tuple(
    (IPv4Network(network), reason)
    for network, reason in (
        ("169.254.169.254/32", "cloud metadata"),
        ("169.254.170.0/24", "cloud metadata"),
        ("100.100.100.200/32", "cloud metadata"),
        ("168.63.129.16/32", "cloud metadata"),
        ("192.0.0.192/32", "cloud metadata"),
        ("0.0.0.0/8", "unspecified"),
        ("10.0.0.0/8", "private"),
        ("100.64.0.0/10", "shared by carriers"),
        ("127.0.0.0/8", "loopback"),
        ("169.254.0.0/16", "link-local"),
        ("172.16.0.0/12", "private"),
        ("192.0.0.0/24", "protocol assignment"),
        ("192.0.2.0/24", "documentation"),
        ("192.88.99.0/24", "6to4 relay"),
        ("192.168.0.0/16", "private"),
        ("198.18.0.0/15", "benchmark"),
        ("198.51.100.0/24", "documentation"),
        ("203.0.113.0/24", "documentation"),
        ("224.0.0.0/4", "multicast"),
        ("255.255.255.255/32", "broadcast"),
        ("240.0.0.0/4", "reserved"),
    )
)

# Everything that carries an IPv4 address inside is refused whole: a gateway would unpack it behind our back.
_REFUSED_V6 = tuple(
    (IPv6Network(network), reason)
    for network, reason in (
        ("::/128", "unspecified"),
        ("::1/128", "loopback"),
        ("::ffff:0:0/96", "IPv4-mapped"),
        ("::ffff:0:0:0/96", "IPv4-translated"),
        ("::/96", "IPv4-compatible"),
        ("64:ff9b::/96", "NAT64"),
        ("64:ff9b:1::/48", "NAT64"),
        ("100::/64", "discard"),
        ("2001::/32", "Teredo"),
        ("2001:2::/48", "benchmark"),
        ("2001:db8::/32", "documentation"),
        ("2001::/23", "protocol assignment"),
        ("2002::/16", "6to4"),
        ("3fff::/20", "documentation"),
        ("fd00:ec2::/32", "cloud metadata"),
        ("fd20:ce::254/128", "cloud metadata"),
        ("fc00::/7", "private"),
        ("fe80::/10", "link-local"),
        ("fec0::/10", "site-local"),
        ("ff00::/8", "multicast"),
    )
)
_ALLOCATED_V6 = IPv6Network("2000::/3")


def refusal_of_address(address: str) -> str | None:
    """Return why this address must not be connected to, or None when it is a public one.

    >>> refusal_of_address("8.8.8.8") is None
    True
    >>> refusal_of_address("127.0.0.1"), refusal_of_address("[::ffff:10.0.0.1]"), refusal_of_address("2002:7f00:1::")
    ('loopback', 'IPv4-mapped', '6to4')
    """
    try:
        parsed = ip_address(address.removeprefix("[").removesuffix("]"))
    except ValueError:
        return "not an address"
    return _refusal_v4(parsed) if isinstance(parsed, IPv4Address) else _refusal_v6(parsed)


def _refusal_v4(address: IPv4Address) -> str | None:
    return next((reason for network, reason in _REFUSED_V4 if address in network), None)


def _refusal_v6(address: IPv6Address) -> str | None:
    # A zone names an interface of this machine; compared without it, the address could pass for another.
    bare = IPv6Address(int(address))
    for network, reason in _REFUSED_V6:
        if bare in network:
            return reason
    if bare not in _ALLOCATED_V6:
        return "reserved"
    return "bound to an interface" if address.scope_id else None
