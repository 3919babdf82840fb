"""Postal addresses: what is written on pages, in parts."""

from scrapersky.extract.addresses.address import Address
from scrapersky.extract.addresses.extraction import address_from_fields, addresses_in, extract_addresses
from scrapersky.extract.addresses.parsing import parse_address

__all__ = ["Address", "address_from_fields", "addresses_in", "extract_addresses", "parse_address"]
