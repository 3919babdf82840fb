"""Businesses as rows: merged from several places, and found by the domain they share."""
