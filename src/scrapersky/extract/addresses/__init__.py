"""Postal addresses: what is written on pages, in parts."""
