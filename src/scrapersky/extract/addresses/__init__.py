"""Postal addresses: what is written on pages, in parts."""

from scrapersky.extract.addresses.address import Address
from scrapersky.extract.addresses.extraction import address_from_fields, addresses_in
from scrapersky.extract.addresses.parsing import parse_address

__all__ = ["Address", "address_from_fields", "addresses_in", "parse_address"]
