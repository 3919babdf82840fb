"""Postal addresses: what is written on pages, in parts."""

from .address import Address
from .extraction import address_from_fields, addresses_in, extract_addresses
from .parsing import parse_address

__all__ = ["Address", "address_from_fields", "addresses_in", "extract_addresses", "parse_address"]
