"""Contacts found in pages: by our extractor, and as they are commonly found."""
