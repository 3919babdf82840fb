"""Rows that people hand in, each with its result."""
