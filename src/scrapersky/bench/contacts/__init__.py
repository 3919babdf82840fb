"""Contacts from pages that were read, saved and merged, beside reading them alone."""
